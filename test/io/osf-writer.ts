/**
 * An OSF file written by the published schemas (header, metadata, chunk, lidar_sensor, lidar_scan_stream,
 * streaming_info) with Google's FlatBuffers builder, independent of the product's reader.
 */
import { crc32 } from 'node:zlib';
import { encode } from 'fast-png';
import { Builder, type Offset } from 'flatbuffers';
import type { ImuSample, Scan } from '../../src-core/model/scan.ts';
import { concat } from './frame-builders.ts';

type Encoding = 'png' | 'zpng';

interface OsfOptions {
  encoding?: Encoding;
  /** Row shifts of the metadata: PNG channels are stored upright. */
  shifts?: ArrayLike<number>;
  imu?: readonly ImuSample[];
  /** Of the header; 2 is a finished file. */
  status?: number;
  /** Of the header; 21 is 2.1. */
  version?: bigint;
  /** Bytes of channels by the numbers of CHAN_FIELD, in place of their images. */
  spoiled?: ReadonlyMap<number, Uint8Array>;
  /** Type of the ranges by the numbers of CHAN_FIELD_TYPE, in place of their own. */
  rangeType?: number;
  /** Messages of a chunk. */
  perChunk?: number;
  /** False: no statistics of the streams. */
  counted?: boolean;
}

interface OsfPart {
  readonly metadata: string;
  readonly scans: readonly Scan[];
  /** Readings of each scan, in place of those of the options, which every scan repeats. */
  readonly imu?: readonly (readonly ImuSample[])[];
}

type Elements = Uint8Array | Uint16Array | Uint32Array | BigUint64Array | Float32Array;

/** Numbers of CHAN_FIELD_TYPE. */
const TYPE_OF = new Map<unknown, number>([
  [Uint8Array, 1],
  [Uint16Array, 2],
  [Uint32Array, 3],
  [BigUint64Array, 4],
  [Float32Array, 9],
]);

function bytesOf(values: Elements): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

function pngOf(values: Elements, width: number, height: number): Uint8Array {
  const element = values.BYTES_PER_ELEMENT;
  if (element === 1) return encode({ width, height, data: bytesOf(values), channels: 1, depth: 8 });
  if (element === 2)
    return encode({ width, height, data: Uint16Array.from(values as Uint16Array), channels: 1, depth: 16 });
  if (element === 4) return encode({ width, height, data: bytesOf(values), channels: 4, depth: 8 });
  const words = new Uint16Array(values.buffer, values.byteOffset, values.byteLength / 2);
  return encode({ width, height, data: words, channels: 4, depth: 16 });
}

/** A Zstandard frame of stored blocks (RFC 8878). */
function storedZstd(bytes: Uint8Array): Uint8Array {
  const head = new DataView(new ArrayBuffer(9));
  head.setUint32(0, 0xfd2fb528, true);
  head.setUint8(4, 0xa0); // one segment, length in four bytes
  head.setUint32(5, bytes.length, true);
  const parts: Uint8Array[] = [new Uint8Array(head.buffer)];
  for (let at = 0; at < bytes.length; at += 1 << 17) {
    const block = bytes.subarray(at, at + (1 << 17));
    const isLast = at + block.length === bytes.length;
    const word = (block.length << 3) | (isLast ? 1 : 0);
    parts.push(Uint8Array.of(word & 255, (word >> 8) & 255, (word >> 16) & 255), block);
  }
  return concat(parts);
}

function zpngOf(values: Elements, width: number, height: number): Uint8Array {
  const element = values.BYTES_PER_ELEMENT;
  const bytes = bytesOf(values);
  const packed = new Uint8Array(bytes.length);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const pixel = row * width + column;
      const step = (k: number) =>
        bytes[pixel * element + k] - (column === 0 ? 0 : bytes[(pixel - 1) * element + k]);
      if (element !== 4) {
        for (let k = 0; k < element; k++) packed[pixel * element + k] = step(k);
        continue;
      }
      const [r, g, b, a] = [0, 1, 2, 3].map(step);
      [b, g - b, g - r, a].forEach((value, plane) => {
        packed[plane * width * height + pixel] = value;
      });
    }
  const head = new DataView(new ArrayBuffer(8));
  head.setUint16(0, 0xfbf8, true);
  head.setUint16(2, width, true);
  head.setUint16(4, height, true);
  head.setUint8(6, element >= 4 ? 4 : 1);
  head.setUint8(7, element >= 4 ? element / 4 : element);
  return concat([new Uint8Array(head.buffer), storedZstd(packed)]);
}

function upright<Values extends Elements>(values: Values, scan: Scan, shifts: ArrayLike<number>): Values {
  const out = values.slice() as Values;
  const { beams, columns } = scan;
  for (let beam = 0; beam < beams; beam++)
    for (let column = 0; column < columns; column++) {
      const to = (((column + shifts[beam]) % columns) + columns) % columns;
      out[beam * columns + to] = values[beam * columns + column];
    }
  return out;
}

function vector(builder: Builder, bytes: Uint8Array, element: number): Offset {
  builder.startVector(element, bytes.length / element, Math.min(element, 8));
  for (let i = bytes.length - 1; i >= 0; i--) builder.writeInt8(0);
  const at = builder.offset();
  const space = builder.dataBuffer();
  space.bytes().set(bytes, space.capacity() - at);
  return builder.endVector();
}

function offsets(builder: Builder, of: Offset[]): Offset {
  builder.startVector(4, of.length, 4);
  for (const offset of of.toReversed()) builder.addOffset(offset);
  return builder.endVector();
}

function finished(build: (builder: Builder) => Offset, identifier = ''): Uint8Array {
  const builder = new Builder(1024);
  builder.forceDefaults(true);
  const root = build(builder);
  builder.finish(root, identifier || undefined, true);
  return builder.asUint8Array().slice();
}

function block(bytes: Uint8Array): Uint8Array {
  const sum = new DataView(new ArrayBuffer(4));
  sum.setUint32(0, crc32(bytes), true);
  return concat([bytes, new Uint8Array(sum.buffer)]);
}

function customField(
  builder: Builder,
  name: string,
  values: Elements,
  shape: number[],
  encoding: Encoding,
): Offset {
  const isFlat = shape.length === 1;
  const image = encoding === 'png' ? pngOf : zpngOf;
  const data = vector(builder, isFlat ? bytesOf(values) : image(values, shape[1], shape[0]), 1);
  const sizes = vector(builder, bytesOf(BigUint64Array.from(shape, BigInt)), 8);
  const text = builder.createString(name);
  builder.startObject(6);
  builder.addFieldOffset(0, text, 0);
  builder.addFieldInt8(1, TYPE_OF.get(values.constructor) ?? 0, 0);
  builder.addFieldOffset(2, sizes, 0);
  builder.addFieldInt64(3, 4n, 0n);
  builder.addFieldOffset(4, data, 0);
  builder.addFieldInt64(5, BigInt(values.byteLength), 0n);
  return builder.endObject();
}

function scanMessage(scan: Scan, options: OsfOptions = {}): Uint8Array {
  const { encoding = 'png', shifts = new Int32Array(scan.beams), imu } = options;
  const { beams, columns, second } = scan;
  const fields: [number, Elements][] = [
    [1, scan.rangeMm],
    ...(second ? ([[2, second.rangeMm]] as [number, Elements][]) : []),
    [3, scan.signal],
    ...(second ? ([[4, second.signal]] as [number, Elements][]) : []),
    [5, Uint8Array.from(scan.reflectivity)],
    ...(second ? ([[6, Uint8Array.from(second.reflectivity)]] as [number, Elements][]) : []),
    [7, scan.nearIr],
    // A field that the reader has no use for.
    [8, new Uint8Array(beams * columns).fill(3)],
  ];
  return finished((builder) => {
    const channels = fields.map(([field, values]) => {
      const image =
        options.spoiled?.get(field) ??
        (encoding === 'png'
          ? pngOf(upright(values, scan, shifts), columns, beams)
          : zpngOf(values, columns, beams));
      const data = vector(builder, image, 1);
      builder.startObject(1);
      builder.addFieldOffset(0, data, 0);
      return builder.endObject();
    });
    const types = Uint8Array.from(
      fields.flatMap(([field, values]) => [
        field,
        field === 1 && options.rangeType !== undefined
          ? options.rangeType
          : (TYPE_OF.get(values.constructor) ?? 0),
      ]),
    );
    const custom =
      imu === undefined
        ? []
        : [
            customField(
              builder,
              'IMU_TIMESTAMP',
              BigUint64Array.from(imu, ({ stampNs }) => stampNs),
              [imu.length],
              encoding,
            ),
            customField(
              builder,
              'IMU_STATUS',
              Uint16Array.from(imu, () => 1),
              [imu.length],
              encoding,
            ),
            customField(
              builder,
              'IMU_ACC',
              Float32Array.from(imu.flatMap(({ accel }) => accel)),
              [imu.length, 3],
              encoding,
            ),
            customField(
              builder,
              'IMU_GYRO',
              Float32Array.from(imu.flatMap(({ gyro }) => gyro)),
              [imu.length, 3],
              encoding,
            ),
          ];
    const parts = [
      offsets(builder, channels),
      vector(builder, types, 2),
      vector(builder, bytesOf(scan.stampNs), 8),
      vector(builder, bytesOf(Uint16Array.from({ length: columns }, (_, i) => i)), 2),
      vector(builder, bytesOf(Uint32Array.from(scan.columnValid)), 4),
      vector(builder, bytesOf(new BigUint64Array(columns / 16).fill(5n)), 8),
      offsets(builder, custom),
    ];
    builder.startObject(14);
    for (const [i, field] of [0, 1, 2, 3, 4, 7, 8].entries()) builder.addFieldOffset(field, parts[i], 0);
    builder.addFieldInt32(5, scan.frameId, 0);
    return builder.endObject();
  });
}

function chunkOf(messages: readonly { ts: bigint; id: number; bytes: Uint8Array }[]): Uint8Array {
  return block(
    finished((builder) => {
      const stamped = messages.map(({ ts, id, bytes }) => {
        const buffer = vector(builder, bytes, 1);
        builder.startObject(4);
        builder.addFieldInt64(0, ts, 0n);
        builder.addFieldInt32(1, id, 0);
        builder.addFieldOffset(2, buffer, 0);
        builder.addFieldInt64(3, ts, 0n);
        return builder.endObject();
      });
      const all = offsets(builder, stamped);
      builder.startObject(2);
      builder.addFieldOffset(0, all, 0);
      return builder.endObject();
    }, 'OSF!'),
  );
}

/** Host clock of a scan in the file, ns. */
const hostStampOf = (i: number) => 1_700_000_000_000_000_000n + BigInt(i) * 100_000_000n;

/** A finished file of one sensor or several, whose scans alternate. */
export function osfFile(parts: readonly OsfPart[], options: OsfOptions = {}): Uint8Array {
  const { status = 2, version = 21n, perChunk = 2, counted = true } = options;
  // Entries: sensors 1, 3, ...; their streams 2, 4, ...
  const messages = parts
    .flatMap(({ scans, imu }, part) =>
      scans.map((scan, i) => ({
        ts: hostStampOf(i),
        id: 2 * part + 2,
        bytes: scanMessage(scan, imu ? { ...options, imu: imu[i] } : options),
      })),
    )
    .sort((a, b) => Number(a.ts - b.ts));
  const groups = Array.from({ length: Math.ceil(messages.length / perChunk) }, (_, i) =>
    messages.slice(perChunk * i, perChunk * (i + 1)),
  );
  const chunks = groups.map(chunkOf);
  const header = (metadataAt: number, length: number) =>
    block(
      finished((builder) => {
        builder.startObject(4);
        builder.addFieldInt64(0, version, 0n);
        builder.addFieldInt8(1, status, 0);
        builder.addFieldInt64(2, BigInt(metadataAt), 1n);
        builder.addFieldInt64(3, BigInt(length), 1n);
        return builder.endObject();
      }, 'OSF$'),
    );
  const starts: number[] = [];
  let at = 0;
  for (const chunk of chunks) {
    starts.push(at);
    at += chunk.length;
  }
  const entries = parts.flatMap(({ metadata, scans }, part) => [
    {
      id: 2 * part + 1,
      type: 'ouster/v1/os_sensor/LidarSensor',
      bytes: finished((builder) => {
        const text = builder.createString(metadata);
        builder.startObject(1);
        builder.addFieldOffset(0, text, 0);
        return builder.endObject();
      }, 'oLS_'),
    },
    {
      id: 2 * part + 2,
      type: 'ouster/v1/os_sensor/LidarScanStream',
      bytes: finished((builder) => {
        builder.startObject(2);
        builder.addFieldInt32(0, 2 * part + 1, 0);
        return builder.endObject();
      }, 'oLSS'),
    },
    ...(counted
      ? [
          {
            id: 100 + part,
            type: 'ouster/v1/streaming/StreamingInfo',
            bytes: finished((builder) => {
              builder.startObject(7);
              builder.addFieldInt32(0, 2 * part + 2, 0);
              builder.addFieldInt64(3, BigInt(scans.length), 0n);
              const stats = offsets(builder, [builder.endObject()]);
              builder.startObject(2);
              builder.addFieldOffset(1, stats, 0);
              return builder.endObject();
            }),
          },
        ]
      : []),
  ]);
  const metadata = block(
    finished((builder) => {
      const listed = entries.map(({ id, type, bytes }) => {
        const [name, buffer] = [builder.createString(type), vector(builder, bytes, 1)];
        builder.startObject(3);
        builder.addFieldInt32(0, id, 0);
        builder.addFieldOffset(1, name, 0);
        builder.addFieldOffset(2, buffer, 0);
        return builder.endObject();
      });
      const index = BigUint64Array.from(
        groups.flatMap((group, i) => [group[0].ts, group[group.length - 1].ts, BigInt(starts[i])]),
      );
      const [chunkIndex, all, id] = [
        vector(builder, bytesOf(index), 24),
        offsets(builder, listed),
        builder.createString('test'),
      ];
      builder.startObject(5);
      builder.addFieldOffset(0, id, 0);
      builder.addFieldInt64(1, hostStampOf(0), 0n);
      builder.addFieldInt64(2, hostStampOf(Math.max(...parts.map(({ scans }) => scans.length)) - 1), 0n);
      builder.addFieldOffset(3, chunkIndex, 0);
      builder.addFieldOffset(4, all, 0);
      return builder.endObject();
    }, 'OSF#'),
  );
  const headBytes = header(0, 0).length;
  const total = headBytes + at + metadata.length;
  return concat([header(headBytes + at, total), ...chunks, metadata]);
}
