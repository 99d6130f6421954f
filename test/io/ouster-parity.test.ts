import { describe, expect } from 'vitest';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { inspectCapture } from '../../src-core/io/capture/inspect-capture.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { it, tiered } from '../support/tier.ts';
import { osfFile } from './osf-writer.ts';
import {
  acceleratedImuPacket,
  metadataOf,
  PROFILES,
  type Profile,
  rotation,
  stampOf,
  zonePacket,
} from './packet-builders.ts';
import { importAll, pcapOf } from './reading.ts';

const BEAMS = 16;
const metadata = (profile: Profile) =>
  metadataOf(BEAMS, { data_format: { udp_profile_lidar: profile, pixels_per_column: BEAMS } });
const packets = (profile: Profile) =>
  [1, 2, 3].flatMap((frameId) => rotation({ profile, slots: BEAMS, frameId, checked: profile !== 'LEGACY' }));

describe('one drive in every profile', () => {
  it('has the same ranges, stamps and columns, also through OSF', async () => {
    const reference = (await importAll([pcapOf(packets('LEGACY'))], metadata('LEGACY'))).scans;
    expect(reference).toHaveLength(3);
    for (const profile of PROFILES) {
      const { scans } = await importAll([pcapOf(packets(profile))], metadata(profile));
      const file = osfFile([{ metadata: metadata(profile), scans }], {
        shifts: (await importAll([pcapOf(packets(profile))], metadata(profile))).sensor.pixelShiftByRow,
      });
      const through = (await importAll([memorySource('drive.osf', file)], metadata(profile))).scans;
      for (const result of [scans, through])
        expect(
          result.map(({ rangeMm, stampNs, columnValid }) => ({ rangeMm, stampNs, columnValid })),
        ).toEqual(reference.map(({ rangeMm, stampNs, columnValid }) => ({ rangeMm, stampNs, columnValid })));
    }
  });
});

const MUTATED = ['RNG19_RFL8_SIG16_NIR16_DUAL', 'FUSA_RNG15_RFL8_NIR8_DUAL', 'LEGACY'] as const;

describe('mutated captures', () => {
  const reading = { stampNs: stampOf(1, 9), accel: [0, 0, 9.8], gyro: [0, 0, 0] };
  it.each(tiered(MUTATED, ['LEGACY']))(
    'seed 21, %s: a sentence, or no more scans than were written',
    async (profile) => {
      const random = seededRandom(21);
      const whole = pcapOf([
        zonePacket(),
        ...rotation({ profile, slots: BEAMS, frameId: 1, checked: profile !== 'LEGACY' }),
        acceleratedImuPacket([reading, reading]),
        ...rotation({ profile, slots: BEAMS, frameId: 2, checked: profile !== 'LEGACY' }),
      ]);
      for (let i = 0; i < 80; i++) {
        const file = whole.slice(0, random.below(4) === 0 ? random.below(whole.length) : whole.length);
        for (let k = random.below(20); k > 0 && file.length > 0; k--)
          file[random.below(file.length)] = random.below(256);
        const outcome = await importAll([file], metadata(profile)).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(SocavonError);
        // A damaged frame id makes a rotation of its own.
        else expect((outcome as { scans: unknown[] }).scans.length).toBeLessThanOrEqual(2 + 20);
        const failure = await inspectCapture(memorySource('a.pcap', file)).catch((error: unknown) => error);
        if (failure instanceof Error) expect(failure).toBeInstanceOf(SocavonError);
      }
    },
  );
});
