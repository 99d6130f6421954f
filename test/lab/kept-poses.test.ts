import { expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, expSo3 } from '../../src-core/math/se3.ts';
import { METHOD_IDS } from '../../src-core/model/registration-ids.ts';
import { register } from '../../src-lab/register/register.ts';

const SEED = 11;
/** Mine-grid coordinates, where a pose about the wrong origin would lie kilometres off. */
const CENTRE = [450_000, 8_900_000, 4_000];
/** Edges of the box that holds the points, m. */
const SPREAD = [4, 3, 2];

/** A target of random points, and itself turned and shifted a little as the source. */
function clouds() {
  const random = seededRandom(SEED);
  const count = 300;
  const target = new Float64Array(3 * count);
  const source = new Float64Array(3 * count);
  const moved = { R: expSo3(-0.02, 0.01, -0.03), t: Float64Array.of(-0.05, 0.02, -0.01) };
  for (let i = 0; i < count; i++) {
    const [x, y, z] = SPREAD.map((spread) => spread * (random.uniform() - 0.5));
    [x, y, z].forEach((value, k) => {
      target[3 * i + k] = CENTRE[k] + value;
    });
    applyToPoint(moved, x, y, z).forEach((value, k) => {
      source[3 * i + k] = CENTRE[k] + value;
    });
  }
  return { source: { count, xyz: source }, target: { count, xyz: target } };
}

it.each(METHOD_IDS.filter((method) => method !== 'newton-custom' && method !== 'icp-intensity'))(
  '%s keeps one pose an iteration, the last the one it returns, and only where it is asked',
  (method) => {
    const { source, target } = clouds();
    const result = register(source, target, { method, keepPoses: true });
    expect(result.iterations).toBeGreaterThan(1);
    expect(result.poses).toHaveLength(result.iterations);
    expect(result.poses.at(-1)).toEqual(result.T_target_source);
    expect(result.poses[0]).not.toEqual(result.T_target_source);
    const silent = register(source, target, { method });
    expect(silent.poses).toEqual([]);
    expect(silent.T_target_source).toEqual(result.T_target_source);
  },
);
