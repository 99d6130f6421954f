import type { AlignmentEdit } from '../contract/alignment-requests.ts';
import { CPU_SCAN_ENGINE } from '../mapping/cpu-scan-aligner.ts';
import { ODOMETRY_DEFAULTS, type OdometryOptions, type OdometryState } from '../mapping/odometry.ts';
import type { ScanEngine } from '../mapping/scan-aligner.ts';
import type { StageContext, StageResult } from '../model/context.ts';
import { SocavonError } from '../model/errors.ts';
import type { ScanPose, Trajectory } from '../model/pose.ts';
import { sentence } from '../model/sentences.ts';
import { keyframesBetween } from './keyframes-in-reach.ts';
import type { ScanStore } from './scan-store.ts';
import { type AlignmentPlace, type PlacedScan, StepwiseAlignment } from './stepwise-alignment.ts';

/** Where poses go as they are found. */
export interface PoseSink {
  /** Keeps some scans, in order, each with the state from which the next can go on; all or none. */
  append(placed: readonly PlacedScan[]): void;
}

/** An alignment that was stopped, or that died, as its sink kept it. */
export interface AlignmentSoFar {
  readonly poses: readonly ScanPose[];
  /** After the last of them. */
  readonly state: OdometryState;
}

export interface AlignmentDiagnostics {
  /** Scans placed in this run, not counting those of an earlier one. */
  readonly placed: number;
  /** Seconds spent on them. */
  readonly seconds: number;
  /** False where the gyro contradicted the walls and was left out from then on. */
  readonly gyroBelievable: boolean;
}

/** Scans handed to the sink at a time: one flush to the disk each, two a second at the speed of the sensor. */
const BATCH = 5;

/**
 * Stage scans -> poses: LiDAR odometry over every scan of a store, from the start or from where an earlier run
 * stopped. Cancelling takes effect within one scan; what was placed by then is with the sink.
 *
 * @param sink keeps the poses; it is never behind by more than a batch
 * @param engine does the work on each scan; its twins give the same poses
 * @param edits what a person changed by hand
 * @throws SocavonError 'too-few-points' when there is no scan, 'gpu-lost' when a device fails; what the store and the
 *   sink throw; CancelledError
 */
export async function alignScans(
  store: ScanStore,
  options: OdometryOptions = ODOMETRY_DEFAULTS,
  sink: PoseSink,
  context: StageContext,
  soFar: AlignmentSoFar | null = null,
  engine: ScanEngine = CPU_SCAN_ENGINE,
  edits: readonly AlignmentEdit[] = [],
): Promise<StageResult<Trajectory, AlignmentDiagnostics>> {
  if (store.count === 0)
    throw new SocavonError(
      'too-few-points',
      'The capture holds no whole scan, so there is nothing to align; record at least one rotation.',
      { sentence: sentence('capture-without-scan', {}) },
    );
  const started = performance.now();
  const poses: ScanPose[] = [...(soFar?.poses ?? [])];
  const keyframes = async (from: number, to: number): Promise<ScanPose[]> =>
    keyframesBetween(poses, from, to);
  const alignment = new StepwiseAlignment({ store, options, edits }, engine, placeOf(soFar), keyframes);
  const first = poses.length;
  let unsaved: PlacedScan[] = [];
  const save = (): void => {
    const batch = unsaved;
    // A sink that failed is not asked again: the next run finds these poses anew.
    unsaved = [];
    if (batch.length > 0) sink.append(batch);
  };
  try {
    while (!alignment.isDone) {
      const placed = await alignment.step(context);
      for (const { pose } of placed) poses.push(pose);
      unsaved.push(...placed);
      if (unsaved.length >= BATCH) save();
    }
  } finally {
    alignment.destroy();
    save();
  }
  return {
    value: { poses },
    diagnostics: {
      placed: poses.length - first,
      seconds: (performance.now() - started) / 1000,
      gyroBelievable: alignment.gyroBelievable,
    },
  };
}

function placeOf(soFar: AlignmentSoFar | null): AlignmentPlace | null {
  if (soFar === null) return null;
  return { scan: soFar.poses[soFar.poses.length - 1].scanIndex, state: soFar.state };
}
