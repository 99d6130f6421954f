import { gpuScanEngine } from '../../src-core/gpu/gpu-scan-aligner.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { CPU_SCAN_ENGINE } from '../../src-core/odometry/cpu-scan-aligner.ts';
import { Odometry } from '../../src-core/odometry/odometry.ts';
import { ODOMETRY_DEFAULTS } from '../../src-core/odometry/odometry-options.ts';
import type { ScanEngine } from '../../src-core/odometry/scan-aligner.ts';
import { castScan } from '../../src-simulate/cast-scan.ts';
import { simulateDrive } from '../../src-simulate/drive.ts';
import { simulatedSensor } from '../../src-simulate/os1-16.ts';
import { presetOptions } from '../../src-simulate/presets.ts';
import type { SimulatedScan } from '../../src-simulate/simulate-scans.ts';
import { adapterName } from './adapter-key.ts';
import type { CostLine } from './cost-line.ts';
import type { GpuEngine } from './gpu-engine.ts';

/** Simulated rotations of an OS1-16 that moves through a rough drive. */
export interface TrialScans {
  readonly sensor: SensorModel;
  readonly scans: readonly SimulatedScan[];
}

const SCANS = 12;
/**
 * Few start keyframes: the first scans are matched with all their points, but the later scans dominate a long
 * drive.
 */
const OPTIONS = { ...ODOMETRY_DEFAULTS, keyframesAtStart: 2 };
/** Scans after the first pair that still fill the submap and warm up the code. */
const WARM_UP = 3;

/** Simulates the trial scans; takes less than a second. */
export function trialScans(count = SCANS): TrialScans {
  const drive = simulateDrive({ ...presetOptions('rough', 16), speed: 2, stillStart: 0, seed: 1 });
  const scans = Array.from({ length: count }, (_, index) => ({
    index,
    rotation: index,
    scan: castScan(drive, index),
    imu: [],
  }));
  return { sensor: simulatedSensor('legacy16'), scans };
}

/**
 * Times the alignment of scans on both engines: the time per scan, and the start-up before the first. Takes at most
 * two seconds.
 *
 * @param engine not opened yet, because opening is part of the measurement
 * @throws SocavonError if there is no adapter; 'gpu-lost'
 */
export async function measureScans(
  engine: GpuEngine,
  trial?: TrialScans,
): Promise<{ cpu: CostLine; gpu: CostLine }> {
  const start = performance.now();
  // First, so that a machine without an adapter fails at once.
  const name = adapterName(await engine.adapter());
  const gpuEngine = await engine.run(async (gpu, failure) => gpuScanEngine(gpu, name, failure));
  const openMs = performance.now() - start;
  const scans = trial ?? trialScans();
  const cpu = await timeScans(CPU_SCAN_ENGINE, scans);
  const gpu = await timeScans(gpuEngine, scans);
  return { cpu: lineOf(cpu), gpu: lineOf({ ...gpu, startMs: gpu.startMs + openMs }) };
}

interface ScanTimes {
  /** Start-up time, ms: the excess of the first scans over the median. */
  readonly startMs: number;
  /** Median time per scan, ms. */
  readonly scanMs: number;
}

async function timeScans(engine: ScanEngine, { sensor, scans }: TrialScans): Promise<ScanTimes> {
  const start = performance.now();
  const aligner = await engine.open(sensor, OPTIONS);
  try {
    const odometry = new Odometry(sensor, OPTIONS, aligner);
    const times: number[] = [];
    for (const scan of scans) {
      await odometry.next(scan);
      times.push(performance.now() - start);
    }
    const steady = times.slice(2 + WARM_UP).map((end, k) => end - times[1 + WARM_UP + k]);
    const scanMs = steady.sort((a, b) => a - b)[steady.length >> 1];
    return { startMs: Math.max(0, times[1 + WARM_UP] - (2 + WARM_UP) * scanMs), scanMs };
  } finally {
    aligner.destroy();
  }
}

function lineOf({ startMs, scanMs }: ScanTimes): CostLine {
  return { startMs, small: { work: 1, ms: scanMs }, large: { work: 2, ms: 2 * scanMs } };
}
