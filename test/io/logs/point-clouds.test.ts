import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../../src-core/io/capture/capture.ts';
import { recogniseCapture } from '../../../src-core/io/capture/recognise-capture.ts';
import { VLP_16 } from '../../../src-core/io/capture/spinning/vlp-16.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import type { Scan } from '../../../src-core/model/scan.ts';
import type { SensorModel } from '../../../src-core/model/sensor.ts';
import { importAll } from '../reading.ts';
import { vlpCapture, vlpScans } from '../velodyne-drive.ts';
import { type CloudOptions, cloudMessages, type RayPoint, rayPoints } from './cloud-messages.ts';
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

async function read(log: Uint8Array): Promise<{ scans: Scan[]; sensor: SensorModel }> {
  const source = memorySource('drive', log);
  const recognised = await recogniseCapture(source, SILENT_CONTEXT);
  if (recognised.kind !== 'other') throw new Error('recognised as an Ouster');
  const opened = await openCapture([source], recognised.sensor);
  const scans: Scan[] = [];
  for await (const item of opened.items) if (item.kind === 'scan') scans.push(item.scan);
  return { scans, sensor: opened.sensor };
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

describe('clouds that cannot become scans are refused with what they lack', () => {
  it.each([
    ['ring', { hasRing: false }, /\/velodyne_points in drive have no ring/],
    ['time', { time: null }, /\/velodyne_points in drive have no time of their own/],
  ])('%s', async (_, lack, sentence) => {
    const log = rosBagOf(cloudMessages(VLP_POINTS, { ...VELODYNE, ...lack }));
    await expect(read(log)).rejects.toThrow(sentence);
  });
});
