import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { readDatagrams } from '../../src-core/io/capture/pcap/datagrams.ts';
import { recogniseCapture } from '../../src-core/io/capture/recognise-capture.ts';
import { PANDAR_XT_16, PANDAR_XT_32 } from '../../src-core/io/capture/spinning/hesai.ts';
import { StampClock } from '../../src-core/io/capture/spinning/stamp-clock.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { instrumentRangeOf } from '../../src-core/model/instrument-range.ts';
import { pcapOf } from './reading.ts';
import { offRock, vlpCapture, vlpDrive, vlpScans } from './velodyne-drive.ts';

const recognised = (payload: Uint8Array, name = 'xt.pcap') =>
  recogniseCapture(memorySource(name, pcapOf([payload, payload], { port: 2368 })), SILENT_CONTEXT);

describe.each([
  ['pandarxt-16', PANDAR_XT_16, 16, 10_000],
  ['pandarxt-32', PANDAR_XT_32, 32, 20_000],
] as const)('a %s from its packets', (name, format, beams, least) => {
  it('every round of firings once, each point on the rock', async () => {
    const read = await vlpScans(await vlpCapture(2, 'strongest', name), format);
    const { scans, health, sensor } = read;
    expect([scans.length, sensor.profile, sensor.beams]).toEqual([2, format.format, beams]);
    expect(sensor.rotationHz).toBeCloseTo(10, 1);
    expect(Math.abs(scans[0].columnValid.reduce((a, b) => a + b, 0) - 2000)).toBeLessThanOrEqual(2);
    expect([health.missingColumns, health.repeatedPackets, health.reorderedPackets]).toEqual([0, 0, 0]);
    const { off, count } = offRock(vlpDrive(2), read, format, 0);
    expect(count).toBeGreaterThan(least);
    expect(Math.max(...off)).toBeLessThan(0.003);
  });

  it('dual return: the same ranges twice; the sensor is named by its packets', async () => {
    const bytes = await vlpCapture(1, 'dual', name);
    const { scans, sensor } = await vlpScans(bytes, format);
    expect(sensor.rotationHz).toBeCloseTo(10, 1);
    expect(scans[0].second?.rangeMm).toEqual(scans[0].rangeMm);
    expect(scans[0].rangeMm.filter((range) => range > 0).length).toBeGreaterThan(least);
    const capture = await recogniseCapture(memorySource('xt.pcap', bytes), SILENT_CONTEXT);
    expect(capture.kind === 'other' && capture.sensor.productLine).toBe(format.product);
  });
});

const packets: Uint8Array[] = [];
for await (const { payload } of readDatagrams(
  memorySource('xt.pcap', await vlpCapture(1, 'strongest', 'pandarxt-16')),
))
  packets.push(payload.slice());
/** A packet with other bytes from an offset on; negative: from its end. */
function changed(at: number, ...bytes: number[]): Uint8Array {
  const packet = packets[3].slice();
  packet.set(bytes, at < 0 ? packet.length + at : at);
  return packet;
}

describe('the clock of a PandarXT', () => {
  const stampOf = (packet: Uint8Array) =>
    PANDAR_XT_16.stampNs(new DataView(packet.buffer, packet.byteOffset, packet.byteLength));
  const DATE = -15;
  it.each([
    ['years since 1900', [124, 2, 29, 23, 59, 58], Date.UTC(2024, 1, 29, 23, 59, 58)],
    ['years since 2000', [24, 2, 29, 23, 59, 58], Date.UTC(2024, 1, 29, 23, 59, 58)],
    ['seconds since 1970', [0, 0, 0x65, 0xe1, 0x19, 0x7e], 0x65e1197e * 1000],
  ])('%s', (_, date, ms) => {
    const packet = changed(DATE, ...date, 0x40, 0x42, 0x0f, 0x00);
    expect(stampOf(packet)).toBe(BigInt(ms) * 1_000_000n + 1_000_000_000n);
  });

  it('set in the drive, back or forwards by years, goes on from where it was; a late packet stays late', () => {
    const clock = new StampClock(null);
    expect(clock.next(5_000_000_000n, Number.NaN)).toBe(5_000_000_001n);
    expect(clock.next(4_999_000_000n, Number.NaN)).toBe(4_999_000_001n);
    expect(clock.next(1_000_000_000n, Number.NaN)).toBe(4_999_000_001n);
    expect(clock.next(1_000_400_000n, Number.NaN)).toBe(4_999_400_001n);
    expect(clock.next(1_700_000_000_000_000_000n, Number.NaN)).toBe(4_999_400_001n);
    expect(clock.next(1_700_000_000_000_400_000n, Number.NaN)).toBe(4_999_800_001n);
  });
});

describe('other packets of the maker are named, not read', () => {
  const of = (size: number, ...first: number[]): Uint8Array => {
    const packet = new Uint8Array(size);
    packet.set(first);
    return packet;
  };
  it.each([
    ['Hesai Pandar128, OT128 or JT128', of(861, 0xee, 0xff, 1, 4)],
    ['Hesai PandarQT of an unknown layout', of(1072, 0xee, 0xff, 3, 1)],
    ['Hesai QT128 of an unknown layout', of(1127, 0xee, 0xff, 3, 2)],
    ['Hesai AT128', of(1118, 0xee, 0xff, 4, 3)],
    ['Hesai PandarXT of an unknown layout', of(820, 0xee, 0xff, 6, 1, 0, 0, 32, 6)],
    ['Hesai FT120', of(1027, 0xee, 0xff, 7, 2)],
    ['Hesai Pandar40P of an unknown layout', of(1262, 0xff, 0xee)],
    ['Hesai Pandar64 of an unknown layout', of(1194, 0xee, 0xff, 64, 6)],
    // A PandarXT-16 that states another unit, mode or azimuth than its manual knows.
    ['Hesai PandarXT of an unknown layout', changed(9, 0)],
    ['Hesai PandarXT of an unknown layout', changed(-18, 0x77)],
  ])('%s', async (product, packet) => {
    await expect(recognised(packet)).rejects.toThrow(`xt.pcap holds packets of a ${product} (2 of`);
  });

  it('the bound of the ranges is the wider one', () => {
    expect(instrumentRangeOf('Hesai PandarXT-32')).toMatchObject({ rangeBias: 0.03, beams: 32 });
  });
});
