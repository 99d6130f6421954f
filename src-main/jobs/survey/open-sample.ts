import { constants, existsSync } from 'node:fs';
import { copyFile, mkdtemp, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type StageContext, throwIfCancelled } from '../../../src-core/model/context.ts';
import { fileError } from '../../files/file-errors.ts';
import { flushFile, flushFolder } from '../../files/flush.ts';
import { makeFolder } from '../../files/make-folder.ts';
import { readySample } from '../../files/own-module.ts';
import { removeLeftover } from '../../files/part-files.ts';
import { requireWithoutLog } from '../../project/connection.ts';
import { Project } from '../../project/project.ts';
import { makeSample, SAMPLE_NAME } from './make-sample.ts';

/**
 * Puts the sample project at `path`: a copy of the one that was made with the program, or one made now where the
 * program has none, as in a checkout that was not built. An existing project with sessions is left as it is.
 *
 * @param path of the project file
 * @throws SocavonError 'file-unwritable', 'disk-full'; what `makeSample` throws. Nothing new is left then
 */
export async function openSample({ path }: { readonly path: string }, context: StageContext): Promise<void> {
  if (existsSync(path) && isFilled(path)) return;
  const folder = await folderBeside(path);
  try {
    const project = join(folder, SAMPLE_NAME);
    const ready = readySample();
    if (ready === null) await makeSample({ path: project }, context);
    else await copy(ready, project, path);
    throwIfCancelled(context.cancel, 'work-sample');
    requireWithoutLog(project, path);
    flushFile(project);
    await rename(project, path);
    flushFolder(dirname(path));
  } finally {
    removeLeftover(folder);
  }
}

/** An own folder for what is not whole yet, on the same disk. */
async function folderBeside(path: string): Promise<string> {
  try {
    makeFolder(dirname(path));
    return await mkdtemp(join(dirname(path), '.sample-'));
  } catch (error) {
    throw fileError(path, 'write', error);
  }
}

async function copy(ready: string, part: string, path: string): Promise<void> {
  try {
    await copyFile(ready, part, constants.COPYFILE_FICLONE);
  } catch (error) {
    throw fileError(path, 'write', error);
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
