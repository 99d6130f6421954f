import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { axisFromTrajectory } from '../../src-core/tunnel/axis/axis-from-trajectory.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { AxisLocator } from '../../src-core/tunnel/axis/axis-locator.ts';
import { axisAlong, bend, type Line, straight } from './solids.ts';

const SEED = 9;
/** Amplitude of the robot's sway, m, every 2.5 m. */
const SWAY = 0.15;

/** Positions every `step` of a robot that visits the given chainages one after the other, swaying. */
function drive(line: Line, stops: readonly number[], sway = SWAY, step = 0.1): Float64Array {
  const random = seededRandom(SEED);
  const positions: number[] = [];
  let travelled = 0;
  for (let i = 0; i + 1 < stops.length; i++) {
    const length = Math.abs(stops[i + 1] - stops[i]);
    const n = Math.max(1, Math.round(length / step));
    for (let k = 0; k < n; k++) {
      const s = stops[i] + ((stops[i + 1] - stops[i]) * k) / n;
      const { p, left, up } = line.at(s);
      const l = sway * Math.sin((2 * Math.PI * travelled) / 2.5) + 0.005 * random.normal();
      const u = 0.02 * Math.sin(travelled) + 0.005 * random.normal();
      positions.push(...p.map((v, c) => v + l * left[c] + u * up[c]));
      travelled += length / n;
    }
  }
  return Float64Array.from(positions);
}

/** The axis' vertices against the line: at most `off` away, half of that 5 m from the ends; and its length. */
function compare(positions: Float64Array, line: Line, from: number, to: number, off: number): void {
  const { value: axis, diagnostics } = axisFromTrajectory(positions);
  expect(axis.source).toBe('trajectory');
  expect(diagnostics.asideShare).toBe(0);
  const geometry = new AxisGeometry(axisAlong(line, from - 5, to + 5, 0.25));
  const locator = new AxisLocator(geometry, 10);
  let last = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < axis.chainage.length; i++) {
    const p = [0, 1, 2].map((k) => axis.xyz[3 * i + k] - geometry.origin[k]);
    expect(locator.locate(p[0], p[1], p[2])).toBe(true);
    const inner = Math.min(axis.chainage[i], axis.chainage[axis.chainage.length - 1] - axis.chainage[i]) > 5;
    expect(Math.hypot(locator.left, locator.up)).toBeLessThan(inner ? off / 2 : off);
    expect(locator.chainage).toBeGreaterThan(last);
    last = locator.chainage;
    if (i > 0) expect(axis.chainage[i] - axis.chainage[i - 1]).toBeCloseTo(0.5, 1);
  }
  expect(axis.chainage[0]).toBe(0);
  expect(Math.abs(axis.chainage[axis.chainage.length - 1] - (to - from))).toBeLessThan(0.6);
}

describe(`axis from where the robot went (seed ${SEED})`, () => {
  it('takes out sway and keeps the line', () => {
    compare(drive(straight(0.1), [0, 40]), straight(0.1), 0, 40, SWAY);
  });

  it('keeps a bend of 20 m radius', () => {
    compare(drive(bend(20), [0, 50]), bend(20), 0, 50, SWAY);
  });

  it('standing still adds nothing', () => {
    const random = seededRandom(SEED + 1);
    const still = Float64Array.from({ length: 3 * 3000 }, () => 0.01 * random.normal());
    const line = straight(0, [0, 0, 0], 0);
    compare(Float64Array.from([...still, ...drive(line, [0, 30])]), line, 0, 30, SWAY);
  });

  it('reversing and going on again leave no trace', () => {
    compare(drive(bend(30), [0, 20, 12, 25, 15, 40]), bend(30), 0, 40, 0.2);
  });

  it('coming back out in the other lane leaves no trace', () => {
    const line = bend(30);
    const back = drive(line, [40, 0]);
    const outbound = drive(line, [0, 40]);
    const turned = Float64Array.from({ length: back.length }, (_, i) => {
      const { left } = line.at(40 - (40 * Math.floor(i / 3)) / (back.length / 3));
      return back[i] + 1.2 * left[i % 3];
    });
    // A turn on the spot, 0.6 m in radius, joins the two.
    const end = line.at(40);
    const loop = Array.from({ length: 20 }, (_, i) => {
      const a = (Math.PI * i) / 20;
      const t = [end.left[1], -end.left[0], 0];
      return end.p.map((v, k) => v + 0.6 * (1 - Math.cos(a)) * end.left[k] + 0.6 * Math.sin(a) * t[k]);
    }).flat();
    compare(Float64Array.from([...outbound, ...loop, ...turned]), line, 0, 40.5, 0.25);
  });

  it('grows at both ends where the robot starts in the middle', () => {
    compare(drive(straight(), [0, 8, -20]), { at: (s) => straight().at(-s) }, -8, 20, 0.2);
  });

  it('works at mine-grid coordinates', () => {
    const line = straight(-0.12, [385_123, 8_612_345, 4187]);
    compare(drive(line, [0, 40]), line, 0, 40, SWAY);
  });

  it('counts chainage in plan where asked to', () => {
    const { value } = axisFromTrajectory(drive(straight(1 / 8), [0, 40], 0), { kind: 'horizontal' });
    const slope = axisFromTrajectory(drive(straight(1 / 8), [0, 40], 0)).value;
    const last = value.chainage.length - 1;
    expect(value.kind).toBe('horizontal');
    expect(slope.chainage[last] / value.chainage[last]).toBeCloseTo(Math.hypot(1, 1 / 8), 3);
  });

  it('tells how much of the path went aside', () => {
    const main = drive(straight(0, [0, 0, 0], 0), [0, 40, 20], 0);
    const branch = drive(straight(0, [20, 0, 0], 90), [0, 30], 0);
    const { value, diagnostics } = axisFromTrajectory(Float64Array.from([...main, ...branch]));
    expect(value.chainage[value.chainage.length - 1]).toBeCloseTo(40, 0);
    expect(diagnostics.asideShare).toBeCloseTo(27 / 90, 1);
  });
});
