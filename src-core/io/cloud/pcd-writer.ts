import type { PointCloud } from '../../model/cloud.ts';
import type { WriteSink } from '../bytes/byte-stream.ts';
import { type CloudSummary, type CloudWriter, receiptWriter } from './cloud-writer.ts';
import { oneLine } from './ply-writer.ts';
import { attributeBytes, pointAttributes, putAttributes } from './point-attributes.ts';

export interface PcdWriterOptions {
  /** Lines of text for the header, for example the frame of the coordinates. */
  readonly comments: readonly string[];
}

export const PCD_WRITER_DEFAULTS: PcdWriterOptions = { comments: [] };

/** Coordinates up to here fit into f32 within a step of 0.06 mm. */
const FLOAT_METRES = 1024;
const FLOAT_STEP = 2 ** -14;

/**
 * Writes binary PCD 0.7. Coordinates are f32 if all of them lie within 1024 m of the origin, because the types of points
 * of the Point Cloud Library have f32 only, else f64; `intensity` is f32, the reflectivity as reported by the sensor,
 * and `scan_index` u32.
 */
export async function createPcdWriter(
  sink: WriteSink,
  summary: CloudSummary,
  options: PcdWriterOptions = PCD_WRITER_DEFAULTS,
): Promise<CloudWriter> {
  const { min, max } = summary.bounds;
  const isNear = summary.count === 0 || [...min, ...max].every((value) => Math.abs(value) <= FLOAT_METRES);
  const fields = [
    ...['x', 'y', 'z'].map((name) => ({ name, size: isNear ? 4 : 8, type: 'F' })),
    ...(summary.hasReflectivity ? [{ name: 'intensity', size: 4, type: 'F' }] : []),
    ...(summary.hasScanIndex ? [{ name: 'scan_index', size: 4, type: 'U' }] : []),
    ...pointAttributes(summary.attributes).map(({ name, bytes, pcdType }) => ({
      name: name as string,
      size: bytes as number,
      type: pcdType as string,
    })),
  ];
  const list = (of: (field: (typeof fields)[number]) => string | number): string => fields.map(of).join(' ');
  const header = [
    '# .PCD v0.7 - Point Cloud Data file format',
    ...options.comments.map((comment) => `# ${oneLine(comment)}`),
    'VERSION 0.7',
    `FIELDS ${list(({ name }) => name)}`,
    `SIZE ${list(({ size }) => size)}`,
    `TYPE ${list(({ type }) => type)}`,
    `COUNT ${list(() => 1)}`,
    `WIDTH ${summary.count}`,
    'HEIGHT 1',
    'VIEWPOINT 0 0 0 1 0 0 0',
    `POINTS ${summary.count}`,
    'DATA binary\n',
  ].join('\n');
  const writer = receiptWriter(sink, summary, isNear ? FLOAT_STEP : 0);
  await writer.head(new TextEncoder().encode(header));
  return {
    write: (cloud) => writer.points(cloud, encode(cloud, summary, isNear)),
    finish: async () => writer.receipt(),
  };
}

function encode(cloud: PointCloud, summary: CloudSummary, isNear: boolean): Uint8Array {
  const { origin, xyz, reflectivity, scanIndex } = cloud;
  const places = isNear ? 12 : 24;
  const scanAt = places + (summary.hasReflectivity ? 4 : 0);
  const attributes = pointAttributes(summary.attributes);
  const attributesAt = scanAt + (summary.hasScanIndex ? 4 : 0);
  const stride = attributesAt + attributeBytes(attributes);
  const bytes = new Uint8Array(stride * cloud.count);
  const view = new DataView(bytes.buffer);
  for (let i = 0, at = 0; i < cloud.count; i++, at += stride) {
    for (let axis = 0; axis < 3; axis++) {
      const value = origin[axis] + xyz[3 * i + axis];
      if (isNear) view.setFloat32(at + 4 * axis, value, true);
      else view.setFloat64(at + 8 * axis, value, true);
    }
    if (summary.hasReflectivity) view.setFloat32(at + places, reflectivity?.[i] ?? 0, true);
    if (summary.hasScanIndex) view.setUint32(at + scanAt, scanIndex?.[i] ?? 0, true);
  }
  putAttributes(view, attributesAt, stride, cloud, attributes);
  return bytes;
}
