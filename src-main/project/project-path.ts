import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

/** File name ending of a project. */
export const PROJECT_ENDING = '.socavon';

/** Characters that Windows has in no file name; projects travel on sticks. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}]/u;
/** Names that Windows keeps for devices, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;
/**
 * Bytes of the name of a project: the 255 that every file system takes, less those of the names that are written
 * beside it, the longest of which is the journal of a new project under its temporary name.
 */
const MOST_BYTES = 255 - Buffer.byteLength('..01234567.part-journal');

/**
 * Path of a new project: with its ending added if it is missing.
 *
 * @throws SocavonError 'usage' if the name is not valid on every system
 */
export function newProjectPath(path: string): string {
  const typed = basename(path);
  const stem = typed.toLowerCase().endsWith(PROJECT_ENDING) ? typed.slice(0, -PROJECT_ENDING.length) : typed;
  const bad = FORBIDDEN.exec(stem)?.[0];
  if (bad !== undefined)
    throw new SocavonError('usage', message('project-name-character', { name: typed, bad }));
  if (stem.trim() === '' || /[. ]$/.test(stem))
    throw new SocavonError('usage', message('project-name-end', { name: typed }));
  if (RESERVED.test(stem)) throw new SocavonError('usage', message('project-name-reserved', { name: typed }));
  const name = stem + (typed === stem ? PROJECT_ENDING : typed.slice(stem.length));
  if (Buffer.byteLength(name) > MOST_BYTES)
    throw new SocavonError('usage', message('project-name-long', { length: [...stem].length }));
  return join(dirname(path), name);
}

/** Bytes of the whole path of a project, links resolved: SQLite takes 512, and has names of its own beside it. */
const MOST_PATH_BYTES = 512 - Buffer.byteLength('-journal');

/**
 * Refuses a path that SQLite would say cannot be opened, and not why.
 *
 * @param beside the longest path that is to be opened beside it
 * @throws SocavonError 'file-unreadable'
 */
export function refuseLongPath(path: string, beside = path): void {
  if (process.platform === 'win32') return; // it has a limit of its own, and says so
  const length = Buffer.byteLength(wholePath(path));
  const most = MOST_PATH_BYTES - (Buffer.byteLength(beside) - Buffer.byteLength(path));
  if (length > most)
    throw new SocavonError('file-unreadable', message('project-path-long', { path, length, most }));
}

function wholePath(path: string): string {
  const whole = resolve(path);
  try {
    return existsSync(whole) ? realpathSync(whole) : join(realpathSync(dirname(whole)), basename(whole));
  } catch {
    return whole; // missing, or a loop of links: opening it says so
  }
}

/** @throws SocavonError 'exists' */
export function refuseTaken(path: string): void {
  if (existsSync(path)) throw taken(path);
}

/** Error for a new project whose name is taken. */
export function taken(path: string): SocavonError {
  return new SocavonError('exists', message('project-exists', { path }));
}
