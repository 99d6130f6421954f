import { expect } from 'vitest';
import { GPU_TUNING_DEFAULTS } from '../../src-core/gpu/tuning.ts';
import { shadersOnDisk } from '../../src-main/device/shader-source.ts';
import { TUNE_DEFAULTS, tuneGpu } from '../../src-main/device/tune-gpu.ts';
import { softWorks, type TuningWork } from '../../src-main/device/tuning-works.ts';
import { IS_LONG, it } from '../support/tier.ts';
import { BINS_WORKS } from './bins-work.ts';
import { describeOnGpu } from './software-device.ts';

const { workgroupSize, lanesPerQuery, maxWorkgroups, softWorkgroupSize, softLanes, softStepThreads } =
  GPU_TUNING_DEFAULTS;

/** The adapter compiles softassign for a quarter of a minute: one of three series has it, in the long tier. */
const emIcpWorks = (points: number): TuningWork[] => softWorks(points).slice(0, 1);

describeOnGpu('the tuning of an adapter', (gpu) => {
  it.runIf(IS_LONG)(
    'varies each number in turn, leaves out what does not compile, and takes what ran',
    async () => {
      const { device } = gpu();
      // More threads than the software adapter gives a workgroup.
      expect(device.limits.maxComputeInvocationsPerWorkgroup).toBeLessThan(1024);
      const options = {
        ...TUNE_DEFAULTS,
        points: 128,
        rounds: 1,
        values: {
          workgroupSize: [32, 1024],
          lanesPerQuery: [2, 512],
          maxWorkgroups: [7],
          softWorkgroupSize: [96, 512],
          softLanes: [12, 16],
          softStepThreads: [60, 64],
        },
        works: {
          ...BINS_WORKS,
          softWorkgroupSize: emIcpWorks,
          softLanes: softWorks,
          softStepThreads: emIcpWorks,
        },
      };
      let calls = 0;
      const { tuning, series } = await tuneGpu(device, shadersOnDisk(), options, () => void calls++);
      const [bySize, byLanes, byCount, bySoftSize, bySoftLanes, byStep] = series;
      expect(bySize.varied).toBe('workgroupSize');
      expect(bySize.trials.map((trial) => trial.tuning.workgroupSize)).toEqual([32, workgroupSize, 1024]);
      expect(bySize.trials[1]).toMatchObject({ relative: 1, why: null });
      expect(bySize.trials[2]).toEqual({
        tuning: { ...GPU_TUNING_DEFAULTS, workgroupSize: 1024 },
        milliseconds: null,
        why: 'its kernels do not compile for this adapter',
        relative: null,
      });
      // 512 threads for a query are more than a workgroup has.
      expect(byLanes.varied).toBe('lanesPerQuery');
      expect(byLanes.trials.map((trial) => trial.tuning.lanesPerQuery)).toEqual([2, lanesPerQuery]);
      expect(byCount.varied).toBe('maxWorkgroups');
      expect(byCount.trials.map((trial) => trial.tuning.maxWorkgroups)).toEqual([7, maxWorkgroups]);
      // 64 threads for four points do not divide 96.
      expect(bySoftSize.varied).toBe('softWorkgroupSize');
      expect(bySoftSize.trials.map((trial) => trial.tuning.softWorkgroupSize)).toEqual([
        softWorkgroupSize,
        512,
      ]);
      expect(bySoftSize.trials[1].why).toBe('its kernels do not compile for this adapter');
      // Sums go by eighths, which 12 has none of.
      expect(bySoftLanes.varied).toBe('softLanes');
      expect(bySoftLanes.trials.map((trial) => trial.tuning.softLanes)).toEqual([16, softLanes]);
      expect(bySoftLanes.trials.map(({ why }) => why)).toEqual([null, null]);
      expect(byStep.varied).toBe('softStepThreads');
      expect(byStep.trials.map((trial) => trial.tuning.softStepThreads)).toEqual([64, softStepThreads]);
      expect(byStep.trials.map((trial) => trial.tuning)).toContainEqual(tuning);
      expect(calls).toBeGreaterThan(20);
    },
  );

  it('ends where it is told to', async () => {
    const stop = (): void => {
      throw new Error('enough');
    };
    const options = { ...TUNE_DEFAULTS, points: 64 };
    await expect(tuneGpu(gpu().device, shadersOnDisk(), options, stop)).rejects.toThrow('enough');
  });
});
