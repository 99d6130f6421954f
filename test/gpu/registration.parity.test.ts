import { describe, expect, it } from 'vitest';
import { registerOnGpu, TargetOnGpu } from '../../src-core/gpu/register-gpu.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, compose, exp, expSo3, identity, invert } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type {
  MethodId,
  PointSet,
  RegistrationOptions,
  RegistrationResult,
  SearchId,
} from '../../src-core/registration/method.ts';
import { register } from '../../src-core/registration/register.ts';
import { filledWith, transformed } from '../registration/clouds.ts';
import { describeOnGpu } from './software-device.ts';

const SEED = 51;
const NEARBY: Rigid = { R: expSo3(0.12, -0.09, 0.14), t: Float64Array.of(0.4, -0.3, 0.5) };

/** The thesis' saddle at random places: on its regular grid neighbours are equally far, and rounding would choose. */
function sampledSaddle(count: number, seed: number): PointSet {
  const random = seededRandom(seed);
  return filledWith(count, () => {
    const [x, y] = [4 * random.uniform() - 2, 4 * random.uniform() - 2];
    return [x, y, x * x - y * y];
  });
}

/** Farthest that two transforms place a point of the cloud from each other, m. */
function apart(a: Rigid, b: Rigid, { count, xyz }: PointSet): number {
  let most = 0;
  for (let i = 0; i < count; i++) {
    const [x, y, z] = xyz.subarray(3 * i, 3 * i + 3);
    const [p, q] = [applyToPoint(a, x, y, z), applyToPoint(b, x, y, z)];
    most = Math.max(most, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
  }
  return most;
}

/** The same run, step by step, to what f32 keeps of clouds a few metres across. */
function expectSame(gpu: RegistrationResult, cpu: RegistrationResult, source: PointSet, metres = 1e-5): void {
  expect(gpu.stopped).toBe(cpu.stopped);
  expect(gpu.iterations).toBe(cpu.iterations);
  expect(gpu.inliers).toBe(cpu.inliers);
  expect(apart(gpu.T_target_source, cpu.T_target_source, source)).toBeLessThan(metres);
  gpu.rmsPerIteration.forEach((rms, k) => {
    expect(Math.abs(rms - cpu.rmsPerIteration[k]), `rms of iteration ${k + 1}`).toBeLessThan(metres);
  });
  expect(gpu.rms).toBe(gpu.rmsPerIteration.at(-1) ?? gpu.rms);
  const scale = Math.max(...cpu.H.map(Math.abs));
  cpu.H.forEach((h, k) => {
    expect(Math.abs(gpu.H[k] - h) / scale, `H ${k}`).toBeLessThan(1e-4);
  });
}

const RUNS: readonly (readonly [MethodId, SearchId, Partial<RegistrationOptions>])[] = [
  ['icp-point', 'brute-force', {}],
  ['icp-point', 'kd-tree', {}],
  ['icp-point', 'voxel-bins', {}],
  ['icp-plane', 'voxel-bins', {}],
  ['icp-plane', 'kd-tree', { normalNeighbours: 8 }],
  ['icp-approx', 'kd-tree', {}],
  ['icp-approx', 'voxel-bins', {}],
  ['newton-point', 'kd-tree', {}],
  ['newton-plane', 'kd-tree', {}],
  ['newton-plane', 'kd-tree', { cellLevel: 6 }],
  ['newton-second-order', 'voxel-bins', {}],
];

describeOnGpu(`registrations on the device (seed ${SEED})`, (gpu) => {
  describe('step by step as on the CPU', () => {
    const target = sampledSaddle(441, SEED);
    const source = transformed(NEARBY, target);

    it.each(RUNS)('%s with %s %j', async (method, search, more) => {
      const options = { ...more, method, search };
      expectSame(
        await registerOnGpu(gpu(), source, target, options),
        register(source, target, options),
        source,
      );
    });

    it('newton-custom with a distance of the caller', async () => {
      const options: Partial<RegistrationOptions> = {
        method: 'newton-custom',
        search: 'kd-tree',
        customDistance: ({ normal: [x, y, z] }, A) => {
          A.set([0.1 + x * x, x * y, x * z, 0.1 + y * y, y * z, 0.1 + z * z]);
        },
      };
      expectSame(
        await registerOnGpu(gpu(), source, target, options),
        register(source, target, options),
        source,
      );
    });

    it('reaches the pose of a saddle to 1e-6', async () => {
      const found = await registerOnGpu(gpu(), source, target, { method: 'icp-point', search: 'voxel-bins' });
      expect(apart(found.T_target_source, invert(NEARBY), source)).toBeLessThan(1e-6);
    });

    it('gives the same bits again', async () => {
      const options = { method: 'icp-plane', search: 'voxel-bins' } as const;
      const first = await registerOnGpu(gpu(), source, target, options);
      const again = await registerOnGpu(gpu(), source, target, options);
      expect({ ...again, milliseconds: null }).toEqual({ ...first, milliseconds: null });
    });

    it('keeps a target for many sources', async () => {
      const options = { method: 'icp-plane', search: 'voxel-bins' } as const;
      const kept = await TargetOnGpu.build(gpu(), target, options);
      for (const T of [NEARBY, exp([0.05, 0, 0.02, 0.1, 0, 0])]) {
        const moved = transformed(T, target);
        expectSame(
          await kept.register(moved),
          await registerOnGpu(gpu(), moved, target, options),
          moved,
          1e-9,
        );
      }
      kept.destroy();
    });

    it('goes on where the first passes are not enough', async () => {
      const options = {
        method: 'icp-point',
        search: 'kd-tree',
        maxIterations: 75,
        rmsTolerance: 0,
        rmsThreshold: 0,
      } as const;
      const found = await registerOnGpu(gpu(), source, target, options);
      expect(found).toMatchObject({ iterations: 75, stopped: 'iteration-limit' });
      expect(found.rmsPerIteration).toHaveLength(75);
    });
  });

  describe('a pose evaluated, at sizes around the edges of workgroups', () => {
    it.each([3, 63, 64, 65, 257, 1000])('%i points against 257', async (count) => {
      const random = seededRandom(SEED + count);
      const place = (): number[] => [4 * random.uniform(), 3 * random.uniform(), random.uniform()];
      const target = filledWith(257, place);
      const source = filledWith(count, place);
      for (const search of ['brute-force', 'kd-tree', 'voxel-bins'] as const) {
        const options = { method: 'icp-point', search, maxIterations: 0 } as const;
        expectSame(
          await registerOnGpu(gpu(), source, target, options),
          register(source, target, options),
          source,
        );
      }
    });

    it('coordinates of a mine grid, a million metres from the origin', async () => {
      const far = (T: number): Rigid => ({ R: identity().R, t: Float64Array.of(T, -T, T) });
      const surface = sampledSaddle(441, SEED + 2);
      const target = transformed(far(1e6), surface);
      const source = transformed(compose(far(-1e6), NEARBY), surface);
      const options = {
        method: 'icp-plane',
        search: 'voxel-bins',
        T_target_source: compose(far(2e6), identity()),
      } as const;
      expectSame(
        await registerOnGpu(gpu(), source, target, options),
        register(source, target, options),
        source,
      );
    });

    it('pairs farther apart than the limit are no match', async () => {
      const target = sampledSaddle(441, SEED + 3);
      const source = transformed(
        { R: identity().R, t: Float64Array.of(0.02, 0.01, 0) },
        {
          count: 450,
          xyz: Float64Array.from([...target.xyz, ...Array.from({ length: 27 }, (_, k) => 20 + k)]),
        },
      );
      for (const method of ['icp-point', 'newton-plane'] as const) {
        const options = { method, search: 'voxel-bins', maxDistance: 0.15 } as const;
        const found = await registerOnGpu(gpu(), source, target, options);
        expectSame(found, register(source, target, options), source);
        expect(found.inliers).toBe(441);
      }
    });
  });

  describe('steps that are too long are shortened', () => {
    it('newton-plane, asked for more decrease than Newton steps bring', async () => {
      const target = sampledSaddle(441, SEED + 3);
      const source = transformed(exp([0.02, -0.03, 0.01, 0.02, 0.01, -0.02]), target);
      const options = {
        method: 'newton-plane',
        search: 'kd-tree',
        armijoDecrease: 0.9,
        maxIterations: 3,
      } as const;
      const whole = register(source, target, { ...options, armijoDecrease: 1e-4 });
      const cpu = register(source, target, options);
      expect(cpu.rmsPerIteration).not.toEqual(whole.rmsPerIteration);
      expectSame(await registerOnGpu(gpu(), source, target, options), cpu, source, 1e-4);
    });
  });
});
