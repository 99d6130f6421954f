import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { crc64 } from '../../src-core/io/bytes/crc64.ts';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { newCaptureHealth } from '../../src-core/io/capture/capture-health.ts';
import { inspectCapture } from '../../src-core/io/capture/inspect-capture.ts';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import { readDatagrams } from '../../src-core/io/capture/pcap/datagrams.ts';
import { parseSender } from '../../src-core/io/capture/sender.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { concat, ethernet, ipv4, ipv4Fragments, ipv6, pcap, pcapngBlocks, udp } from './frame-builders.ts';
import {
  acceleratedImuPacket,
  crc64Of,
  imuPacket,
  lidarPacket,
  metadataOf,
  rotation,
  stampOf,
  zonePacket,
} from './packet-builders.ts';
import { importAll, pcapOf } from './reading.ts';

const NEW = { profile: 'RNG19_RFL8_SIG16_NIR16', slots: 16 } as const;
const METADATA = metadataOf(16, {
  data_format: { udp_profile_lidar: NEW.profile, pixels_per_column: 16 },
});
const words = (health: { warnings: { message: string }[] }) => health.warnings.map(({ message }) => message);

describe('accelerated IMU packets', () => {
  const reading = (i: number) => ({
    stampNs: stampOf(1, 0) + BigInt(i) * 1_250_000n,
    accel: [0.5, -i, 9.80665],
    gyro: [0.25 * i, 0, -0.5],
  });

  it('give a reading each, in m/s^2 and rad/s, with its stamp; invalid ones are left out', async () => {
    const readings = Array.from({ length: 8 }, (_, i) => ({ ...reading(i), valid: i !== 3 }));
    const frames = [...rotation({ ...NEW, frameId: 1 }), acceleratedImuPacket(readings)];
    const { imu, health } = await importAll([pcapOf(frames)], METADATA);
    expect(health).toMatchObject({ imuPackets: 1, lidarPackets: 64, warnings: [] });
    expect(imu.map(({ stampNs }) => stampNs)).toEqual(
      readings.filter(({ valid }) => valid).map(({ stampNs }) => stampNs),
    );
    const [, second] = imu;
    expect(second.accel.map(Math.fround)).toEqual([0.5, -1, 9.80665].map(Math.fround));
    expect(second.gyro).toEqual([0.25, 0, -0.5]);
  });

  it('of another start of the sensor are left out', async () => {
    const metadata = metadataOf(16, {
      initialization_id: 5,
      data_format: { udp_profile_lidar: NEW.profile, pixels_per_column: 16 },
    });
    const frames = [
      ...rotation({ ...NEW, frameId: 1, initId: 5 }),
      acceleratedImuPacket([reading(0)], { initId: 5 }),
      acceleratedImuPacket([reading(1)], { initId: 6 }),
    ];
    const { imu, health } = await importAll([pcapOf(frames)], metadata);
    expect(imu).toHaveLength(1);
    expect(health.foreignPackets).toBe(1);
  });
});

describe('packets on zones', () => {
  it('are counted and not used', async () => {
    const frames = [zonePacket(), ...rotation({ ...NEW, frameId: 1 }), zonePacket()];
    const { scans, health } = await importAll([pcapOf(frames)], METADATA);
    expect(scans).toHaveLength(1);
    expect(health.zonePackets).toBe(2);
    expect(health.otherPackets.size).toBe(0);
    const summary = await inspectCapture(memorySource('a.pcap', pcapOf(frames)));
    expect(summary.streams.map(({ kind, count }) => [kind, count])).toEqual([
      ['lidar', 64],
      ['zone', 2],
    ]);
  });
});

describe('what packets say of the heat of the sensor', () => {
  it('is warned of, with the time', async () => {
    const frames = [1, 2, 3].flatMap((frameId) =>
      rotation({ ...NEW, frameId, shotLimiting: frameId === 2 ? 4 : 0, shutdown: frameId === 3 ? 1 : 0 }),
    );
    const { health } = await importAll([pcapOf(frames)], METADATA);
    expect(words(health)).toEqual([
      expect.stringMatching(/took back the power of its laser by up to 30 %, from 0\.1 s to 0\.2 s after/),
      expect.stringMatching(/switch itself off because of heat, from 0\.2 s to 0\.3 s after/),
    ]);
    const summary = await inspectCapture(memorySource('a.pcap', pcapOf(frames)));
    expect(words(summary.health)).toEqual(words(health));
  });

  it('is not warned of where limiting is only near', async () => {
    const { health } = await importAll([pcapOf(rotation({ ...NEW, frameId: 1, shotLimiting: 1 }))], METADATA);
    expect(health.warnings).toEqual([]);
  });
});

describe('the check sum of newer packets', () => {
  it('seed 7: is the CRC-64 of every length, as computed bit by bit', () => {
    const random = seededRandom(7);
    const bytes = Uint8Array.from({ length: 300 }, () => random.below(256));
    for (let length = 0; length < 40; length++) {
      const [low, high] = crc64(new DataView(bytes.buffer, length, length * 5), length * 5);
      expect((BigInt(high) << 32n) | BigInt(low)).toBe(crc64Of(bytes.subarray(length, length * 6)));
    }
  });

  const drive = () => [1, 2, 3].flatMap((frameId) => rotation({ ...NEW, frameId, checked: true }));

  it.each([
    ['the first packet', 0],
    ['a later packet', 100],
  ])('leaves out %s with a flipped bit, and says so', async (_, at) => {
    const frames = drive();
    frames[at][500] ^= 4;
    const { health, scans } = await importAll([pcapOf(frames)], METADATA);
    expect(health).toMatchObject({ damagedPackets: 1, lidarPackets: 191, missingColumns: 16 });
    expect(scans).toHaveLength(3);
    expect(words(health)).toEqual([
      expect.stringContaining('1 packet whose check sum does not match its bytes'),
    ]);
  });

  it('finds a packet that no longer looks like one', async () => {
    const frames = drive();
    frames[70][32 + 8] ^= 1;
    frames[71][0] ^= 2;
    const { health } = await importAll([pcapOf(frames)], METADATA);
    expect(health).toMatchObject({ damagedPackets: 2, lidarPackets: 190 });
  });

  it.each([
    ['none', 0n],
    ['something else (firmware 2.3)', 0xdeadbeef0000c0den],
  ])('is not asked of a sensor that sends %s', async (_, footer) => {
    const frames = [1, 2].flatMap((frameId) => rotation({ ...NEW, frameId }));
    for (const frame of frames) new DataView(frame.buffer).setBigUint64(frame.length - 8, footer, true);
    const { health } = await importAll([pcapOf(frames)], METADATA);
    expect(health).toMatchObject({ damagedPackets: 0, lidarPackets: 128, warnings: [] });
  });
});

describe('the check sum of UDP', () => {
  const addresses = [192, 168, 1, 9, 192, 168, 1, 2];
  const addressesV6 = [9, 2].flatMap((last) => [0xfe, 0x80, ...new Array<number>(13).fill(0), last]);
  const packets = [1, 2].flatMap((frameId) => rotation({ frameId }));
  const flipped = (frame: Uint8Array) => {
    frame[frame.length - 700] ^= 32;
    return frame;
  };

  it.each([
    ['IPv4', (p: Uint8Array) => ethernet(ipv4(udp(p, { sumOver: addresses })))],
    ['IPv6', (p: Uint8Array) => ethernet(ipv6(udp(p, { sumOver: addressesV6 })), { type: 0x86dd })],
    [
      'IPv4, an odd length',
      (p: Uint8Array) => ethernet(ipv4(udp(p.subarray(0, 3391), { sumOver: addresses }))),
    ],
  ])('drops a damaged datagram (%s)', async (_, wrap) => {
    const frames = packets.map(wrap);
    flipped(frames[40]);
    let all = 0;
    const counters = newCaptureHealth();
    for await (const _ of readDatagrams(memorySource('a.pcap', pcap(frames)), counters)) all++;
    expect(all).toBe(127);
    expect(counters.damagedPackets).toBe(1);
  });

  it('drops a damaged fragment`s datagram', async () => {
    const frames = packets.flatMap((packet, i) =>
      ipv4Fragments(udp(packet, { sumOver: addresses }), i).map((part) => ethernet(part)),
    );
    flipped(frames[100]);
    const { health } = await importAll([pcap(frames)]);
    expect(health).toMatchObject({ damagedPackets: 1, lidarPackets: 127 });
    expect(words(health)).toEqual([expect.stringContaining('1 packet whose check sum')]);
  });

  it('is not believed where the recorder sent the packets itself: its card had yet to fill it in', async () => {
    const frames = packets.map((p) => ethernet(ipv4(udp(p, { sumOver: addresses, pseudo: true }))));
    const { health } = await importAll([pcap(frames)]);
    expect(health).toMatchObject({ damagedPackets: 0, lidarPackets: 128 });
    expect(words(health)).toEqual([expect.stringContaining('check sums in file0.pcap are wrong throughout')]);
  });

  it('says nothing of the answers of the machine that records, which its card has yet to fill in', async () => {
    const own = { sumOver: addresses, pseudo: true, port: 53 };
    const frames = packets.flatMap((p, i) => [
      ethernet(ipv4(udp(p, { sumOver: addresses }))),
      ...(i % 2 === 0 ? [ethernet(ipv4(udp(new Uint8Array(40), own)))] : []),
    ]);
    const { health } = await importAll([pcap(frames)]);
    expect(health).toMatchObject({ damagedPackets: 0, lidarPackets: 128, warnings: [] });
  });

  it('counts 37 of two rotations, spread over them, and says how many', async () => {
    const frames = packets.map((p) => ethernet(ipv4(udp(p, { sumOver: addresses }))));
    for (let i = 0; i < 37; i++) flipped(frames[3 * i + 1]);
    const { health, scans } = await importAll([pcap(frames)]);
    expect(health).toMatchObject({ damagedPackets: 37, lidarPackets: 91, missingColumns: 37 * 16 });
    expect(scans).toHaveLength(2);
    expect(words(health)).toContainEqual(
      expect.stringMatching(/^37 packets whose check sum does not match their bytes were left out/),
    );
  });
});

describe('stray bits', () => {
  const slotOfBeam = Array.from({ length: 16 }, (_, i) => 4 * i + 3);
  const first = { slots: 64, slotOfBeam };
  const metadata = metadataOf(16, {
    beam_altitude_angles: Array.from({ length: 64 }, (_, i) => (i % 4 === 3 ? 16 - i / 2 : 0)),
    beam_azimuth_angles: Array.from({ length: 64 }, (_, i) => (i % 4 === 3 ? -3.1 : 0)),
  });

  it('in an unused channel do not make a capture unreadable', async () => {
    const frames = [1, 2].flatMap((frameId) => rotation({ ...first, frameId }));
    frames[4][16] ^= 16;
    const { scans, sensor } = await importAll([pcapOf(frames)], metadata);
    expect(scans).toHaveLength(2);
    expect([...sensor.slotOfBeam!]).toEqual(slotOfBeam);
    expect(sensor.assumptions.map(({ message }) => message)).toEqual([
      'file0.pcap has single values in 1 channel without a beam: bits that were damaged on their way; they were left out.',
    ]);
    expect((await inspectCapture(memorySource('a.pcap', pcapOf(frames)))).usedChannels).toBe(16);
  });

  it('seed 11: in 2 % of the packets, anywhere in their channels', async () => {
    const random = seededRandom(11);
    const frames = [1, 2, 3, 4].flatMap((frameId) => rotation({ ...first, frameId }));
    for (const frame of frames)
      if (random.uniform() < 0.02) {
        const column = random.below(16);
        frame[788 * column + 16 + random.below(768)] ^= 1 << random.below(8);
      }
    const { scans, sensor } = await importAll([pcapOf(frames)], metadata);
    expect(scans).toHaveLength(4);
    expect([...sensor.slotOfBeam!]).toEqual(slotOfBeam);
  });
});

describe('fragments', () => {
  it('are not joined with one of an earlier time and the same identification', async () => {
    const { section, interface: described, enhanced } = pcapngBlocks();
    const [stray] = ipv4Fragments(udp(lidarPacket({ frameId: 1, firstId: 0 })), 17);
    const parts = rotation({ frameId: 9 }).flatMap((packet, i) => ipv4Fragments(udp(packet), i));
    const at = 88_000_000;
    const file = concat([
      section(),
      described(1),
      enhanced(0, 0, ethernet(stray)),
      ...parts.map((part, i) => enhanced(0, at + 100 * i, ethernet(part))),
    ]);
    const { scans, health } = await importAll([file]);
    expect(health).toMatchObject({ incompleteDatagrams: 1, lidarPackets: 64, missingColumns: 0 });
    expect(scans[0].columnValid.every((valid) => valid === 1)).toBe(true);
  });
});

describe('several sensors in one capture', () => {
  const from = (source: number[], payloads: Uint8Array[], port = 7502) =>
    payloads.map((payload) => ethernet(ipv4(udp(payload, { port }), { source })));
  const interleaved = (a: Uint8Array[], b: Uint8Array[]) => a.flatMap((frame, i) => [frame, b[i]]);
  const imu = (stamp: bigint) => imuPacket(stamp, [0, 0, 1]);
  const file = pcap([
    ...interleaved(
      from([10, 0, 0, 1], rotation({ ...NEW, frameId: 1, serial: 111_111_111 })),
      from([10, 0, 0, 2], rotation({ ...NEW, frameId: 200, serial: 222_222_222 }), 7504),
    ),
    ...from([10, 0, 0, 1], [imu(stampOf(1, 500))], 7503),
    ...from([10, 0, 0, 2], [imu(stampOf(200, 500)), imu(stampOf(200, 600))], 7503),
  ]);
  const open = (text: string) =>
    openCapture([memorySource('two.pcap', file)], parseSensorMetadata(METADATA, 'metadata.json'), undefined, {
      chosen: parseSender(text),
      refuseSeveral: true,
    });

  it.each(['10.0.0.2', '10.0.0.2:7504', ':7504', '222222222'])('are read one by one: %s', async (text) => {
    const { items, health } = await open(text);
    const frames: number[] = [];
    for await (const item of items) if (item.kind === 'scan') frames.push(item.scan.frameId);
    expect(frames).toEqual([200]);
    expect(health).toMatchObject({ lidarPackets: 64, imuPackets: 2 });
    expect(words(health).some((word) => word.includes('more than one sender'))).toBe(false);
  });

  it('are read from the first with a warning where nothing asks', async () => {
    const { scans, health } = await importAll([file], METADATA);
    expect(scans.map(({ frameId }) => frameId)).toEqual([1]);
    expect(words(health).join()).toContain('more than one sender or port');
  });

  it.each([
    ['fe80::1', { address: 'fe80::1', port: null }],
    ['[FE80::1]:7502', { address: 'fe80::1', port: 7502 }],
    ['992000000001', { serial: '992000000001', address: null }],
  ])('are named by %s', (text, expected) => {
    expect(parseSender(text)).toMatchObject(expected);
  });

  it.each([
    [[0xfe80, 0, 0, 0, 0, 0, 0, 9], 'fe80::9'],
    [[0x2001, 0xdb8, 0, 0, 1, 0, 0, 1], '2001:db8::1:0:0:1'],
    [[0, 0, 0, 0, 0, 0, 0, 0], '::'],
    [[1, 2, 3, 4, 5, 6, 7, 8], '1:2:3:4:5:6:7:8'],
    [[0x10, 0, 0, 0, 0, 0, 0, 0x10], '10::10'],
  ])('have addresses of IPv6 written shortly: %j', async (groups, expected) => {
    const packet = ipv6(udp(Uint8Array.of(1, 2)));
    for (const [i, group] of groups.entries()) packet.set([group >> 8, group & 255], 8 + 2 * i);
    const addresses: (string | undefined)[] = [];
    const source = memorySource('a.pcap', pcap([ethernet(packet, { type: 0x86dd })]));
    for await (const { address } of readDatagrams(source)) addresses.push(address);
    expect(addresses).toEqual([expected]);
  });
});

describe('azimuth windows', () => {
  it.each([
    ['inside', [256, 767], (id: number) => id >= 256 && id <= 767],
    ['over zero', [768, 255], (id: number) => id >= 768 || id <= 255],
    ['one that begins within a packet', [250, 600], (id: number) => id >= 250 && id <= 600],
  ] as const)('%s: columns outside are blank and none is missed', async (_, window, isIn) => {
    const frames = [1, 2, 3].flatMap((frameId) =>
      Array.from({ length: 64 }, (_, packet) => {
        const ids = Array.from({ length: 16 }, (_, i) => 16 * packet + i);
        if (!ids.some(isIn)) return null;
        const invalid = ids.flatMap((id, i) => (isIn(id) ? [] : [i]));
        const bytes = lidarPacket({ ...NEW, frameId, firstId: 16 * packet, invalid });
        // Some firmware leaves the whole of a blank column zero.
        for (const i of invalid) bytes.fill(0, 32 + 204 * i, 32 + 204 * (i + 1));
        return bytes;
      }).filter((bytes) => bytes !== null),
    );
    const metadata = metadataOf(16, {
      data_format: { udp_profile_lidar: NEW.profile, pixels_per_column: 16, column_window: window },
    });
    const { scans, health } = await importAll([pcapOf(frames)], metadata);
    expect(scans).toHaveLength(3);
    expect(health).toMatchObject({ missingColumns: 0, invalidColumns: 0, warnings: [] });
    for (const scan of scans)
      expect([...scan.columnValid]).toEqual(Array.from({ length: 1024 }, (_, id) => (isIn(id) ? 1 : 0)));
  });
});
