import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../../src-core/io/capture/capture.ts';
import { recogniseCapture } from '../../../src-core/io/capture/recognise-capture.ts';
import { VLP_16 } from '../../../src-core/io/capture/spinning/vlp-16.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import type { ImuSample, Scan } from '../../../src-core/model/scan.ts';
import { hasTimedClouds, type SensorModel } from '../../../src-core/model/sensor.ts';
import { livoxDrive, livoxMessages } from '../livox-drive.ts';
import { importAll, taken } from '../reading.ts';
import { vlpCapture, vlpScans } from '../velodyne-drive.ts';
import { type CloudOptions, cloudMessages, type RayPoint, rayPoints } from './cloud-messages.ts';
import { imuMessage } from './imu-message.ts';
import { type Message, mcapOf, rosBagOf } from './log-writers.ts';
import { ousterDrive } from './ouster-drive.ts';

const SCANS = 3;
const vlp = await vlpScans(await vlpCapture(SCANS, 'strongest'));
const VLP_POINTS = rayPoints(vlp.scans, vlp.sensor, VLP_16.firingSeconds);
const ouster = await ousterDrive(SCANS);
const os1 = await importAll([ouster.pcap], ouster.metadata);
const OS1_POINTS = rayPoints(os1.scans, os1.sensor, []);

const VELODYNE: CloudOptions = {
  topic: '/velodyne_points',
  // 76 packets of 1.327 ms: clouds do not end where rotations do.
  everyNs: 100_860_000n,
  encoding: 'ros1',
  time: { name: 'time', kind: 'Float32' },
  hasRing: true,
  ringOf: (beam) => 15 - beam,
};

interface Read {
  readonly scans: Scan[];
  readonly samples: ImuSample[];
  readonly sensor: SensorModel;
  readonly warnings: string[];
}

async function read(log: Uint8Array): Promise<Read> {
  const source = memorySource('drive', log);
  const recognised = await recogniseCapture(source, SILENT_CONTEXT);
  if (recognised.kind !== 'other') throw new Error('recognised as an Ouster');
  const opened = await openCapture([source], recognised.sensor);
  const scans: Scan[] = [];
  const samples: ImuSample[] = [];
  for await (const item of opened.items) {
    if (item.kind === 'scan') scans.push(taken(item.scan));
    else samples.push(item.sample);
  }
  const warnings = opened.health.warnings.map(({ message }) => message);
  return { scans, samples, sensor: opened.sensor, warnings };
}

/** Firings of a beam before and after an instant among which a point is looked for. */
const NEIGHBOURS = 3;

/** Largest distance of a point from the nearest of the same beam and about the same time, m. */
function worstOf(points: readonly RayPoint[], expected: readonly RayPoint[]): number {
  const byBeam = Map.groupBy(expected, ({ beam }) => beam);
  const at = new Map<number, number>();
  let worst = 0;
  for (const { beam, ns, xyz } of points) {
    const others = byBeam.get(beam) ?? [];
    let i = at.get(beam) ?? 0;
    while (i + 1 < others.length && others[i].ns < ns) i++;
    at.set(beam, i);
    const near = others.slice(Math.max(0, i - NEIGHBOURS), i + NEIGHBOURS + 1);
    worst = Math.max(
      worst,
      Math.min(...near.map((other) => Math.hypot(...xyz.map((value, k) => value - other.xyz[k])))),
    );
  }
  return worst;
}

describe.each([
  ['Velodyne driver, ROS 1', VLP_POINTS, VLP_16.firingSeconds, VELODYNE, rosBagOf],
  [
    'Velodyne driver, ROS 2',
    VLP_POINTS,
    VLP_16.firingSeconds,
    { ...VELODYNE, encoding: 'cdr' },
    (messages: Message[]) => mcapOf(messages),
  ],
  [
    'Hesai driver, absolute times',
    VLP_POINTS,
    VLP_16.firingSeconds,
    { ...VELODYNE, time: { name: 'timestamp', kind: 'Float64' } },
    rosBagOf,
  ],
  [
    'Ouster driver, nanoseconds',
    OS1_POINTS,
    [],
    { ...VELODYNE, time: { name: 't', kind: 'Uint32' }, ringOf: (beam: number) => beam },
    rosBagOf,
  ],
] as [
  string,
  RayPoint[],
  number[],
  CloudOptions,
  (messages: Message[]) => Uint8Array | Promise<Uint8Array>,
][])('clouds of the %s', (_, points, delay, options, write) => {
  it('become scans of the same points, each at its own time', async () => {
    const { scans, sensor } = await read(await write(cloudMessages(points, options)));
    expect(sensor.rotationHz).toBeCloseTo(10, 1);
    const delays = delay.length > 0 ? delay : sensor.beamAltitudeDeg;
    const firsts = Math.min(...delays);
    const back = rayPoints(scans, sensor, delay.length > 0 ? delay.map((d) => d - firsts) : []);
    expect(back.length).toBe(points.length);
    // The millimetre to which ranges are rounded, and the hundredth of a degree of an azimuth at 10 m.
    expect(worstOf(back, points)).toBeLessThan(0.002);
  });
});

/** Points of timed clouds with the time of their slice. */
function pointsOf(scans: readonly Scan[]): { xyz: number[]; ns: bigint; reflectivity: number }[] {
  return scans.flatMap(({ xyz, rangeMm, stampNs, columns, reflectivity }) =>
    [...rangeMm.keys()]
      .filter((pixel) => rangeMm[pixel] > 0)
      .map((pixel) => ({
        xyz: [...xyz!.subarray(3 * pixel, 3 * pixel + 3)],
        ns: stampNs[pixel % columns],
        reflectivity: reflectivity[pixel],
      })),
  );
}

/** Points of a slice of time and more. */
const SLICE = 40;

describe('clouds without rings', () => {
  it.each([
    ['ROS 1, seconds after the stamp', VELODYNE, rosBagOf],
    [
      'ROS 2, nanoseconds after the stamp',
      { ...VELODYNE, encoding: 'cdr', time: { name: 't', kind: 'Uint32' } },
      (messages: Message[]) => mcapOf(messages),
    ],
  ] as [string, CloudOptions, (messages: Message[]) => Uint8Array | Promise<Uint8Array>][])(
    'become timed clouds of all points, each at its own time: %s',
    async (_, options, write) => {
      const log = await write(cloudMessages(VLP_POINTS, { ...options, hasRing: false }));
      const { scans, sensor } = await read(log);
      expect(hasTimedClouds(sensor)).toBe(true);
      const back = pointsOf(scans);
      expect(back.length).toBe(VLP_POINTS.length);
      // In the order of their times, which slices keep. A slice holds a 1024th of a scan, some 30 points, and has their mean
      // time; it is as long as those points are apart.
      const ordered = VLP_POINTS.toSorted((a, b) => Number(a.ns - b.ns));
      back.sort((a, b) => Number(a.ns - b.ns));
      for (const [i, { xyz, ns, reflectivity }] of back.entries()) {
        const from = Math.max(0, i - 2 * SLICE);
        const at =
          from +
          ordered
            .slice(from, i + 2 * SLICE)
            .findIndex((point) => Math.hypot(...xyz.map((value, k) => value - point.xyz[k])) < 1e-4);
        expect(ordered[at].reflectivity).toBe(reflectivity);
        expect(ns >= (ordered[at - SLICE] ?? ordered[0]).ns).toBe(true);
        expect(ns <= (ordered[at + SLICE] ?? ordered.at(-1)!).ns).toBe(true);
      }
    },
  );

  it('of a Livox are those of the messages of its own', async () => {
    const drive = livoxDrive(4, 20_000);
    const own = await read(rosBagOf(livoxMessages(drive, 'ros1')));
    const points = pointsOf(own.scans).map((point) => ({
      ...point,
      xyz: point.xyz as unknown as RayPoint['xyz'],
      beam: 0,
    }));
    const clouds = cloudMessages(points, {
      ...VELODYNE,
      topic: '/livox/lidar',
      hasRing: false,
      time: { name: 'timestamp', kind: 'Float64' },
    });
    const { scans } = await read(rosBagOf(clouds));
    expect(new Set(pointsOf(scans).map(({ xyz }) => xyz.join()))).toEqual(
      new Set(points.map(({ xyz }) => xyz.join())),
    );
  });

  it('in rows of a beam each, with the times of one row before those of the next, lose no point', async () => {
    const byBeam = [...Map.groupBy(VLP_POINTS, ({ beam }) => beam).values()].flat();
    const span = 10_000_000_000n;
    const [message] = cloudMessages(byBeam, { ...VELODYNE, hasRing: false, everyNs: span });
    const { scans } = await read(rosBagOf([message]));
    expect(pointsOf(scans).length).toBe(VLP_POINTS.length);
    for (const { stampNs } of scans)
      expect([...stampNs].every((ns, i) => i === 0 || ns >= stampNs[i - 1])).toBe(true);
  });

  it.each([
    ['without times', { time: null, hasRing: false }],
    ['with rings and without times', { time: null }],
  ])('%s are a frame a message, of one instant, which is told', async (_, lack) => {
    const messages = cloudMessages(VLP_POINTS, { ...VELODYNE, ...lack });
    const { scans, sensor, warnings } = await read(rosBagOf(messages));
    expect(scans).toHaveLength(messages.length);
    expect(sensor.rotationHz).toBeCloseTo(1e9 / 100_860_000, 1);
    for (const [i, { stampNs }] of scans.entries())
      expect(new Set(stampNs)).toEqual(new Set([messages[i].ns]));
    expect(pointsOf(scans)).toHaveLength(VLP_POINTS.length);
    expect(warnings.join()).toContain('/velodyne_points have no time of their own');
  });

  it('are left for a topic with rings, wherever in the log that begins', async () => {
    const map = cloudMessages(VLP_POINTS, { ...VELODYNE, topic: '/map', hasRing: false, time: null });
    const { sensor } = await read(rosBagOf([...map, ...cloudMessages(VLP_POINTS, VELODYNE)]));
    expect(hasTimedClouds(sensor)).toBe(false);
  });

  it('become scans that whoever takes them may empty, however long the drive', async () => {
    const [{ ns }] = VLP_POINTS;
    const long = Array.from({ length: 120 }, (_, i) =>
      cloudMessages(
        VLP_POINTS.slice(0, 2000).map((point) => ({ ...point, ns: ns + BigInt(i) * 100_000_000n })),
        { ...VELODYNE, hasRing: false, time: null, everyNs: 1_000_000_000n },
      ),
    ).flat();
    const { scans } = await read(rosBagOf(long));
    expect(scans.length).toBeGreaterThan(100);
    expect(pointsOf(scans)).toHaveLength(120 * 2000);
  });

  it('that grow beyond their room are thinned evenly and counted', async () => {
    const few = VLP_POINTS.slice(0, 4000);
    const lack = { ...VELODYNE, hasRing: false, time: null };
    const first = Array.from({ length: 12 }, (_, i) =>
      cloudMessages(
        few.map((point) => ({ ...point, ns: point.ns + BigInt(i) * 100_000_000n })),
        { ...lack, everyNs: 1_000_000_000n },
      ),
    ).flat();
    const [late] = cloudMessages(
      VLP_POINTS.map((point) => ({ ...point, ns: point.ns + 2_000_000_000n })),
      { ...lack, everyNs: 10_000_000_000n },
    );
    const { scans, sensor, warnings } = await read(rosBagOf([...first, late]));
    const room = sensor.beams * 1024;
    expect(room).toBeLessThan(VLP_POINTS.length);
    expect(pointsOf(scans.slice(-1))).toHaveLength(room);
    expect(warnings.join()).toContain(`${VLP_POINTS.length - room} points of /velodyne_points were left out`);
  });

  it('bring the readings of the inertial unit in their own frame', async () => {
    const clouds = cloudMessages(VLP_POINTS, { ...VELODYNE, hasRing: false });
    const imu = (frame: string, ns: bigint): Message => imuMessage(`/${frame}`, frame, ns, 'ros1');
    const start = clouds[0].ns;
    const own = Array.from({ length: 20 }, (_, i) => imu('sensor', start + BigInt(i) * 10_000_000n));
    const other = imu('base_link', start + 5n);
    const { samples } = await read(rosBagOf([...clouds, other, ...own].sort((a, b) => Number(a.ns - b.ns))));
    expect(samples.map(({ stampNs }) => stampNs)).toEqual(own.map(({ ns }) => ns));
  });
});

describe('clouds that cannot become scans are refused with what is wrong', () => {
  it('coordinates of a map, also where the sensor starts at its origin', async () => {
    const [{ ns }] = VLP_POINTS;
    // The same surroundings, seen ever farther away from the origin.
    const far = Array.from({ length: 120 }, (_, i) =>
      cloudMessages(
        VLP_POINTS.slice(0, 8000).map((point) => ({
          ...point,
          xyz: [point.xyz[0] + i, point.xyz[1], point.xyz[2]] as const,
          ns: ns + BigInt(i) * 100_000_000n,
        })),
        { ...VELODYNE, hasRing: false, time: null, everyNs: 1_000_000_000n },
      ),
    ).flat();
    await expect(read(rosBagOf(far))).rejects.toThrow(
      /\/velodyne_points in drive do not lie about their origin/,
    );
  });

  it('no points, no coordinates', async () => {
    const empty = cloudMessages([{ ...VLP_POINTS[0], xyz: [0, 0, 0] }], { ...VELODYNE, hasRing: false });
    await expect(read(rosBagOf(empty))).rejects.toThrow(/\/velodyne_points in drive have no point/);
  });
});
