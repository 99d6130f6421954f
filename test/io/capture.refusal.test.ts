import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { concat, ethernet, ipv4, ipv4Fragments, pcap, pcapngBlocks, udp } from './frame-builders.ts';
import { imuPacket, metadataOf, rotation } from './packet-builders.ts';
import { importAll, pcapOf } from './reading.ts';

async function refusal(files: Uint8Array[], metadata = metadataOf(16)): Promise<SocavonError> {
  try {
    await importAll(
      files.map((file, i) => memorySource(i === 0 ? 'drive.pcap' : `drive${i}.pcap`, file)),
      metadata,
    );
  } catch (error) {
    expect(error).toBeInstanceOf(SocavonError);
    return error as SocavonError;
  }
  throw new Error('was not refused');
}

describe('a truncated capture', () => {
  const packets = [1, 2, 3].flatMap((frameId) => rotation({ frameId }));
  const whole = pcapOf(packets);
  const record = 16 + 14 + 20 + 8 + 3392;
  const at = (records: number, more: number) => 24 + records * record + more;

  it.each([
    ['inside a record header', 5],
    ['at the end of a record header', 16],
    ['inside the Ethernet header', 20],
    ['inside the IP header', 40],
    ['inside the UDP header', 55],
    ['inside the first column', 70],
    ['before the last byte', record - 1],
  ])('%s gives everything before it, and says so', async (_, more) => {
    const cut = at(150, more);
    const { scans, health } = await importAll([memorySource('drive.pcap', whole.subarray(0, cut))]);
    expect(scans.map(({ frameId }) => frameId)).toEqual([1, 2, 3]);
    expect(health).toMatchObject({
      lidarPackets: 150,
      truncatedBytes: more,
      missingColumns: (192 - 150) * 16,
    });
    expect(health.warnings.map(({ message }) => message)).toEqual([
      `drive.pcap is cut: the recording or the copy broke off; what follows byte ${at(150, 0)} (${more} bytes) is not a whole record and was left out, everything before it is used.`,
    ]);
  });

  it('names the byte of the cut in a file longer than what is held of it', async () => {
    const long = pcapOf(Array.from({ length: 40 }, (_, i) => rotation({ frameId: i })).flat());
    expect(long.length).toBeGreaterThan(8e6);
    const { health } = await importAll([memorySource('drive.pcap', long.subarray(0, at(2500, 9)))]);
    expect(health.truncatedBytes).toBe(9);
    expect(health.warnings[0].message).toContain(`what follows byte ${at(2500, 0)} (9 bytes)`);
  });

  it('between two records is only an incomplete scan', async () => {
    const { health } = await importAll([whole.subarray(0, at(150, 0))]);
    expect(health).toMatchObject({ truncatedBytes: 0, warnings: [], incompleteScans: 1 });
  });

  it('a damaged record length ends the reading there', async () => {
    const damaged = whole.slice();
    new DataView(damaged.buffer).setUint32(at(100, 8), 0x7fffffff, true);
    const { scans, health } = await importAll([memorySource('drive.pcap', damaged)]);
    expect(scans).toHaveLength(2);
    expect(health.truncatedBytes).toBe(whole.length - at(100, 0));
    expect(health.warnings[0].message).toContain(
      `the record at byte ${at(100, 0)} claims a frame of 2147483647 bytes`,
    );
  });

  it('a damaged pcapng block ends the reading there', async () => {
    const { section, interface: described, enhanced } = pcapngBlocks();
    const blocks = packets.map((packet, i) => enhanced(0, i, ethernet(ipv4(udp(packet)))));
    const head = concat([section(), described(1)]);
    const file = concat([head, ...blocks]);
    const damagedAt = head.length + 70 * blocks[0].length;
    file[damagedAt + blocks[0].length - 4] ^= 1;
    const { health } = await importAll([memorySource('drive.pcapng', file)]);
    expect(health.lidarPackets).toBe(70);
    expect(health.warnings[0].message).toContain(
      `the pcapng block at byte ${damagedAt} gives two different lengths`,
    );
  });

  it('a cut donut file', async () => {
    const file = concat(packets).subarray(0, 100 * 3392 + 1000);
    const { scans, health } = await importAll([memorySource('drive.bin', file)]);
    expect(scans).toHaveLength(2);
    expect(health).toMatchObject({ lidarPackets: 100, truncatedBytes: 1000 });
  });

  it('is refused where no scan comes before the cut', async () => {
    const error = await refusal([whole.subarray(0, at(0, 100))]);
    expect(error.code).toBe('capture-truncated');
    expect(error.message).toBe(
      'drive.pcap is cut before the end of its first rotation (100 bytes at its end are no whole record): copy the capture again from the recorder.',
    );
  });

  it('is refused where it ends in the file header', async () => {
    const error = await refusal([whole.subarray(0, 20)]);
    expect(error.code).toBe('capture-truncated');
    expect(error.message).toBe(
      'drive.pcap ends inside the pcap file header (20 of 24 bytes): nothing was recorded or the copy broke off; copy it again.',
    );
  });

  it('is refused where its gzip gives nothing', async () => {
    const error = await refusal([gzipSync(whole).subarray(0, 12)]);
    expect(error.code).toBe('capture-truncated');
    expect(error.message).toMatch(
      /^drive\.pcap holds nothing readable, its gzip data breaks off or is damaged before byte 12 of 12/,
    );
  });
});

describe('a capture without lidar packets', () => {
  it('names the ports and sizes that it holds', async () => {
    const frames = [
      ...Array.from({ length: 5 }, () => udp(new Uint8Array(1206), { port: 2368 })),
      udp(new Uint8Array(512), { port: 8308 }),
      ...Array.from({ length: 3 }, (_, i) => udp(imuPacket(BigInt(i + 1) * 1_000_000n), { port: 7503 })),
    ].map((datagram) => ethernet(ipv4(datagram)));
    const error = await refusal([pcap(frames)]);
    expect(error.code).toBe('capture-empty');
    expect(error.message).toBe(
      "drive.pcap holds no lidar packets; it holds 5 packets of 1206 bytes to port 2368, 1 packet of 512 bytes to port 8308, 3 packets of an IMU: check that the recording included the sensor's lidar port (7502).",
    );
  });

  it('says what it holds, also where the recorder was stopped within its last record', async () => {
    const imu = [1, 2, 3].map((i) => ethernet(ipv4(udp(imuPacket(BigInt(i) * 1_000_000n), { port: 7503 }))));
    const file = pcap(imu);
    const error = await refusal([file.subarray(0, file.length - 7)]);
    expect(error.code).toBe('capture-empty');
    expect(error.message).toContain('it holds 2 packets of an IMU: check that the recording included');
  });

  it('says where nothing at all is inside', async () => {
    expect((await refusal([pcap([])])).message).toContain('it holds no UDP packets at all');
    const empty = await refusal([new Uint8Array(0)]);
    expect(empty.code).toBe('capture-empty');
    expect(empty.message).toBe('drive.pcap is empty (0 bytes): copy it again from the recorder.');
  });

  it('says where the recorder cut every packet, or lost a fragment of each', async () => {
    const packets = rotation({ frameId: 1 }).map((packet) => ethernet(ipv4(udp(packet))));
    const snapped = await refusal([pcap(packets.map((frame) => frame.subarray(0, 262)))]);
    expect(snapped.message).toContain('64 datagrams that lack a fragment or were cut by the recorder');
    const halves = rotation({ frameId: 1 }).map((packet, i) => ethernet(ipv4Fragments(udp(packet), i)[0]));
    expect((await refusal([pcap(halves)])).message).toContain('64 datagrams that lack a fragment');
  });

  it('says where the sensor was still starting', async () => {
    const invalid = Array.from({ length: 16 }, (_, i) => i);
    const error = await refusal([pcapOf(rotation({ frameId: 1, invalid }))]);
    expect(error.code).toBe('capture-empty');
    expect(error.message).toBe(
      'The 64 lidar packets of drive.pcap hold no valid column: the sensor was still starting; record again once it runs.',
    );
  });

  it('says where the file is something else', async () => {
    const error = await refusal([new TextEncoder().encode('ply\nformat ascii 1.0\n')]);
    expect(error.code).toBe('capture-format');
    expect(error.message).toBe(
      'drive.pcap is a point cloud (PLY), not a capture of a sensor: it has no scans to align, but it can be measured as it is; import it as a cloud.',
    );
  });
});

describe('metadata that does not fit the packets', () => {
  it('another number of beams: sizes expected and seen', async () => {
    const error = await refusal([pcapOf(rotation({ slots: 128, frameId: 1 }))]);
    expect(error.code).toBe('metadata-mismatch');
    expect(error.message).toBe(
      'The metadata does not fit the packets of drive.pcap: lidar packets of 3392 bytes (LEGACY of 16 channels) or 12608 bytes (LEGACY of 64 channels) were expected, found were 64 of 24896 bytes (LEGACY of 128 channels); give the metadata of the sensor and mode that made this capture.',
    );
  });

  it('another packet profile', async () => {
    const file = pcapOf(rotation({ profile: 'RNG19_RFL8_SIG16_NIR16_DUAL', slots: 32, frameId: 1 }));
    const error = await refusal([file], metadataOf(32));
    expect(error.code).toBe('metadata-mismatch');
    expect(error.message).toContain(
      'found were 64 of 8448 bytes (RNG19_RFL8_SIG16_NIR16_DUAL of 32 channels, RNG15_RFL8_NIR8 of 128 channels, RNG15_RFL8_NIR8_DUAL of 64 channels)',
    );
  });

  it('a sensor of 64 beams read as one of 16', async () => {
    const error = await refusal([pcapOf(rotation({ slots: 64, frameId: 1 }))]);
    expect(error.code).toBe('metadata-mismatch');
    expect(error.message).toBe(
      'The packets of drive.pcap carry data in 64 channels, the metadata describes 16 beams (OS-1-16): give the metadata of the sensor that made this capture.',
    );
  });

  it.each([
    ['more', 2048, 2047],
    ['fewer', 512, 511],
  ])('a mode of %s columns', async (_, columns, highest) => {
    const packets = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((frameId) => rotation({ frameId }, columns));
    const error = await refusal([pcapOf(packets)]);
    expect(error.code).toBe('metadata-mismatch');
    expect(error.message).toBe(
      `The packets of drive.pcap number their columns up to ${highest}, the metadata says 1024 columns a rotation (mode 1024x10): give the metadata of the mode that this capture was made in.`,
    );
  });

  it('another start of the sensor, in every packet', async () => {
    const profile = 'RNG15_RFL8_NIR8';
    const packets = rotation({ profile, frameId: 1, initId: 5, serial: 992_000_000_001 });
    const metadata = metadataOf(16, { initialization_id: 7, data_format: { udp_profile_lidar: profile } });
    const error = await refusal([pcapOf(packets)], metadata);
    expect(error.code).toBe('metadata-mismatch');
    expect(error.message).toBe(
      'None of the 64 lidar packets of drive.pcap belongs to the metadata: they carry initialisation id 5 and serial number 992000000001, the metadata 7 and 992000000001, another start of the same sensor; give the metadata that was saved with this capture.',
    );
  });
});
