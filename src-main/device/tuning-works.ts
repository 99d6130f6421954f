import type { GpuContext } from '../../src-core/gpu/context.ts';
import { gpuScanEngine } from '../../src-core/gpu/gpu-scan-aligner.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import { Odometry } from '../../src-core/odometry/odometry.ts';
import { ODOMETRY_DEFAULTS } from '../../src-core/odometry/odometry-options.ts';
import { registerOnGpu, TargetOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import type { PointSet, RegistrationOptions } from '../../src-lab/problem/method.ts';
import { EM_ICP_PAPER, SOFTASSIGN_PAPER } from '../../src-lab/problem/soft-options.ts';
import { type TrialScans, trialScans } from './scan-speed.ts';
import { saddlePair, scanPair, type TrialPair } from './trial-clouds.ts';

/** Workload that times a kind of kernel through the call that uses it. */
export interface TuningWork {
  readonly name: string;
  /** @returns numbers that must not depend on the tuning */
  run(gpu: GpuContext): Promise<ArrayLike<number>>;
}

const LARGER = 16;
const SOFT_THINNING = 4;
const SCANS = 6;
/** Pixels of a trial scan; the size is fixed. */
const SCAN_POINTS = 16_384;

/**
 * Workloads that depend on the workgroup size: matching, bins, normals, and scans if the point count allows scans.
 */
export function workgroupWorks(points: number): TuningWork[] {
  return [
    ...queryWorks(points),
    targetWork('bins and normals', saddlePair(points).target),
    ...(points >= SCAN_POINTS ? [runWork('scans of a run', trialScans(SCANS))] : []),
  ];
}

/**
 * Workloads that depend on the threads per query: matching in a surface-like cloud, brute-force matching, matching
 * of scans.
 */
export function queryWorks(points: number): TuningWork[] {
  const saddle = saddlePair(points);
  return [
    registrationWork('match, voxel bins', saddle, { method: 'icp-point', maxIterations: 20 }),
    registrationWork('match, brute force', saddle, {
      method: 'icp-point',
      search: 'brute-force',
      maxIterations: 4,
    }),
    registrationWork('scans, point-to-plane', ofAtMost(points, scanPair()), {
      method: 'icp-plane',
      maxIterations: 8,
    }),
  ];
}

/** Workloads that depend on the number of workgroups: clouds with more points than threads. */
export function largeWorks(points: number): TuningWork[] {
  const saddle = saddlePair(LARGER * points);
  return [
    registrationWork('match, large', saddle, { method: 'icp-point', maxIterations: 10 }),
    registrationWork('point-to-plane, large', saddle, { method: 'icp-plane', maxIterations: 4 }),
  ];
}

/**
 * Workloads that depend on the workgroup size of the soft methods: clouds of a quarter of the points, about the
 * size of Tamaki's.
 */
export function softWorks(points: number): TuningWork[] {
  const saddle = saddlePair(points / SOFT_THINNING);
  return [
    registrationWork('EM-ICP', saddle, {
      method: 'em-icp',
      // Some seven temperatures, scaled to the squared size of the saddle.
      emIcp: { ...EM_ICP_PAPER, sigmaP2: 1, sigmaInf: 0.5, d02: 4, tolerance: 0 },
    }),
    registrationWork('softassign', saddle, {
      method: 'softassign',
      softassign: {
        ...SOFTASSIGN_PAPER,
        firstTemperature: 4,
        temperatures: 2,
        stepsPerTemperature: 2,
        tryHalfTurns: false,
        tolerance: 0,
      },
    }),
  ];
}

/**
 * Registration with voxel bins by default and a fixed number of iterations, so that all tunings take the same
 * steps.
 */
function registrationWork(
  name: string,
  { source, target }: TrialPair,
  options: Partial<RegistrationOptions>,
): TuningWork {
  const all = { search: 'voxel-bins', rmsTolerance: 0, rmsThreshold: 0, ...options } as const;
  return {
    name,
    async run(gpu) {
      const { R, t } = (await registerOnGpu(gpu, source, target, all)).T_target_source;
      return [...R, ...t];
    },
  };
}

function targetWork(name: string, target: PointSet): TuningWork {
  return {
    name,
    async run(gpu) {
      const uploaded = await TargetOnGpu.build(gpu, target, { method: 'icp-plane', search: 'voxel-bins' });
      uploaded.destroy();
      return [];
    },
  };
}

function runWork(name: string, { sensor, scans }: TrialScans): TuningWork {
  return {
    name,
    async run(gpu) {
      const aligner = await gpuScanEngine(gpu, '', new Promise(() => {})).open(sensor, ODOMETRY_DEFAULTS);
      try {
        const odometry = new Odometry(sensor, ODOMETRY_DEFAULTS, aligner);
        const poses: ScanPose[] = [];
        for (const scan of scans) poses.push(...(await odometry.next(scan)));
        poses.push(...odometry.finish());
        return poses.flatMap(({ T_map_sensor: { R, t } }) => [...R, ...t]);
      } finally {
        aligner.destroy();
      }
    },
  };
}

function ofAtMost(points: number, { source, target }: TrialPair): TrialPair {
  const [first, second] = [source, target].map(({ count, xyz }) => {
    const step = Math.max(1, Math.ceil(count / points));
    const remaining = Math.floor(count / step);
    return {
      count: remaining,
      xyz: Float64Array.from(
        { length: 3 * remaining },
        (_, at) => xyz[3 * step * Math.floor(at / 3) + (at % 3)],
      ),
    };
  });
  return { source: first, target: second };
}
