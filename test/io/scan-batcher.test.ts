import { describe, expect, it } from 'vitest';
import { newCaptureHealth } from '../../src-core/io/capture/capture-health.ts';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import { fitSensor } from '../../src-core/io/capture/ouster/fit-sensor.ts';
import { ScanBatcher } from '../../src-core/io/capture/ouster/scan-batcher.ts';
import { layoutsOf } from '../../src-core/io/capture/packet-layouts.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import {
  lidarPacket,
  metadataOf,
  PROFILES,
  type Profile,
  pixelOf,
  rotation,
  stampOf,
} from './packet-builders.ts';

const SEED = 77;

function batch(packets: Uint8Array[], metadata = metadataOf(16)) {
  const health = newCaptureHealth();
  const model = parseSensorMetadata(metadata, 'metadata.json');
  const { sensor, layout } = fitSensor(model, layoutsOf(model)[0], new Uint32Array(16), 'test');
  const batcher = new ScanBatcher(sensor, layout, health);
  const scans = packets.flatMap((packet) => batcher.add(packet));
  scans.push(...batcher.end());
  return { scans, health, strays: batcher.strays };
}

/** A packet with another frame id in its header, or in each column of a legacy one. */
function renumbered(packet: Uint8Array, frameId: number, profile: Profile = 'LEGACY'): Uint8Array {
  const bytes = packet.slice();
  const view = new DataView(bytes.buffer);
  const columnBytes = bytes.length / 16;
  if (profile === 'FUSA_RNG15_RFL8_NIR8_DUAL') view.setUint32(4, frameId, true);
  else if (profile !== 'LEGACY') view.setUint16(2, frameId, true);
  else for (let i = 0; i < 16; i++) view.setUint16(i * columnBytes + 10, frameId, true);
  return bytes;
}

function frames(ids: number[]): Uint8Array[] {
  return ids.flatMap((frameId) => rotation({ frameId }));
}

/** Each pixel is what was sent, or zero in a column that is not valid. */
function expectOwnPixels(scan: Scan): void {
  let wrong = 0;
  for (let id = 0; id < scan.columns; id++) {
    const valid = scan.columnValid[id] === 1;
    if (scan.stampNs[id] !== (valid ? stampOf(scan.frameId, id) : 0n)) wrong++;
    for (let beam = 0; beam < scan.beams; beam++) {
      const pixel = beam * scan.columns + id;
      if (scan.rangeMm[pixel] !== (valid ? pixelOf(beam, id, scan.frameId).rangeMm : 0)) wrong++;
    }
  }
  expect(wrong).toBe(0);
}

const ids = (scans: Scan[]) => scans.map(({ frameId }) => frameId);
const columns = (scan: Scan) => scan.columnValid.reduce((sum, flag) => sum + flag, 0);

describe(`cutting scans (seed ${SEED})`, () => {
  it('cuts by frame id', () => {
    const { scans, health } = batch(frames([7, 8, 9]));
    expect(ids(scans)).toEqual([7, 8, 9]);
    scans.forEach(expectOwnPixels);
    expect(health).toMatchObject({
      scans: 3,
      incompleteScans: 0,
      missingColumns: 0,
      invalidColumns: 0,
      repeatedPackets: 0,
      reorderedPackets: 0,
      firstStampNs: stampOf(7, 0),
      lastStampNs: stampOf(9, 1023),
    });
  });

  it('goes on across the wrap of the frame id', () => {
    // The wrap is one of the id only: the clock goes on.
    const wrapped = rotation({ frameId: 0, stampShiftNs: 65_536n * 100_000_000n });
    const { scans, health } = batch([...frames([65_534, 65_535]), ...wrapped]);
    expect(ids(scans)).toEqual([65_534, 65_535, 0]);
    expect(health).toMatchObject({ incompleteScans: 0, reorderedPackets: 0 });
  });

  it('starts and ends in the middle of a rotation', () => {
    const packets = frames([1, 2, 3]);
    const { scans, health } = batch(packets.slice(40, -10));
    expect(ids(scans)).toEqual([1, 2, 3]);
    expect(scans.map(columns)).toEqual([24 * 16, 1024, 54 * 16]);
    scans.forEach(expectOwnPixels);
    expect(health).toMatchObject({ incompleteScans: 2, missingColumns: 50 * 16 });
  });

  it('knows the columns of lost packets', () => {
    const packets = frames([1, 2, 3]).filter((_, i) => i % 7 !== 3);
    const { scans, health } = batch(packets);
    expect(ids(scans)).toEqual([1, 2, 3]);
    scans.forEach(expectOwnPixels);
    const lost = 3 * 64 - packets.length;
    expect(health).toMatchObject({ missingColumns: 16 * lost, incompleteScans: 3, reorderedPackets: 0 });
  });

  it('survives whole lost rotations', () => {
    const { scans, health } = batch(frames([1, 2, 40, 41]));
    expect(ids(scans)).toEqual([1, 2, 40, 41]);
    expect(health.incompleteScans).toBe(0);
  });

  it('counts repeated packets, at once and much later', () => {
    const packets = frames([1, 2, 3]);
    packets.splice(50, 0, packets[49]);
    packets.splice(70, 0, packets[3]);
    packets.splice(120, 0, packets[119], packets[119]);
    const { scans, health } = batch(packets);
    expect(ids(scans)).toEqual([1, 2, 3]);
    scans.forEach(expectOwnPixels);
    expect(health).toMatchObject({ repeatedPackets: 4, reorderedPackets: 0, missingColumns: 0 });
  });

  it('puts late packets of the rotation before into their place', () => {
    const packets = frames([1, 2, 3]);
    const [late] = packets.splice(60, 1);
    packets.splice(90, 0, late);
    const { scans, health } = batch(packets);
    expect(ids(scans)).toEqual([1, 2, 3]);
    scans.forEach(expectOwnPixels);
    expect(health).toMatchObject({ reorderedPackets: 1, repeatedPackets: 0, missingColumns: 0 });
  });

  it('takes stragglers of a rotation whose successor came first', () => {
    const packets = frames([1, 2]);
    const order = [packets[64], packets[62], packets[65], packets[63], ...packets.slice(66)];
    const { scans, health } = batch(order);
    expect(ids(scans)).toEqual([1, 2]);
    expect(scans.map(columns)).toEqual([32, 1024]);
    expect(health).toMatchObject({ reorderedPackets: 2 });
  });

  it('gives up a packet that comes two rotations late, without another scan of it', () => {
    const packets = frames([1, 2, 3, 4]);
    const [late] = packets.splice(10, 1);
    packets.splice(64 + 64 + 20, 0, late);
    const { scans, health } = batch(packets);
    expect(ids(scans)).toEqual([1, 2, 3, 4]);
    expect(health).toMatchObject({ reorderedPackets: 1, missingColumns: 16 });
  });

  it('takes any shuffle within half a rotation', () => {
    const random = seededRandom(SEED);
    for (let round = 0; round < 20; round++) {
      const order = frames([65_535, 0, 1, 2]).map((packet, i) => {
        // Frame 65535 stands before 0 on the wire; its clock must too.
        if (i < 64)
          packet = lidarPacket({ frameId: 65_535, firstId: 16 * i, stampShiftNs: -6_553_600_000_000n });
        return { packet, at: i + random.uniform() * 32 };
      });
      order.sort((a, b) => a.at - b.at);
      const { scans, health } = batch(order.map(({ packet }) => packet));
      expect(ids(scans)).toEqual([65_535, 0, 1, 2]);
      expect(health).toMatchObject({ missingColumns: 0, repeatedPackets: 0 });
      expect(health.reorderedPackets).toBeGreaterThan(0);
      scans.slice(1).forEach(expectOwnPixels);
    }
  });

  it('knows columns that the sensor itself calls invalid', () => {
    const packets = rotation({ frameId: 1 });
    packets[5] = lidarPacket({ frameId: 1, firstId: 80, invalid: [0, 1, 15] });
    const { scans, health } = batch(packets);
    expect(columns(scans[0])).toBe(1021);
    expectOwnPixels(scans[0]);
    expect(health).toMatchObject({ invalidColumns: 3, missingColumns: 0, incompleteScans: 0 });
  });

  it('leaves out a rotation without a valid column', () => {
    const all = Array.from({ length: 16 }, (_, i) => i);
    const dark = rotation({ frameId: 1, invalid: all });
    const { scans, health } = batch([...dark, ...rotation({ frameId: 2 })]);
    expect(ids(scans)).toEqual([2]);
    expect(health.scans).toBe(1);
  });

  it.each([
    ['in the middle', 256, 511],
    ['across the zero', 768, 255],
  ])('counts missing columns inside an azimuth window %s only', (_, from, to) => {
    const inside = (id: number) => (from <= to ? id >= from && id <= to : id >= from || id <= to);
    const packets = rotation({ frameId: 1 }).filter((_, i) => inside(16 * i));
    packets.splice(3, 1);
    const { scans, health } = batch(packets, metadataOf(16, { data_format: { column_window: [from, to] } }));
    expect(ids(scans)).toEqual([1]);
    expect(health).toMatchObject({ missingColumns: 16, incompleteScans: 1 });
  });

  it('tells a restarted sensor from a late packet', () => {
    const restarted = rotation({ frameId: 0, stampShiftNs: -90_000_000_000n });
    const { scans, health } = batch([...frames([4, 5]), ...restarted]);
    expect(ids(scans)).toEqual([4, 5, 0]);
    expect(health).toMatchObject({ reorderedPackets: 0, incompleteScans: 0 });
  });

  it('tells two rotations with the same frame id apart by their clock', () => {
    const again = rotation({ frameId: 5, stampShiftNs: 700_000_000_000n });
    const { scans, health } = batch([...frames([5]), ...again]);
    expect(ids(scans)).toEqual([5, 5]);
    expect(health).toMatchObject({ repeatedPackets: 0, incompleteScans: 0 });
  });
});

describe(`packets with a frame number of their own (seed ${SEED})`, () => {
  it('20 of them in 15 rotations leave 15 scans, whatever their numbers', () => {
    const random = seededRandom(SEED);
    for (let round = 0; round < 30; round++) {
      const packets = frames(Array.from({ length: 15 }, (_, i) => 100 + i));
      const at = new Set<number>();
      while (at.size < 20) at.add(Math.floor(random.uniform() * packets.length));
      const isBitFlip = round % 2 === 0;
      for (const i of at) {
        const own = 100 + Math.floor(i / 64);
        const bit = 1 << Math.floor(random.uniform() * 16);
        const number = isBitFlip ? own ^ bit : Math.floor(random.uniform() * 65_536);
        if (number !== own) packets[i] = renumbered(packets[i], number);
      }
      const { scans, health } = batch(packets);
      expect(ids(scans)).toEqual(Array.from({ length: 15 }, (_, i) => 100 + i));
      scans.forEach(expectOwnPixels);
      expect(health.missingColumns).toBe(16 * 20);
    }
  });

  it.each([
    ['in the middle', 64 + 30, 900],
    ['with the number of the rotation before', 64 + 30, 1],
    ['with the number of the next rotation', 64 + 30, 3],
    ['as the first packet of all', 0, 900],
    ['as the first packet of a rotation', 64, 900],
    ['as the last packet of a rotation', 127, 900],
    ['as the last packet of all', 191, 900],
    ['with the number of a rotation that was given up', 170, 1],
  ])('one %s is left out and counted', (_, at, number) => {
    const packets = frames([1, 2, 3]);
    packets[at] = renumbered(packets[at], number);
    const { scans, health, strays } = batch(packets);
    expect(ids(scans)).toEqual([1, 2, 3]);
    scans.forEach(expectOwnPixels);
    expect(strays).toBe(1);
    expect(health).toMatchObject({ missingColumns: 16, incompleteScans: 1, repeatedPackets: 0 });
  });

  it.each(PROFILES)('%s: one is left out', (profile) => {
    const packets = [1, 2, 3].flatMap((frameId) => rotation({ frameId, profile }));
    packets[90] = renumbered(packets[90], 900, profile);
    const metadata = metadataOf(16, {
      data_format: { udp_profile_lidar: profile, columns_per_packet: 16 },
    });
    const { scans, strays } = batch(packets, metadata);
    expect(ids(scans)).toEqual([1, 2, 3]);
    expect(scans.map(columns)).toEqual([1024, 1008, 1024]);
    expect(strays).toBe(1);
  });

  it('across the wrap of the number', () => {
    const wrapped = [0, 1].flatMap((frameId) => rotation({ frameId, stampShiftNs: 65_536n * 100_000_000n }));
    const packets = [...frames([65_534, 65_535]), ...wrapped];
    for (const at of [63, 64, 100, 127, 128, 129, 200]) {
      const stray = [...packets];
      stray[at] = renumbered(stray[at], 700);
      const { scans, strays } = batch(stray);
      expect(ids(scans)).toEqual([65_534, 65_535, 0, 1]);
      expect(strays).toBe(1);
    }
  });

  it('two in a row are a restart, of which no packet is lost', () => {
    const restarted = rotation({ frameId: 700, stampShiftNs: -150_000_000_000n });
    const { scans, health, strays } = batch([...frames([4, 5]), ...restarted]);
    expect(ids(scans)).toEqual([4, 5, 700]);
    expect(scans.map(columns)).toEqual([1024, 1024, 1024]);
    expect(strays).toBe(0);
    expect(health.missingColumns).toBe(0);
  });

  it('a window of one packet a rotation goes on after a restart', () => {
    const one = (frameId: number, stampShiftNs = 0n) => lidarPacket({ frameId, firstId: 512, stampShiftNs });
    const packets = [
      ...[50, 51, 52].map((frameId) => one(frameId)),
      ...[0, 1, 2, 3].map((frameId) => one(frameId, -50_000_000_000n)),
    ];
    const { scans, strays } = batch(packets, metadataOf(16, { data_format: { column_window: [512, 527] } }));
    expect(ids(scans)).toEqual([50, 51, 52, 0, 1, 2, 3]);
    expect(strays).toBe(0);
  });
});
