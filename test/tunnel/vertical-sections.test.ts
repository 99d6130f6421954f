import { describe, expect, it } from 'vitest';
import type { Axis } from '../../src-core/model/axis.ts';
import { wholeAxis } from '../../src-core/model/design.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { AxisLocator } from '../../src-core/tunnel/axis/axis-locator.ts';
import { contouredBreaks } from '../../src-core/tunnel/design/breaks.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import {
  axisAlong,
  BAUL,
  BAUL_AREA,
  type Line,
  onBaul,
  type Sampled,
  sampleDrive,
  straight,
} from './solids.ts';

const SEED = 43;
const COUNT = 400_000;

function wallOf(axis: Axis, points: Sampled, sections: 'normal' | 'vertical'): WallSurface {
  const accumulator = new ProfileAccumulator(axis, { sections });
  accumulator.add(points.xyz, points.origin);
  return accumulator.wall();
}

/** A helix turning left: plan radius, rise per metre of slope. Sections of the drive stand normal to it. */
function helix(radius: number, sine: number): Line {
  const cosine = Math.sqrt(1 - sine * sine);
  return {
    at: (s) => {
      const a = (cosine * s) / radius;
      const left = [-Math.sin(a), Math.cos(a), 0];
      return {
        p: [radius * Math.sin(a), radius * (1 - Math.cos(a)), sine * s],
        left,
        up: [-sine * Math.cos(a), -sine * Math.sin(a), cosine],
      };
    },
  };
}

describe(`vertical sections (seed ${SEED})`, () => {
  const line = straight(1 / 8);
  const axis = axisAlong(line, 0, 16, 0.5);
  const points = sampleDrive(line, onBaul, [0, 16], COUNT, SEED);
  const vertical = wallOf(axis, points, 'vertical');
  const normal = wallOf(axis, points, 'normal');

  it('on a ramp of 1:8 give the volume of normal ones, by all four rules', () => {
    const truth = BAUL_AREA * 12;
    const [v, n] = [volumeBetween(vertical, 2, 14), volumeBetween(normal, 2, 14)];
    for (const rule of ['integral', 'endArea', 'prismoidal', 'solid'] as const) {
      expect(Math.abs(v.methods[rule] / truth - 1), rule).toBeLessThan(1e-3);
      expect(Math.abs(v.methods[rule] / n.methods[rule] - 1), rule).toBeLessThan(1e-3);
    }
    expect(v.length).toBeCloseTo(12, 9);
    expect(v.volume.plusMinus / n.volume.plusMinus).toBeCloseTo(1, 1);
  });

  it('on a ramp of 1:8 have areas larger by 1 / cos of the grade, and stand upright', () => {
    const slant = Math.hypot(1, 1 / 8);
    const [v, n] = [vertical.profileAt(8, 0.5)!, normal.profileAt(8, 0.5)!];
    expect(Math.abs(v.area / n.area / slant - 1)).toBeLessThan(1e-3);
    expect(Math.hypot(v.up[0], v.up[1])).toBe(0);
    expect(v.up[2]).toBe(1);
    expect(vertical.geometry.heightStretchAt(8)).toBeCloseTo(slant, 12);
    expect(normal.geometry.heightStretchAt(8)).toBe(1);
  });

  it('on a ramp of 1:8 break the design by the same volumes: a design is drawn square to the axis', () => {
    const design = wholeAxis({
      shape: 'baul',
      width: 4.3,
      height: 4,
      wallHeight: 2.4,
      axisHeight: BAUL.line,
    });
    const [v, n] = [vertical, normal].map((wall) => contouredBreaks(wall, design, 2, 14, 0.5).volumes);
    for (const figure of ['design', 'overbreak', 'underbreak'] as const)
      expect(Math.abs(v[figure] - n[figure]), figure).toBeLessThan(1e-3 * n.design);
    expect(v.design).toBeCloseTo(n.design, 9);
    const [upright, square] = [v.sections[10], n.sections[10]];
    expect(upright.designArea / square.designArea).toBeCloseTo(Math.hypot(1, 1 / 8), 9);
  });

  it('on a spiral ramp the axis turns in plan only, and the volume is that of the normal sections', () => {
    const spiral = helix(25, 0.12);
    const wound = sampleDrive(spiral, onBaul, [0, 24], COUNT, SEED);
    const along = axisAlong(spiral, 0, 24, 0.5);
    const [v, n] = [wallOf(along, wound, 'vertical'), wallOf(along, wound, 'normal')];
    // The ends of the two differ by wedges that cancel but for the change of the section between them.
    const [a, b] = [volumeBetween(v, 4, 20), volumeBetween(n, 4, 20)];
    expect(Math.abs(a.volume.value / b.volume.value - 1)).toBeLessThan(1e-3);
    for (const value of Object.values(a.methods))
      expect(Math.abs(value / a.volume.value - 1)).toBeLessThan(1e-3);
    expect(v.geometry.turnBetween(4, 20).turnUp).toBe(0);
  });

  it('a point lies in the section that the locator names', () => {
    const geometry = new AxisGeometry(axisAlong(helix(25, 0.12), 0, 24, 0.5), 'vertical');
    const locator = new AxisLocator(geometry, 10);
    for (const [chainage, left, up] of [
      [3.21, 1.5, 2],
      [11.9, -2, -1.4],
      [20.05, 0.3, 3.1],
    ]) {
      const { origin, left: l, up: u } = geometry.frameAt(chainage);
      const p = origin.map((o, k) => o + left * l[k] + up * u[k] - geometry.origin[k]);
      expect(locator.locate(p[0], p[1], p[2])).toBe(true);
      expect(locator.chainage).toBeCloseTo(chainage, 9);
      expect(locator.left).toBeCloseTo(left, 9);
      expect(locator.up).toBeCloseTo(up, 9);
    }
  });
});
