import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { inspectCapture } from '../../src-core/io/capture/inspect-capture.ts';
import { parseSensorMetadata } from '../../src-core/io/capture/metadata.ts';
import { osfMetadata } from '../../src-core/io/capture/osf-capture.ts';
import { parseSender } from '../../src-core/io/capture/sender.ts';
import type { CaptureItem, Scan } from '../../src-core/model/scan.ts';
import { osfFile } from './osf-writer.ts';
import { metadataOf, type Profile, rotation, stampOf } from './packet-builders.ts';
import { importAll, pcapOf } from './reading.ts';

const metadata = (profile: Profile, beams: number, changes: Record<string, unknown> = {}) =>
  metadataOf(beams, {
    initialization_id: 9,
    data_format: { udp_profile_lidar: profile, pixels_per_column: beams },
    ...changes,
  });

/** The same drive as packets: scans, sensor. */
async function driveOf(profile: Profile, beams: number, frames = [1, 2, 3]) {
  const text = metadata(profile, beams);
  const packets = frames.flatMap((frameId) => rotation({ profile, slots: beams, frameId, initId: 9 }));
  packets.splice(70, 1); // a packet that was lost
  return { text, packets, ...(await importAll([pcapOf(packets)], text)) };
}

async function read(
  files: Uint8Array[],
  text: string,
): Promise<{ items: CaptureItem[]; scans: Scan[]; opened: Awaited<ReturnType<typeof openCapture>> }> {
  const opened = await openCapture(
    files.map((file, i) => memorySource(`drive${i}.osf`, file)),
    parseSensorMetadata(text, 'drive.osf'),
  );
  const items: CaptureItem[] = [];
  for await (const item of opened.items) items.push(item);
  return { items, opened, scans: items.flatMap((item) => (item.kind === 'scan' ? [item.scan] : [])) };
}

/** Every field; reflectivity has 8 bits in the format. */
function expectAlike(scans: readonly Scan[], expected: readonly Scan[]): void {
  expect(scans.map(({ frameId }) => frameId)).toEqual(expected.map(({ frameId }) => frameId));
  for (const [i, scan] of scans.entries()) {
    const { second, ...fields } = scan;
    const { second: expectedSecond, ...expectedFields } = expected[i];
    expect(fields).toEqual(expectedFields);
    expect(second).toEqual(expectedSecond);
  }
}

describe('an OSF file gives the scans of the packets that it was made of', () => {
  for (const encoding of ['png', 'zpng'] as const)
    it.each(['RNG19_RFL8_SIG16_NIR16', 'RNG15_RFL8_NIR8', 'RNG19_RFL8_SIG16_NIR16_DUAL'] as const)(
      `${encoding}, %s`,
      async (profile) => {
        const drive = await driveOf(profile, 32);
        const shifts = drive.sensor.pixelShiftByRow;
        expect(new Set(shifts).size).toBeGreaterThan(2);
        const { scans, opened } = await read(
          [osfFile([{ metadata: drive.text, scans: drive.scans }], { encoding, shifts })],
          drive.text,
        );
        expectAlike(scans, drive.scans);
        expect(opened.health).toMatchObject({
          scans: 3,
          missingColumns: 16,
          incompleteScans: 1,
          warnings: [],
        });
        expect(opened.health.lidarPackets).toBe(3 * 64);
        expect(opened.times.hostFrom).toBe(1_700_000_000);
        expect([...opened.sensor.slotOfBeam!]).toEqual([...drive.sensor.slotOfBeam!]);
      },
    );

  it('takes no JSON beside it, and is described by its index', async () => {
    const { text, scans } = await driveOf('RNG15_RFL8_NIR8', 16);
    const source = memorySource('drive.osf', osfFile([{ metadata: text, scans }]));
    expect(await osfMetadata(source, null)).toBe(text);
    const summary = await inspectCapture(source);
    expect(summary).toMatchObject({
      container: 'osf',
      identities: [{ serial: '992000000001', initId: 9 }],
      hostFrom: 1_700_000_000,
      hostTo: 1_700_000_000.2,
      health: { scans: 3, imuPackets: 0, firstStampNs: stampOf(1, 0) },
    });
    const uncounted = memorySource('a.osf', osfFile([{ metadata: text, scans }], { counted: false }));
    expect((await inspectCapture(uncounted)).health.scans).toBe(3);
  });

  it.each(['png', 'zpng'] as const)(
    'gives the readings of its inertial unit before the scan (%s)',
    async (encoding) => {
      const { text, scans } = await driveOf('RNG15_RFL8_NIR8', 16, [1, 2]);
      const imu = Array.from({ length: 8 }, (_, i) => ({
        stampNs: stampOf(1, 0) + BigInt(i) * 1_250_000n,
        accel: [0.5, -i, 9.75] as [number, number, number],
        gyro: [0.25 * i, 0, -0.5] as [number, number, number],
      }));
      const one = osfFile([{ metadata: text, scans: scans.slice(0, 1) }], { encoding, imu });
      const { items } = await read([one], text);
      expect(items.map(({ kind }) => kind)).toEqual([...new Array<string>(8).fill('imu'), 'scan']);
      expect(items.flatMap((item) => (item.kind === 'imu' ? [item.sample] : []))).toEqual(imu);
    },
  );

  it('reads one of several sensors, chosen by its serial number', async () => {
    const [a, b] = [
      await driveOf('RNG15_RFL8_NIR8', 16),
      await driveOf('RNG19_RFL8_SIG16_NIR16', 32, [50, 51]),
    ];
    const other = metadata('RNG19_RFL8_SIG16_NIR16', 32, { prod_sn: '992000000002' });
    const file = osfFile([
      { metadata: a.text, scans: a.scans },
      { metadata: other, scans: b.scans },
    ]);
    const text = await osfMetadata(memorySource('two.osf', file), parseSender('992000000002'));
    expect(text).toBe(other);
    const { scans } = await read([file], text);
    expect(scans.map(({ frameId, beams }) => [frameId, beams])).toEqual([
      [50, 32],
      [51, 32],
    ]);
  });

  it('leaves out a damaged chunk and says where', async () => {
    const { text, scans } = await driveOf('RNG15_RFL8_NIR8', 16);
    const file = osfFile([{ metadata: text, scans }], { perChunk: 1 });
    file[Math.floor(file.length / 2)] ^= 1;
    const result = await read([file], text);
    expect(result.scans).toHaveLength(2);
    expect(result.opened.health.damagedPackets).toBe(1);
    expect(result.opened.health.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^drive0\.osf: the chunk at byte \d+ is damaged/),
    ]);
  });
});
