/** Frames and capture files written by hand from the specifications, independent of the product's writers. */

export function bytesOf(...parts: (number[] | Uint8Array)[]): Uint8Array {
  return concat(parts.map((part) => (part instanceof Uint8Array ? part : Uint8Array.from(part))));
}

export function u16be(value: number): number[] {
  return [(value >> 8) & 255, value & 255];
}

export function u32be(value: number): number[] {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

export interface UdpOptions {
  sourcePort?: number;
  port?: number;
  /** Check sum over these addresses, source and destination (`pseudo`: that of the addresses only, as a card gets it). */
  sumOver?: number[];
  pseudo?: boolean;
}

/** Sum of 16-bit words with the carry added back (RFC 1071), a byte at a time. */
export function onesSum(bytes: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < bytes.length; i++) {
    sum += i % 2 === 0 ? bytes[i] << 8 : bytes[i];
    sum = (sum & 0xffff) + (sum >>> 16);
  }
  return sum;
}

export function udp(payload: Uint8Array, options: UdpOptions = {}): Uint8Array {
  const { sourcePort = 7502, port = 7502, sumOver, pseudo = false } = options;
  const length = u16be(8 + payload.length);
  const datagram = bytesOf(u16be(sourcePort), u16be(port), length, [0, 0], payload);
  if (sumOver === undefined) return datagram;
  const addresses = [...sumOver, 0, 17, ...length];
  const sum = pseudo ? onesSum(addresses) : ~onesSum([...addresses, ...datagram]) & 0xffff;
  datagram.set(u16be(sum || 0xffff), 6);
  return datagram;
}

interface Ipv4Options {
  id?: number;
  /** In bytes, a multiple of 8. */
  offset?: number;
  more?: boolean;
  protocol?: number;
  source?: number[];
  /** Option bytes after the fixed header, a multiple of 4. */
  options?: number[];
  totalLength?: number;
}

export function ipv4(payload: Uint8Array, options: Ipv4Options = {}): Uint8Array {
  const extra = options.options ?? [];
  const headerBytes = 20 + extra.length;
  return bytesOf(
    [0x40 | (headerBytes / 4), 0],
    u16be(options.totalLength ?? headerBytes + payload.length),
    u16be(options.id ?? 0),
    u16be((options.more ? 0x2000 : 0) | ((options.offset ?? 0) / 8)),
    [64, options.protocol ?? 17, 0, 0],
    options.source ?? [192, 168, 1, 9],
    [192, 168, 1, 2],
    extra,
    payload,
  );
}

/** IPv4 fragments of a datagram in order, `size` payload bytes each (a multiple of 8). */
export function ipv4Fragments(datagram: Uint8Array, id: number, size = 1480): Uint8Array[] {
  const fragments: Uint8Array[] = [];
  for (let offset = 0; offset < datagram.length; offset += size) {
    const part = datagram.subarray(offset, offset + size);
    fragments.push(ipv4(part, { id, offset, more: offset + size < datagram.length }));
  }
  return fragments;
}

/** @param extensions raw extension headers; `next` is the first next-header value */
export function ipv6(payload: Uint8Array, next = 17, extensions: number[] = []): Uint8Array {
  const address = (last: number) => [0xfe, 0x80, ...new Array<number>(13).fill(0), last];
  return bytesOf(
    [0x60, 0, 0, 0],
    u16be(extensions.length + payload.length),
    [next, 64],
    address(9),
    address(2),
    extensions,
    payload,
  );
}

const MAC = [2, 0, 0, 0, 0, 1];

export function ethernet(ip: Uint8Array, { tags = [] as number[], type = 0x0800 } = {}): Uint8Array {
  const vlan = tags.flatMap((tag) => [...u16be(tag), 0, 7]);
  return bytesOf(MAC, MAC, vlan, u16be(type), ip);
}

export function linuxCooked(ip: Uint8Array, type = 0x0800): Uint8Array {
  return bytesOf(u16be(0), u16be(1), u16be(6), MAC, [0, 0], u16be(type), ip);
}

export function linuxCooked2(ip: Uint8Array, type = 0x0800): Uint8Array {
  return bytesOf(u16be(type), [0, 0], u32be(3), u16be(1), [0, 6], MAC, [0, 0], ip);
}

function putNumber(value: number, bytes: number, littleEndian: boolean): number[] {
  const out: number[] = [];
  for (let i = 0; i < bytes; i++) out.push(Math.floor(value / 256 ** i) % 256);
  return littleEndian ? out : out.reverse();
}

interface PcapOptions {
  littleEndian?: boolean;
  nanoseconds?: boolean;
  linkType?: number;
}

export const FIRST_SECOND = 1_700_000_000;

/** A classic pcap file; frame i is stamped i ms after `FIRST_SECOND`. */
export function pcap(frames: Uint8Array[], options: PcapOptions = {}): Uint8Array {
  const { littleEndian = true, nanoseconds = false, linkType = 1 } = options;
  const put = (value: number, bytes: number) => putNumber(value, bytes, littleEndian);
  const ticks = nanoseconds ? 1e6 : 1e3;
  const records = frames.map((frame, i) =>
    bytesOf(
      put(FIRST_SECOND + Math.floor(i / 1000), 4),
      put((i % 1000) * ticks, 4),
      put(frame.length, 4),
      put(frame.length, 4),
      frame,
    ),
  );
  return concat([
    bytesOf(
      put(nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4, 4),
      put(2, 2),
      put(4, 2),
      put(0, 8),
      put(65_535, 4),
      put(linkType, 4),
    ),
    ...records,
  ]);
}

/** Builds the blocks of a pcapng section in one byte order. */
export function pcapngBlocks(littleEndian = true) {
  const put = (value: number, bytes: number) => putNumber(value, bytes, littleEndian);
  const block = (type: number, body: Uint8Array): Uint8Array => {
    const padded = bytesOf(body, new Array<number>((4 - (body.length % 4)) % 4).fill(0));
    return concat([
      bytesOf(put(type, 4), put(12 + padded.length, 4)),
      padded,
      bytesOf(put(12 + padded.length, 4)),
    ]);
  };
  return {
    block,
    section: () =>
      block(0x0a0d0d0a, bytesOf(put(0x1a2b3c4d, 4), put(1, 2), put(0, 2), new Array<number>(8).fill(255))),
    /** @param options as [code, bytes] */
    interface: (linkType: number, options: [number, number[]][] = [], snapBytes = 0) =>
      block(
        1,
        bytesOf(
          put(linkType, 2),
          put(0, 2),
          put(snapBytes, 4),
          ...options.map(([code, value]) =>
            bytesOf(
              put(code, 2),
              put(value.length, 2),
              value,
              new Array<number>((4 - (value.length % 4)) % 4).fill(0),
            ),
          ),
          options.length > 0 ? put(0, 4) : [],
        ),
      ),
    enhanced: (interfaceId: number, ticks: number, frame: Uint8Array, wireBytes = frame.length) =>
      block(
        6,
        bytesOf(
          put(interfaceId, 4),
          put(Math.floor(ticks / 2 ** 32), 4),
          put(ticks % 2 ** 32, 4),
          put(frame.length, 4),
          put(wireBytes, 4),
          frame,
        ),
      ),
    obsolete: (interfaceId: number, ticks: number, frame: Uint8Array) =>
      block(
        2,
        bytesOf(
          put(interfaceId, 2),
          put(0, 2),
          put(Math.floor(ticks / 2 ** 32), 4),
          put(ticks % 2 ** 32, 4),
          put(frame.length, 4),
          put(frame.length, 4),
          frame,
        ),
      ),
    simple: (frame: Uint8Array) => block(3, bytesOf(put(frame.length, 4), frame)),
    put,
  };
}

export function concat(parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
