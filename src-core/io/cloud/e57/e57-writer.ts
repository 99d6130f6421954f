import { message } from '../../../messages/message.ts';
import type { PointCloud } from '../../../model/cloud.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { MapAttribute } from '../../../model/survey-content.ts';
import type { WriteSink } from '../../bytes/byte-stream.ts';
import { guidOf } from '../../bytes/text-guid.ts';
import { xmlText } from '../../bytes/xml-text.ts';
import { type CloudSummary, type CloudWriter, receiptWriter } from '../cloud-writer.ts';
import { pointAttributes } from '../point-attributes.ts';
import { E57_FIELDS, E57_OVERBREAK, E57_RANGE_MAX, E57_STEPS, heldInE57 } from './e57-attributes.ts';
import { E57_HEADER_BYTES, E57_SIGNATURE } from './e57-header.ts';
import { DATA_PACKET, SECTION_HEADER_BYTES, SECTION_ID } from './e57-packets.ts';
import { pagePacker } from './e57-page-packer.ts';
import { PAGE_BYTES, PAGE_PAYLOAD, physicalOffset } from './e57-pages.ts';
import { SCAN_INDEX_FIELD } from './e57-points.ts';

export interface E57WriterOptions {
  /** Metres per unit of the stored integers. */
  readonly scale: number;
  /** Name of the scan. */
  readonly name: string;
  /** The program and its version. */
  readonly software: string;
  /** Coordinate system as OGC WKT; null if the grid has no published definition, like mine grids. */
  readonly wkt: string | null;
}

export const E57_WRITER_DEFAULTS: E57WriterOptions = {
  scale: 0.0001,
  name: 'map',
  software: 'Socavon',
  wkt: null,
};

/** Namespace of the scan index, which the standard lacks. */
const EXTENSION = 'urn:socavon:e57';
const PACKET_POINTS = 4096;
const PACKET_BYTES_MAX = 65536;
const INTENSITY_MAX = 65535;
const SCAN_INDEX_MAX = 2 ** 32 - 1;

/** An integer of each point. */
interface IntegerField {
  readonly name: string;
  readonly maximum: number;
  readonly bits: number;
  /** Attributes and type of the field in the prototype. */
  readonly xml: string;
  /** The integer of a point; it may lie beyond the maximum. */
  valueOf(cloud: PointCloud, point: number): number;
}

/**
 * Writes E57 1.0 (ASTM E2807-11): one scan without a pose and without rows. Coordinates are integers of `scale` about
 * the whole metre below the smallest, `intensity` is the reflectivity as reported by the sensor, the scan index
 * goes into an extension. Sizes follow from the summary, so the header and the sections are written in order.
 *
 * @throws SocavonError 'export-range' if the map spans more than 2^53 of `scale`
 */
export async function createE57Writer(
  sink: WriteSink,
  summary: CloudSummary,
  options: E57WriterOptions = E57_WRITER_DEFAULTS,
): Promise<CloudWriter> {
  const fields = fieldsOf(sink.name, summary, options.scale);
  const perPacket = packetPoints(fields);
  const packets = Math.max(1, Math.ceil(summary.count / perPacket));
  const lastPoints = summary.count - (packets - 1) * perPacket;
  const sectionBytes =
    SECTION_HEADER_BYTES + (packets - 1) * packetBytes(fields, perPacket) + packetBytes(fields, lastPoints);
  const xml = new TextEncoder().encode(xmlOf(summary, fields, options));
  const xmlStart = E57_HEADER_BYTES + sectionBytes;
  const pages = Math.ceil((xmlStart + xml.length) / PAGE_PAYLOAD);
  const writer = receiptWriter(sink, summary, options.scale);
  const pack = pagePacker();
  await writer.head(pack.add(headerOf(pages * PAGE_BYTES, physicalOffset(xmlStart), xml.length)));
  await writer.head(pack.add(sectionHeader(sectionBytes)));

  const waiting = fields.map(() => new Float64Array(perPacket));
  let filled = 0;
  let written = 0;
  const finishedPages = (cloud: PointCloud): Uint8Array => {
    const parts: Uint8Array[] = [];
    for (let i = 0; i < cloud.count; i++) {
      fields.forEach((field, f) => {
        const value = field.valueOf(cloud, i);
        if (!(value >= 0 && value <= field.maximum)) throw beyond(sink.name, cloud, i);
        waiting[f][filled] = value;
      });
      filled++;
      if (filled < perPacket) continue;
      parts.push(pack.add(packetOf(fields, waiting, filled)));
      written++;
      filled = 0;
    }
    return joined(parts);
  };
  return {
    write: (cloud) => writer.points(cloud, finishedPages(cloud)),
    finish: async () => {
      const receipt = writer.receipt();
      if (written < packets) await writer.head(pack.add(packetOf(fields, waiting, filled)));
      await writer.head(pack.add(xml));
      await writer.head(pack.end());
      return { ...receipt, checksum: writer.receipt().checksum };
    },
  };
}

function fieldsOf(name: string, summary: CloudSummary, scale: number): IntegerField[] {
  const { min, max } = summary.bounds;
  const coordinate = (axis: 0 | 1 | 2): IntegerField => {
    const offset = summary.count > 0 ? Math.floor(min[axis]) : 0;
    const maximum = summary.count > 0 ? Math.round((max[axis] - offset) / scale) : 0;
    if (!Number.isSafeInteger(maximum))
      throw new SocavonError(
        'export-range',
        message('e57-span', { name, span: (max[axis] - min[axis]).toFixed(0), axis: 'xyz'[axis], scale }),
      );
    return {
      ...integerField(
        `cartesian${'XYZ'[axis]}`,
        maximum,
        `ScaledInteger" minimum="0" maximum="${maximum}" scale="${scale}" offset="${offset}`,
      ),
      // The difference of the two origins first: both are near, so no digit is lost.
      valueOf: ({ origin, xyz }, i) => Math.round((origin[axis] - offset + xyz[3 * i + axis]) / scale),
    };
  };
  const whole = (field: string, maximum: number): ReturnType<typeof integerField> =>
    integerField(field, maximum, `Integer" minimum="0" maximum="${maximum}`);
  return [
    coordinate(0),
    coordinate(1),
    coordinate(2),
    ...(summary.hasReflectivity
      ? [
          {
            ...whole('intensity', INTENSITY_MAX),
            valueOf: ({ reflectivity }: PointCloud, i: number) => reflectivity?.[i] ?? 0,
          },
        ]
      : []),
    ...(summary.hasScanIndex
      ? [
          {
            ...whole(SCAN_INDEX_FIELD, SCAN_INDEX_MAX),
            valueOf: ({ scanIndex }: PointCloud, i: number) => scanIndex?.[i] ?? 0,
          },
        ]
      : []),
    ...pointAttributes(summary.attributes).map(({ name: attribute, of }) => {
      const step = E57_STEPS[attribute];
      const [least, most] = attributeSpan(attribute, summary);
      const maximum = Math.round((most - least) / step);
      const field = E57_FIELDS[attribute];
      const type =
        step === 1
          ? `Integer" minimum="0" maximum="${maximum}`
          : `ScaledInteger" minimum="0" maximum="${maximum}" scale="${step}" offset="${least}`;
      return {
        ...integerField(field, maximum, type),
        valueOf: (cloud: PointCloud, i: number) =>
          Math.round((heldInE57(attribute, of(cloud)?.[i] ?? 0) - least) / step),
      };
    }),
  ];
}

/** Least and most of an attribute: what its field spans. */
function attributeSpan(attribute: MapAttribute, { times = [0, 0] }: CloudSummary): [number, number] {
  switch (attribute) {
    case 'time':
      return [Math.floor(times[0]), times[1]];
    case 'range':
      return [0, E57_RANGE_MAX];
    case 'overbreak':
      return [...E57_OVERBREAK];
    case 'beam':
      return [0, 255];
    case 'measured':
      return [0, 1];
  }
}

function integerField(name: string, maximum: number, type: string): Omit<IntegerField, 'valueOf'> {
  return {
    name,
    maximum,
    bits: maximum === 0 ? 0 : maximum.toString(2).length,
    xml: `<${name} type="${type}"/>`,
  };
}

/** Points of a packet: as many as fit, a multiple of 8, so that every stream ends on a byte. */
function packetPoints(fields: readonly IntegerField[]): number {
  let points = PACKET_POINTS;
  while (packetBytes(fields, points) > PACKET_BYTES_MAX) points -= 8;
  return points;
}

function packetBytes(fields: readonly IntegerField[], points: number): number {
  const streams = fields.reduce((sum, { bits }) => sum + Math.ceil((bits * points) / 8), 0);
  return 4 * Math.ceil((6 + 2 * fields.length + streams) / 4);
}

function packetOf(
  fields: readonly IntegerField[],
  values: readonly Float64Array[],
  points: number,
): Uint8Array {
  const bytes = new Uint8Array(packetBytes(fields, points));
  const view = new DataView(bytes.buffer);
  view.setUint8(0, DATA_PACKET);
  view.setUint16(2, bytes.length - 1, true);
  view.setUint16(4, fields.length, true);
  let at = 6 + 2 * fields.length;
  fields.forEach(({ bits }, f) => {
    const length = Math.ceil((bits * points) / 8);
    view.setUint16(6 + 2 * f, length, true);
    packBits(values[f], points, bits, bytes, at);
    at += length;
  });
  return bytes;
}

/** Integers one after the other without gaps, the least significant bit first. */
function packBits(values: Float64Array, count: number, bits: number, bytes: Uint8Array, from: number): void {
  let at = from;
  let open = 0;
  let openBits = 0;
  for (let i = 0; i < count; i++) {
    let value = values[i];
    for (let left = bits; left > 0; left -= 24) {
      open |= (value % 0x1000000) << openBits;
      value = Math.floor(value / 0x1000000);
      openBits += Math.min(24, left);
      for (; openBits >= 8; openBits -= 8) {
        bytes[at++] = open & 0xff;
        open >>>= 8;
      }
    }
  }
  if (openBits > 0) bytes[at] = open;
}

function headerOf(fileBytes: number, xmlOffset: number, xmlBytes: number): Uint8Array {
  const bytes = new Uint8Array(E57_HEADER_BYTES);
  bytes.set(new TextEncoder().encode(E57_SIGNATURE));
  const view = new DataView(bytes.buffer);
  view.setUint32(8, 1, true);
  [fileBytes, xmlOffset, xmlBytes, PAGE_BYTES].forEach((value, i) => {
    view.setBigUint64(16 + 8 * i, BigInt(value), true);
  });
  return bytes;
}

function sectionHeader(sectionBytes: number): Uint8Array {
  const bytes = new Uint8Array(SECTION_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, SECTION_ID);
  view.setBigUint64(8, BigInt(sectionBytes), true);
  view.setBigUint64(16, BigInt(physicalOffset(E57_HEADER_BYTES + SECTION_HEADER_BYTES)), true);
  return bytes;
}

function xmlOf(summary: CloudSummary, fields: readonly IntegerField[], options: E57WriterOptions): string {
  const identity = JSON.stringify([summary, options]);
  const { min, max } = summary.bounds;
  const bounds = ['x', 'y', 'z'].flatMap((axis, i) => [
    `<${axis}Minimum type="Float">${min[i]}</${axis}Minimum>`,
    `<${axis}Maximum type="Float">${max[i]}</${axis}Maximum>`,
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<e57Root type="Structure" xmlns="http://www.astm.org/COMMIT/E57/2010-e57-v1.0" xmlns:socavon="${EXTENSION}">`,
    '<formatName type="String">ASTM E57 3D Imaging Data File</formatName>',
    `<guid type="String">{${guidOf(`file ${identity}`)}}</guid>`,
    '<versionMajor type="Integer">1</versionMajor>',
    '<versionMinor type="Integer">0</versionMinor>',
    `<e57LibraryVersion type="String">${xmlText(options.software)}</e57LibraryVersion>`,
    `<coordinateMetadata type="String">${xmlText(options.wkt ?? '')}</coordinateMetadata>`,
    '<data3D type="Vector" allowHeterogeneousChildren="1">',
    '<vectorChild type="Structure">',
    `<guid type="String">{${guidOf(`scan ${identity}`)}}</guid>`,
    `<name type="String">${xmlText(options.name)}</name>`,
    ...(summary.count > 0 ? ['<cartesianBounds type="Structure">', ...bounds, '</cartesianBounds>'] : []),
    ...(summary.hasReflectivity
      ? [
          '<intensityLimits type="Structure">',
          '<intensityMinimum type="Integer">0</intensityMinimum>',
          `<intensityMaximum type="Integer">${INTENSITY_MAX}</intensityMaximum>`,
          '</intensityLimits>',
        ]
      : []),
    `<points type="CompressedVector" fileOffset="${E57_HEADER_BYTES}" recordCount="${summary.count}">`,
    '<prototype type="Structure">',
    ...fields.map(({ xml }) => xml),
    '</prototype>',
    '<codecs type="Vector" allowHeterogeneousChildren="1"></codecs>',
    '</points>',
    '</vectorChild>',
    '</data3D>',
    '<images2D type="Vector" allowHeterogeneousChildren="1"></images2D>',
    '</e57Root>',
    '',
  ].join('\n');
}

function beyond(name: string, cloud: PointCloud, i: number): SocavonError {
  const point = [0, 1, 2].map((axis) => (cloud.origin[axis] + cloud.xyz[3 * i + axis]).toFixed(3)).join(', ');
  return new SocavonError('export-range', message('e57-beyond', { name, point }));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
