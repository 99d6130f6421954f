import { describe, expect, it } from 'vitest';
import type { Scan } from '../../src-core/model/scan.ts';
import { metadataOf, type Profile, pixelOf, rotation, stampOf } from './packet-builders.ts';
import { importAll, pcapOf } from './reading.ts';

function profileMetadata(profile: Profile, beams: number): string {
  return metadataOf(beams, { data_format: { udp_profile_lidar: profile, pixels_per_column: beams } });
}

/** Every pixel of a scan against what the packet builder wrote. */
function expectPixels(scan: Scan, profile: Profile): void {
  const hasSignal = profile !== 'RNG15_RFL8_NIR8';
  let wrong = 0;
  for (let beam = 0; beam < scan.beams; beam++) {
    for (let id = 0; id < scan.columns; id++) {
      const pixel = beam * scan.columns + id;
      const expected = pixelOf(beam, id, scan.frameId);
      if (scan.rangeMm[pixel] !== expected.rangeMm) wrong++;
      if (scan.reflectivity[pixel] !== expected.reflectivity) wrong++;
      if (scan.signal[pixel] !== (hasSignal ? expected.signal : 0)) wrong++;
      if (scan.nearIr[pixel] !== expected.nearIr) wrong++;
      if (scan.second && scan.second.rangeMm[pixel] !== expected.range2) wrong++;
      if (scan.second && scan.second.reflectivity[pixel] !== expected.reflectivity2) wrong++;
      if (scan.second && scan.second.signal[pixel] !== expected.signal2) wrong++;
    }
  }
  expect(wrong).toBe(0);
  scan.stampNs.forEach((stamp, id) => {
    expect(stamp).toBe(stampOf(scan.frameId, id, scan.columns));
  });
  expect(scan.columnValid.every((flag) => flag === 1)).toBe(true);
}

describe('lidar packets decode to what was written', () => {
  const profiles: Profile[] = [
    'LEGACY',
    'RNG19_RFL8_SIG16_NIR16',
    'RNG19_RFL8_SIG16_NIR16_DUAL',
    'RNG15_RFL8_NIR8',
  ];
  for (const profile of profiles) {
    it.each([16, 32, 64, 128])(`${profile}, %d channels`, async (beams) => {
      const packets = rotation({ profile, slots: beams, frameId: 5 });
      const { scans } = await importAll([pcapOf(packets)], profileMetadata(profile, beams));
      expect(scans).toHaveLength(1);
      expect(scans[0].second !== undefined).toBe(profile === 'RNG19_RFL8_SIG16_NIR16_DUAL');
      expectPixels(scans[0], profile);
    });
  }

  it.each([512, 2048, 4096])('%d columns a rotation', async (columns) => {
    const packets = rotation({ frameId: 9 }, columns);
    const { scans } = await importAll([pcapOf(packets)], metadataOf(16, { lidar_mode: `${columns}x10` }));
    expect(scans).toHaveLength(1);
    expectPixels(scans[0], 'LEGACY');
  });
});
