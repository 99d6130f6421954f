import { expect } from 'vitest';
import { compose, exp, invert } from '../../src-core/math/se3.ts';
import { SEARCH_IDS } from '../../src-core/model/registration-ids.ts';
import { registerOnGpu, TargetOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { PICP_DEFAULTS, type PicpOptions } from '../../src-lab/problem/picp-options.ts';
import { sampledSaddle } from '../../src-lab/problem/saddle.ts';
import { filledWith, transformed } from '../lab/clouds.ts';
import { describe, it, tiered } from '../support/tier.ts';
import { expectSame, FAR, PICP_SEED, picpOptions } from './picp-fixtures.ts';
import { describeOnGpu } from './software-device.ts';

const ALL_OWN: readonly Partial<PicpOptions>[] = [
  { thinning: 0.5 },
  { thinning: 0.2, seed: 7 },
  { acceleration: 'coupled' },
  { acceleration: 'coupled', thinning: 0.6, seed: 3 },
  { shuffle: false, workers: 3 },
  { shuffle: false, workers: 3, thinning: 0.5, acceleration: 'coupled' },
  { acceleration: 'decoupled' },
  { acceleration: 'decoupled', thinning: 0.6, seed: 4 },
];

/** Some of the points, and steps that are accelerated both ways: each pair of these is a pipeline to compile. */
const FEW_OWN = [ALL_OWN[0], ALL_OWN[2], ALL_OWN[6]];
/** Each set of options by every search. */
const SEARCHES = ALL_OWN.flatMap((own) =>
  SEARCH_IDS.map((search) => ({ own, name: JSON.stringify(own), search })),
);

// Three workgroups, so that more than 192 points take several laps.
describeOnGpu(
  `pICP's options on the device (seed ${PICP_SEED})`,
  (gpu) => {
    const target = sampledSaddle(600, PICP_SEED);

    describe.each(tiered(ALL_OWN, FEW_OWN))('%j', (own) => {
      it.each([63, 257, 1000])('%i points of another sample of the surface', async (count) => {
        const source = transformed(FAR, sampledSaddle(count, PICP_SEED + count));
        await expectSame(
          gpu(),
          [source, target],
          picpOptions(own, { maxIterations: 12, rmsTolerance: 3e-5 }),
        );
      });

      it('a copy of the target', async () => {
        await expectSame(gpu(), [transformed(FAR, target), target], picpOptions(own, { rmsThreshold: 1e-3 }));
      });

      it('a million metres from the origin', async () => {
        const T_map_source = exp([0, 0, 0, -1e6, 1e6, 3e5]);
        const T_map_target = exp([0, 0, 0, 1e6, -1e6, 4e5]);
        const source = transformed(T_map_source, transformed(FAR, sampledSaddle(257, PICP_SEED + 2)));
        const T_target_source = compose(compose(T_map_target, invert(FAR)), invert(T_map_source));
        await expectSame(
          gpu(),
          [source, transformed(T_map_target, target)],
          picpOptions(own, { T_target_source, maxIterations: 8, rmsTolerance: 3e-5 }),
        );
      });

      it('points equally far, of which the first counts', async () => {
        const lattice = filledWith(125, (i) => [i % 5, Math.floor(i / 5) % 5, Math.floor(i / 25)]);
        const twice: PointSet = { count: 250, xyz: Float64Array.from([...lattice.xyz, ...lattice.xyz]) };
        const between = filledWith(64, (i) => [
          (i % 4) + 0.5,
          (Math.floor(i / 4) % 4) + 0.5,
          Math.floor(i / 16) + 0.5,
        ]);
        await expectSame(gpu(), [between, twice], picpOptions(own, { maxIterations: 1 }));
      });

      it('gives the same bits again, and to a target that is kept', async () => {
        const source = transformed(FAR, sampledSaddle(257, PICP_SEED + 3));
        const options = picpOptions(own, { maxIterations: 10 });
        const first = { ...(await registerOnGpu(gpu(), source, target, options)), milliseconds: null };
        const again = { ...(await registerOnGpu(gpu(), source, target, options)), milliseconds: null };
        const onGpu = await TargetOnGpu.build(gpu(), target, options);
        const toKept = { ...(await onGpu.register(source)), milliseconds: null };
        onGpu.destroy();
        expect(again).toEqual(first);
        expect(toKept).toEqual(first);
      });
    });

    it.each(
      tiered(
        SEARCHES,
        ({ own, search }) => FEW_OWN.includes(own) && (search === 'voxel-bins' || own === ALL_OWN[3]),
      ),
    )('$name by $search, within a distance', async ({ own, search }) => {
      const source = transformed(
        exp([0.01, -0.02, 0.01, 0.05, 0.02, -0.04]),
        sampledSaddle(100, PICP_SEED + 1),
      );
      await expectSame(
        gpu(),
        [source, target],
        picpOptions(own, { search, maxIterations: 6, maxDistance: 0.2 }),
      );
    });

    it('what pICP is told does not concern another method', async () => {
      const source = transformed(FAR, sampledSaddle(100, PICP_SEED + 5));
      const options = { maxIterations: 5, search: 'voxel-bins' } as const;
      const picp = { ...PICP_DEFAULTS, thinning: 0.3, acceleration: 'coupled' as const };
      const plain = await registerOnGpu(gpu(), source, target, { ...options, method: 'icp-point' });
      const result = await registerOnGpu(gpu(), source, target, { ...options, method: 'icp-point', picp });
      expect({ ...result, milliseconds: null }).toEqual({ ...plain, milliseconds: null });
    });
  },
  {},
  { workgroupSize: 64, maxWorkgroups: 3 },
);
