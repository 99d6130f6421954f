import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, identity, invert, rotationAngle } from '../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { upload } from '../../src-lab/gpu/device-search.ts';
import { placedCloud } from '../../src-lab/gpu/local-cloud.ts';
import { likeliestHalfTurn } from '../../src-lab/gpu/soft-on-gpu.ts';
import { centroidOf } from '../../src-lab/problem/centroid.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { bestHalfTurn } from '../../src-lab/soft/half-turns.ts';
import { filledWith, nastyClouds, transformed } from '../lab/clouds.ts';
import { lopsidedCloud, movedCloud } from '../lab/soft-fixtures.ts';
import { SOFT_RUNS, softMetres } from './soft-runs.ts';
import { describeOnGpu, keptContext, SMALL_GROUPS } from './software-device.ts';
import { expectTwins, onBothEngines, type Pair } from './twins.ts';

const SEED = 131;

describeOnGpu(`clouds that soft methods find hard (seed ${SEED})`, (gpu) => {
  const random = seededRandom(SEED);
  const box = (): number[] => [10 * random.uniform(), 6 * random.uniform(), 4 * random.uniform()];
  const clouds: Record<string, PointSet> = {
    ...nastyClouds(random, 90),
    'two clusters a kilometre apart': filledWith(90, (i) => box().map((v) => (i % 2 ? v : v + 600))),
    'with an outlier a kilometre away': filledWith(90, (i) => (i === 5 ? [1000, 0, 0] : box())),
  };
  // Coordinates of 10^6 m about the mean leave f32 nothing of distances of a metre; and clusters whose lever is a
  // thousandth of their distance leave the turn about it open in f32 only.
  const beyondF32 = ['plus and minus 10^6', 'with a far outlier', 'two clusters'];
  const enough = Object.entries(clouds).filter(
    ([name, { count }]) => count >= 3 && !beyondF32.includes(name),
  );

  describe.each(SOFT_RUNS)('$method', (options) => {
    it.each(enough)('%s', async (_, target) => {
      const toMean = exp([0, 0, 0, ...centroidOf(target)]);
      const motion = compose(compose(toMean, exp([0.003, 0.002, -0.001, 0.3, 0.2, -0.1])), invert(toMean));
      const pair: Pair = [transformed(motion, target), target];
      expectTwins(await onBothEngines(gpu(), pair, options), pair, options, softMetres(pair));
    });
  });
});

describeOnGpu(`half turns on the device (seed ${SEED})`, () => {
  const random = seededRandom(SEED + 1);

  it.each([3, 4, 63, 64, 65, 257])('of %i points are chosen as on the CPU', async (count) => {
    // Fewer workgroups than points, so that each takes several.
    const context = await keptContext({ ...SMALL_GROUPS, maxWorkgroups: 30 });
    const target = placedCloud(lopsidedCloud(random, count).xyz);
    const turns = [
      [0, 0, 0],
      [Math.PI, 0, 0],
      [0, Math.PI, 0],
      [0, 0, Math.PI],
      [0.3, 0.2, 0.1],
    ];
    for (const turn of turns) {
      const T = exp([...turn, 0.002, -0.001, 0.003]);
      const source = placedCloud(movedCloud(invert(T), lopsidedCloud(random, 64)).xyz);
      const packed = ({ count: n, xyz }: typeof source): Float32Array<ArrayBuffer> =>
        Float32Array.from({ length: 4 * n }, (_, k) =>
          k % 4 === 3 ? 0 : xyz[3 * Math.floor(k / 4) + (k % 4)],
        );
      const points = {
        source: upload(context, 'soft source', packed(source)),
        target_: upload(context, 'soft target', packed(target)),
      };
      const problem = { source, target, T_target_source: identity(), cancel: NEVER_CANCELLED };
      const pose = await likeliestHalfTurn(context, identity(), points, problem);
      const asPoints = ({ count: n, xyz }: typeof source): PointSet => ({
        count: n,
        xyz: Float64Array.from(xyz),
      });
      const exact = bestHalfTurn(identity(), asPoints(source), asPoints(target), NEVER_CANCELLED);
      expect(rotationAngle(compose(invert(exact), pose).R), `turn ${turn}`).toBeLessThan(1e-9);
    }
    context.destroy();
  });
});
