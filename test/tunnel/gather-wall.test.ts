import { describe, expect, it } from 'vitest';
import { identity } from '../../src-core/math/se3.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { PROFILE_DEFAULTS } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import { gatherWall, type MeasuredPath } from '../../src-core/tunnel/wall/gather-drive.ts';
import { streamOf } from '../io/export/clouds.ts';
import { axisAlong, onBaul, sampleDrive, straight } from './solids.ts';

const SEED = 61;
const LENGTH = 3;
const line = straight(0.1);
const points = sampleDrive(line, onBaul, [-1, LENGTH + 1], 12_000, SEED);
const path = {
  poses: Array.from({ length: 2 * LENGTH + 1 }, (_, i) => ({
    T_map_sensor: { ...identity(), t: Float64Array.from(line.at(i / 2).p) },
    quality: { heldBy: 'geometry' },
  })),
} as unknown as MeasuredPath;

const gathered = async (axis: Axis | null) =>
  (
    await gatherWall(
      streamOf([{ ...points, count: points.xyz.length / 3 }]),
      path,
      axis,
      PROFILE_DEFAULTS,
      SILENT_CONTEXT,
    )
  ).value;

describe(`the axis of a gathered wall (seed ${SEED})`, () => {
  it('is the one that was given, as it was given', async () => {
    const axis = axisAlong(line, 0, LENGTH, 0.5);
    expect((await gathered(axis)).axis).toBe(axis);
  });

  it('is of a path or a map as long as wall was surveyed along it, in the same places', async () => {
    for (const options of [null, { ...axisAlong(line, 0, LENGTH, 0.5), source: 'map' as const }]) {
      const { axis, wall } = await gathered(options);
      const [from, to] = [axis.chainage[0], axis.chainage.at(-1)!];
      expect([from, to]).toEqual([wall.surveyedFrom, wall.surveyedTo]);
      expect(to).toBeGreaterThan(2);
      expect(Math.hypot(...[0, 1, 2].map((k) => axis.xyz[k] - line.at(from).p[k]))).toBeLessThan(0.1);
    }
  });
});
