/**
 * A writer of E57 files for tests, by the standard and apart from the program's own: it takes any prototype, cuts its
 * streams at any byte, puts index and empty packets between, and computes checksums bit by bit.
 */

export interface BuiltField {
  name: string;
  type: 'single' | 'double' | 'integer' | 'scaled' | 'string';
  minimum?: bigint;
  maximum?: bigint;
  scale?: number;
  offset?: number;
  /** Numbers as they are stored: of integers less the minimum. */
  stored: readonly (number | bigint | string)[];
}

export interface BuiltScan {
  fields: readonly BuiltField[];
  count: number;
  /** XML of other children, such as pose and limits. */
  xml?: string;
  /** Bytes of each stream that go into the first, the second, ... packet; then all that is left. */
  cut?: readonly (readonly number[])[];
  /** Packets to put after each data packet: 0 index, 2 empty. */
  between?: readonly number[];
  /** Count that the XML announces. */
  announced?: number | string;
}

export interface BuiltFile {
  scans: readonly BuiltScan[];
  /** Changes the XML before it is written. */
  editXml?: (xml: string) => string;
  /** Changes the logical bytes before they are cut into pages. */
  edit?: (logical: Uint8Array, places: { sections: number[]; xml: number }) => void;
  /** Changes the header's fields: file bytes, XML offset, XML bytes, page bytes. */
  header?: (fields: bigint[]) => void;
}

const PAGE = 1020;

export function buildE57({ scans, editXml = (xml) => xml, edit, header }: BuiltFile): Uint8Array {
  const parts: Uint8Array[] = [new Uint8Array(48)];
  const sections: number[] = [];
  let at = 48;
  for (const scan of scans) {
    const bytes = section(scan, at);
    sections.push(at);
    parts.push(bytes);
    at += bytes.length;
  }
  const xml = new TextEncoder().encode(editXml(xmlOf(scans, sections)));
  parts.push(xml);
  const logical = new Uint8Array(Math.ceil((at + xml.length) / PAGE) * PAGE);
  let to = 0;
  for (const part of parts) {
    logical.set(part, to);
    to += part.length;
  }
  const pages = logical.length / PAGE;
  const fields = [BigInt(pages * 1024), BigInt(physical(at)), BigInt(xml.length), 1024n];
  header?.(fields);
  logical.set(new TextEncoder().encode('ASTM-E57'));
  const view = new DataView(logical.buffer);
  view.setUint32(8, 1, true);
  fields.forEach((value, i) => {
    view.setBigUint64(16 + 8 * i, value, true);
  });
  edit?.(logical, { sections, xml: at });
  return paged(logical);
}

/** Cuts logical bytes into pages with right checksums. */
function paged(logical: Uint8Array): Uint8Array {
  const pages = logical.length / PAGE;
  const file = new Uint8Array(pages * 1024);
  const view = new DataView(file.buffer);
  for (let page = 0; page < pages; page++) {
    const payload = logical.subarray(page * PAGE, (page + 1) * PAGE);
    file.set(payload, page * 1024);
    view.setUint32(page * 1024 + PAGE, castagnoli(payload), false);
  }
  return file;
}

export function physical(logical: number): number {
  return Math.floor(logical / PAGE) * 1024 + (logical % PAGE);
}

/** CRC-32C, a bit at a time. */
function castagnoli(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return ~crc >>> 0;
}

function section(scan: BuiltScan, start: number): Uint8Array {
  const streams = scan.fields.map((field) => stream(field, scan.count));
  const taken = streams.map(() => 0);
  const packets: Uint8Array[] = [];
  const cuts = [...(scan.cut ?? [])];
  do {
    const cut = cuts.shift();
    const pieces = streams.map((bytes, s) => {
      const piece = bytes.slice(taken[s], taken[s] + Math.min(cut?.[s] ?? 8000, 8000));
      taken[s] += piece.length;
      return piece;
    });
    packets.push(dataPacket(pieces));
    for (const kind of scan.between ?? []) packets.push(otherPacket(kind));
  } while (streams.some((bytes, s) => taken[s] < bytes.length));
  const length = 32 + packets.reduce((sum, packet) => sum + packet.length, 0);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  bytes[0] = 1;
  view.setBigUint64(8, BigInt(length), true);
  view.setBigUint64(16, BigInt(physical(start + 32)), true);
  let at = 32;
  for (const packet of packets) {
    bytes.set(packet, at);
    at += packet.length;
  }
  return bytes;
}

function dataPacket(pieces: readonly Uint8Array[]): Uint8Array {
  const inner = 6 + 2 * pieces.length + pieces.reduce((sum, piece) => sum + piece.length, 0);
  const bytes = new Uint8Array(Math.ceil(inner / 4) * 4);
  const view = new DataView(bytes.buffer);
  bytes[0] = 1;
  view.setUint16(2, bytes.length - 1, true);
  view.setUint16(4, pieces.length, true);
  let at = 6 + 2 * pieces.length;
  pieces.forEach((piece, i) => {
    view.setUint16(6 + 2 * i, piece.length, true);
    bytes.set(piece, at);
    at += piece.length;
  });
  return bytes;
}

function otherPacket(kind: number): Uint8Array {
  const bytes = new Uint8Array(kind === 0 ? 32 : 8).fill(0xee);
  bytes[0] = kind;
  new DataView(bytes.buffer).setUint16(2, bytes.length - 1, true);
  return bytes;
}

function stream(field: BuiltField, count: number): Uint8Array {
  const stored = field.stored.slice(0, count);
  if (field.type === 'single') return new Uint8Array(Float32Array.from(stored as number[]).buffer);
  if (field.type === 'double') return new Uint8Array(Float64Array.from(stored as number[]).buffer);
  if (field.type === 'string')
    return Uint8Array.from(
      stored.flatMap((text) => {
        const bytes = new TextEncoder().encode(String(text));
        return [bytes.length << 1, ...bytes];
      }),
    );
  const width = bitsOf(field);
  const bytes = new Uint8Array(Math.ceil((width * count) / 8));
  let bit = 0;
  for (const value of stored) {
    if (width === 1) {
      if (value) bytes[bit >> 3] |= 1 << (bit & 7);
      bit++;
      continue;
    }
    const wide = BigInt(value as number | bigint);
    for (let i = 0; i < width; i++, bit++) if ((wide >> BigInt(i)) & 1n) bytes[bit >> 3] |= 1 << (bit & 7);
  }
  return bytes;
}

/** Bits of an integer: the least number that can tell all of its values apart. */
export function bitsOf({ minimum = -(2n ** 63n), maximum = 2n ** 63n - 1n }: BuiltField): number {
  let bits = 0;
  while (2n ** BigInt(bits) < maximum - minimum + 1n) bits++;
  return bits;
}

function xmlOf(scans: readonly BuiltScan[], sections: readonly number[]): string {
  const entries = scans.map(
    (scan, i) => `<vectorChild type="Structure">
<guid type="String"><![CDATA[{scan-${i}}]]></guid>
${scan.xml ?? ''}
<points type="CompressedVector" fileOffset="${physical(sections[i])}" recordCount="${scan.announced ?? scan.count}">
<prototype type="Structure">
${scan.fields.map(prototype).join('\n')}
</prototype>
<codecs type="Vector" allowHeterogeneousChildren="1"></codecs>
</points>
</vectorChild>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<e57Root type="Structure" xmlns="http://www.astm.org/COMMIT/E57/2010-e57-v1.0">
<formatName type="String"><![CDATA[ASTM E57 3D Imaging Data File]]></formatName>
<guid type="String"><![CDATA[{file}]]></guid>
<versionMajor type="Integer">1</versionMajor>
<versionMinor type="Integer">0</versionMinor>
<data3D type="Vector" allowHeterogeneousChildren="1">
${entries.join('\n')}
</data3D>
<images2D type="Vector" allowHeterogeneousChildren="1"></images2D>
</e57Root>
`;
}

function prototype({ name, type, minimum, maximum, scale, offset }: BuiltField): string {
  const limits =
    (minimum === undefined ? '' : ` minimum="${minimum}"`) +
    (maximum === undefined ? '' : ` maximum="${maximum}"`);
  if (type === 'single') return `<${name} type="Float" precision="single">0</${name}>`;
  if (type === 'double') return `<${name} type="Float"/>`;
  if (type === 'string') return `<${name} type="String"/>`;
  if (type === 'integer') return `<${name} type="Integer"${limits}>${minimum ?? 0}</${name}>`;
  const scaling =
    (scale === undefined ? '' : ` scale="${scale}"`) + (offset === undefined ? '' : ` offset="${offset}"`);
  return `<${name} type="ScaledInteger"${limits}${scaling}/>`;
}

/** Cartesian coordinates as doubles. */
export function doubles(points: readonly (readonly number[])[]): BuiltField[] {
  return ['X', 'Y', 'Z'].map((axis, i) => ({
    name: `cartesian${axis}`,
    type: 'double' as const,
    stored: points.map((point) => point[i]),
  }));
}
