import { describe, expect, it } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import { GPU_TUNING_DEFAULTS, type GpuTuning } from '../../src-core/gpu/tuning.ts';
import { message } from '../../src-core/messages/message.ts';
import { CancelledError, SocavonError } from '../../src-core/model/errors.ts';
import {
  compareTunings,
  interleavedMedians,
  type TuningBench,
  type TuningTrial,
} from '../../src-main/device/compare-tunings.ts';
import { fastest } from '../../src-main/device/tune-gpu.ts';
import type { TuningWork } from '../../src-main/device/tuning-works.ts';

const tuning = (workgroupSize: number): GpuTuning => ({
  ...GPU_TUNING_DEFAULTS,
  workgroupSize,
});

/** No work here touches the device; a context asks for its limits. */
const bench = (beforeEach: () => void = () => {}): TuningBench => ({
  device: { limits: { maxBufferSize: 2 ** 20, maxStorageBufferBindingSize: 2 ** 20 } } as GPUDevice,
  shaders: () => '',
  kernels: new Map(),
  rounds: 3,
  beforeEach,
});

const work = (run: (gpu: GpuContext) => ArrayLike<number>): TuningWork => ({
  name: 'work',
  run: async (gpu) => run(gpu),
});

describe('a comparison of tunings', () => {
  it('times each against the standard', async () => {
    const tunings = [tuning(32), tuning(64)];
    const trials = await compareTunings([work(() => [1])], tunings, tunings[1], bench());
    expect(trials.map(({ tuning: { workgroupSize } }) => workgroupSize)).toEqual([32, 64]);
    expect(trials[1]).toMatchObject({ relative: 1, why: null });
    for (const { milliseconds } of trials) expect(milliseconds!.work).toBeGreaterThan(0);
  });

  it('leaves out what does not compile or gives something else', async () => {
    const tunings = [32, 64, 128, 256].map(tuning);
    const results: Record<number, () => number[]> = {
      32: () => [1 + 1e-6, 2],
      64: () => [1, 2],
      128: () => [1, Number.NaN],
      256: () => {
        throw new SocavonError('internal', 'The GPU kernel x does not compile: too large');
      },
    };
    const uneven = work((gpu) => results[gpu.tuning.workgroupSize]());
    const trials = await compareTunings([uneven], tunings, tunings[1], bench());
    expect(trials.map(({ why }) => why)).toEqual([
      null,
      null,
      expect.stringContaining('results'),
      expect.stringContaining('compile'),
    ]);
    expect(trials[2]).toMatchObject({ milliseconds: null, relative: null });
  });

  it('ends where the device fails or the person cancels', async () => {
    const lost = work(() => {
      throw new SocavonError('gpu-lost', message('text', { text: 'It is gone.' }));
    });
    const tunings = [tuning(64)];
    await expect(compareTunings([lost], tunings, tunings[0], bench())).rejects.toMatchObject({
      code: 'gpu-lost',
    });
    let calls = 0;
    const cancelled = bench(() => {
      if (++calls > 3) throw new CancelledError();
    });
    await expect(compareTunings([work(() => [])], tunings, tunings[0], cancelled)).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(calls).toBe(4);
  });
});

describe('the tuning that is taken', () => {
  const trial = (size: number, relative: number | null): TuningTrial => ({
    tuning: tuning(size),
    milliseconds: {},
    why: null,
    relative,
  });
  const standard = tuning(128);

  it.each([
    ['the fastest', [trial(32, 0.8), trial(64, 0.5), trial(128, 1)], 64],
    ['the standard where none is clearly faster', [trial(64, 0.98), trial(128, 1)], 128],
    ['none that was left out', [trial(32, null), trial(128, 1)], 128],
  ])('is %s', (_, trials, size) => {
    expect(fastest(trials, standard).workgroupSize).toBe(size);
  });
});

describe('timing in turn', () => {
  it('does each work once a round, after the warm-up', async () => {
    const order: string[] = [];
    const medians = await interleavedMedians(
      ['a', 'b'].map((name) => async () => void order.push(name)),
      2,
    );
    expect(order.join('')).toBe('ababab');
    expect(medians).toHaveLength(2);
  });
});
