import type { Scan } from '../../../src-core/model/scan.ts';
import type { SensorModel } from '../../../src-core/model/sensor.ts';
import { beamGeometry } from '../../../src-core/odometry/frame/beam-geometry.ts';
import { scanPointsBuffer, scanToPoints } from '../../../src-core/odometry/frame/scan-points.ts';
import { type Message, MessageBuilder } from './log-writers.ts';

/** A point of a scan in the frame of its sensor, with its beam and its own time. */
export interface RayPoint {
  readonly xyz: readonly [number, number, number];
  readonly beam: number;
  readonly ns: bigint;
  readonly reflectivity: number;
}

/** The points of scans in the order of their times. @param delay of each beam after the stamp of its column, s */
export function rayPoints(scans: readonly Scan[], sensor: SensorModel, delay: readonly number[]): RayPoint[] {
  const geometry = beamGeometry(sensor);
  const buffer = scanPointsBuffer(geometry);
  const points: RayPoint[] = [];
  for (const scan of scans) {
    const { xyz, pixel, count } = scanToPoints(scan, geometry, { minRange: 0.5, maxRange: 100 }, buffer);
    for (let i = 0; i < count; i++) {
      const beam = Math.floor(pixel[i] / scan.columns);
      points.push({
        xyz: [xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]],
        beam,
        ns: scan.stampNs[pixel[i] % scan.columns] + BigInt(Math.round((delay[beam] ?? 0) * 1e9)),
        reflectivity: scan.reflectivity[pixel[i]],
      });
    }
  }
  return points.sort((a, b) => Number(a.ns - b.ns));
}

export interface CloudOptions {
  readonly topic: string;
  /** Time of a cloud, ns: drivers cut by packets, not at an azimuth. */
  readonly everyNs: bigint;
  readonly encoding: 'ros1' | 'cdr';
  /**
   * Field of the time and its datatype, and the time of a point by its own and that of its message, ns; as drivers mean the
   * datatype by default; null: none.
   */
  readonly time: {
    readonly name: string;
    readonly kind: 'Float32' | 'Float64' | 'Uint32';
    readonly of?: (ns: bigint, stampNs: bigint) => number;
  } | null;
  readonly hasRing: boolean;
  /** Ring number of a beam: drivers count them from the bottom. */
  readonly ringOf: (beam: number) => number;
}

const DATATYPES = { Uint8: 2, Uint16: 4, Uint32: 6, Float32: 7, Float64: 8 } as const;
type Kind = keyof typeof DATATYPES;
const SIZE: Record<Kind, number> = { Uint8: 1, Uint16: 2, Uint32: 4, Float32: 4, Float64: 8 };

/** Points as a driver publishes them: `sensor_msgs/PointCloud2`, unorganised, little-endian. */
export function cloudMessages(points: readonly RayPoint[], options: CloudOptions): Message[] {
  const messages: Message[] = [];
  for (let from = 0; from < points.length; ) {
    const stampNs = points[from].ns;
    let to = from;
    while (to < points.length && points[to].ns < stampNs + options.everyNs) to++;
    messages.push(cloudMessage(points.slice(from, to), stampNs, options));
    from = to;
  }
  return messages;
}

function cloudMessage(points: readonly RayPoint[], stampNs: bigint, options: CloudOptions): Message {
  const { time, hasRing, ringOf, encoding, topic } = options;
  const fields: { name: string; kind: Kind; of: (point: RayPoint) => number }[] = [
    { name: 'x', kind: 'Float32', of: ({ xyz }) => xyz[0] },
    { name: 'y', kind: 'Float32', of: ({ xyz }) => xyz[1] },
    { name: 'z', kind: 'Float32', of: ({ xyz }) => xyz[2] },
    { name: 'intensity', kind: 'Float32', of: ({ reflectivity }) => reflectivity },
  ];
  if (hasRing) fields.push({ name: 'ring', kind: 'Uint16', of: ({ beam }) => ringOf(beam) });
  if (time !== null)
    fields.push({
      ...time,
      of: ({ ns }) =>
        time.of !== undefined
          ? time.of(ns, stampNs)
          : time.kind === 'Uint32'
            ? Number(ns - stampNs)
            : time.kind === 'Float64'
              ? Number(ns) * 1e-9
              : Number(ns - stampNs) * 1e-9,
    });
  let step = 0;
  const offsets = fields.map(({ kind }) => {
    const at = step;
    step += SIZE[kind];
    return at;
  });
  const data = new Uint8Array(step * points.length);
  const view = new DataView(data.buffer);
  points.forEach((point, i) => {
    fields.forEach(({ kind, of }, k) => {
      const at = i * step + offsets[k];
      if (kind === 'Uint8') view.setUint8(at, of(point));
      else view[`set${kind}`](at, of(point), true);
    });
  });
  const builder = new MessageBuilder(encoding).header(stampNs, 'sensor');
  builder.number('Uint32', 1).number('Uint32', points.length).number('Uint32', fields.length);
  fields.forEach(({ name, kind }, k) => {
    builder.text(name).number('Uint32', offsets[k]).number('Uint8', DATATYPES[kind]).number('Uint32', 1);
  });
  builder
    .number('Uint8', 0)
    .number('Uint32', step)
    .number('Uint32', data.length)
    .list(data)
    .number('Uint8', 1);
  return { topic, type: 'sensor_msgs/PointCloud2', ns: stampNs, data: builder.bytes() };
}

/** Rotations of 16 beams of a sensor that stands in an uneven drive, 160 firings at 10 Hz. */
export function standingPoints(rotations: number, startNs = 1_700_000_000_000_000_000n): RayPoint[] {
  const points: RayPoint[] = [];
  for (let firing = 0; firing < 160 * rotations; firing++) {
    const azimuth = (2 * Math.PI * (firing % 160)) / 160;
    const rho = 3 + 0.8 * Math.cos(azimuth) + 0.3 * Math.sin(3 * azimuth);
    const ns = startNs + BigInt(firing) * 625_000n;
    for (let beam = 0; beam < 16; beam++) {
      const tangent = Math.tan(((15 - 2 * beam) * Math.PI) / 180);
      const xyz = [rho * Math.cos(azimuth), -rho * Math.sin(azimuth), rho * tangent] as const;
      points.push({ xyz, beam, ns, reflectivity: (7 * firing + beam) % 200 });
    }
  }
  return points;
}
