import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { orderOf } from '../../src-core/io/capture/recorded-order.ts';
import { scanClock } from '../../src-core/odometry/frame/scan-clock.ts';
import { concat } from './frame-builders.ts';
import { type LidarOptions, metadataOf, rotation } from './packet-builders.ts';
import { importAll, pcapOf } from './reading.ts';

/** Rotations of 10 Hz, as the packets' stamps say. */
const rotations = (from: number, count: number, own: Partial<LidarOptions> = {}): Uint8Array[] =>
  Array.from({ length: count }, (_, i) => rotation({ frameId: from + i, ...own })).flat();

describe('a rotation rate that the metadata and the stamps contradict', () => {
  it.each([
    ['1024x20', 20],
    ['1024x5', 5],
  ])('%s for a capture of 10 Hz: the stamps rule, and it is told once', async (mode, stated) => {
    const metadata = metadataOf(16, { lidar_mode: mode });
    const { scans, sensor, health } = await importAll([pcapOf(rotations(3, 4))], metadata);
    expect(sensor).toMatchObject({ rotationHz: 10, lidarMode: '1024x10' });
    expect(scans.map(({ frameId }) => frameId)).toEqual([3, 4, 5, 6]);
    for (const scan of scans) expect(scanClock(scan, sensor.rotationHz).period).toBeCloseTo(0.1, 6);
    expect(health.warnings.map(({ message }) => message)).toEqual([
      `The metadata says ${stated} rotations a second (mode ${mode}), the stamps of the packets say 10: the stamps are used.`,
    ]);
  });

  it('a scan of a few columns has the period of the stamps too', async () => {
    const few = rotation({ frameId: 5 }).slice(3, 6);
    const metadata = metadataOf(16, { lidar_mode: '1024x20' });
    const { scans, sensor } = await importAll([pcapOf([...rotations(3, 2), ...few])], metadata);
    expect(scanClock(scans[2], sensor.rotationHz).period).toBeCloseTo(0.1, 6);
  });

  it('agreement is not told', async () => {
    const { health } = await importAll([pcapOf(rotations(3, 3))]);
    expect(health.warnings).toEqual([]);
  });
});

/** Stamps of a rotation that takes half of the time, from where the frames of 10 Hz before it end. */
function twiceAsFast(packets: Uint8Array[], from: bigint): Uint8Array[] {
  return packets.map((packet) => {
    const bytes = packet.slice();
    const view = new DataView(bytes.buffer);
    const columnBytes = bytes.length / 16;
    for (let i = 0; i < 16; i++) {
      const stamp = view.getBigUint64(i * columnBytes, true);
      view.setBigUint64(i * columnBytes, from + (stamp - from) / 2n, true);
    }
    return bytes;
  });
}

describe('a mode that changes in the middle of a capture', () => {
  const frame = (id: number): bigint => 100_000_000_000n + BigInt(id) * 100_000_000n;

  it('another rate: every scan keeps the time of its stamps, and it is told', async () => {
    const packets = [...rotations(3, 6), ...twiceAsFast(rotations(9, 4), frame(9))];
    const { scans, sensor, health } = await importAll([pcapOf(packets)]);
    expect(sensor.rotationHz).toBe(10);
    expect(scans).toHaveLength(10);
    const periods = scans.map((scan) => scanClock(scan, sensor.rotationHz).period);
    periods.forEach((period, i) => {
      expect(period).toBeCloseTo(i < 6 ? 0.1 : 0.05, 6);
    });
    expect(health.warnings.map(({ message }) => message)).toEqual([
      '4 of 10 scans were made at 20 rotations a second instead of 10; the stamps of each scan are used.',
    ]);
  });

  it.each([512, 2048])('%d columns: those rotations are left out, and it is told', async (columns) => {
    const others = Array.from({ length: 4 }, (_, i) => rotation({ frameId: 9 + i }, columns)).flat();
    const { scans, health } = await importAll([pcapOf([...rotations(3, 6), ...others, ...rotations(13, 3)])]);
    expect(scans.map(({ frameId }) => frameId)).toEqual([3, 4, 5, 6, 7, 8, 13, 14, 15]);
    expect(health.warnings.map(({ message }) => message)).toContain(
      `4 rotations in the middle of the capture have ${columns} columns instead of 1024 and were left out: record each mode into its own capture.`,
    );
  });

  it('a clock that is set is neither, but told', async () => {
    const packets = [...rotations(3, 3), ...rotations(6, 3, { stampShiftNs: 40_000_000_000n })];
    const { scans, health } = await importAll([pcapOf(packets)]);
    expect(scans).toHaveLength(6);
    expect(health.warnings.map(({ sentence }) => sentence?.code)).toEqual(['stamps-ahead']);
  });
});

describe('files of one session', () => {
  const parts = [rotations(3, 2), rotations(5, 2), rotations(60, 2)];
  const named = (order: number[], fileOf: (packets: Uint8Array[]) => Uint8Array) =>
    order.map((i) => memorySource(`part${i + 1}.pcap`, fileOf(parts[i])));

  it.each([
    ['captures', pcapOf],
    ['donut files', concat],
  ])('%s in the wrong order are read in the right one, and it is told', async (_, fileOf) => {
    const { scans, health } = await importAll(named([1, 2, 0], fileOf));
    expect(scans.map(({ frameId }) => frameId)).toEqual([3, 4, 5, 6, 60, 61]);
    expect(health.warnings.map(({ message }) => message)).toEqual([
      'part2.pcap, part3.pcap, part1.pcap were not given in the order in which they were recorded; they are read as part1.pcap, part2.pcap, part3.pcap.',
    ]);
  });

  it('in the right order with a pause between them are read without a word', async () => {
    const { scans, health } = await importAll(named([0, 1, 2], pcapOf));
    expect(scans.map(({ frameId }) => frameId)).toEqual([3, 4, 5, 6, 60, 61]);
    expect(health.warnings).toEqual([]);
  });

  const start = (seconds: number, frameId: number, hostSeconds: number) => ({
    stampNs: BigInt(Math.round(seconds * 1e9)),
    frameId,
    period: 0.1,
    hostSeconds,
  });
  it.each<[string, number[], ReturnType<typeof start>[]]>([
    [
      'one run of the sensor, across the wrap of the frame ids',
      [1, 0],
      [start(107, 34, 0), start(100, 65_500, 9)],
    ],
    [
      'a sensor restarted with its clock: the recorder tells',
      [0, 1],
      [start(100, 850, 50), start(30, 1, 90)],
    ],
    ['the same, given in the wrong order', [1, 0], [start(30, 1, 90), start(100, 850, 50)]],
    [
      'a restart and no recorder clock: as given',
      [0, 1],
      [start(100, 850, Number.NaN), start(30, 1, Number.NaN)],
    ],
  ])('%s', (_, order, starts) => {
    expect(orderOf(starts)).toEqual(order);
  });
});
