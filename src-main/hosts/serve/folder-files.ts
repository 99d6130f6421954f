import { mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { FILE_KINDS } from '../../../src-core/contract/host-requests.ts';
import { message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { fileError, systemCode } from '../../files/file-errors.ts';
import { isInside } from '../../files/is-inside.ts';
import { regularFile } from '../../files/regular-file.ts';
import { isOfKind, isReport, isReportPage } from '../common/file-kinds.ts';
import type { FrameDocuments } from '../common/frame-documents.ts';
import type { FileChoice } from '../common/host-handlers.ts';

/**
 * File choice in the window itself, limited to one folder and its subfolders.
 *
 * @param root its real path, without links
 * @param documents shows reports in the browser
 */
export function folderFiles(root: string, documents: FrameDocuments): FileChoice {
  return {
    chooseFiles: noDialog,
    chooseFolder: noDialog,
    chooseNewFile: noDialog,
    reveal: async () => false,
    async canOpen(path) {
      const isThere = await realInside(root, path).then(
        () => true,
        () => false,
      );
      return { file: isThere && isReport(path), page: isThere && isReportPage(path), folder: false };
    },
    async openFile(path) {
      const real = await realInside(root, path);
      if (!isReport(real)) throw refusal(path, root);
      await requireFile(path, real);
      return { address: documents.holdFile(real) };
    },
    async readPage(path) {
      const real = await realInside(root, path);
      if (!isReportPage(real)) throw refusal(path, root);
      await requireFile(path, real);
      return readFile(real, 'utf8').catch((cause) => {
        throw fileError(path, 'read', cause);
      });
    },
    async list({ folder, kind }) {
      const real = await realInside(root, folder);
      const listed = await readdir(real, { withFileTypes: true }).catch((cause) => {
        throw fileError(folder, 'read', cause);
      });
      const entries = await Promise.all(
        listed.map(({ name }) => entryOf(root, join(real, name), name, kind)),
      );
      return {
        folder: real,
        root,
        parent: real === root ? null : dirname(real),
        entries: entries.filter((entry) => entry !== null).sort(foldersFirst),
      };
    },
    async makeFolder({ folder, name }) {
      const real = await realInside(root, folder);
      const path = join(real, name);
      // Only a name: a path could lead out of the root.
      if (basename(path) !== name || dirname(path) !== real) throw refusal(path, root);
      await mkdir(path).catch((cause) => {
        if (systemCode(cause) === 'EEXIST')
          throw new SocavonError('file-unwritable', message('folder-exists', { path }), { cause });
        throw fileError(path, 'write', cause);
      });
      return { path };
    },
  };
}

type Entry = Awaited<ReturnType<FileChoice['list']>>['entries'][number];
type Kind = (typeof FILE_KINDS)[number] | null;

/** Directory entry; null if hidden, of another kind, a link out of the root, or not a file. */
async function entryOf(root: string, path: string, name: string, kind: Kind): Promise<Entry | null> {
  if (name.startsWith('.')) return null;
  try {
    if (!isInside(root, await realpath(path))) return null;
    const status = await stat(path);
    const modified = status.mtime.toISOString();
    if (status.isDirectory()) return { name, path, isFolder: true, bytes: 0, modified };
    if (!status.isFile() || (kind !== null && !isOfKind(path, kind))) return null;
    return { name, path, isFolder: false, bytes: status.size, modified };
  } catch {
    return null; // deleted meanwhile, or not readable for this user
  }
}

/**
 * Resolves links.
 *
 * @throws SocavonError 'path-refused' outside of the root, also by a link; 'file-missing', 'file-unreadable'
 */
async function realInside(root: string, path: string): Promise<string> {
  const real = await realpath(path).catch((cause) => {
    throw isInside(root, path) ? fileError(path, 'read', cause) : refusal(path, root);
  });
  if (!isInside(root, real)) throw refusal(path, root);
  return real;
}

/** @throws SocavonError 'file-unreadable' for a pipe, socket or device, which may never be read to its end */
async function requireFile(path: string, real: string): Promise<void> {
  await regularFile(real).catch((cause) => {
    throw fileError(path, 'read', cause);
  });
}

function refusal(path: string, root: string): SocavonError {
  return new SocavonError('path-refused', message('path-outside', { path, folder: root }));
}

function foldersFirst(a: Entry, b: Entry): number {
  return Number(b.isFolder) - Number(a.isFolder) || a.name.localeCompare(b.name, 'es', { numeric: true });
}

async function noDialog(): Promise<never> {
  throw new SocavonError('usage', message('dialog-browser'));
}
