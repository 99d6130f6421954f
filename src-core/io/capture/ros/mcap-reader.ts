import { McapRecordBuilder, McapStreamReader, type McapTypes } from '@mcap/core';
import { message } from '../../../messages/message.ts';
import { READING_LIMITS } from '../../../model/reading-limits.ts';
import type { CaptureHealth } from '../../../model/scan.ts';
import type { ByteWindow } from '../../bytes/byte-window.ts';
import { decompressLz4Frame } from '../../bytes/lz4-frame.ts';
import { decompressZstd, isZstd, unpackedZstd } from '../../bytes/zstd.ts';
import { reportEnd } from '../capture-end.ts';
import { warnOnce } from '../capture-health.ts';
import { type LoggedMessage, type LoggedTopic, type MessageEncoding, messageType } from './message-log.ts';

/** First and last bytes of a file. */
const MAGIC = [0x89, 0x4d, 0x43, 0x41, 0x50, 0x30, 0x0d, 0x0a];
const RECORD_HEADER_BYTES = 9;
/** Operation codes of the records that matter here. */
const OP = { footer: 0x02, schema: 0x03, channel: 0x04, message: 0x05, chunk: 0x06, dataEnd: 0x0f };
const PARSED = new Set([OP.schema, OP.channel, OP.message, OP.chunk]);

export function isMcap(window: ByteWindow): boolean {
  const { bytes, start, unread } = window;
  return unread >= MAGIC.length && MAGIC.every((byte, i) => bytes[start + i] === byte);
}

/**
 * The messages of an MCAP file (specification version 0) in the order of the file, up to its summary. Records are framed
 * here and parsed by `@mcap/core`, so that a length that was damaged is not buffered, and a damaged chunk costs no more
 * than itself.
 *
 * @param health gets truncated bytes and warnings; a truncated file yields every message of its complete records
 */
export async function* readMcap(
  window: ByteWindow,
  health: CaptureHealth,
): AsyncGenerator<LoggedMessage, void, void> {
  const records = new Records();
  window.start += MAGIC.length;
  while (await window.need(RECORD_HEADER_BYTES)) {
    const op = window.bytes[window.start];
    const length = Number(window.view.getBigUint64(window.start + 1, true));
    if (op === OP.dataEnd || op === OP.footer) {
      await window.drain();
      break;
    }
    if (!PARSED.has(op)) {
      if (await skip(window, RECORD_HEADER_BYTES + length)) continue;
      break;
    }
    if (length > READING_LIMITS.recordBytes) {
      await reportEnd(window, message('mcap-record-length', { offset: window.offset, length }), health);
      return;
    }
    if (!(await window.need(RECORD_HEADER_BYTES + length))) break;
    const record = window.bytes.subarray(window.start, window.start + RECORD_HEADER_BYTES + length);
    const at = window.offset;
    window.start += RECORD_HEADER_BYTES + length;
    try {
      for (const logged of records.messagesOf(record)) yield logged;
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause;
      records.recover();
      health.incompleteDatagrams++;
      warnOnce(health, message('log-record-damaged', { name: window.name, offset: at, why: cause.message }));
    }
  }
  await reportEnd(window, null, health);
}

/** Skips bytes without buffering them; false at the end of the file. */
async function skip(window: ByteWindow, count: number): Promise<boolean> {
  for (let left = count; left > 0; ) {
    if (window.unread === 0 && !(await window.refill())) return false;
    const taken = Math.min(left, window.unread);
    window.start += taken;
    left -= taken;
  }
  return true;
}

/** Parses single records; knows the topics of the channels that came before. */
class Records {
  #reader = newReader();
  readonly #schemas = new Map<number, string>();
  readonly #channels = new Map<number, McapTypes.Channel>();
  readonly #topics = new Map<number, LoggedTopic>();

  *messagesOf(record: Uint8Array): Generator<LoggedMessage, void, void> {
    this.#reader.append(record);
    for (let parsed = this.#reader.nextRecord(); parsed; parsed = this.#reader.nextRecord()) {
      if (parsed.type === 'Schema') this.#schemas.set(parsed.id, parsed.name);
      else if (parsed.type === 'Channel') this.#addChannel(parsed);
      else if (parsed.type === 'Message') {
        const topic = this.#topics.get(parsed.channelId);
        if (topic !== undefined)
          yield { topic, hostSeconds: Number(parsed.logTime) * 1e-9, data: plainData(parsed.data, topic) };
      }
    }
  }

  /** Goes on after a damaged record, with the channels that are known. */
  recover(): void {
    this.#reader = newReader();
    const builder = new McapRecordBuilder();
    for (const channel of this.#channels.values()) builder.writeChannel(channel);
    this.#reader.append(builder.buffer);
    while (this.#reader.nextRecord());
  }

  #addChannel(channel: McapTypes.Channel): void {
    this.#channels.set(channel.id, channel);
    this.#topics.set(channel.id, {
      name: channel.topic,
      type: messageType(this.#schemas.get(channel.schemaId) ?? ''),
      encoding: ENCODINGS[channel.messageEncoding] ?? null,
    });
  }
}

/** The message itself: a bag of ROS 2 may have compressed each with Zstandard, whose first bytes no message of CDR has. */
function plainData(data: Uint8Array, { encoding }: LoggedTopic): Uint8Array {
  return encoding === 'cdr' && isZstd(data) ? decompressZstd(data, READING_LIMITS.recordBytes) : data;
}

const ENCODINGS: Readonly<Record<string, MessageEncoding | undefined>> = { ros1: 'ros1', cdr: 'cdr' };

function newReader(): McapStreamReader {
  return new McapStreamReader({
    noMagicPrefix: true,
    decompressHandlers: {
      lz4: (bytes, size) => checked(decompressLz4Frame(bytes, sizeOf(size)), size),
      zstd: (bytes, size) => checked(unpackedZstd(bytes, sizeOf(size)), size),
    },
  });
}

function sizeOf(size: bigint): number {
  if (size > BigInt(READING_LIMITS.recordBytes)) throw new Error(`the chunk claims ${size} bytes`);
  return Number(size);
}

function checked(bytes: Uint8Array | null, size: bigint): Uint8Array {
  if (bytes === null || bytes.length !== Number(size)) throw new Error('its compressed data are damaged');
  return bytes;
}
