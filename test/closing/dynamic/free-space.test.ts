import { describe, expect, it } from 'vitest';
import { DYNAMIC_DEFAULTS } from '../../../src-core/closing/dynamic/dynamic-options.ts';
import {
  NO_EVIDENCE,
  OCCUPIED,
  RangeView,
  SEEN_THROUGH,
} from '../../../src-core/closing/dynamic/range-view.ts';
import { ReturnImage } from '../../../src-core/closing/dynamic/return-image.ts';
import { simulatedSensor } from '../../../src-simulate/os1-16.ts';

const SENSOR = simulatedSensor('legacy16');
const { beams, columnsPerFrame: columns } = SENSOR;

/** Returns of a plane `n p = d` from the origin, one for each pixel whose ray meets it within 40 m; of a ball for the others. */
function returnsOf(normal: readonly number[], distance: number, ball: number | null = null) {
  const xyz: number[] = [];
  const pixel: number[] = [];
  for (let beam = 0; beam < beams; beam++)
    for (let column = 0; column < columns; column++) {
      const elevation = (SENSOR.beamAltitudeDeg[beam] * Math.PI) / 180;
      const azimuth = (2 * Math.PI * (column + 0.5)) / columns;
      const ray = [
        Math.cos(elevation) * Math.cos(azimuth),
        Math.cos(elevation) * Math.sin(azimuth),
        Math.sin(elevation),
      ];
      const along = ray.reduce((sum, value, k) => sum + value * normal[k], 0);
      const met = distance / along;
      // Where the wall is not, a ball stands behind: what is beside a column must not be taken from there.
      const range = met > 0 && met < 40 ? met : (ball ?? Number.NaN);
      if (!(range > 0)) continue;
      xyz.push(...ray.map((value) => range * value));
      pixel.push(beam * columns + column);
    }
  return { xyz: Float32Array.from(xyz), pixel: Uint32Array.from(pixel), count: pixel.length };
}

describe('the verdict of a view on a place before a slanted wall', () => {
  // Leans and looks askew, so that every axis counts.
  const normal = [0.6, 0.77, 0.217].map((value) => value / Math.hypot(0.6, 0.77, 0.217));
  const { xyz, pixel, count } = returnsOf(normal, 4, 3);
  const view = new RangeView(SENSOR);
  view.fill(xyz, pixel, count);
  const { clearance, clearanceShare, behind, behindShare } = DYNAMIC_DEFAULTS;
  const verdicts: [verdict: number, along: number, across: number, range: number][] = [];
  for (let i = 0; i < count; i += 13)
    for (const share of [0.3, 0.5, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.96, 0.97, 1, 1.3]) {
      const place = [0, 1, 2].map((k) => share * xyz[3 * i + k]);
      const full = Math.hypot(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
      const across = 4 - place.reduce((sum, value, k) => sum + value * normal[k], 0);
      const verdict = view.verdictOn(Float64Array.from(place), DYNAMIC_DEFAULTS);
      // Nothing is known beyond the outermost beams and beside the last column that met the wall.
      const isOnWall =
        Math.abs(xyz[3 * i] * normal[0] + xyz[3 * i + 1] * normal[1] + xyz[3 * i + 2] * normal[2] - 4) < 1e-3;
      const isInside =
        isOnWall && Math.abs(Math.atan2(place[2], Math.hypot(place[0], place[1]))) < 0.2 && full < 15;
      if (isInside) verdicts.push([verdict, (1 - share) * full, across, share * full]);
    }

  it('is that it was seen through where it is clear of the wall along the ray and across the wall, and only there', () => {
    let [through, near, slanted] = [0, 0, 0];
    for (const [verdict, along, across, range] of verdicts) {
      // Beams lie two degrees apart: at a range of 10 m neighbours differ by decimetres on a wall that leans.
      const slack = 0.08 * range;
      const needed = clearance + clearanceShare * range;
      if (along > behind + behindShare * range + 3 * slack && across > needed + 0.02) {
        expect(verdict).toBe(SEEN_THROUGH);
        through++;
      }
      if (across > 0 && across < needed - 0.02) {
        expect(verdict).not.toBe(SEEN_THROUGH);
        near++;
        if (along > behind + behindShare * range) slanted++;
      }
    }
    expect(through).toBeGreaterThan(30);
    expect(near).toBeGreaterThan(30);
    // The range alone would have these empty.
    expect(slanted).toBeGreaterThan(10);
  });

  it('is that it was seen on the wall, and nothing behind it', () => {
    const at = (share: number) =>
      verdicts.filter(([, along, , range]) => Math.abs(along / (along + range) - (1 - share)) < 1e-6);
    expect(at(1).length).toBeGreaterThan(10);
    for (const [verdict] of at(1)) expect(verdict).toBe(OCCUPIED);
    for (const [verdict] of at(1.3)) expect(verdict).toBe(NO_EVIDENCE);
  });
});

describe('bodies in the image of a scan', () => {
  const { xyz, pixel, count } = returnsOf([0, 1, 0], 3);
  const image = new ReturnImage(SENSOR, 0.3);

  it('are the returns up to two columns and a beam beside that lie near, each met once', () => {
    image.fill(xyz, pixel, count);
    const place = (i: number): number[] => [...xyz.subarray(3 * i, 3 * i + 3)];
    const beamsDown = Array.from({ length: beams }, (_, beam) => beam).toSorted(
      (a, b) => SENSOR.beamAltitudeDeg[b] - SENSOR.beamAltitudeDeg[a],
    );
    const rowOf = (i: number): number => beamsDown.indexOf(Math.floor(pixel[i] / columns));
    const columnOf = (i: number): number => pixel[i] % columns;
    for (const start of [Math.floor(count / 3), Math.floor((2 * count) / 3)]) {
      image.fill(xyz, pixel, count);
      const expected = Array.from({ length: count }, (_, i) => i).filter(
        (i) =>
          i !== start &&
          Math.abs(rowOf(i) - rowOf(start)) <= 1 &&
          Math.abs(columnOf(i) - columnOf(start)) <= 2 &&
          Math.hypot(...place(i).map((value, k) => value - place(start)[k])) <= 0.3,
      );
      expect(expected.length).toBeGreaterThan(4);
      const beside = image.beside(Uint32Array.of(start));
      expect([...beside].toSorted((a, b) => a - b)).toEqual(expected);
      // Those are met; what is beside them is new.
      const next = image.beside(beside);
      expect([...next].filter((i) => i === start || expected.includes(i))).toEqual([]);
      expect(next.length).toBeGreaterThan(0);
    }
  });
});
