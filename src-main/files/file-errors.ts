import { dirname } from 'node:path';
import { SocavonError } from '../../src-core/model/errors.ts';
import { sentence } from '../../src-core/model/sentences.ts';

/**
 * The sentence for a failed file operation, by the operating system's own code.
 *
 * @param path the file as the person named it
 * @param doing what was tried
 * @param cause what node:fs threw; already a SocavonError: given back as it is
 */
export function fileError(path: string, doing: 'read' | 'write', cause: unknown): SocavonError {
  if (cause instanceof SocavonError) return cause;
  return doing === 'read' ? readError(path, cause) : writeError(path, cause);
}

/** `ENOENT` and its like, or null where the error did not come from the operating system. */
export function systemCode(error: unknown): string | null {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : null;
}

function readError(path: string, cause: unknown): SocavonError {
  const code = systemCode(cause);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new SocavonError('file-missing', `There is no file ${path}; check the name and the folder.`, {
        cause,
        sentence: sentence('file-none', { path }),
      });
    case 'EISDIR':
      return new SocavonError('file-unreadable', `${path} is a folder; name a file in it.`, {
        cause,
        sentence: sentence('file-is-folder', { path }),
      });
    case 'EACCES':
    case 'EPERM':
      return new SocavonError(
        'file-unreadable',
        `${path} may not be read by this user; change its permissions or copy it.`,
        { cause, sentence: sentence('file-no-right', { path }) },
      );
    default:
      return new SocavonError(
        'file-unreadable',
        `${path} could not be read (${code ?? messageOf(cause)}); check the disk or the connection to it.`,
        { cause, sentence: sentence('file-not-read', { path, why: code ?? messageOf(cause) }) },
      );
  }
}

function writeError(path: string, cause: unknown): SocavonError {
  const code = systemCode(cause);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(path, cause);
    case 'EFBIG':
      return new SocavonError(
        'file-unwritable',
        `${path} grew beyond the largest file this disk or user may have; write to another disk.`,
        { cause, sentence: sentence('file-too-large', { path }) },
      );
    case 'ENOENT':
      return new SocavonError(
        'file-unwritable',
        `${path} cannot be written: the folder ${dirname(path)} does not exist; create it or name another.`,
        { cause, sentence: sentence('folder-none', { path, folder: dirname(path) }) },
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return new SocavonError(
        'file-unwritable',
        `${path} cannot be written: part of its path is a file, not a folder; name another folder.`,
        { cause, sentence: sentence('folder-is-file', { path }) },
      );
    case 'EISDIR':
      return new SocavonError('file-unwritable', `${path} is a folder; name a file in it.`, {
        cause,
        sentence: sentence('file-is-folder', { path }),
      });
    default:
      return new SocavonError(
        'file-unwritable',
        `${path} cannot be written (${code ?? messageOf(cause)}); name a folder that this user may write to.`,
        { cause, sentence: sentence('file-not-written', { path, why: code ?? messageOf(cause) }) },
      );
  }
}

/** The one sentence for a disk without room, whoever met it first. */
export function diskFull(path: string, cause?: unknown): SocavonError {
  return new SocavonError(
    'disk-full',
    `The disk is full: ${path} could not be written. Free some space or name another disk; what was whole before is kept.`,
    { cause, sentence: sentence('disk-full', { path }) },
  );
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
