import { McapWriter } from '@mcap/core';
import Database from 'better-sqlite3';
import { concat } from '../frame-builders.ts';

/** A message to be written into a log. */
export interface Message {
  readonly topic: string;
  /** In the short form, `package/Message`. */
  readonly type: string;
  readonly ns: bigint;
  readonly data: Uint8Array;
}

/** Little-endian bytes of messages: of ROS 1 without gaps, of CDR with its header and alignment. */
export class MessageBuilder {
  readonly #isCdr: boolean;
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  constructor(encoding: 'ros1' | 'cdr') {
    this.#isCdr = encoding === 'cdr';
    if (this.#isCdr) this.raw(Uint8Array.of(0, 1, 0, 0));
  }

  number(kind: 'Uint8' | 'Uint16' | 'Uint32' | 'Int32' | 'Float32' | 'Float64', value: number): this {
    const size = { Uint8: 1, Uint16: 2, Uint32: 4, Int32: 4, Float32: 4, Float64: 8 }[kind];
    if (this.#isCdr) this.raw(new Uint8Array((size - (this.#length % size)) % size));
    const bytes = new Uint8Array(size);
    const view = new DataView(bytes.buffer);
    if (kind === 'Uint8') view.setUint8(0, value);
    else view[`set${kind}`](0, value, true);
    return this.raw(bytes);
  }

  raw(bytes: Uint8Array): this {
    // Alignment counts from after the header of four bytes, which changes it for numbers of eight.
    if (this.#pieces.length > 0 || !this.#isCdr) this.#length += bytes.length;
    this.#pieces.push(bytes.slice());
    return this;
  }

  list(bytes: Uint8Array): this {
    return this.number('Uint32', bytes.length).raw(bytes);
  }

  text(text: string): this {
    return this.list(new TextEncoder().encode(this.#isCdr ? `${text}\0` : text));
  }

  time(ns: bigint): this {
    return this.number('Uint32', Number(ns / 1_000_000_000n)).number('Uint32', Number(ns % 1_000_000_000n));
  }

  header(ns: bigint, frame: string): this {
    if (!this.#isCdr) this.number('Uint32', 0);
    return this.time(ns).text(frame);
  }

  bytes(): Uint8Array {
    return concat(this.#pieces);
  }
}

interface McapOptions {
  readonly encoding?: 'ros1' | 'cdr';
  readonly chunkSize?: number;
  readonly compress?: { readonly name: string; readonly bytes: (plain: Uint8Array) => Uint8Array };
}

/** An MCAP file as `@mcap/core` writes it, with chunks, indices and summary. */
export async function mcapOf(messages: readonly Message[], options: McapOptions = {}): Promise<Uint8Array> {
  const { encoding = 'cdr', chunkSize = 1 << 16, compress } = options;
  const pieces: Uint8Array[] = [];
  const writer = new McapWriter({
    writable: {
      position: () => BigInt(pieces.reduce((sum, piece) => sum + piece.length, 0)),
      write: async (bytes) => {
        pieces.push(bytes.slice());
      },
    },
    chunkSize,
    ...(compress && {
      compressChunk: (plain) => ({ compression: compress.name, compressedData: compress.bytes(plain) }),
    }),
  });
  await writer.start({ library: 'test', profile: encoding === 'cdr' ? 'ros2' : 'ros1' });
  const channels = new Map<string, number>();
  for (const { topic, type, ns, data } of messages) {
    let channelId = channels.get(topic);
    if (channelId === undefined) {
      const name = encoding === 'cdr' ? type.replace('/', '/msg/') : type;
      const schema = { name, encoding: encoding === 'cdr' ? 'ros2msg' : 'ros1msg', data: new Uint8Array(0) };
      const schemaId = await writer.registerSchema(schema);
      channelId = await writer.registerChannel({
        topic,
        schemaId,
        messageEncoding: encoding,
        metadata: new Map(),
      });
      channels.set(topic, channelId);
    }
    await writer.addMessage({ channelId, sequence: 0, logTime: ns, publishTime: ns, data });
  }
  await writer.end();
  return concat(pieces);
}

interface BagOptions {
  readonly messagesPerChunk?: number;
  readonly compress?: { readonly name: string; readonly bytes: (plain: Uint8Array) => Uint8Array };
}

/** A ROS 1 bag with chunks and without an index, as a recorder leaves it that was stopped. */
export function rosBagOf(messages: readonly Message[], options: BagOptions = {}): Uint8Array {
  const { messagesPerChunk = 50, compress } = options;
  const text = (value: string): Uint8Array => new TextEncoder().encode(value);
  const u32 = (...values: number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);
  const fields = (entries: Record<string, Uint8Array>): Uint8Array =>
    concat(
      Object.entries(entries).map(([name, value]) =>
        concat([u32(name.length + 1 + value.length), text(`${name}=`), value]),
      ),
    );
  const record = (entries: Record<string, Uint8Array>, data: Uint8Array): Uint8Array => {
    const header = fields(entries);
    return concat([u32(header.length), header, u32(data.length), data]);
  };
  const connections = new Map<string, number>();
  const chunks: Uint8Array[] = [];
  for (let from = 0; from < messages.length; from += messagesPerChunk) {
    const inner: Uint8Array[] = [];
    for (const { topic, type, ns, data } of messages.slice(from, from + messagesPerChunk)) {
      let connection = connections.get(topic);
      if (connection === undefined) {
        connection = connections.size;
        connections.set(topic, connection);
        const described = {
          topic: text(topic),
          type: text(type),
          md5sum: text('*'),
          message_definition: text(''),
        };
        inner.push(
          record({ op: Uint8Array.of(7), conn: u32(connection), topic: text(topic) }, fields(described)),
        );
      }
      const time = u32(Number(ns / 1_000_000_000n), Number(ns % 1_000_000_000n));
      inner.push(record({ op: Uint8Array.of(2), conn: u32(connection), time }, data));
    }
    const plain = concat(inner);
    const compression = text(compress?.name ?? 'none');
    chunks.push(
      record(
        { op: Uint8Array.of(5), compression, size: u32(plain.length) },
        compress ? compress.bytes(plain) : plain,
      ),
    );
  }
  const index = { op: Uint8Array.of(3), index_pos: u32(0, 0), conn_count: u32(0), chunk_count: u32(0) };
  const padding = new Uint8Array(4096 - 8 - fields(index).length).fill(0x20);
  return concat([text('#ROSBAG V2.0\n'), record(index, padding), ...chunks]);
}

/** A ROS 2 bag of storage `sqlite3`: the file of its messages. */
export function writeDb3(path: string, messages: readonly Message[]): void {
  const db = new Database(path);
  db.exec(`CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL,
             serialization_format TEXT NOT NULL, offered_qos_profiles TEXT NOT NULL);
           CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL, timestamp INTEGER NOT NULL,
             data BLOB NOT NULL);
           CREATE INDEX timestamp_idx ON messages (timestamp ASC);`);
  const topics = new Map<string, number>();
  const addTopic = db.prepare("INSERT INTO topics VALUES (?, ?, ?, 'cdr', '')");
  const add = db.prepare('INSERT INTO messages(topic_id, timestamp, data) VALUES (?, ?, ?)');
  db.transaction(() => {
    for (const { topic, type, ns, data } of messages) {
      let id = topics.get(topic);
      if (id === undefined) {
        id = topics.size + 1;
        topics.set(topic, id);
        addTopic.run(id, topic, type.replace('/', '/msg/'));
      }
      add.run(id, ns, data);
    }
  })();
  db.close();
}
