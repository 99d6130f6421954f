import type { ShaderSource } from '../../src-core/gpu/shader-source.ts';
import { GPU_TUNING_DEFAULTS, type GpuTuning, isSoundTuning } from '../../src-core/gpu/tuning.ts';
import { compareTunings, type TuningTrial } from './compare-tunings.ts';
import { largeWorks, queryWorks, softWorks, type TuningWork, workgroupWorks } from './tuning-works.ts';

export interface TuneOptions {
  /** Points of the clouds; the large clouds have 16 times as many. */
  readonly points: number;
  /** Repetitions of each workload; the median counts. */
  readonly rounds: number;
  /** Candidate values: multiples of the subgroup sizes of all cards, up to the limits of most adapters. */
  readonly values: Readonly<Record<keyof GpuTuning, readonly number[]>>;
  /** Workloads that are timed while a parameter is varied, on clouds of about the given number of points. */
  readonly works: Readonly<Record<keyof GpuTuning, (points: number) => readonly TuningWork[]>>;
}

export const TUNE_DEFAULTS: TuneOptions = {
  points: 16_384,
  rounds: 9,
  values: {
    workgroupSize: [32, 64, 128, 256, 512],
    lanesPerQuery: [1, 2, 4, 8],
    maxWorkgroups: [128, 256, 512, 1024, 2048],
    softWorkgroupSize: [64, 128, 256, 512],
    softLanes: [8, 16, 32, 64, 128, 256],
    softStepThreads: [64, 128, 256, 512, 1024],
  },
  works: {
    workgroupSize: workgroupWorks,
    lanesPerQuery: queryWorks,
    maxWorkgroups: largeWorks,
    softWorkgroupSize: softWorks,
    softLanes: softWorks,
    softStepThreads: softWorks,
  },
};

/** Order of the coordinate search: each parameter is tuned with the values found before. */
const ORDER: readonly (keyof GpuTuning)[] = [
  'workgroupSize',
  'lanesPerQuery',
  'maxWorkgroups',
  'softWorkgroupSize',
  'softLanes',
  'softStepThreads',
];
/** Least relative gain over the default that is accepted; smaller gains are noise. */
const WORTHWHILE = 0.03;

/** Trials that differ in one parameter. */
export interface TuningSeries {
  readonly varied: keyof GpuTuning;
  readonly trials: readonly TuningTrial[];
}

export interface TuningFound {
  readonly tuning: GpuTuning;
  readonly series: readonly TuningSeries[];
}

/**
 * Tunes the kernels for a device, one parameter after another, by timing complete host calls on built-in clouds.
 *
 * @param beforeEach called before each timed call; throws to cancel
 * @throws SocavonError if the defaults do not run, 'gpu-lost'
 */
export async function tuneGpu(
  device: GPUDevice,
  shaders: ShaderSource,
  { points, rounds, values, works }: TuneOptions,
  beforeEach: () => void,
): Promise<TuningFound> {
  const bench = { device, shaders, kernels: new Map(), rounds, beforeEach };
  const series: TuningSeries[] = [];
  let tuning = GPU_TUNING_DEFAULTS;
  for (const varied of ORDER) {
    const others = values[varied].filter((value) => value !== tuning[varied]);
    const tunings = [
      tuning,
      ...others.map((value) => ({ ...tuning, [varied]: value })).filter(isSoundTuning),
    ];
    const trials = await compareTunings(
      works[varied](points),
      tunings.sort((a, b) => a[varied] - b[varied]),
      tuning,
      bench,
    );
    series.push({ varied, trials });
    tuning = fastest(trials, tuning);
  }
  return { tuning, series };
}

/** The fastest tuning, or the reference if none is clearly faster. */
export function fastest(trials: readonly TuningTrial[], standard: GpuTuning): GpuTuning {
  let best = { tuning: standard, relative: 1 - WORTHWHILE };
  for (const { tuning, relative } of trials) {
    if (relative !== null && relative < best.relative) best = { tuning, relative };
  }
  return best.tuning;
}
