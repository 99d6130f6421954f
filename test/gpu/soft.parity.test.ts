import { expect } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, invert, rotationAngle } from '../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { type LocalCloud, roundedToF32 } from '../../src-lab/gpu/local-cloud.ts';
import { registerOnGpu, TargetOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import { alignSoftOnGpu } from '../../src-lab/gpu/soft-on-gpu.ts';
import {
  type MethodResult,
  type PointSet,
  REGISTRATION_DEFAULTS,
  type RegistrationOptions,
  type RegistrationProblem,
} from '../../src-lab/problem/method.ts';
import { EM_ICP_PAPER, SOFTASSIGN_PAPER } from '../../src-lab/problem/soft-options.ts';
import { register } from '../../src-lab/register/register.ts';
import { emIcp } from '../../src-lab/soft/em-icp.ts';
import { softassign } from '../../src-lab/soft/softassign.ts';
import { SHARED_DATA, WHY_SKIPPED } from '../io/shared-data.ts';
import { bunny, lopsidedCloud, movedCloud } from '../lab/soft-fixtures.ts';
import { IS_LONG, it } from '../support/tier.ts';
import { describeOnGpu } from './software-device.ts';

const SEED = 47;

type Soft = 'em-icp' | 'softassign';

function local({ count, xyz }: PointSet): LocalCloud {
  return { count, xyz: Float32Array.from(xyz), shift: [0, 0, 0], mean: new Float64Array(3) };
}

/** Both engines on the same points: those that f32 holds. */
async function onBoth(
  gpu: GpuContext,
  method: Soft,
  [source, target]: readonly [PointSet, PointSet],
  T_target_source: Rigid,
  partial: Partial<RegistrationOptions>,
): Promise<{ cpu: MethodResult; gpu: MethodResult }> {
  const options = { ...REGISTRATION_DEFAULTS, ...partial, method };
  const clouds = [local(source), local(target)] as const;
  const problem: RegistrationProblem = {
    source: roundedToF32(clouds[0]),
    target: roundedToF32(clouds[1]),
    T_target_source,
    options,
    cancel: NEVER_CANCELLED,
  };
  return {
    cpu: method === 'em-icp' ? emIcp(problem) : softassign(problem),
    gpu: await alignSoftOnGpu(gpu, ...clouds, T_target_source, options, NEVER_CANCELLED),
  };
}

function expectTwins({ cpu, gpu }: { cpu: MethodResult; gpu: MethodResult }, tolerance: number): void {
  const apart = compose(invert(cpu.T_target_source), gpu.T_target_source);
  expect(rotationAngle(apart.R)).toBeLessThan(tolerance);
  expect(Math.hypot(...apart.t)).toBeLessThan(0.1 * tolerance);
  expect(gpu.iterations).toBe(cpu.iterations);
  expect(gpu.stopped).toBe(cpu.stopped);
  expect(gpu.inliers).toBe(cpu.inliers);
  expect(Math.abs(gpu.rms - cpu.rms)).toBeLessThan(1e-4 * cpu.rms + 1e-7);
  gpu.rmsPerIteration.forEach((rms, k) => {
    expect(Math.abs(rms - cpu.rmsPerIteration[k])).toBeLessThan(1e-3 * cpu.rms + 1e-6);
  });
  const largest = Math.max(...cpu.H);
  for (let k = 0; k < 36; k++) expect(Math.abs(gpu.H[k] - cpu.H[k])).toBeLessThan(1e-4 * largest);
}

const START = exp([0.1, -0.2, 0.1, 0.01, 0, -0.01]);
/** Temperatures about the squared size of the clouds, all gone through, so that both engines take the same steps. */
const SOFTASSIGN = {
  ...SOFTASSIGN_PAPER,
  temperatures: 4,
  stepsPerTemperature: 2,
  alpha: 0.01,
  firstTemperature: 0.01,
  temperatureFactor: 0.8,
  moutlier: 0.5,
  tryHalfTurns: false,
  tolerance: 0,
};
const EM_ICP = { ...EM_ICP_PAPER, sigmaInf: 0.004, tolerance: 0 };

describeOnGpu(`soft methods on the device (seed ${SEED})`, (gpu) => {
  const random = seededRandom(SEED);

  for (const [n, m] of [
    [1, 1],
    [1, 65],
    [2, 257],
    [3, 1],
    [4, 63],
    [63, 64],
    [64, 65],
    [65, 257],
    [257, 63],
    [1000, 2],
  ]) {
    it.each(['em-icp', 'softassign'] as const)(`%s: ${n} points on ${m} step as in f64`, async (method) => {
      const clouds = [lopsidedCloud(random, n), lopsidedCloud(random, m)] as const;
      const both = await onBoth(gpu(), method, clouds, START, { emIcp: EM_ICP, softassign: SOFTASSIGN });
      expectTwins(both, 1e-4);
    });
  }

  it.each(['em-icp', 'softassign'] as const)('%s: points with ties and twins', async (method) => {
    const grid = {
      count: 125,
      xyz: Float64Array.from(
        { length: 375 },
        (_, k) => 0.03 * (((Math.floor(k / 3) / 5 ** (k % 3)) % 5) | 0) - 0.06,
      ),
    };
    const twice = { count: 250, xyz: Float64Array.from([...grid.xyz, ...grid.xyz]) };
    expectTwins(
      await onBoth(gpu(), method, [grid, twice], START, { emIcp: EM_ICP, softassign: SOFTASSIGN }),
      1e-4,
    );
  });

  it('em-icp: stops where nothing is left to gain, within a step of the CPU', async () => {
    const target = lopsidedCloud(random, 100);
    const T = exp([0.3, 0.2, -0.4, 0.02, -0.01, 0.03]);
    const emIcp = { ...EM_ICP_PAPER, sigmaInf: 1e-8, tolerance: 1e-4 };
    const both = await onBoth(
      gpu(),
      'em-icp',
      [movedCloud(invert(T), target), target],
      exp([0, 0, 0, 0, 0, 0]),
      { emIcp },
    );
    expect([both.cpu.stopped, both.gpu.stopped]).toEqual(['converged', 'converged']);
    // A step as long as the tolerance allows is a little longer in one of the two.
    expect(Math.abs(both.gpu.iterations - both.cpu.iterations)).toBeLessThanOrEqual(1);
    const apart = compose(invert(both.cpu.T_target_source), both.gpu.T_target_source);
    expect(rotationAngle(apart.R)).toBeLessThan(1e-4);
  });

  it('em-icp: far beyond sigma the nearest point still counts, and beyond d_0 none', async () => {
    const target = lopsidedCloud(random, 50);
    const source = movedCloud(exp([0, 0, 0, 0.02, 0, 0]), target);
    const emIcp = { ...EM_ICP_PAPER, sigmaP2: 1e-6, sigmaInf: 0.7e-6, tolerance: 0 };
    expectTwins(await onBoth(gpu(), 'em-icp', [source, target], exp([0, 0, 0, 0, 0, 0]), { emIcp }), 1e-4);
    const far = exp([0, 0, 0, 100, 0, 0]);
    const options = { ...REGISTRATION_DEFAULTS, method: 'em-icp' as const, emIcp };
    const none = alignSoftOnGpu(gpu(), local(source), local(target), far, options, NEVER_CANCELLED);
    await expect(none).rejects.toMatchObject({ code: 'too-few-points' });
  });

  it('softassign: takes the same half turn', async () => {
    const target = lopsidedCloud(random, 40);
    const turn = exp([Math.PI, 0, 0, 0, 0, 0]);
    const softassign = {
      ...SOFTASSIGN_PAPER,
      firstTemperature: 0.1,
      alpha: 0,
      temperatureFactor: 0.7,
      temperatures: 30,
    };
    const both = await onBoth(
      gpu(),
      'softassign',
      [movedCloud(turn, target), target],
      exp([0, 0, 0, 0, 0, 0]),
      { softassign },
    );
    for (const { T_target_source } of [both.cpu, both.gpu]) {
      expect(rotationAngle(compose(turn, T_target_source).R)).toBeLessThan(2e-2);
    }
  });

  it.runIf(IS_LONG && SHARED_DATA !== null).each([
    ['em-icp', 20, [0.079266, 0.957628, -0.276886, -0.00912, -0.050523, -0.052659]],
    ['softassign', 40, [0.07862, 0.957777, -0.276553, -0.009173, -0.050784, -0.052671]],
  ] as const)(
    `%s: ends at its authors' pose on every %dth of their points${WHY_SKIPPED}`,
    async (method, oneOf, expected) => {
      const { problem, inFile } = bunny(SHARED_DATA as string, oneOf);
      const { source, target, T_target_source } = problem;
      const both = await onBoth(gpu(), method, [source, target], T_target_source, {});
      const { R, t } = inFile(both.gpu.T_target_source);
      [...R.subarray(0, 3), ...t].forEach((value, k) => {
        expect(Math.abs(value - expected[k])).toBeLessThan(1e-3);
      });
      const apart = compose(invert(both.cpu.T_target_source), both.gpu.T_target_source);
      expect(rotationAngle(apart.R)).toBeLessThan(1e-4);
    },
  );

  it('can be cancelled', async () => {
    const cloud = local(lopsidedCloud(random, 10));
    const options = { ...REGISTRATION_DEFAULTS, method: 'em-icp' as const };
    await expect(alignSoftOnGpu(gpu(), cloud, cloud, START, options, { cancelled: true })).rejects.toThrow(
      CancelledError,
    );
  });

  /** Bytes of all buffers that a run on so many points makes. */
  async function bytesFor(method: Soft, n: number, m: number): Promise<number> {
    const { device, buffers } = gpu();
    buffers.destroy();
    const create = device.createBuffer;
    let bytes = 0;
    device.createBuffer = (descriptor) => {
      bytes += descriptor.size;
      return create.call(device, descriptor);
    };
    const options = {
      ...REGISTRATION_DEFAULTS,
      method,
      softassign: { ...SOFTASSIGN, temperatures: 1 },
      emIcp: { ...EM_ICP, sigmaInf: 0.0095 },
    };
    const clouds = [local(lopsidedCloud(random, n)), local(lopsidedCloud(random, m))] as const;
    await alignSoftOnGpu(gpu(), ...clouds, START, options, NEVER_CANCELLED);
    device.createBuffer = create;
    return bytes;
  }

  it.each(['em-icp', 'softassign'] as const)('%s: memory grows with N + M', async (method) => {
    const small = await bytesFor(method, 100, 100);
    const wide = await bytesFor(method, 100, 500);
    const large = await bytesFor(method, 500, 500);
    expect(wide - small).toBe(400 * 16);
    // Seven sums of four numbers for the points of a workgroup.
    const { softWorkgroupSize, softLanes } = gpu().tuning;
    const pointsPerSum = (4 * softWorkgroupSize) / softLanes;
    expect(large - wide).toBe(
      400 * 16 + 112 * (Math.ceil(500 / pointsPerSum) - Math.ceil(100 / pointsPerSum)),
    );
  });

  // As on a mine grid.
  const T_map = exp([0, 0, 0, 1e6, -1e6, 500]);
  const target = movedCloud(T_map, lopsidedCloud(random, 80));
  const T = compose(compose(T_map, exp([0.2, 0.1, -0.1, 0.01, 0, 0])), invert(T_map));
  const source = movedCloud(invert(T), target);

  it.each(['em-icp', 'softassign', 'picp'] as const)(
    '%s: registers as the CPU does, 10^6 m from the origin',
    async (method) => {
      const options = {
        method,
        emIcp: { ...EM_ICP_PAPER, sigmaP2: 1e-3, sigmaInf: 1e-4 },
        softassign: {
          ...SOFTASSIGN_PAPER,
          firstTemperature: 1e-3,
          temperatureFactor: 0.7,
          temperatures: 8,
          alpha: 1e-3,
        },
      };
      const here = await registerOnGpu(gpu(), source, target, options);
      const there = register(source, target, options);
      const apart = compose(invert(there.T_target_source), here.T_target_source);
      expect(rotationAngle(apart.R)).toBeLessThan(1e-4);
      for (const result of [here, there]) {
        // Where the points go, since a turn about an origin 10^6 m away is a shift.
        const [x, y, z] = movedCloud(result.T_target_source, source).xyz;
        const [u, v, w] = target.xyz;
        expect(Math.hypot(x - u, y - v, z - w)).toBeLessThan(0.02);
      }
      expect(here.undetermined).toEqual([]);
      expect(here.eigenvalues.length).toBe(6);
      expect(here.inliers).toBe(there.inliers);
    },
  );

  it('refuses options that would never end, and to keep a target for a soft method', async () => {
    const emIcp = { ...EM_ICP_PAPER, sigmaFactor: 1 };
    const work = async (): Promise<unknown> =>
      registerOnGpu(gpu(), source, target, { method: 'em-icp', emIcp });
    await expect(work()).rejects.toMatchObject({ code: 'usage', message: /emIcp\.sigmaFactor/ });
    await expect(TargetOnGpu.build(gpu(), target, { method: 'em-icp' })).rejects.toMatchObject({
      code: 'engine-unavailable',
    });
  });
});
