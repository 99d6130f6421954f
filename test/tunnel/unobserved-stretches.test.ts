import { describe, expect, it } from 'vitest';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import {
  lengthWithin,
  type ObservedPose,
  unobservedStretches,
} from '../../src-core/tunnel/axis/unobserved-stretches.ts';

const [EAST, NORTH] = [352_118, 9_001_447];
/** 100 m to the north from chainage 200, in a mine grid. */
const AXIS = new AxisGeometry({
  chainage: Float64Array.of(200, 300),
  xyz: Float64Array.of(EAST, NORTH, 4200, EAST, NORTH + 100, 4200),
  kind: 'slope',
  source: 'given',
});

/** A pose for each metre along the axis, beside it. */
function drive(
  metres: readonly number[],
  isUnobserved: (metre: number, i: number) => boolean,
  matched = 1000,
): ObservedPose[] {
  return metres.map((metre, i) => ({
    T_map_sensor: {
      R: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
      t: Float64Array.of(EAST + 0.4, NORTH + metre, 4201),
    },
    quality: isUnobserved(metre, i)
      ? { heldBy: 'inertial', matched }
      : { heldBy: 'reflectivity', matched: 1000 },
  }));
}
const steps = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, i) => from + i * step);

describe('stretches whose length was not observed', () => {
  it('reach from the last place that was observed to the last that was not', () => {
    const stretches = unobservedStretches(
      drive(steps(0, 100, 0.5), (metre) => metre > 30 && metre <= 40),
      AXIS,
    );
    expect(stretches).toHaveLength(1);
    expect(stretches[0].from).toBeCloseTo(230, 6);
    expect(stretches[0].to).toBeCloseTo(240, 6);
  });

  it('are one where less than two metres part them, and two where more do', () => {
    const parted = (gap: number) =>
      unobservedStretches(
        drive(steps(0, 60, 0.5), (metre) => (metre > 10 && metre <= 20) || (metre > 20 + gap && metre <= 30)),
        AXIS,
      );
    expect(parted(1.5)).toHaveLength(1);
    expect(parted(3)).toHaveLength(2);
  });

  it('are the same driven back, over one scan, and not where the robot stood', () => {
    const back = unobservedStretches(
      drive(steps(0, 50, 0.5).toReversed(), (metre) => metre >= 20 && metre < 25),
      AXIS,
    );
    expect(back).toHaveLength(1);
    expect(back[0].from).toBeCloseTo(220, 6);
    expect(back[0].to).toBeCloseTo(225, 6);
    const one = unobservedStretches(
      drive(steps(0, 50, 0.5), (_, i) => i === 10),
      AXIS,
    );
    expect(lengthWithin(one, 200, 300)).toBeCloseTo(0.5, 6);
    const still = unobservedStretches(
      drive([5, 5, 5, 5], () => true),
      AXIS,
    );
    expect(lengthWithin(still, 200, 300)).toBeCloseTo(0, 9);
    expect(
      unobservedStretches(
        drive([5, 6, 7], () => false),
        AXIS,
      ),
    ).toEqual([]);
  });

  it('are none where the sensor was covered and its place was found again, and are where it was not', () => {
    const covered = (from: number, to: number) =>
      unobservedStretches(
        drive(steps(0, 50, 0.5), (metre) => metre > from && metre <= to, 0),
        AXIS,
      );
    expect(covered(20, 25)).toEqual([]);
    expect(lengthWithin(covered(40, 60), 200, 300)).toBeCloseTo(10, 6);
  });

  it('are counted as far as they lie between two chainages', () => {
    const stretches = [
      { from: 210, to: 220 },
      { from: 240, to: 250 },
    ];
    expect(lengthWithin(stretches, 200, 300)).toBe(20);
    expect(lengthWithin(stretches, 215, 245)).toBe(10);
    expect(lengthWithin(stretches, 221, 239)).toBe(0);
  });
});
