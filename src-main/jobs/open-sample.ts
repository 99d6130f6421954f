import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { message } from '../../src-core/messages/message.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { importFiles } from '../project/import-files.ts';
import { Project } from '../project/project.ts';
import { SAMPLE_DEFAULTS, sampleDrive } from './sample-drive.ts';

/**
 * Creates the sample project: a simulated drive, captured into the folder `PATH-capture` and imported into `path`.
 * An existing one is opened unchanged.
 *
 * @param path of the project file
 * @throws SocavonError 'file-unwritable' if the folder contains a capture that is not simulated; what simulating
 *   and importing throw. No new project is left then
 */
export async function openSample({ path }: { readonly path: string }, context: StageContext): Promise<void> {
  if (existsSync(path) && isFilled(path)) return;
  const folder = `${path.replace(/\.socavon$/i, '')}-capture`;
  refuseOthers(folder);
  const { capture } = await sampleDrive(folder, SAMPLE_DEFAULTS, context);
  const project = Project.open(path, { create: true });
  try {
    await importFiles(project, [capture], {}, context);
  } finally {
    project.closeUnused();
  }
}

/** False for a project whose creation was interrupted before it contained a session. */
function isFilled(path: string): boolean {
  const project = Project.open(path);
  try {
    return project.sessions.all().length > 0;
  } finally {
    project.close();
  }
}

/** Refuses to overwrite captures that are not simulated, recognised by the missing ground truth. */
function refuseOthers(folder: string): void {
  if (!existsSync(join(folder, 'capture.pcap')) || existsSync(join(folder, 'truth.json'))) return;
  throw new SocavonError('file-unwritable', message('sample-taken', { folder }));
}
