import { describe, expect, it } from 'vitest';
import { POSE_SWAY } from '../../src-core/graph/edge-covariance.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, logSo3, multiply3, transpose3 } from '../../src-core/math/se3.ts';
import { inMapAxes } from '../../src-core/survey/outputs/trajectory.ts';

const SEED = 7;
const DRAWS = 40_000;

describe(`the covariance of a pose in the axes of the map (seed ${SEED})`, () => {
  it('is that of positions and turns of drawn poses, with the sway of a pose', () => {
    const random = seededRandom(SEED);
    const T = exp([0.4, -1.1, 2.2, 10, 20, 30]);
    // Correlated errors at the right of the pose, rotation first: x = root * n.
    const scale = [1e-3, 2e-3, 5e-4, 0.01, 0.02, 0.005];
    const root = scale.map((size, i) => scale.map((_, k) => (k <= i ? size * (k === i ? 1 : 0.5) : 0)));
    const covariance = Float64Array.from({ length: 36 }, (_, at) => {
      const [i, j] = [Math.floor(at / 6), at % 6];
      return root[i].reduce((sum, value, k) => sum + value * root[j][k], 0);
    });
    const sums = new Float64Array(36);
    for (let draw = 0; draw < DRAWS; draw++) {
      const n = scale.map(() => random.normal());
      const x = root.map(
        (row, i) =>
          row.reduce((sum, value, k) => sum + value * n[k], 0) +
          (i < 3 ? POSE_SWAY.rotation : POSE_SWAY.translation) * random.normal(),
      );
      const moved = compose(T, exp(x));
      const error = [
        ...[0, 1, 2].map((k) => moved.t[k] - T.t[k]),
        ...logSo3(multiply3(moved.R, transpose3(T.R))),
      ];
      for (let i = 0; i < 6; i++)
        for (let j = 0; j < 6; j++) sums[6 * i + j] += (error[i] * error[j]) / DRAWS;
    }
    const found = inMapAxes(covariance, T.R);
    for (let i = 0; i < 6; i++)
      for (let j = 0; j < 6; j++) {
        // Five standard errors of a sample covariance, var = (c_ii c_jj + c_ij^2) / n.
        const [ii, jj, ij] = [found[7 * i], found[7 * j], found[6 * i + j]];
        const most = 5 * Math.sqrt((ii * jj + ij ** 2) / DRAWS);
        expect(Math.abs(sums[6 * i + j] - ij)).toBeLessThan(most);
        expect(found[6 * j + i]).toBeCloseTo(ij, 15);
      }
  });
});
