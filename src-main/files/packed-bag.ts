import { statfsSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ForwardBytes } from '../../src-core/io/bytes/forward-bytes.ts';
import { openForward } from '../../src-core/io/bytes/open-forward.ts';
import { message } from '../../src-core/messages/message.ts';
import { type CancelToken, throwIfCancelled } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { READING_LIMITS } from '../../src-core/model/reading-limits.ts';
import { writeAll } from './atomic-sink.ts';
import { bytesText } from './bytes-text.ts';
import { cacheFolder } from './cache-folder.ts';
import { fileError } from './file-errors.ts';
import type { FileSource } from './file-source.ts';
import { makeFolder } from './make-folder.ts';
import { partPath, removeAbandonedParts, removeLeftover } from './part-files.ts';
import { isSqlite, rosbag2Source } from './rosbag2-source.ts';

/** Bytes of the header of an SQLite database. */
const HEADER_BYTES = 100;
/** Bytes of the disk that stay free, whatever is unpacked. */
const KEPT_FREE_BYTES = 1e9;
/** How long an unpacked bag that nobody reads is kept: most work on a capture opens it several times. */
const LINGER_MS = 10_000;

/** A bag that this thread has unpacked, and how many read it. */
interface Unpacked {
  readonly source: Promise<FileSource>;
  users: number;
  timer?: NodeJS.Timeout;
}
const unpacked = new Map<string, Unpacked>();

/**
 * A ROS 2 bag of storage `sqlite3` whose file is compressed as a whole, as its messages (see `rosbag2Source`). The database
 * is unpacked into the user's cache; the file there loses its name once it is open, so that nothing is left of a program
 * that ends. Who opens the same bag meanwhile, or soon after, shares it.
 *
 * @param file open; closed with the source
 * @returns null for another file, which stays open
 * @throws SocavonError 'capture-format' for contents that no bag has, or of another database, 'capture-truncated' for
 *   compressed data that are cut or damaged, 'disk-full', 'file-unwritable'; CancelledError
 */
export async function packedBagSource(file: FileSource, cancel: CancelToken): Promise<FileSource | null> {
  const stream = await openForward(file);
  if (stream.compressed === false) return null;
  const start = await startOf(stream);
  if (!isSqlite(start)) return null;
  const { dev, ino, size, mtimeNs } = statSync(file.path, { bigint: true });
  const key = [file.path, dev, ino, size, mtimeNs].join(':');
  let bag = unpacked.get(key);
  if (bag === undefined) {
    bag = { source: unpack(file, stream, start, cancel), users: 0 };
    unpacked.set(key, bag);
  }
  const { name, path } = file;
  bag.users++;
  const release = (): void => {
    clearTimeout(bag.timer);
    if (--bag.users === 0) bag.timer = setTimeout(() => drop(key, bag), LINGER_MS).unref();
  };
  try {
    const { size, read } = await bag.source;
    let isOpen = true;
    return {
      ...{ name, path, size, read },
      close: async () => {
        if (isOpen) release();
        isOpen = false;
        await file.close();
      },
    };
  } catch (error) {
    unpacked.delete(key);
    throw error;
  }
}

function drop(key: string, bag: Unpacked): void {
  if (bag.users > 0) return;
  unpacked.delete(key);
  void bag.source.then((source) => source.close());
}

async function startOf(stream: ForwardBytes): Promise<Uint8Array> {
  let start = new Uint8Array(0);
  while (start.length < HEADER_BYTES) {
    const piece = await stream.next();
    if (piece === null) break;
    const longer = new Uint8Array(start.length + piece.length);
    longer.set(start);
    longer.set(piece, start.length);
    start = longer;
  }
  return start;
}

/** Unpacks a database and opens it. @param start what was read of the stream */
async function unpack(
  file: FileSource,
  stream: ForwardBytes,
  start: Uint8Array,
  cancel: CancelToken,
): Promise<FileSource> {
  const folder = join(cacheFolder(), 'bags');
  makeFolder(folder);
  removeAbandonedParts(folder);
  const stated = statedBytes(start);
  const most = stated ?? READING_LIMITS.unpackedRatio * file.size;
  if (most > READING_LIMITS.unpackedRatio * file.size) throw refuseSize(file, most);
  requireRoom(file.name, folder, stated ?? start.length);
  const path = partPath(join(folder, 'messages'));
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'wx', 0o600);
    let written = 0;
    for (let piece: Uint8Array | null = start; piece !== null; piece = await stream.next()) {
      throwIfCancelled(cancel, 'work-import');
      written += piece.length;
      if (written > most) throw refuseSize(file, written);
      if (stated === null) requireRoom(file.name, folder, piece.length);
      await writeAll(handle, piece === start ? withoutLog(piece) : piece);
    }
    if (stream.broken !== null || (stated !== null && written < stated)) {
      const why = stream.broken ?? message('capture-broke-off');
      throw new SocavonError('capture-truncated', message('capture-broken', { name: file.name, why }));
    }
    await handle.close();
    const source = rosbag2Source({ ...file, close: async () => removeLeftover(path) }, path);
    // Where an open file keeps its name, it goes when the database is closed.
    removeLeftover(path);
    return source;
  } catch (error) {
    await handle?.close().catch(() => {});
    removeLeftover(path);
    throw fileError(path, 'write', error);
  }
}

/** Bytes of a database by its header; null: an old writer left them out. */
function statedBytes(start: Uint8Array): number | null {
  if (start.length < HEADER_BYTES) return null;
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  const page = view.getUint16(16) === 1 ? 65_536 : view.getUint16(16);
  const pages = view.getUint32(28);
  return pages > 0 && view.getUint32(24) === view.getUint32(92) ? page * pages : null;
}

/** The start of a database that is said to have a log beside it, which a packed one has not, as of one without. */
function withoutLog(start: Uint8Array): Uint8Array {
  const own = start.slice();
  if (own[18] === 2) own[18] = own[19] = 1;
  return own;
}

function refuseSize({ name, size }: FileSource, bytes: number): SocavonError {
  return new SocavonError(
    'capture-format',
    message('bag-unpacked-size', { name, size: bytesText(size), bytes: bytesText(bytes) }),
  );
}

function requireRoom(name: string, folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (bytes + KEPT_FREE_BYTES <= free) return;
  const of = {
    name,
    folder,
    bytes: bytesText(bytes),
    free: bytesText(free),
    kept: bytesText(KEPT_FREE_BYTES),
  };
  throw new SocavonError('disk-full', message('bag-unpacked-room', of));
}
