import { existsSync } from 'node:fs';
import type { StageContext } from '../../src-core/model/context.ts';
import { importFiles } from '../project/import-files.ts';
import { Project } from '../project/project.ts';
import { SAMPLE_DEFAULTS, sampleDrive } from './sample-drive.ts';

/**
 * Makes the sample project: a simulated drive, captured into the folder `PATH-capture` and imported into `path`. One that is
 * there already is taken as it is.
 *
 * @param path of the project file
 * @throws what simulating and importing throw; then there is no project, unless there was one
 */
export async function openSample({ path }: { readonly path: string }, context: StageContext): Promise<void> {
  if (existsSync(path)) return;
  const { capture } = await sampleDrive(
    `${path.replace(/\.socavon$/i, '')}-capture`,
    SAMPLE_DEFAULTS,
    context,
  );
  const project = Project.open(path, { create: true });
  try {
    await importFiles(project, [capture], {}, context);
  } finally {
    project.closeUnused();
  }
}
