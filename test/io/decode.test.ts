import { describe, expect, it } from 'vitest';
import type { Scan } from '../../src-core/model/scan.ts';
import { metadataOf, PROFILES, type Profile, pixelOf, rotation, stampOf } from './packet-builders.ts';
import { importAll, pcapOf } from './reading.ts';

function profileMetadata(profile: Profile, beams: number): string {
  return metadataOf(beams, { data_format: { udp_profile_lidar: profile, pixels_per_column: beams } });
}

const eighth = (value: number) => 8 * Math.floor(value / 8);

/** What of a written pixel each profile can say. */
function saidBy(profile: Profile, pixel: ReturnType<typeof pixelOf>) {
  const isLow = profile.includes('RNG15');
  const isDual = profile.includes('DUAL') || profile === 'FIVE_WORD_PIXEL';
  const hasNearIr = profile === 'FIVE_WORD_PIXEL' || profile === 'LEGACY' || profile.includes('NIR');
  return {
    rangeMm: pixel.rangeMm,
    reflectivity: pixel.reflectivity,
    signal: isLow ? 0 : pixel.signal,
    nearIr: hasNearIr ? pixel.nearIr : 0,
    second: isDual
      ? {
          rangeMm: isLow ? eighth(pixel.range2) : pixel.range2,
          reflectivity: pixel.reflectivity2,
          signal: isLow ? 0 : pixel.signal2,
        }
      : undefined,
  };
}

/** Every pixel of a scan against what the packet builder wrote. */
function expectPixels(scan: Scan, profile: Profile): void {
  let wrong = 0;
  for (let beam = 0; beam < scan.beams; beam++) {
    for (let id = 0; id < scan.columns; id++) {
      const pixel = beam * scan.columns + id;
      const expected = saidBy(profile, pixelOf(beam, id, scan.frameId));
      if (scan.rangeMm[pixel] !== expected.rangeMm) wrong++;
      if (scan.reflectivity[pixel] !== expected.reflectivity) wrong++;
      if (scan.signal[pixel] !== expected.signal) wrong++;
      if (scan.nearIr[pixel] !== expected.nearIr) wrong++;
      if (scan.second?.rangeMm[pixel] !== expected.second?.rangeMm) wrong++;
      if (scan.second?.reflectivity[pixel] !== expected.second?.reflectivity) wrong++;
      if (scan.second?.signal[pixel] !== expected.second?.signal) wrong++;
    }
  }
  expect(wrong).toBe(0);
  scan.stampNs.forEach((stamp, id) => {
    expect(stamp).toBe(stampOf(scan.frameId, id, scan.columns));
  });
  expect(scan.columnValid.every((flag) => flag === 1)).toBe(true);
}

describe('lidar packets decode to what was written', () => {
  for (const profile of PROFILES) {
    it.each([16, 32, 64, 128])(`${profile}, %d channels`, async (beams) => {
      const packets = rotation({ profile, slots: beams, frameId: 5 });
      const { scans } = await importAll([pcapOf(packets)], profileMetadata(profile, beams));
      expect(scans).toHaveLength(1);
      expectPixels(scans[0], profile);
    });
  }

  it.each(['RNG15_RFL8_NIR8_DUAL', 'RNG19_RFL8_SIG16_NIR16'] as const)(
    '%s under the header of functional safety, which newer metadata states apart',
    async (profile) => {
      const packets = rotation({
        profile,
        slots: 32,
        frameId: 70_000,
        initId: 0x123456,
        serial: 7,
        fusa: true,
      });
      const metadata = metadataOf(32, {
        initialization_id: 0x123456,
        data_format: { udp_profile_lidar: profile, pixels_per_column: 32, header_type: 'FUSA' },
      });
      const { scans, health } = await importAll([pcapOf(packets)], metadata);
      expect(scans).toHaveLength(1);
      expect(scans[0].frameId).toBe(70_000 & 0xffff);
      expect(health).toMatchObject({ lidarPackets: 64, foreignPackets: 0, warnings: [] });
    },
  );

  it.each([512, 2048, 4096])('%d columns a rotation', async (columns) => {
    const packets = rotation({ frameId: 9 }, columns);
    const { scans } = await importAll([pcapOf(packets)], metadataOf(16, { lidar_mode: `${columns}x10` }));
    expect(scans).toHaveLength(1);
    expectPixels(scans[0], 'LEGACY');
  });
});
