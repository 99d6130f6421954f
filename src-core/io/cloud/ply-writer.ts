import type { PointCloud } from '../../model/cloud.ts';
import { giveBack } from '../../model/give-back.ts';
import type { WriteSink } from '../bytes/byte-stream.ts';
import { type CloudSummary, type CloudWriter, receiptWriter } from './cloud-writer.ts';
import { attributeBytes, pointAttributes, putAttributes } from './point-attributes.ts';

export interface PlyWriterOptions {
  /** Lines of text for the header, for example the program and the frame of the coordinates. */
  readonly comments: readonly string[];
}

export const PLY_WRITER_DEFAULTS: PlyWriterOptions = { comments: [] };

/**
 * Writes binary little-endian PLY with `double` coordinates, so that millimetres survive northings of 10 million
 * metres; `ushort intensity` and `uint scan_index` if the cloud has them. PLY stores its count ahead of the points,
 * and a sink is sequential, so the count must be known in advance.
 */
export async function createPlyWriter(
  sink: WriteSink,
  summary: CloudSummary,
  options: PlyWriterOptions = PLY_WRITER_DEFAULTS,
): Promise<CloudWriter> {
  const attributes = pointAttributes(summary.attributes);
  const header = [
    'ply',
    'format binary_little_endian 1.0',
    ...options.comments.map((comment) => `comment ${oneLine(comment)}`),
    `element vertex ${summary.count}`,
    'property double x',
    'property double y',
    'property double z',
    ...(summary.hasReflectivity ? ['property ushort intensity'] : []),
    ...(summary.hasScanIndex ? ['property uint scan_index'] : []),
    ...attributes.map(({ name, plyType }) => `property ${plyType} ${name}`),
    'end_header\n',
  ].join('\n');
  const writer = receiptWriter(sink, summary, 0);
  await writer.head(new TextEncoder().encode(header));
  return {
    write: async (cloud) => {
      const bytes = encode(cloud, summary);
      await writer.points(cloud, bytes);
      giveBack(bytes);
    },
    finish: async () => writer.receipt(),
  };
}

function encode(cloud: PointCloud, summary: CloudSummary): Uint8Array {
  const attributes = pointAttributes(summary.attributes);
  const attributesAt = 24 + (summary.hasReflectivity ? 2 : 0) + (summary.hasScanIndex ? 4 : 0);
  const stride = attributesAt + attributeBytes(attributes);
  const bytes = new Uint8Array(stride * cloud.count);
  const view = new DataView(bytes.buffer);
  const { origin, xyz, reflectivity, scanIndex } = cloud;
  const scanAt = summary.hasReflectivity ? 26 : 24;
  for (let i = 0, at = 0; i < cloud.count; i++, at += stride) {
    view.setFloat64(at, origin[0] + xyz[3 * i], true);
    view.setFloat64(at + 8, origin[1] + xyz[3 * i + 1], true);
    view.setFloat64(at + 16, origin[2] + xyz[3 * i + 2], true);
    if (summary.hasReflectivity) view.setUint16(at + 24, reflectivity?.[i] ?? 0, true);
    if (summary.hasScanIndex) view.setUint32(at + scanAt, scanIndex?.[i] ?? 0, true);
  }
  putAttributes(view, attributesAt, stride, cloud, attributes);
  return bytes;
}

/** Makes a text a single line of ASCII, as the header requires. */
export function oneLine(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}
