import { expect } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import type { ConvergenceMap } from '../../src-core/model/convergence.ts';
import { convergence } from '../../src-core/tunnel/epochs/convergence.ts';
import type { RelativeUncertainty } from '../../src-core/tunnel/epochs/convergence-registration.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { describe, it, tiered } from '../support/tier.ts';
import { RADIUS } from './faces.ts';
import { axisAlong, NOISE, put, straight } from './solids.ts';

const SEED = 505;
const LINE = straight(0.05);
const LENGTH = 9;
const AXIS = axisAlong(LINE, 0, LENGTH, 0.5);
const TRUE_PLACE: RelativeUncertainty = () => [0, 0, 0];

interface Survey {
  readonly seed: number;
  /** Points per metre of drive: a sensor that passes at 1 m/s leaves some 20000. */
  readonly density?: number;
  /** Outward move by chainage and angle, m. */
  readonly moved?: (s: number, angle: number) => number;
  /** Where the map is displaced to by an error of its registration: along, left, up, m. */
  readonly shift?: readonly number[];
  /** Turns of the map about the axis, the level direction and the upright one through the middle, rad. */
  readonly turned?: readonly number[];
  readonly keep?: (s: number, angle: number) => boolean;
}

/** Rock with bumps of 1 m and 0.4 m, the same in every survey. */
function rock(s: number, angle: number): number {
  return (
    RADIUS + 0.08 * Math.sin(6.3 * s + 3 * angle) * Math.cos(2 * angle) + 0.03 * Math.sin(15 * s - 8 * angle)
  );
}

function survey({
  seed,
  density = 20000,
  moved,
  shift = [0, 0, 0],
  turned = [0, 0, 0],
  keep = () => true,
}: Survey): WallSurface {
  const random = seededRandom(seed);
  const count = density * LENGTH;
  const xyz = new Float32Array(3 * count);
  let n = 0;
  for (let i = 0; i < count; i++) {
    const s = LENGTH * random.uniform();
    const angle = 2 * Math.PI * random.uniform() - Math.PI;
    const r = rock(s, angle) + (moved?.(s, angle) ?? 0) + NOISE * random.normal();
    if (!keep(s, angle)) continue;
    const [ahead, left, up] = [s - LENGTH / 2, r * Math.cos(angle), r * Math.sin(angle)];
    const [roll, pitch, yaw] = turned;
    put(
      LINE,
      s + shift[0] + pitch * up - yaw * left,
      left + shift[1] + yaw * ahead - roll * up,
      up + shift[2] + roll * left - pitch * ahead,
      [0, 0, 0],
      xyz,
      n++,
    );
  }
  const accumulator = new ProfileAccumulator(AXIS);
  accumulator.add(xyz, [0, 0, 0], n);
  return accumulator.wall();
}

function alarms({ distance, significant }: ConvergenceMap): number {
  const compared = distance.filter((d) => !Number.isNaN(d)).length;
  return significant.reduce((sum, one) => sum + one, 0) / compared;
}

const earlier = survey({ seed: SEED });
const compare = (later: WallSurface, place = TRUE_PLACE) => convergence(earlier, later, place, 0.5, 8.5);

describe(`convergence (seed ${SEED})`, () => {
  const inward = 0.01;
  const patch = (s: number, angle: number): boolean => Math.abs(s - 5) < 1.5 && Math.abs(angle) < 0.5;
  const moved = compare(survey({ seed: SEED + 1, moved: (s, a) => (patch(s, a) ? -inward : 0) }));

  it('finds 10 mm in a patch of the left wall, and nothing elsewhere', () => {
    const { rows, columns, distance, significant, step, from } = moved;
    const inside: number[] = [];
    let [result, elsewhere, others] = [0, 0, 0];
    for (let at = 0; at < rows * columns; at++) {
      const s = from + (Math.floor(at / columns) + 0.5) * step;
      const angle = (((at % columns) + 0.5) * 2 * Math.PI) / columns - Math.PI;
      if (Math.abs(s - 5) < 1.2 && Math.abs(angle) < 0.4) {
        inside.push(distance[at]);
        result += significant[at];
      } else if (Math.abs(s - 5) > 2 || Math.abs(angle) > 0.7) {
        others++;
        elsewhere += significant[at];
      }
    }
    expect(inside.length).toBeGreaterThan(15);
    expect(Math.abs(inside.reduce((sum, d) => sum + d, 0) / inside.length + inward)).toBeLessThan(0.001);
    expect(result / inside.length).toBeGreaterThan(0.6);
    expect(elsewhere / others).toBeLessThan(0.07);
    expect(moved.comparedShare).toBeGreaterThan(0.99);
  });

  it('tells it as miners measure it: the width closes, the height stays', () => {
    const within = moved.profiles.filter(({ from, to }) => from > 3.9 && to < 6.1);
    const mean = (of: 'width' | 'height') =>
      within.reduce((sum, profile) => sum + profile[of]!.closed, 0) / within.length;
    expect(within.length).toBe(4);
    expect(Math.abs(mean('width') - inward)).toBeLessThan(0.003);
    expect(Math.abs(mean('height'))).toBeLessThan(0.003);
    for (const { width, inward: most } of within) {
      expect(Math.abs(width!.closed - inward)).toBeLessThan(width!.detection);
      expect(width!.detection).toBeLessThan(0.008);
      expect(most).toBeLessThan(-0.005);
    }
    const { before } = within[1].width!;
    expect(Math.abs(before - (rock(4.75, 0) + rock(4.75, Math.PI)))).toBeLessThan(0.15);
    const still = moved.profiles[0];
    expect(Math.abs(still.mean!)).toBeLessThan(0.002);
  });

  it('a wall that one survey did not see is never compared, though it was filled in', () => {
    const hidden = (s: number, angle: number): boolean => Math.abs(s - 3) < 0.6 && Math.abs(angle - 1) < 0.25;
    const map = compare(survey({ seed: SEED + 2, keep: (s, a) => !hidden(s, a) }));
    const row = Math.floor((3 - map.from) / map.step);
    const column = Math.floor(((1 + Math.PI) / (2 * Math.PI)) * map.columns);
    expect(map.distance[row * map.columns + column]).toBeNaN();
    expect(map.detection[row * map.columns + column]).toBeNaN();
    expect(map.significant[row * map.columns + column]).toBe(0);
    expect(map.comparedShare).toBeLessThan(1);
  });

  it('a displaced map moves every wall, but no chord', () => {
    const shifted = compare(survey({ seed: SEED + 3, shift: [0, 0.03, -0.02] }));
    expect(alarms(shifted)).toBeGreaterThan(0.4);
    const convergenceMap = compare(survey({ seed: SEED + 3, shift: [0, 0.03, -0.02] }), () => [
      0, 0.03, 0.02,
    ]);
    expect(alarms(convergenceMap)).toBeLessThan(0.05);
    for (const { width, height } of shifted.profiles) {
      expect(Math.abs(width!.closed)).toBeLessThan(0.012);
      expect(Math.abs(height!.closed)).toBeLessThan(0.012);
    }
  });

  describe('where the place of the later map is in doubt by centimetres', () => {
    const doubt: RelativeUncertainty = () => [0.01, 0.02, 0.045];
    const displaced = { shift: [0.01, -0.005, 0.04], turned: [0.003, -0.006, 0.002] };
    const patchMoved = 0.025;
    const inPatch = (s: number, angle: number): boolean => Math.abs(s - 5) < 2 && Math.abs(angle) < 0.5;
    const isFloor = (angle: number): boolean => Math.abs(angle + Math.PI / 2) < 0.6;
    const reported = (map: ConvergenceMap, where: (s: number, angle: number) => boolean) => {
      const inside: { distance: number; detection: number; significant: number }[] = [];
      map.distance.forEach((distance, at) => {
        const s = map.from + (Math.floor(at / map.columns) + 0.5) * map.step;
        const angle = (((at % map.columns) + 0.5) * 2 * Math.PI) / map.columns - Math.PI;
        if (!Number.isNaN(distance) && where(s, angle))
          inside.push({ distance, detection: map.detection[at], significant: map.significant[at] });
      });
      const mean = (of: 'distance' | 'detection' | 'significant') =>
        inside.reduce((sum, one) => sum + one[of], 0) / inside.length;
      return { distance: mean('distance'), detection: mean('detection'), share: mean('significant') };
    };

    it('a tilted map of the same rock moves nothing, and is told by how much it stands off', () => {
      const later = survey({ seed: SEED + 4, ...displaced });
      expect(alarms(compare(later))).toBeGreaterThan(0.4);
      const map = compare(later, doubt);
      expect(alarms(map)).toBeLessThan(0.05);
      const middle = map.profiles.find(({ from }) => from > 4.2)!;
      expect(Math.abs(middle.laid[0] - displaced.shift[1])).toBeLessThan(0.003);
      expect(Math.abs(middle.laid[1] - displaced.shift[2])).toBeLessThan(0.003);
      // With its place known to be right, nothing is taken off.
      for (const { laid } of compare(later).profiles) expect(laid).toEqual([0, 0]);
    });

    it('25 mm of 4 m by 2 m of the left wall are found in it, and nothing else', () => {
      const later = survey({
        seed: SEED + 5,
        ...displaced,
        moved: (s, a) => (inPatch(s, a) ? -patchMoved : 0),
      });
      const map = compare(later, doubt);
      const inside = reported(map, (s, angle) => Math.abs(s - 5) < 1.7 && Math.abs(angle) < 0.4);
      expect(inside.share).toBeGreaterThan(0.95);
      expect(Math.abs(inside.distance + patchMoved)).toBeLessThan(0.003);
      expect(inside.detection).toBeLessThan(0.012);
      const elsewhere = reported(map, (s, angle) => Math.abs(s - 5) > 2.5 || Math.abs(angle) > 0.7);
      expect(elsewhere.share).toBeLessThan(0.05);
    });

    it('a floor that was filled by 60 mm all along makes no roof move', () => {
      const later = survey({ seed: SEED + 6, ...displaced, moved: (_s, a) => (isFloor(a) ? -0.06 : 0) });
      const map = compare(later, doubt);
      expect(reported(map, (_s, angle) => angle > 0.6 && angle < 2.5).share).toBeLessThan(0.05);
      const raised = reported(
        compare(survey({ seed: SEED + 6, moved: (_s, a) => (isFloor(a) ? -0.06 : 0) })),
        (_s, a) => Math.abs(a + Math.PI / 2) < 0.4,
      );
      expect(raised.share).toBeGreaterThan(0.95);
    });
  });

  it('refuses walls along different axes or with other cells', () => {
    const other = new ProfileAccumulator(axisAlong(LINE, 0, LENGTH, 0.4));
    const coarse = new ProfileAccumulator(AXIS, { angleBins: 90 });
    for (const accumulator of [other, coarse]) {
      const xyz = new Float32Array(3 * 120000);
      const random = seededRandom(1);
      for (let i = 0; i < 120000; i++) {
        const angle = 2 * Math.PI * random.uniform();
        put(LINE, LENGTH * random.uniform(), 2 * Math.cos(angle), 2 * Math.sin(angle), [0, 0, 0], xyz, i);
      }
      accumulator.add(xyz, [0, 0, 0]);
      expect(() => compare(accumulator.wall())).toThrow(/along different axes|of different size/);
    }
  });
});

describe('false alarms where nothing moved', () => {
  const sparse = survey({ seed: 999, density: 4000 });
  const share = (seed: number, shift: readonly number[], place: RelativeUncertainty) =>
    alarms(convergence(sparse, survey({ seed, shift, density: 4000 }), place, 0.5, 8.5, { rangeSigma: 0 }));
  const SIGMA = [0.01, 0.008, 0.005];

  it.each(tiered([20, 3], [3]))(
    'at most 5 % over the seeds 1-%i, by noise alone and with the error of the registration',
    (count) => {
      let [still, shifted] = [0, 0];
      for (let seed = 1; seed <= count; seed++) {
        const random = seededRandom(seed);
        still += share(seed, [0, 0, 0], TRUE_PLACE) / count;
        const shift = SIGMA.map((sigma) => sigma * random.normal());
        shifted += share(seed + 100, shift, () => [SIGMA[0], SIGMA[1], SIGMA[2]]) / count;
      }
      expect(still).toBeLessThan(0.05);
      expect(shifted).toBeLessThan(0.05);
      // A level of detection that nothing ever reaches would be no level.
      expect(still).toBeGreaterThan(0.01);
    },
  );
});
