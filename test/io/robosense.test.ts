import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { readDatagrams } from '../../src-core/io/capture/pcap/datagrams.ts';
import { recogniseCapture } from '../../src-core/io/capture/recognise-capture.ts';
import { RS_16, RS_HELIOS } from '../../src-core/io/capture/spinning/robosense.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { instrumentRangeOf } from '../../src-core/model/instrument-range.ts';
import type { SpinningName } from '../../src-simulate/sensor/spinning-sensors.ts';
import { pcapOf } from './reading.ts';
import { offRock, type ReadSpinning, vlpCapture, vlpDrive, vlpScans } from './velodyne-drive.ts';

/** Packets of a capture by port. */
async function packetsOf(bytes: Uint8Array): Promise<ReadonlyMap<number, Uint8Array[]>> {
  const packets = new Map<number, Uint8Array[]>();
  for await (const { port, payload } of readDatagrams(memorySource('rs.pcap', bytes)))
    packets.set(port, [...(packets.get(port) ?? []), payload.slice()]);
  return packets;
}

async function readOf(name: SpinningName, returns: 'strongest' | 'dual', scans: number) {
  const bytes = await vlpCapture(scans, returns, name);
  const capture = await recogniseCapture(memorySource('rs.pcap', bytes), SILENT_CONTEXT);
  if (capture.kind !== 'other') throw new Error('not recognised');
  const format = capture.sensor.profile === RS_16.format ? RS_16 : RS_HELIOS;
  return { bytes, format, found: capture.sensor, read: await vlpScans(bytes, format) };
}

/** Instants of the beams after the first of a firing, top to bottom, of lasers `stepSeconds` apart in any order. */
function offOf(read: ReadSpinning, format: typeof RS_16, index: number) {
  const { sensor } = read;
  const { rotationHz, beamAltitudeDeg } = sensor;
  // The unit's order of lasers is that of the nominal table, whose beams stand in the same order.
  expect([...beamAltitudeDeg].every((angle, i) => Math.abs(angle - format.altitudeDeg[i]) < 0.3)).toBe(true);
  expect(rotationHz).toBeCloseTo(10, 1);
  return offRock(vlpDrive(2), read, format, index);
}

describe.each([
  ['rs-16', 16, 1801, 10_000],
  ['helios-32', 32, 1800, 20_000],
] as const)('a RoboSense %s from its packets', (name, beams, firings, least) => {
  it('every firing once, each point on the rock, by the angles that the unit states', async () => {
    const { read, format, found: actual } = await readOf(name, 'strongest', 2);
    expect(actual).toEqual(read.sensor);
    const { scans, health, sensor } = read;
    expect([scans.length, sensor.profile, sensor.beams]).toEqual([2, format.format, beams]);
    expect([sensor.serial, sensor.assumptions]).toEqual(['000a35010203', []]);
    expect(Math.abs(scans[0].columnValid.reduce((a, b) => a + b, 0) - firings)).toBeLessThanOrEqual(2);
    expect([health.missingColumns, health.repeatedPackets, health.reorderedPackets]).toEqual([0, 0, 0]);
    const { off, count } = offOf(read, format, 0);
    expect(count).toBeGreaterThan(least);
    const sorted = off.toSorted((a, b) => a - b);
    // Half a step of the distances, and half millimetres of simulator and image; at an edge of the rock, its other side.
    expect(sorted[Math.floor(0.99 * sorted.length)]).toBeLessThan(name === 'rs-16' ? 0.0035 : 0.0023);
    expect(sorted.at(-1)).toBeLessThan(0.01);
  });

  it('dual return: the same ranges twice', async () => {
    const { read, bytes } = await readOf(name, 'dual', 1);
    expect(read.sensor.rotationHz).toBeCloseTo(10, 1);
    expect(read.scans[0].second?.rangeMm).toEqual(read.scans[0].rangeMm);
    expect(read.scans[0].rangeMm.filter((range) => range > 0).length).toBeGreaterThan(least);
    expect(Math.abs(read.scans[0].columnValid.reduce((a, b) => a + b, 0) - firings)).toBeLessThanOrEqual(8);
    expect((await packetsOf(bytes)).get(7788)?.length).toBeGreaterThan(0);
  });
});

describe('without the device packets', () => {
  const open = async (payloads: readonly Uint8Array[], format: typeof RS_16) =>
    vlpScans(pcapOf([...payloads], { port: 6699 }), format);

  it('an RS-LiDAR-16 is read by the nominal angles, and says so', async () => {
    const data = (await packetsOf(await vlpCapture(1, 'strongest', 'rs-16'))).get(6699) ?? [];
    const { scans, sensor } = await open(data, RS_16);
    expect(scans.length).toBe(1);
    expect(sensor.assumptions.map(({ sentence }) => sentence?.code)).toEqual(['spinning-nominal']);
    expect([...sensor.beamAltitudeDeg]).toEqual([
      15, 13, 11, 9, 7, 5, 3, 1, -1, -3, -5, -7, -9, -11, -13, -15,
    ]);
  });

  it('a device packet whose angles were not filled counts as none; old firmware has distances of 1 cm', async () => {
    const packets = await packetsOf(await vlpCapture(1, 'strongest', 'rs-16'));
    const [data, [device]] = [packets.get(6699) ?? [], packets.get(7788) ?? []];
    const empty = device.slice().fill(0xff, 1165, 1213);
    empty.fill(0, 41, 44);
    const { scans, sensor } = await open([empty, ...data], RS_16);
    expect(sensor.assumptions.map(({ sentence }) => sentence?.code)).toEqual(['spinning-nominal']);
    const fine = await open([device, ...data], RS_16);
    const sum = (ranges: Uint32Array) => ranges.reduce((a, b) => a + Math.max(0, b - 38.25), 0);
    expect(sum(scans[0].rangeMm) / sum(fine.scans[0].rangeMm)).toBeCloseTo(2, 3);
  });

  it('an RS-Helios is refused, and so is one that states 16 angles', async () => {
    const packets = await packetsOf(await vlpCapture(1, 'strongest', 'helios-32'));
    const [data, [device]] = [packets.get(6699) ?? [], packets.get(7788) ?? []];
    await expect(open(data, RS_HELIOS)).rejects.toThrow(
      /vlp.pcap has no device packets \(DIFOP, port 7788\) of the RoboSense RS-Helios/,
    );
    const source = memorySource('rs.pcap', pcapOf(data, { port: 6699 }));
    await expect(recogniseCapture(source, SILENT_CONTEXT)).rejects.toThrow(/record both ports/);
    const half = device.slice().fill(0xff, 468 + 48, 564);
    await expect(open([half, ...data], RS_HELIOS)).rejects.toThrow(/do not state 32 angles/);
  });

  it('device packets alone are no capture', async () => {
    const [device] = (await packetsOf(await vlpCapture(1, 'strongest', 'rs-16'))).get(7788) ?? [];
    const source = memorySource('rs.pcap', pcapOf([device], { port: 7788 }));
    await expect(openCapture([source], (await readOf('rs-16', 'strongest', 1)).read.sensor)).rejects.toThrow(
      /rs.pcap holds no lidar packets/,
    );
  });
});

describe('other packets of the maker are named, not read', () => {
  const of = (...first: number[]): Uint8Array => {
    const packet = new Uint8Array(1248);
    packet.set(first);
    return packet;
  };
  const rs32 = of(0x55, 0xaa, 0x05, 0x0a, 0x5a, 0xa5, 0x50, 0xa0);
  rs32[30] = 2;
  it.each([
    ['RoboSense RS-LiDAR-32', rs32],
    ['RoboSense RS-LiDAR', of(0x55, 0xaa, 0x05, 0x0a, 0x5a, 0xa5, 0x50, 0xa0)],
    ['RoboSense RS-Helios or RS-Ruby of another layout', of(0x55, 0xaa, 0x05, 0x5a)],
    ['RoboSense', of(0xa5, 0xff, 0x00, 0x5a, 0x11, 0x11, 0x55, 0x55)],
  ])('%s', async (product, packet) => {
    const source = memorySource('rs.pcap', pcapOf([packet, packet], { port: 6699 }));
    await expect(recogniseCapture(source, SILENT_CONTEXT)).rejects.toThrow(
      `rs.pcap holds packets of a ${product} (2 of 1248 bytes to port 6699), which are not read`,
    );
  });

  it('the bound of the ranges stands for both', () => {
    expect(instrumentRangeOf('RoboSense RS-LiDAR-16')).toMatchObject({ rangeBias: 0.03, beams: 16 });
    expect(instrumentRangeOf('RoboSense RS-Helios')).toMatchObject({ rangeBias: 0.03, beams: 32 });
  });
});
