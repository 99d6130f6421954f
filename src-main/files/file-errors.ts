import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Message, message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { bytesText } from './bytes-text.ts';
import { systemLimits } from './system-limits.ts';

/**
 * Error for a failed file operation, by the operating system's error code.
 *
 * @param path the file as the user named it
 * @param doing the attempted operation
 * @param cause what node:fs threw; a SocavonError is returned unchanged
 */
export function fileError(path: string, doing: 'read' | 'write', cause: unknown): SocavonError {
  if (cause instanceof SocavonError) return cause;
  return doing === 'read' ? readError(path, cause) : writeError(path, cause);
}

/** Error code of the operating system, such as `ENOENT`; null for other errors. */
export function systemCode(error: unknown): string | null {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === 'string' ? code : null;
}

/** Errors of a stream whose other end was cut, or went without reading. */
const CUT_OFF = ['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOTCONN', 'ETIMEDOUT'];

/** True for an error of one socket or pipe: it says nothing of the program, nor of any file. */
export function isOfConnection(error: unknown): boolean {
  const { syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return CUT_OFF.includes(systemCode(error) ?? '') && ['read', 'write', 'shutdown'].includes(syscall ?? '');
}

function readError(path: string, cause: unknown): SocavonError {
  const code = systemCode(cause);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new SocavonError('file-missing', message('file-none', { path }), { cause });
    case 'EISDIR':
      return new SocavonError('file-unreadable', message('file-is-folder', { path }), { cause });
    case 'EACCES':
    case 'EPERM':
      return new SocavonError('file-unreadable', message('file-no-right', { path }), { cause });
    default:
      return new SocavonError(
        'file-unreadable',
        message('file-not-read', { path, why: systemReason(cause) }),
        { cause },
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
      return tooLarge(path, cause);
    case 'ENOENT': {
      const refusal = refusalAbove(path);
      if (refusal !== null) return writeError(path, refusal);
      return new SocavonError('file-unwritable', message('folder-none', { path, folder: dirname(path) }), {
        cause,
      });
    }
    case 'ENOTDIR':
    case 'EEXIST':
      return new SocavonError('file-unwritable', message('folder-is-file', { path }), { cause });
    case 'EISDIR':
      return new SocavonError('file-unwritable', message('file-place-folder', { path }), { cause });
    default:
      return new SocavonError(
        'file-unwritable',
        message('file-not-written', { path, why: systemReason(cause) }),
        { cause },
      );
  }
}

/**
 * Why a missing folder could not be created, as the operating system refuses it in the next folder above; null: it does
 * not. Node says ENOENT where it created folders for a path on a read-only disk.
 */
function refusalAbove(path: string): unknown {
  let folder = dirname(path);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    return systemCode(error) === 'ENOENT' ? null : error;
  }
}

/** Error for a file that grew beyond what the disk takes, or the system lets this user write. */
export function tooLarge(path: string, cause?: unknown): SocavonError {
  const limit = systemLimits().fileBytes;
  const why =
    limit === null
      ? message('file-too-large', { path })
      : message('file-size-limit', { path, limit: bytesText(limit) });
  return new SocavonError('file-unwritable', why, { cause });
}

/**
 * Error for a program that may open no more files, wherever it noticed, be it in loading a part of itself; null: the error is
 * of something else.
 */
export function tooManyOpen(error: unknown): SocavonError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (['EMFILE', 'ENFILE'].includes(systemCode(cause) ?? '') || /\bE[MN]FILE\b/.test(cause.message)) {
      const limit = systemLimits().openFiles;
      const why = limit === null ? message('files-open-system') : message('files-open-limit', { limit });
      return new SocavonError('file-unreadable', why, { cause: error });
    }
  return null;
}

/** Error for a full disk, with one message for all sources. */
export function diskFull(path: string, cause?: unknown): SocavonError {
  return new SocavonError('disk-full', message('disk-full', { path }), { cause });
}

/** Reasons by the operating system's error code; every other code is shown as it is, for whoever looks after it. */
const REASONS = {
  EACCES: 'why-no-right',
  EPERM: 'why-no-right',
  EROFS: 'why-read-only',
  EIO: 'why-disk-fault',
  EBUSY: 'why-in-use',
  ETXTBSY: 'why-in-use',
  EMFILE: 'why-many-open',
  ENFILE: 'why-many-open',
  ENAMETOOLONG: 'why-name-long',
  ENODEV: 'why-disk-gone',
  ENXIO: 'why-disk-gone',
  ENOTCONN: 'why-disk-gone',
  ESTALE: 'why-disk-gone',
  EHOSTDOWN: 'why-disk-gone',
  EHOSTUNREACH: 'why-disk-gone',
  ETIMEDOUT: 'why-disk-gone',
  ELOOP: 'why-links',
} as const;

/** Why a file operation failed, in words, as half a sentence. */
function systemReason(cause: unknown): Message | string {
  const code = systemCode(cause);
  if (code === null) return cause instanceof Error ? cause.message : String(cause);
  return Object.hasOwn(REASONS, code)
    ? message(REASONS[code as keyof typeof REASONS])
    : message('why-code', { code });
}
