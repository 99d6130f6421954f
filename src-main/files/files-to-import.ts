import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { captureKind } from '../../src-core/model/file-endings.ts';
import { captureFilesOf } from './bag-folder.ts';
import { fileError } from './file-errors.ts';
import { frameFolderOf } from './frame-folder.ts';

/** Endings of clouds that stand for themselves. */
const CLOUD = /\.(las|laz|e57|ply|pcd|pts|ptx|xyz|asc)$/i;
/** What a simulation writes beside its captures for comparison. */
const TRUTH = /^truth/i;
/** Greatest number of files of one import. */
const MOST_FILES = 1000;
/** Names shown in a sentence. */
const SHOWN = 3;

/**
 * What a person who gives a path wants to import: the path itself, if it is a file or a folder whose clouds are the frames of
 * a drive; else the captures of the folder, in the order of their names.
 *
 * @throws SocavonError 'capture-empty' for a folder without captures, 'usage' for one of captures and clouds, or of too many;
 *   'file-missing', 'file-unreadable'
 */
export async function filesToImport(location: string): Promise<string[]> {
  const path = resolve(location);
  const names = await namesIn(path);
  if (names === null) return [path];
  const captures = names.filter((name) => captureKind(name) !== null && !TRUTH.test(name));
  const clouds = names.filter((name) => CLOUD.test(name) && !TRUTH.test(name));
  if (clouds.length > 0 && captures.some((name) => !name.toLowerCase().endsWith('.bin')))
    throw new SocavonError(
      'usage',
      message('folder-mixed', { path, captures: shown(captures), clouds: shown(clouds) }),
    );
  const frames = await frameFolderOf(path);
  if (frames !== null) return frames.files.length === 1 ? [...frames.files] : [path];
  const bag = await captureFilesOf(path);
  const files = bag[0] !== path ? bag : inOrder([...captures, ...clouds]).map((name) => join(path, name));
  if (files.length === 0) throw new SocavonError('capture-empty', message('folder-nothing', { path }));
  if (files.length > MOST_FILES)
    throw new SocavonError('usage', message('folder-many', { path, count: files.length, most: MOST_FILES }));
  return files;
}

/** Names in a folder; null for a file. */
async function namesIn(path: string): Promise<string[] | null> {
  try {
    return (await stat(path)).isDirectory() ? await readdir(path) : null;
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}

function inOrder(names: readonly string[]): string[] {
  return names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

function shown(names: readonly string[]): string {
  const first = inOrder(names).slice(0, SHOWN).join(', ');
  return names.length > SHOWN ? `${first}, …` : first;
}
