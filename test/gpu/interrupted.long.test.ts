import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { exp } from '../../src-core/math/se3.ts';
import type { CancelToken } from '../../src-core/model/context.ts';
import { registerOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import type { PointSet, RegistrationOptions } from '../../src-lab/problem/method.ts';
import { EM_ICP_PAPER } from '../../src-lab/problem/soft-options.ts';
import { GpuEngine } from '../../src-main/device/gpu-engine.ts';
import { filledWith, transformed } from '../lab/clouds.ts';
import { describeOnGpu, openSoftwareGpu, SMALL_GROUPS } from './software-device.ts';

const SEED = 111;

/** When a device is lost, seen from the host. */
const MOMENTS = {
  'between two batches': (lose: () => void) => lose(),
  'while the device works': (lose: () => void) => setImmediate(lose),
  'while the host waits': (lose: () => void) => setTimeout(lose, 2),
};
type Moment = keyof typeof MOMENTS;

interface LongRun {
  readonly method: RegistrationOptions['method'];
  /** Of a run that goes back to the host several times before it ends. */
  readonly options: Partial<RegistrationOptions>;
  /** At which its device is lost; not all for each, since every fresh device compiles the kernels anew. */
  readonly moments: readonly Moment[];
}

const LONG_RUNS: readonly LongRun[] = [
  {
    method: 'icp-point',
    options: { search: 'voxel-bins', maxIterations: 400, rmsTolerance: 0, rmsThreshold: 0 },
    moments: ['while the device works'],
  },
  {
    method: 'em-icp',
    options: { emIcp: { ...EM_ICP_PAPER, sigmaFactor: 0.97, sigmaInf: 1e-4, tolerance: 0 } },
    moments: ['between two batches', 'while the host waits'],
  },
];

/** A token that does something when it is asked for the n-th time: in the middle of a run, between two batches of passes. */
function atLook(n: number, act: () => boolean): CancelToken {
  let looks = 0;
  return {
    get cancelled() {
      looks++;
      return looks === n && act();
    },
  };
}

describeOnGpu(`a registration that is interrupted (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const target = filledWith(30, () => [random.uniform(), random.uniform(), 0.3 * random.uniform()]);
  const noisy: PointSet = {
    count: 30,
    xyz: transformed(exp([0.03, 0.02, 0.05, 0.02, 0.01, 0]), target).xyz.map(
      (v) => v + 0.01 * random.normal(),
    ),
  };
  const engine = new GpuEngine({ open: () => openSoftwareGpu(), tuning: SMALL_GROUPS });
  afterAll(() => engine.destroy());

  describe.each(LONG_RUNS)('$method', ({ method, options, moments }) => {
    const align = (gpu: GpuContext, cancel?: CancelToken) =>
      registerOnGpu(gpu, noisy, target, { ...options, method }, cancel);
    let undisturbed: unknown;
    beforeAll(async () => {
      undisturbed = withoutTime(await engine.run((gpu) => align(gpu)));
    });

    /** The next job gets a device that works, and the same result to the bit. */
    const expectRecovered = async (lost: GPUDevice | null): Promise<void> => {
      const { device, result } = await engine.run(async (gpu) => ({
        device: gpu.device,
        result: await align(gpu),
      }));
      if (lost !== null) expect(device).not.toBe(lost);
      expect(withoutTime(result)).toEqual(undisturbed);
    };

    it.each(moments)(
      'the device is lost %s: one sentence, and the next job gets a fresh one',
      async (moment) => {
        let lost: GPUDevice | null = null;
        const work = engine.run((gpu) => {
          lost = gpu.device;
          return align(
            gpu,
            atLook(1, () => {
              MOMENTS[moment](() => gpu.device.destroy());
              return false;
            }),
          );
        });
        await expect(work).rejects.toMatchObject({
          code: 'gpu-lost',
          message: expect.stringMatching(
            /^The GPU was lost while it worked \(.+\)\. What was finished before is kept; start again, or use the CPU engine\.$/,
          ),
        });
        await expectRecovered(lost);
      },
    );

    it('an error that nobody catches fails the job', async () => {
      let failed: GPUDevice | null = null;
      const work = engine.run((gpu) => {
        failed = gpu.device;
        const cancel = atLook(1, () => {
          gpu.device.createBuffer({ size: 64, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.STORAGE });
          return false;
        });
        return align(gpu, cancel);
      });
      await expect(work).rejects.toMatchObject({
        code: 'gpu-lost',
        message: expect.stringContaining('its results cannot be trusted'),
      });
      await expectRecovered(failed);
    });

    it('a person cancels: nothing is broken', async () => {
      const work = engine.run((gpu) =>
        align(
          gpu,
          atLook(2, () => true),
        ),
      );
      await expect(work).rejects.toMatchObject({ code: 'cancelled' });
      await expectRecovered(null);
    });
  });
});

function withoutTime<T extends { milliseconds: unknown }>(result: T): Omit<T, 'milliseconds'> {
  return { ...result, milliseconds: null };
}
