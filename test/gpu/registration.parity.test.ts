import { expect } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import { compose, exp, expSo3, invert } from '../../src-core/math/se3.ts';
import { type MethodId, SEARCH_IDS, type SearchId } from '../../src-core/model/registration-ids.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { registerOnGpu, TargetOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import type { RegistrationOptions } from '../../src-lab/problem/method.ts';
import { sampledSaddle } from '../../src-lab/problem/saddle.ts';
import type { SurfaceDistance } from '../../src-lab/problem/surface-distance.ts';
import { register } from '../../src-lab/register/register.ts';
import { transformed } from '../lab/clouds.ts';
import { describe, IS_LONG, it, tiered } from '../support/tier.ts';
import { describeKnownPoses } from './known-poses.ts';
import { describeNastyClouds, NASTY_SEED } from './nasty-clouds.ts';
import { describeLeastSizes, describeSizes, SIZES_SEED } from './sizes.ts';
import { describeOnGpu } from './software-device.ts';
import { apart, expectTwins, f32Metres, onBothEngines, type Pair } from './twins.ts';

const SEED = 51;
const NEARBY: Rigid = { R: expSo3(0.12, -0.09, 0.14), t: Float64Array.of(0.4, -0.3, 0.5) };

/** The plane distance with something of the point distance, and a minimum off the point. */
const CUSTOM_DISTANCE: SurfaceDistance = ({ normal: [x, y, z] }, coefficients) => {
  coefficients.set([0.1 + x * x, x * y, x * z, 0.1 + y * y, y * z, 0.1 + z * z]);
  coefficients.set([0.003, -0.002, 0.001, 0.01], 6);
};

type Options = Partial<RegistrationOptions>;
type Run = readonly [MethodId, SearchId, Options];

const withEach = (method: MethodId, more: Options = {}): Run[] =>
  SEARCH_IDS.map((search) => [method, search, more]);

/** Every method with every search: each pipeline there is; then numbers that only bring other targets. */
const ALL_RUNS: readonly Run[] = [
  ...withEach('icp-point'),
  ...withEach('picp'),
  ...withEach('icp-approx'),
  ...withEach('icp-approx', { cellLevel: 5 }),
  ...withEach('icp-plane'),
  ...withEach('newton-point'),
  ...withEach('newton-plane'),
  ...withEach('newton-second-order'),
  ...withEach('newton-custom'),
  ...withEach('newton-plane', { cellLevel: 6 }),
  ...withEach('newton-second-order', { cellLevel: 6 }),
  ['newton-point', 'kd-tree', { cellLevel: 4 }],
  ['newton-plane', 'kd-tree', { cellLevel: 0 }],
  ['newton-plane', 'voxel-bins', { cellLevel: 99 }],
  ['newton-custom', 'kd-tree', { cellLevel: Number.POSITIVE_INFINITY }],
  ['icp-plane', 'voxel-bins', { normalNeighbours: 9 }],
  ['newton-plane', 'kd-tree', { normalNeighbours: 6 }],
  ['newton-second-order', 'voxel-bins', { curvatureNeighbours: 20 }],
];

/** Every search, every surface and its cells; not every pair of them, since each is a pipeline to compile. */
const FEW_RUNS: readonly Run[] = [
  ...withEach('icp-point'),
  ['picp', 'voxel-bins', {}],
  ['icp-approx', 'kd-tree', { cellLevel: 5 }],
  ['icp-plane', 'voxel-bins', {}],
  ['newton-plane', 'kd-tree', { cellLevel: 6 }],
  ['newton-second-order', 'kd-tree', {}],
  ['newton-custom', 'voxel-bins', {}],
];
const RUNS = tiered(ALL_RUNS, FEW_RUNS);

const METHODS = [
  'icp-point',
  'icp-approx',
  'icp-plane',
  'newton-point',
  'newton-plane',
  'newton-second-order',
  'newton-custom',
  'picp',
] as const;
/** One of each kind of surface and step. */
const FEW_METHODS = ['icp-point', 'icp-plane', 'newton-plane'] as const;

const describeRegistrations = (gpu: () => GpuContext): void => {
  // At random places: on a regular grid neighbours are equally far, and rounding would choose.
  const target = sampledSaddle(300, SEED);
  const copy = transformed(NEARBY, target);
  const otherSample = transformed(NEARBY, sampledSaddle(257, SEED + 1));

  describe.each(RUNS)('%s with %s %j, step by step as on the CPU', (method, search, more) => {
    const options: Options = { customDistance: CUSTOM_DISTANCE, ...more, method, search };

    it('a copy of the target', async () => {
      const pair: Pair = [copy, target];
      expectTwins(await onBothEngines(gpu(), pair, options), pair, options);
    });

    it('another sample of the surface, from a start that is given', async () => {
      const pair: Pair = [otherSample, target];
      const T_target_source = compose(exp([0.03, -0.02, 0.01, 0.05, 0.02, -0.04]), invert(NEARBY));
      // Above the default, so that all stop by this rule and none where the line search finds no gain.
      const input = { ...options, T_target_source, maxIterations: 20, rmsTolerance: 3e-5 };
      expectTwins(await onBothEngines(gpu(), pair, input), pair, input);
    });
  });

  it('reaches the pose of a saddle to 1e-6', async () => {
    const result = await registerOnGpu(gpu(), copy, target, { method: 'icp-point', search: 'voxel-bins' });
    expect(apart(result.T_target_source, invert(NEARBY), copy)).toBeLessThan(1e-6);
  });

  it.each(tiered(METHODS, ['icp-point', 'icp-plane']))(
    '%s in the mine grid, a million metres from the origin',
    async (method) => {
      const [T_map_source, T_map_target] = [exp([0, 0, 0, -1e6, 1e6, 3e5]), exp([0, 0, 0, 1e6, -1e6, 4e5])];
      const pair: Pair = [transformed(T_map_source, otherSample), transformed(T_map_target, target)];
      const T_target_source = compose(compose(T_map_target, invert(NEARBY)), invert(T_map_source));
      const options = { method, customDistance: CUSTOM_DISTANCE, T_target_source, rmsTolerance: 3e-5 };
      expectTwins(await onBothEngines(gpu(), pair, options), pair, options);
    },
  );

  it('gives the same bits again', async () => {
    const options = { method: 'icp-plane', search: 'voxel-bins' } as const;
    const first = await registerOnGpu(gpu(), copy, target, options);
    const again = await registerOnGpu(gpu(), copy, target, options);
    expect({ ...again, milliseconds: null }).toEqual({ ...first, milliseconds: null });
  });

  it('keeps a target for many sources', async () => {
    const options = { method: 'icp-plane', search: 'voxel-bins' } as const;
    const onGpu = await TargetOnGpu.build(gpu(), target, options);
    for (const T of [NEARBY, exp([0.05, 0, 0.02, 0.1, 0, 0])]) {
      const moved = transformed(T, target);
      const { milliseconds, ...result } = await onGpu.register(moved);
      const { milliseconds: _, ...alone } = await registerOnGpu(gpu(), moved, target, options);
      expect(result).toEqual(alone);
      expect(milliseconds.total).toBeGreaterThan(0);
    }
    onGpu.destroy();
  });

  it.each(tiered(FEW_METHODS, ['icp-point']))(
    '%s goes on where the first passes are not enough',
    async (method) => {
      const options = { method, maxIterations: 75, rmsTolerance: 0, rmsThreshold: 0 };
      const result = await registerOnGpu(gpu(), otherSample, target, options);
      if (result.stopped === 'iteration-limit') expect(result.iterations).toBe(75);
      expect(result.rmsPerIteration).toHaveLength(result.iterations);
      // Where it rests rounding decides, but not where that is.
      const { T_target_source } = register(otherSample, target, options);
      expect(apart(result.T_target_source, T_target_source, otherSample)).toBeLessThan(
        f32Metres([otherSample, target]),
      );
    },
  );

  it('newton-plane, asked for more decrease than Newton steps bring, shortens them', async () => {
    const pair: Pair = [transformed(exp([0.02, -0.03, 0.01, 0.02, 0.01, -0.02]), target), target];
    const options = { method: 'newton-plane', armijoDecrease: 0.9, maxIterations: 3 } as const;
    const both = await onBothEngines(gpu(), pair, options);
    const whole = register(...pair, { ...options, armijoDecrease: 1e-4 });
    expect(both.cpu.rmsPerIteration).not.toEqual(whole.rmsPerIteration);
    expectTwins(both, pair, options);
  });

  it.each(tiered(FEW_METHODS, ['icp-point', 'icp-plane']))(
    '%s: pairs farther apart than the limit are no match',
    async (method) => {
      const shifted = transformed(exp([0, 0, 0, 0.02, 0.01, 0]), target);
      const strays = Array.from({ length: 27 }, (_, k) => 20 + k);
      const pair: Pair = [{ count: 309, xyz: Float64Array.from([...shifted.xyz, ...strays]) }, target];
      const options = { method, search: 'voxel-bins', maxDistance: 0.15 } as const;
      const both = await onBothEngines(gpu(), pair, options);
      expectTwins(both, pair, options);
      expect(both.gpu.inliers).toBe(300);
    },
  );

  // What the methods find is the same on either engine, step by step; how exact it is takes larger clouds.
  if (IS_LONG) describeKnownPoses(gpu);
  describe(`clouds that are hard to register (seed ${NASTY_SEED})`, () => describeNastyClouds(gpu));
  describe(`sizes around the edges of workgroups of 64 threads (seed ${SIZES_SEED})`, () => {
    describeSizes(gpu);
    describeLeastSizes(gpu);
  });
};

// Three workgroups, so that more than 192 points take several laps; one group, since each compiles the kernels anew.
describeOnGpu(
  `registrations on the device (seed ${SEED})`,
  describeRegistrations,
  {},
  { workgroupSize: 64, maxWorkgroups: 3 },
);
