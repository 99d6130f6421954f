import { message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import { READING_LIMITS } from '../../../model/reading-limits.ts';
import type { CaptureHealth } from '../../../model/scan.ts';
import type { ByteWindow } from '../../bytes/byte-window.ts';
import { decompressBzip2 } from '../../bytes/bzip2.ts';
import { decompressLz4Frame } from '../../bytes/lz4-frame.ts';
import { reportEnd } from '../capture-end.ts';
import { warnOnce } from '../capture-health.ts';
import { type LoggedMessage, type LoggedTopic, messageType } from './message-log.ts';

const MAGIC = [...'#ROSBAG V2.0\n'].map((sign) => sign.charCodeAt(0));
const OP = { message: 0x02, chunk: 0x05, connection: 0x07 };
/** Header fields are names, times and topics. */
const LONGEST_HEADER = 1 << 16;

export function isRosBag(window: ByteWindow): boolean {
  const { bytes, start, unread } = window;
  return unread >= MAGIC.length && MAGIC.every((byte, i) => bytes[start + i] === byte);
}

/**
 * The messages of a ROS 1 bag ("Bags/Format/2.0" of the ROS wiki) in the order of the file, chunks plain, lz4 or bz2. Reads
 * forward, not by the index at the end, which a bag lacks whose recorder was stopped (`.bag.active`).
 *
 * @param health gets truncated bytes and warnings; a truncated file yields every message of its complete records
 * @throws SocavonError 'capture-format' if the chunks are compressed in another way
 */
export async function* readRosBag(
  window: ByteWindow,
  health: CaptureHealth,
): AsyncGenerator<LoggedMessage, void, void> {
  window.start += MAGIC.length;
  const topics = new Map<number, LoggedTopic>();
  for (;;) {
    const record = await nextRecord(window, health);
    if (record === null) return;
    try {
      yield* messagesOf(record, topics, window.name);
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      health.incompleteDatagrams++;
      const why = message('log-record-garbled');
      warnOnce(health, message('log-record-damaged', { name: window.name, offset: record.offset, why }));
    }
  }
}

interface BagRecord {
  readonly offset: number;
  readonly fields: ReadonlyMap<string, Uint8Array>;
  readonly data: Uint8Array;
}

/** The record at the window's start; null at the end of the file, which is reported. */
async function nextRecord(window: ByteWindow, health: CaptureHealth): Promise<BagRecord | null> {
  const length = async (at: number, most: number): Promise<number | null> => {
    if (!(await window.need(at + 4))) return null;
    const value = window.view.getUint32(window.start + at, true);
    return value <= most && (await window.need(at + 4 + value)) ? value : null;
  };
  const header = await length(0, LONGEST_HEADER);
  const data = header === null ? null : await length(4 + header, READING_LIMITS.recordBytes);
  if (header === null || data === null) {
    await reportEnd(window, null, health);
    return null;
  }
  const offset = window.offset;
  const { bytes, start } = window;
  window.start += 8 + header + data;
  const from = start + 8 + header;
  return {
    offset,
    fields: fieldsOf(bytes.subarray(start + 4, start + 4 + header)) ?? new Map(),
    data: bytes.subarray(from, from + data),
  };
}

function* messagesOf(
  record: BagRecord,
  topics: Map<number, LoggedTopic>,
  name: string,
): Generator<LoggedMessage, void, void> {
  const op = record.fields.get('op')?.[0];
  if (op === OP.connection) addTopic(record, topics);
  else if (op === OP.message) {
    const topic = topics.get(u32(record.fields, 'conn'));
    if (topic !== undefined) yield { topic, hostSeconds: secondsOf(record.fields), data: record.data };
  } else if (op === OP.chunk) {
    for (const inner of recordsIn(chunkData(record, name), record.offset))
      yield* messagesOf(inner, topics, name);
  }
}

const DECOMPRESS: ReadonlyMap<string, (data: Uint8Array, size: number) => Uint8Array | null> = new Map([
  ['lz4', decompressLz4Frame],
  ['bz2', decompressBzip2],
]);

function chunkData({ fields, data }: BagRecord, name: string): Uint8Array {
  const compression = textOf(fields.get('compression'));
  if (compression === 'none') return data;
  const decompress = DECOMPRESS.get(compression);
  if (decompress === undefined)
    throw new SocavonError('capture-format', message('rosbag-compression', { name, compression }));
  const size = u32(fields, 'size');
  const plain = size > READING_LIMITS.recordBytes ? null : decompress(data, size);
  if (plain === null) throw new RangeError('damaged chunk');
  return plain;
}

function* recordsIn(bytes: Uint8Array, offset: number): Generator<BagRecord, void, void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const header = view.getUint32(at, true);
    if (at + 8 + header > bytes.length) throw new RangeError('damaged chunk');
    const data = view.getUint32(at + 4 + header, true);
    const from = at + 8 + header;
    const fields = fieldsOf(bytes.subarray(at + 4, at + 4 + header));
    if (fields === null || from + data > bytes.length) throw new RangeError('damaged chunk');
    // A chunk within a chunk would be a chain without an end.
    if (fields.get('op')?.[0] === OP.chunk) throw new RangeError('damaged chunk');
    yield { offset, fields, data: bytes.subarray(from, from + data) };
    at = from + data;
  }
}

/** The fields of a record's header, each a length, a name, `=`, and a value; null if they are damaged. */
function fieldsOf(header: Uint8Array): Map<string, Uint8Array> | null {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const fields = new Map<string, Uint8Array>();
  for (let at = 0; at < header.length; ) {
    if (at + 4 > header.length) return null;
    const end = at + 4 + view.getUint32(at, true);
    const field = header.subarray(at + 4, end);
    const equals = field.indexOf(0x3d);
    if (end > header.length || equals < 0) return null;
    fields.set(textOf(field.subarray(0, equals)), field.subarray(equals + 1));
    at = end;
  }
  return fields;
}

function addTopic({ fields, data }: BagRecord, topics: Map<number, LoggedTopic>): void {
  const described = fieldsOf(data) ?? new Map<string, Uint8Array>();
  topics.set(u32(fields, 'conn'), {
    name: textOf(fields.get('topic')),
    type: messageType(textOf(described.get('type'))),
    encoding: 'ros1',
  });
}

function u32(fields: ReadonlyMap<string, Uint8Array>, name: string): number {
  const bytes = fields.get(name);
  if (bytes?.length !== 4) throw new RangeError(`no ${name}`);
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
}

function secondsOf(fields: ReadonlyMap<string, Uint8Array>): number {
  const bytes = fields.get('time');
  if (bytes?.length !== 8) return Number.NaN;
  const view = new DataView(bytes.buffer, bytes.byteOffset, 8);
  return view.getUint32(0, true) + view.getUint32(4, true) * 1e-9;
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : new TextDecoder().decode(bytes);
}
