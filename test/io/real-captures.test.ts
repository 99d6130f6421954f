import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Scan } from '../../src-core/model/scan.ts';
import { type Imported, importAll } from './reading.ts';
import { SHARED_DATA, WHY_SKIPPED } from './shared-data.ts';

const read = (...path: string[]) => readFileSync(join(SHARED_DATA!, ...path));
const text = (...path: string[]) => read(...path).toString('utf8');

function load(capture: string, metadata: string): Promise<Imported> {
  return importAll([read('ouster', capture)], text('ouster', metadata));
}

function md5(field: ArrayBufferView): string {
  return createHash('md5')
    .update(new Uint8Array(field.buffer, field.byteOffset, field.byteLength))
    .digest('hex');
}

/** Share of pixels with a return; median of their range and of the step to the next column, in metres. */
function returns({ rangeMm }: Scan): { share: number; median: number; step: number } {
  const hits = rangeMm.filter((range) => range > 0).sort();
  const steps: number[] = [];
  for (let i = 1; i < rangeMm.length; i++) {
    if (rangeMm[i] > 0 && rangeMm[i - 1] > 0) steps.push(Math.abs(rangeMm[i] - rangeMm[i - 1]));
  }
  steps.sort((a, b) => a - b);
  return {
    share: hits.length / rangeMm.length,
    median: hits[hits.length >> 1] / 1000,
    step: steps[steps.length >> 1] / 1000,
  };
}

describe('decoded fields have the digests of the maker`s own decoder', () => {
  it.skipIf(SHARED_DATA === null)(`OS-2-32, legacy packets${WHY_SKIPPED}`, async () => {
    const name = 'OS-2-32-U0_v2.0.0_1024x10';
    const { scans, health } = await load(`${name}.pcap`, `${name}.json`);
    const [digest] = JSON.parse(text('ouster', `${name}_digest.json`)).scans;
    expect(scans).toHaveLength(1);
    const [scan] = scans;
    expect(String(scan.frameId)).toBe(digest.FRAME_ID);
    expect(md5(scan.rangeMm)).toBe(digest.RANGE);
    expect(md5(scan.signal)).toBe(digest.SIGNAL);
    expect(md5(scan.nearIr)).toBe(digest.NEAR_IR);
    expect(md5(scan.stampNs)).toBe(digest.TIMESTAMP);
    // The maker's present decoder keeps the low byte; this firmware sends 16 bits, and they are used.
    expect(md5(Uint8Array.from(scan.reflectivity))).toBe(digest.REFLECTIVITY);
    expect(scan.reflectivity.some((value) => value > 255)).toBe(true);
    expect(health).toMatchObject({ lidarPackets: 64, missingColumns: 0, warnings: [] });
  });

  it.skipIf(SHARED_DATA === null)(`OS-0-32, dual returns${WHY_SKIPPED}`, async () => {
    const name = 'OS-0-32-U1_v2.2.0_1024x10';
    const { scans, imu } = await load(`${name}.pcap`, `${name}.json`);
    const [digest] = JSON.parse(text('ouster', `${name}_digest.json`)).scans;
    expect(scans).toHaveLength(1);
    const [scan] = scans;
    expect(String(scan.frameId)).toBe(digest.FRAME_ID);
    expect(md5(scan.rangeMm)).toBe(digest.RANGE);
    expect(md5(scan.signal)).toBe(digest.SIGNAL);
    expect(md5(scan.nearIr)).toBe(digest.NEAR_IR);
    expect(md5(scan.stampNs)).toBe(digest.TIMESTAMP);
    expect(md5(scan.second!.rangeMm)).toBe(digest.RANGE2);
    expect(md5(scan.second!.signal)).toBe(digest.SIGNAL2);
    // The maker keeps this profile's reflectivity in 8 bits.
    expect(md5(Uint8Array.from(scan.reflectivity))).toBe(digest.REFLECTIVITY);
    expect(md5(Uint8Array.from(scan.second!.reflectivity))).toBe(digest.REFLECTIVITY2);
    expect(imu).toHaveLength(10);
  });
});

describe('real captures decode to plausible scans', () => {
  it.skipIf(SHARED_DATA === null)(`OS-1-64, firmware 2.0, reduced metadata${WHY_SKIPPED}`, async () => {
    const { scans, imu, sensor, health } = await load(
      'OS-1-64_1024x10_fw20.pcap',
      'OS-1-64_sensor_config_reduced.json',
    );
    expect(scans).toHaveLength(1);
    expect(imu).toHaveLength(11);
    expect(sensor).toMatchObject({ beams: 64, packetSlots: 64 });
    expect(health).toMatchObject({ missingColumns: 0, invalidColumns: 0 });
    const { share, median, step } = returns(scans[0]);
    expect(share).toBeGreaterThan(0.2);
    expect(median).toBeGreaterThan(0.5);
    expect(median).toBeLessThan(30);
    expect(step).toBeLessThan(0.1);
    for (const { accel, gyro } of imu) {
      expect(Math.hypot(...accel)).toBeGreaterThan(9);
      expect(Math.hypot(...accel)).toBeLessThan(10.6);
      expect(Math.hypot(...gyro)).toBeLessThan(0.2);
    }
  });

  it.skipIf(SHARED_DATA === null)(`OS-1-128, low data rate${WHY_SKIPPED}`, async () => {
    const { scans, imu, health } = await load(
      'OS-1-128_v2.3.0_1024x10_lb_n3.pcap',
      'OS-1-128_v2.3.0_1024x10.json',
    );
    expect(scans).toHaveLength(3);
    expect(imu).toHaveLength(30);
    expect(health).toMatchObject({ missingColumns: 0, invalidColumns: 0, foreignPackets: 0 });
    for (const scan of scans) {
      const { share, median, step } = returns(scan);
      expect(share).toBeGreaterThan(0.3);
      expect(median).toBeGreaterThan(1);
      expect(median).toBeLessThan(60);
      expect(step).toBeLessThan(0.1);
      expect(scan.rangeMm.every((range) => range % 8 === 0)).toBe(true);
    }
  });

  it.skipIf(SHARED_DATA === null)(`the simulated drift, gzip, IMU at 100 Hz${WHY_SKIPPED}`, async () => {
    const { scans, imu, kinds, health } = await importAll(
      [read('drift', 'capture.pcap.gz')],
      text('drift', 'metadata.json'),
    );
    expect(scans).toHaveLength(352);
    expect(imu).toHaveLength(3520);
    expect(health).toMatchObject({
      lidarPackets: 352 * 64,
      missingColumns: 0,
      truncatedBytes: 0,
      warnings: [],
    });
    // Each scan comes right after the readings up to its last column.
    expect(kinds.indexOf('scan')).toBeGreaterThan(5);
    let next = 0;
    let at = 0;
    for (const kind of kinds) {
      if (kind === 'imu') at++;
      else {
        const end = scans[next++].stampNs[1023];
        expect(imu[at - 1].stampNs <= end).toBe(true);
        expect(at === imu.length || imu[at].stampNs > end).toBe(true);
      }
    }
    // Still for the first 1.5 s.
    const still = imu.filter(({ stampNs }) => stampNs < 101_400_000_000n);
    const up = still.reduce((sum, { accel }) => sum + accel[2], 0) / still.length;
    expect(up).toBeGreaterThan(9.6);
    expect(up).toBeLessThan(10);
  });
});
