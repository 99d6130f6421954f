import { describe, expect, it } from 'vitest';
import { shallowRef } from 'vue';
import type { DriveMeasures } from '../../src-core/tunnel/volume/measure-drive.ts';
import { useShownProfile } from '../../src-renderer/stores/measures/shown-profile.ts';

const METRES = 20;
const PLAIN = { frame: 'local', counting: 'from the portal' };

/** Profiles every metre of a straight drive, each at its place, with the chainage that it is given. */
function measuresOf(
  chainageAt: (metre: number) => number,
  placeOf = (metre: number) => [metre, 0, 0],
): DriveMeasures {
  const profiles = Array.from({ length: METRES + 1 }, (_, metre) => ({
    chainage: chainageAt(metre),
    origin: placeOf(metre),
  }));
  profiles.sort((a, b) => a.chainage - b.chainage);
  return { profiles } as unknown as DriveMeasures;
}

function shownAt(chainage: number) {
  const shown = useShownProfile(shallowRef<DriveMeasures | null>(null));
  shown.take(
    measuresOf((metre) => metre),
    PLAIN,
  );
  shown.selectAt(chainage);
  return shown;
}

describe('the profile that is shown', () => {
  const measured = (...chainages: number[]) =>
    ({ profiles: chainages.map((chainage) => ({ chainage })) }) as unknown as DriveMeasures;

  it('is the middle one at first, and stays where it was chosen when all is measured anew', () => {
    const shown = useShownProfile(shallowRef<DriveMeasures | null>(null));
    shown.take(measured(0, 5, 10, 15, 20), PLAIN);
    expect(shown.profile.value?.chainage).toBe(10);
    shown.selectAt(14);
    shown.take(measured(0, 2, 4, 6, 8, 10, 12, 14, 16), PLAIN);
    expect(shown.profile.value?.chainage).toBe(14);
    shown.forget();
    expect(shown.profile.value).toBeNull();
    shown.take(measured(0, 5, 10, 15, 20), PLAIN);
    expect(shown.profile.value?.chainage).toBe(15);
  });

  it('goes no farther than the first and the last', () => {
    const shown = useShownProfile(shallowRef<DriveMeasures | null>(null));
    shown.take(measured(1, 2, 3), PLAIN);
    shown.selectNext(9);
    expect(shown.profile.value?.chainage).toBe(3);
    shown.selectNext(-9);
    expect(shown.profile.value?.chainage).toBe(1);
  });

  it.each([
    ['from 100 on', (metre: number) => 100 + metre, 104],
    ['from the other end', (metre: number) => METRES - metre, 16],
    ['from the other end, so that its old number is in the drive too', (metre: number) => 24 - metre, 20],
  ])('stays at its place where chainages are counted %s', (_, chainageAt, expected) => {
    const shown = shownAt(4);
    shown.take(measuresOf(chainageAt), { ...PLAIN, counting: 'otherwise' });
    expect(shown.profile.value).toMatchObject({ chainage: expected, origin: [4, 0, 0] });
  });

  it('stays at its chainage where the map is placed elsewhere, and where the drive goes on', () => {
    const shown = shownAt(4);
    const onGrid = (metre: number): number[] => [335_100 - metre, 8_671_200, 3850];
    shown.take(
      measuresOf((metre) => metre, onGrid),
      { ...PLAIN, frame: 'mine-grid' },
    );
    expect(shown.profile.value?.chainage).toBe(4);
    shown.take(
      measuresOf((metre) => metre / 2, onGrid),
      { ...PLAIN, frame: 'mine-grid' },
    );
    expect(shown.profile.value?.chainage).toBe(4);
  });
});
