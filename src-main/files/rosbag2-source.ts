import { McapRecordBuilder, type McapTypes } from '@mcap/core';
import Database from 'better-sqlite3';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { FileSource } from './file-source.ts';

/** First bytes of every SQLite database. */
const SQLITE_MAGIC = 'SQLite format 3\0';
/** Bytes of an MCAP message record besides its data: operation, length, channel, sequence and two times. */
const MESSAGE_HEAD_BYTES = 31;
/** MCAP's operation code of the end of the messages, and its content: no checksum. */
const DATA_END = Uint8Array.of(0x0f, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

/** True if the first bytes of a file are those of an SQLite database. */
export function isSqlite(head: Uint8Array): boolean {
  return [...SQLITE_MAGIC].every((sign, i) => head[i] === sign.charCodeAt(0));
}

/**
 * A ROS 2 bag of storage `sqlite3` (rosbag2_storage_sqlite3: tables `topics` and `messages`) as the bytes of an MCAP
 * file of the same messages in the order of their time, without chunks: the core, which has no database, reads it as it
 * reads any MCAP file. Bytes are made where they are read, so memory does not grow with the bag but by 16 bytes a message.
 *
 * @param file open; closed with the source, after the database
 * @param database its path, where the file holds it in another form
 * @throws SocavonError 'capture-format' for another database, or one that is damaged
 */
export function rosbag2Source(file: FileSource, database = file.path): FileSource {
  const db = openBag(database, file.name);
  const { head, ids, ends, read } = contentsOf(db, file.name);
  const size = (ends.at(-1) ?? head.length) + DATA_END.length;

  /** The piece of the file that contains a position, and where it starts. */
  const pieceAt = (at: number): { start: number; bytes: Uint8Array } => {
    if (at < head.length) return { start: 0, bytes: head };
    const last = ends.at(-1) ?? head.length;
    if (at >= last) return { start: last, bytes: DATA_END };
    const i = firstAbove(ends, at);
    const row = read.get(ids[i]);
    if (row === undefined) throw new Error(`message ${ids[i]} is missing`);
    const start = i === 0 ? head.length : ends[i - 1];
    return { start, bytes: messageRecord(Number(row.topic), row.timestamp, row.data) };
  };

  return {
    name: file.name,
    path: file.path,
    size,
    read: async (offset, length) => {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      try {
        for (let filled = 0; filled < bytes.length; ) {
          const piece = pieceAt(offset + filled);
          const part = piece.bytes.subarray(offset + filled - piece.start);
          bytes.set(part.subarray(0, bytes.length - filled), filled);
          filled += part.length;
        }
      } catch (cause) {
        throw damaged(file.name, cause);
      }
      return bytes;
    },
    close: async () => {
      db.close();
      await file.close();
    },
  };
}

function openBag(path: string, name: string): Database.Database {
  let db: Database.Database | undefined;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true });
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
    if (tables.includes('topics') && tables.includes('messages')) return db;
  } catch (cause) {
    db?.close();
    throw damaged(name, cause);
  }
  db.close();
  throw new SocavonError('capture-format', message('rosbag2-other-database', { name }));
}

/** First bytes, places of the messages, and the query that reads one. @throws SocavonError; the database is then closed */
function contentsOf(db: Database.Database, name: string) {
  try {
    const head = headOf(db);
    const read = db.prepare<[number], { topic: number; timestamp: bigint; data: Uint8Array }>(
      'SELECT topic_id AS topic, timestamp, data FROM messages WHERE id = ?',
    );
    read.safeIntegers(true);
    return { head, ...index(db, head.length), read };
  } catch (cause) {
    db.close();
    throw damaged(name, cause);
  }
}

function damaged(name: string, cause: unknown): SocavonError {
  if (cause instanceof SocavonError) return cause;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new SocavonError('capture-format', message('rosbag2-damaged', { name, why }), { cause });
}

/** Magic, header, and the schemas and channels of all topics. */
function headOf(db: Database.Database): Uint8Array {
  const builder = new McapRecordBuilder();
  builder.writeMagic();
  builder.writeHeader({ profile: 'ros2', library: 'rosbag2 sqlite3' });
  const topics = db
    .prepare<[], { id: number; name: string; type: string; format: string }>(
      'SELECT id, name, type, serialization_format AS format FROM topics',
    )
    .all();
  for (const { id, name, type, format } of topics) {
    builder.writeSchema({ id, name: type, encoding: 'ros2msg', data: new Uint8Array(0) });
    // Bags of 2020 name no format; CDR was the only one.
    const messageEncoding = format === '' ? 'cdr' : format;
    builder.writeChannel({ id, schemaId: id, topic: name, messageEncoding, metadata: new Map() });
  }
  return builder.buffer.slice();
}

/** Messages in the order of their time, and where the record of each ends in the file. */
function index(db: Database.Database, from: number): { ids: number[]; ends: number[] } {
  const [ids, ends]: [number[], number[]] = [[], []];
  let end = from;
  const rows = db.prepare<[], { id: number; bytes: number }>(
    'SELECT id, length(data) AS bytes FROM messages ORDER BY timestamp, id',
  );
  for (const { id, bytes } of rows.iterate()) {
    ids.push(id);
    end += MESSAGE_HEAD_BYTES + bytes;
    ends.push(end);
  }
  return { ids, ends };
}

function messageRecord(channelId: number, timestamp: bigint, data: Uint8Array): Uint8Array {
  const builder = new McapRecordBuilder();
  const record: McapTypes.Message = {
    channelId,
    sequence: 0,
    logTime: timestamp,
    publishTime: timestamp,
    data,
  };
  builder.writeMessage(record);
  return builder.buffer;
}

function firstAbove(ends: readonly number[], at: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle] > at) high = middle;
    else low = middle + 1;
  }
  return low;
}
