import { beforeAll, describe, expect, it } from 'vitest';
import { memorySource, type ReadSource } from '../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { inspectCapture } from '../../src-core/io/capture/inspect-capture.ts';
import { recogniseCapture } from '../../src-core/io/capture/recognise-capture.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { CaptureHealth, ImuSample, Scan } from '../../src-core/model/scan.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { scanClock } from '../../src-core/odometry/frame/scan-clock.ts';
import { castRosette } from '../../src-simulate/sensor/rosette.ts';
import { ethernet, ipv4, pcap, udp } from './frame-builders.ts';
import { livoxDrive, livoxMessages } from './livox-drive.ts';
import { mcapOf, rosBagOf } from './logs/log-writers.ts';

const FRAMES = 4;

interface Read {
  readonly sensor: SensorModel;
  readonly scans: Scan[];
  readonly imu: ImuSample[];
  readonly health: CaptureHealth;
}

async function readAll(...sources: ReadSource[]): Promise<Read> {
  const recognised = await recogniseCapture(sources[0], SILENT_CONTEXT);
  if (recognised.kind !== 'other') throw new Error('taken for an Ouster');
  const { sensor, items, health } = await openCapture(sources, recognised.sensor);
  const [scans, imu]: [Scan[], ImuSample[]] = [[], []];
  for await (const item of items)
    if (item.kind === 'scan') scans.push(item.scan);
    else imu.push(item.sample);
  return { sensor, scans, imu, health };
}

/** Points of scans in millimetres, with their times in microseconds since the first, in order. */
function pointsOf(scans: readonly Scan[]): string[] {
  const zero = scans[0].stampNs[0];
  return scans
    .flatMap((scan) =>
      Array.from(scan.rangeMm, (mm, pixel) => ({ mm, pixel }))
        .filter(({ mm }) => mm > 0)
        .map(({ pixel }) => [0, 1, 2].map((k) => Math.round(1000 * scan.xyz![3 * pixel + k])).join(' ')),
    )
    .sort()
    .concat(String(zero > 0n));
}

describe('recordings of a Livox, seed of the short drive', () => {
  let fixture: ReturnType<typeof livoxDrive>;
  let read: Read;
  beforeAll(async () => {
    fixture = livoxDrive(FRAMES);
    read = await readAll(memorySource('mid-360.pcap', fixture.pcap));
  });

  it('packets give every point that was cast, to the millimetre of the sensor', () => {
    const cast: string[] = [];
    for (let frame = 0; frame < FRAMES; frame++) {
      const { count, xyz } = castRosette(fixture.drive, fixture.rosette, frame);
      for (let i = 0; i < count; i++) {
        const place = [0, 1, 2].map((k) => Math.round(1000 * xyz[3 * i + k]));
        if (place.some((value) => value !== 0)) cast.push(place.join(' '));
      }
    }
    expect(read.scans).toHaveLength(FRAMES);
    expect(pointsOf(read.scans).slice(0, -1)).toEqual(cast.sort());
    expect(read.health.reorderedPackets).toBe(0);
  });

  it('each point is in the slice of its own time', () => {
    const step = 1 / fixture.rosette.pointsPerSecond;
    for (const [frame, scan] of read.scans.entries()) {
      const { xyz } = castRosette(fixture.drive, fixture.rosette, frame);
      const clock = scanClock(scan, 10);
      const timeOf = new Map<string, number>();
      for (let i = 0; i < xyz.length / 3; i++)
        timeOf.set([0, 1, 2].map((k) => Math.round(1000 * xyz[3 * i + k])).join(' '), i * step);
      let [most, seen] = [0, 0];
      scan.rangeMm.forEach((mm, pixel) => {
        if (mm === 0) return;
        const key = [0, 1, 2].map((k) => Math.round(1000 * scan.xyz![3 * pixel + k])).join(' ');
        const true_ = timeOf.get(key);
        if (true_ === undefined) return;
        seen++;
        const own =
          Number(clock.firstNs - scan.stampNs[0]) * 1e-9 +
          clock.fraction[pixel % scan.columns] * clock.period;
        most = Math.max(most, Math.abs(own - true_));
      });
      expect(seen).toBeGreaterThan(15_000);
      // A slice is a tenth of a millisecond; rays that did not return make it longer.
      expect(most).toBeLessThan(0.0006);
    }
  });

  it('the inertial unit is read in m/s², in the axes of the points', () => {
    expect(read.imu.length).toBeGreaterThan(30);
    const { imu, imuSeconds } = fixture.drive;
    for (const [i, { accel, gyro, stampNs }] of read.imu.entries()) {
      for (let k = 0; k < 3; k++) {
        expect(accel[k]).toBeCloseTo(imu[i].accel[k], 5);
        expect(gyro[k]).toBeCloseTo(imu[i].gyro[k], 6);
      }
      expect(Math.abs(Number(stampNs - fixture.drive.clockStartNs) * 1e-9 - imuSeconds[i])).toBeLessThan(
        1e-8,
      );
    }
  });

  it('an LVX2 file has the same points at the same times, and no inertial unit', async () => {
    const lvx2 = await readAll(memorySource('drive.lvx2', fixture.lvx2));
    expect(pointsOf(lvx2.scans)).toEqual(pointsOf(read.scans));
    expect(lvx2.imu).toEqual([]);
    for (const [k, scan] of lvx2.scans.entries())
      for (let column = 0; column < scan.columns; column++)
        expect(Math.abs(Number(scan.stampNs[column] - read.scans[k].stampNs[column]))).toBeLessThan(300);
    expect(await inspectCapture(memorySource('drive.lvx2', fixture.lvx2))).toMatchObject({
      container: 'lvx2',
      streams: [
        { kind: 'lidar', product: 'Livox Mid-360 or HAP' },
        { kind: 'lidar', size: 484 },
      ],
    });
  });

  it.each([
    ['ros1', 'livox_ros_driver/CustomMsg'],
    ['cdr', 'livox_ros_driver2/msg/CustomMsg'],
  ] as const)('messages of the driver in %s give the same points and readings', async (encoding, type) => {
    const messages = livoxMessages(fixture, encoding, type.replace('/msg/', '/'));
    const bytes = encoding === 'ros1' ? rosBagOf(messages) : await mcapOf(messages);
    const logged = await readAll(memorySource(encoding === 'ros1' ? 'drive.bag' : 'drive.mcap', bytes));
    expect(pointsOf(logged.scans)).toEqual(pointsOf(read.scans));
    expect(logged.imu).toHaveLength(read.imu.length);
    for (const [i, { accel }] of logged.imu.entries())
      for (let k = 0; k < 3; k++) expect(accel[k]).toBeCloseTo(read.imu[i].accel[k], 4);
  });

  it('two files in any order are one drive', async () => {
    const half = fixture.packets.length >> 1;
    const [first, second] = [fixture.packets.slice(0, half), fixture.packets.slice(half)].map((part, i) =>
      memorySource(
        `part-${i}.pcap`,
        pcap(part.map(({ bytes, port }) => ethernet(ipv4(udp(bytes, { port }))))),
      ),
    );
    const both = await readAll(second, first);
    expect(pointsOf(both.scans)).toEqual(pointsOf(read.scans));
  });

  it('more points than a frame has room for make another scan, and are not left out', async () => {
    const slow = fixture.packets.map(({ bytes, ...rest }, i) => {
      const copy = bytes.slice();
      const view = new DataView(copy.buffer);
      const start = fixture.drive.clockStartNs;
      // The first half of a second ten times as slow, so that the room is a tenth.
      if (i < 120) view.setBigUint64(28, start + (view.getBigUint64(28, true) - start) * 10n, true);
      else view.setBigUint64(28, view.getBigUint64(28, true) + 600_000_000n, true);
      return { ...rest, bytes: copy };
    });
    const file = pcap(slow.map(({ bytes, port }) => ethernet(ipv4(udp(bytes, { port })))));
    const { scans, sensor } = await readAll(memorySource('slow.pcap', file));
    const points = (list: readonly Scan[]): number =>
      list.reduce((sum, { rangeMm }) => sum + rangeMm.reduce((count, mm) => count + (mm > 0 ? 1 : 0), 0), 0);
    expect(sensor.beams).toBeLessThan(read.sensor.beams);
    expect(points(scans)).toBe(points(read.scans));
  });

  it('a damaged frame of an LVX2 file costs itself, and is told with its place', async () => {
    const bytes = fixture.lvx2.slice();
    const view = new DataView(bytes.buffer);
    const second = Number(view.getBigUint64(92 + 8, true));
    view.setUint32(second + 24 + 18, 0x7fff_ffff, true);
    const { scans, health } = await readAll(memorySource('bad.lvx2', bytes));
    expect(scans.length).toBeGreaterThanOrEqual(FRAMES - 1);
    expect(health.warnings.map(({ message }) => message).join('\n')).toContain(
      `bad.lvx2 has a damaged frame at byte ${second}`,
    );
    const cut = await readAll(memorySource('cut.lvx2', fixture.lvx2.subarray(0, fixture.lvx2.length >> 1)));
    expect(cut.scans.length).toBeGreaterThan(0);
    expect(cut.health.truncatedBytes).toBeGreaterThan(0);
  });

  it('refuses packets without a single point', async () => {
    const zeros = fixture.packets
      .filter(({ isLidar }) => isLidar)
      .slice(0, 20)
      .map(({ bytes }) => {
        const copy = bytes.slice();
        copy.fill(0, 36);
        return ethernet(ipv4(udp(copy, { port: 56301 })));
      });
    await expect(readAll(memorySource('dark.pcap', pcap(zeros)))).rejects.toThrow(
      /dark.pcap holds packets or messages of a Livox without a single point/,
    );
  });

  it('reads one of two sensors, and says so', async () => {
    const lidar = fixture.packets.filter(({ isLidar }) => isLidar);
    const frames = lidar.flatMap(({ bytes }) => [
      ethernet(ipv4(udp(bytes, { port: 56301 }))),
      ethernet(ipv4(udp(bytes, { port: 56301 }), { source: [192, 168, 1, 77] })),
    ]);
    const { scans, health } = await readAll(memorySource('two.pcap', pcap(frames)));
    expect(pointsOf(scans)).toEqual(pointsOf(read.scans));
    expect(health.warnings).toHaveLength(1);
  });
});
