import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import { OS1_16_DEFAULT } from '../../src-core/io/capture/nominal-sensors.ts';
import type { ProgressEvent } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import { concat, ethernet, ipv4, ipv4Fragments, pcap, pcapngBlocks, udp } from './frame-builders.ts';
import { imuPacket, metadataOf, pixelOf, rotation, stampOf } from './packet-builders.ts';
import { importAll, pcapOf } from './reading.ts';

/** Slots of a first-generation OS1-16. */
const slotsFrom = (rest: number) => Array.from({ length: 16 }, (_, i) => 4 * i + rest);

function firstGeneration(frameId: number, rest: number): Uint8Array[] {
  return rotation({ slots: 64, slotOfBeam: slotsFrom(rest), frameId });
}

function expectRanges(scan: Scan): void {
  let wrong = 0;
  for (let beam = 0; beam < scan.beams; beam++) {
    for (let id = 0; id < scan.columns; id++) {
      if (scan.rangeMm[beam * scan.columns + id] !== pixelOf(beam, id, scan.frameId).rangeMm) wrong++;
    }
  }
  expect(wrong).toBe(0);
}

/** 64 angles, all given, as firmware 1.12 writes them. */
const TABLE_OF_64 = Array.from({ length: 64 }, (_, slot) => 16.5 - slot / 2);
const LISTS_ALL = metadataOf(16, {
  prod_line: 'OS-1-16-A0',
  beam_altitude_angles: TABLE_OF_64,
  beam_azimuth_angles: TABLE_OF_64.map((_, slot) => [3.1, 1, -1, -3.1][slot % 4]),
});
const LISTS_ZEROS = metadataOf(16, {
  prod_line: 'OS-1-16-A0',
  beam_altitude_angles: TABLE_OF_64.map((angle, slot) => (slot % 4 === 3 ? angle : 0)),
  beam_azimuth_angles: TABLE_OF_64.map((_, slot) => (slot % 4 === 3 ? -3.1 : 0)),
});

describe('a first-generation OS1-16', () => {
  it.each([0, 1, 2, 3])('in 64 slots, of which the packets tell that %d + 4i are used', async (rest) => {
    const { scans, sensor } = await importAll([pcapOf(firstGeneration(3, rest))], LISTS_ALL);
    expect([...sensor.slotOfBeam!]).toEqual(slotsFrom(rest));
    expect([...sensor.beamAltitudeDeg]).toEqual(slotsFrom(rest).map((slot) => TABLE_OF_64[slot]));
    expect(sensor.beamAzimuthDeg).toHaveLength(16);
    expect(sensor.pixelShiftByRow).toHaveLength(16);
    expect(sensor.assumptions).toEqual([]);
    expectRanges(scans[0]);
  });

  it('without metadata: the nominal sensor', async () => {
    const { scans, sensor } = await importAll([pcapOf(firstGeneration(3, 2))], OS1_16_DEFAULT);
    expect([...sensor.slotOfBeam!]).toEqual(slotsFrom(2));
    expect(sensor.beamAltitudeDeg[0]).toBeCloseTo(16.611 - (2 * 33.222) / 63, 9);
    expectRanges(scans[0]);
  });

  it('16 angles, 64 slots', async () => {
    const { scans, sensor } = await importAll([pcapOf(firstGeneration(3, 1))], metadataOf(16));
    expect(sensor).toMatchObject({ packetSlots: 64, assumptions: [] });
    expect([...sensor.slotOfBeam!]).toEqual(slotsFrom(1));
    expectRanges(scans[0]);
  });

  it('the beam table names the slots, the packets agree', async () => {
    const { scans, sensor } = await importAll([pcapOf(firstGeneration(3, 3))], LISTS_ZEROS);
    expect([...sensor.slotOfBeam!]).toEqual(slotsFrom(3));
    expect(sensor.assumptions).toEqual([]);
    expectRanges(scans[0]);
  });

  it('the beam table names other slots than the packets use: the packets are believed', async () => {
    const { scans, sensor } = await importAll([pcapOf(firstGeneration(3, 2))], LISTS_ZEROS);
    expect([...sensor.slotOfBeam!]).toEqual(slotsFrom(2));
    expect(sensor.assumptions).toHaveLength(1);
    expect(sensor.assumptions[0].message).toMatch(
      /not those of the beam table; the packets were believed\.$/,
    );
    expectRanges(scans[0]);
  });

  it('the same metadata with packets of 16 slots', async () => {
    const packets = rotation({ frameId: 3 });
    const zeros = await importAll([pcapOf(packets)], LISTS_ZEROS);
    expect(zeros.sensor).toMatchObject({ packetSlots: 16, assumptions: [] });
    expectRanges(zeros.scans[0]);
    const all = await importAll([pcapOf(packets)], LISTS_ALL);
    expect([...all.sensor.beamAltitudeDeg]).toEqual(slotsFrom(3).map((slot) => TABLE_OF_64[slot]));
    expect(all.sensor.assumptions).toHaveLength(1);
    expect(all.sensor.assumptions[0].message).toContain('the packets do not tell which apply');
    expectRanges(all.scans[0]);
  });

  it('some beams see nothing at first: the others tell the pattern', async () => {
    const some = rotation({ slots: 64, slotOfBeam: slotsFrom(2).slice(0, 5), frameId: 3 });
    const { sensor } = await importAll([pcapOf(some)], LISTS_ALL);
    expect([...sensor.slotOfBeam!]).toEqual(slotsFrom(2));
    expect(sensor.assumptions[0].message).toMatch(/^Only 5 of 16 beams gave data/);
  });
});

describe('containers give the same scans', () => {
  const packets = [...firstGeneration(3, 3), ...firstGeneration(4, 3)];
  const plain = pcapOf(packets);
  const fragments = pcap(
    packets.flatMap((packet, i) => ipv4Fragments(udp(packet), i).map((ip) => ethernet(ip))),
  );
  const { section, interface: described, enhanced } = pcapngBlocks();
  const pcapng = concat([
    section(),
    described(1),
    ...packets.map((packet, i) => enhanced(0, i, ethernet(ipv4(udp(packet))))),
  ]);

  it.each([
    ['one frame a packet', [plain]],
    ['IP fragments', [fragments]],
    ['pcapng', [pcapng]],
    ['gzip', [gzipSync(plain)]],
    ['one donut file', [concat(packets)]],
    ['a donut file per rotation', [concat(packets.slice(0, 64)), concat(packets.slice(64))]],
    ['a donut file in gzip', [gzipSync(concat(packets))]],
    [
      'two captures, cut in the middle of a rotation',
      [pcapOf(packets.slice(0, 90)), pcapOf(packets.slice(90))],
    ],
  ])('%s', async (_, files) => {
    const { scans, health } = await importAll(files, LISTS_ALL);
    expect(scans.map(({ frameId }) => frameId)).toEqual([3, 4]);
    scans.forEach(expectRanges);
    expect(health).toMatchObject({ lidarPackets: 128, missingColumns: 0, warnings: [] });
  });

  it('the thesis donut has 806912 bytes; donuts of 16 slots are read too', async () => {
    expect(concat(packets.slice(0, 64))).toHaveLength(806_912);
    const small = concat(rotation({ frameId: 8 }));
    expect(small).toHaveLength(64 * 3392);
    const { scans } = await importAll([small]);
    scans.forEach(expectRanges);
  });

  it('a lost fragment loses its packet only', async () => {
    const frames = packets.flatMap((packet, i) => ipv4Fragments(udp(packet), i).map((ip) => ethernet(ip)));
    frames.splice(9 * 20 + 4, 1);
    const { scans, health } = await importAll([pcap(frames)], LISTS_ALL);
    expect(scans).toHaveLength(2);
    expect(scans[0].columnValid.slice(320, 336)).toEqual(new Uint8Array(16));
    expect(health).toMatchObject({ incompleteDatagrams: 1, missingColumns: 16, lidarPackets: 127 });
  });
});

describe('telling packets apart', () => {
  const lidar = rotation({ frameId: 1 });

  it('trusts size and build where the ports are not those of the metadata, and says so', async () => {
    const metadata = metadataOf(16, { udp_port_lidar: 55_426, udp_port_imu: 55_824 });
    const file = pcap([
      ...lidar.map((packet) => ethernet(ipv4(udp(packet)))),
      ethernet(ipv4(udp(imuPacket(stampOf(1, 500)), { port: 7503 }))),
    ]);
    const { scans, imu, health } = await importAll([file], metadata);
    expect(scans).toHaveLength(1);
    expect(imu).toHaveLength(1);
    expect(health.warnings.map(({ message }) => message)).toEqual([
      'The lidar packets go to port 7502, the metadata says 55426; they were told by size and build, so nothing is lost.',
    ]);
  });

  it('takes no 48-byte stranger (NTP) for an IMU, no 3392-byte stranger for a lidar', async () => {
    const ntp = new Uint8Array(48).fill(0);
    ntp.set([0x24, 2, 3, 0xe9, 0, 0, 1, 2, 0, 0, 3, 4, 10, 0, 0, 1, 0xe8, 0x12, 0x34, 0x56, 1, 2, 3, 4]);
    const stranger = Uint8Array.from({ length: 3392 }, (_, i) => (i * 37) & 255);
    const { scans, imu, health } = await importAll([
      pcap([ntp, stranger, ...lidar].map((payload) => ethernet(ipv4(udp(payload, { port: 9000 }))))),
    ]);
    expect(scans).toHaveLength(1);
    expect(imu).toEqual([]);
    expect([...health.otherPackets]).toEqual([
      ['9000:48', 1],
      ['9000:3392', 1],
    ]);
  });

  it('does not mix a second sensor of the same kind into the scans', async () => {
    const other = rotation({ frameId: 1, stampShiftNs: 5n });
    const frames = lidar.flatMap((packet, i) => [
      ethernet(ipv4(udp(packet))),
      ethernet(ipv4(udp(other[i]), { source: [192, 168, 1, 77] })),
    ]);
    const { scans, health } = await importAll([pcap(frames)]);
    expect(scans).toHaveLength(1);
    expect(health).toMatchObject({ lidarPackets: 64, repeatedPackets: 0 });
    expect(health.otherPackets.get('7502:3392')).toBe(64);
    expect(health.warnings[0].message).toMatch(/^file0\.pcap holds lidar packets of more than one sender/);
  });

  it('counts packets of another start and leaves them out', async () => {
    const metadata = metadataOf(16, {
      initialization_id: 7,
      data_format: { udp_profile_lidar: 'RNG19_RFL8_SIG16_NIR16' },
    });
    const profile = 'RNG19_RFL8_SIG16_NIR16';
    const foreign = rotation({ profile, frameId: 9, initId: 6 });
    const own = rotation({ profile, frameId: 1, initId: 7 });
    const { scans, health } = await importAll([pcapOf([...foreign, ...own])], metadata);
    expect(scans.map(({ frameId }) => frameId)).toEqual([1]);
    expect(health).toMatchObject({ foreignPackets: 64, lidarPackets: 64 });
    expect(health.warnings[0].message).toMatch(/^64 lidar packets carry another initialisation id/);
    const without = await importAll(
      [pcapOf(foreign)],
      metadataOf(16, { data_format: { udp_profile_lidar: profile } }),
    );
    expect(without.scans).toHaveLength(1);
  });
});

describe('inertial readings', () => {
  it('are in m/s^2 and rad/s, and come before the scan that they belong to, in order', async () => {
    const stamps = [0, 300, 200, 600, 1000].map((id) => stampOf(1, id));
    const late = stampOf(2, 100);
    const imu = stamps.map((stamp) => imuPacket(stamp, [0.5, 0, -1], [0, 180, -90]));
    const first = rotation({ frameId: 1 });
    const payloads = [
      ...first.slice(0, 30),
      ...imu,
      ...first.slice(30),
      imuPacket(late),
      ...rotation({ frameId: 2 }),
    ];
    const { imu: read, kinds } = await importAll([pcapOf(payloads)]);
    expect(read.map(({ stampNs }) => stampNs)).toEqual([
      stamps[0],
      stamps[2],
      stamps[1],
      stamps[3],
      stamps[4],
      late,
    ]);
    expect(kinds).toEqual(['imu', 'imu', 'imu', 'imu', 'imu', 'scan', 'imu', 'scan']);
    expect(read[0].accel[0]).toBeCloseTo(4.903325, 9);
    expect(read[0].accel[2]).toBeCloseTo(-9.80665, 9);
    expect(read[0].gyro[1]).toBeCloseTo(Math.PI, 9);
    expect(read[0].gyro[2]).toBeCloseTo(-Math.PI / 2, 9);
  });
});

describe('long work', () => {
  const file = pcapOf([1, 2, 3, 4, 5, 6].flatMap((frameId) => rotation({ frameId })));
  const sensor = parseSensorMetadata(metadataOf(16), 'metadata.json');

  it('tells how far it is, over all files', async () => {
    const events: ProgressEvent[] = [];
    const context = { cancel: { cancelled: false }, emit: (event: ProgressEvent) => events.push(event) };
    const sources = [memorySource('a.pcap', file), memorySource('b.pcap', file)];
    const { items } = await openCapture(sources, sensor, context);
    for await (const _ of items);
    const done = events.map((event) => (event.kind === 'progress' ? event.done : -1));
    expect(done).toEqual([...done].sort((a, b) => a - b));
    expect(done.at(-1)).toBe(2 * file.length);
    expect(events[0]).toMatchObject({ stage: 'import', total: 2 * file.length, unit: 'bytes' });
  });

  it('stops when the person cancels', async () => {
    const cancel = { cancelled: false };
    const context = { cancel, emit: () => {} };
    const { items } = await openCapture([memorySource('a.pcap', file)], sensor, context);
    let scans = 0;
    const run = async () => {
      for await (const _ of items) {
        scans++;
        cancel.cancelled = true;
      }
    };
    await expect(run()).rejects.toBeInstanceOf(CancelledError);
    expect(scans).toBe(1);
  });
});
