import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FILE_KINDS } from '../../../src-core/contract/host-requests.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { sentence } from '../../../src-core/model/sentences.ts';
import { fileError } from '../../files/file-errors.ts';
import { isInside } from '../../files/is-inside.ts';
import { hasKind } from '../common/file-kinds.ts';
import type { FileChoice } from '../common/host-handlers.ts';

/**
 * Files are chosen in the window itself, in one folder and what is under it.
 *
 * @param root its real path: no link on the way
 */
export function folderFiles(root: string): FileChoice {
  return {
    chooseFiles: noDialog,
    chooseFolder: noDialog,
    chooseNewFile: noDialog,
    reveal: async () => false,
    async list({ folder, kind }) {
      const real = await realInside(root, folder);
      const found = await readdir(real, { withFileTypes: true }).catch((cause) => {
        throw fileError(folder, 'read', cause);
      });
      const entries = await Promise.all(found.map(({ name }) => entryOf(root, join(real, name), name, kind)));
      return {
        folder: real,
        parent: real === root ? null : dirname(real),
        entries: entries.filter((entry) => entry !== null).sort(foldersFirst),
      };
    },
  };
}

type Entry = Awaited<ReturnType<FileChoice['list']>>['entries'][number];
type Kind = (typeof FILE_KINDS)[number] | null;

/** Null for what is hidden, of another kind, a link that leads out, or no file at all. */
async function entryOf(root: string, path: string, name: string, kind: Kind): Promise<Entry | null> {
  if (name.startsWith('.')) return null;
  try {
    if (!isInside(root, await realpath(path))) return null;
    const { size, ...status } = await stat(path).then((found) => ({
      size: found.size,
      isFolder: found.isDirectory(),
      isFile: found.isFile(),
    }));
    if (status.isFolder) return { name, path, isFolder: true, bytes: 0 };
    if (!status.isFile || (kind !== null && !hasKind(name, kind))) return null;
    return { name, path, isFolder: false, bytes: size };
  } catch {
    return null; // gone since, or not for this user
  }
}

/** @throws SocavonError 'path-refused' outside of the root, also by a link; 'file-missing', 'file-unreadable' */
async function realInside(root: string, path: string): Promise<string> {
  const real = await realpath(path).catch((cause) => {
    throw isInside(root, path) ? fileError(path, 'read', cause) : refusal(path, root);
  });
  if (!isInside(root, real)) throw refusal(path, root);
  return real;
}

function refusal(path: string, root: string): SocavonError {
  return new SocavonError(
    'path-refused',
    `${path} is outside of ${root}, the folder of this server; start it with another folder to reach it.`,
    { sentence: sentence('path-outside', { path, folder: root }) },
  );
}

function foldersFirst(a: Entry, b: Entry): number {
  return Number(b.isFolder) - Number(a.isFolder) || a.name.localeCompare(b.name, 'es', { numeric: true });
}

async function noDialog(): Promise<never> {
  throw new SocavonError(
    'usage',
    'In a browser files are chosen in the window itself; use its list of files.',
  );
}
