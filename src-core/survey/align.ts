import { message } from '../messages/message.ts';
import type { AlignmentEdit } from '../model/alignment-edit.ts';
import type { StageContext, StageResult } from '../model/context.ts';
import { SocavonError } from '../model/errors.ts';
import type { ScanPose, Trajectory } from '../model/pose.ts';
import type { Warning } from '../model/warnings.ts';
import type { OdometryState } from '../odometry/odometry.ts';
import type { OdometryOptions } from '../odometry/odometry-options.ts';
import type { ScanEngine } from '../odometry/scan-aligner.ts';
import { alignWarnings } from './align-warnings.ts';
import { keyframesBetween } from './keyframes-in-reach.ts';
import type { ScanStore } from './scan-store.ts';
import { type AlignedScan, type AlignmentCursor, StepwiseAlignment } from './stepwise-alignment.ts';

/** Where poses go as they are found. */
export interface PoseSink {
  /** Keeps some scans, in order, each with the state from which the next can go on; all or none. */
  append(placed: readonly AlignedScan[]): void;
}

/** An alignment that was stopped, or that died, as its sink kept it. */
export interface PartialAlignment {
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
  readonly warnings: readonly Warning[];
}

/** Scans handed to the sink at a time: one flush to the disk each, two a second at the speed of the sensor. */
const BATCH = 5;

/** What an alignment is made of, beside the scans. */
export interface AlignTask {
  readonly options: OdometryOptions;
  /** Changes by hand, in the order in which they were made. */
  readonly edits: readonly AlignmentEdit[];
  /** Does the work on each scan; all engines give the same poses. */
  readonly engine: ScanEngine;
  /** An earlier run of the same task, whole or in part; null: from the start. */
  readonly resume: PartialAlignment | null;
  /** Gets the poses as they are found; never behind by more than a batch. */
  readonly sink: PoseSink;
}

/**
 * Stage scans -> poses: LiDAR odometry over every scan of a store, from the start or from where an earlier run
 * stopped. Cancelling takes effect within one scan; what was placed by then is with the sink.
 *
 * @throws SocavonError 'too-few-points' when there is no scan, 'gpu-lost' when a device fails; what the store and the
 *   sink throw; CancelledError
 */
export async function align(
  store: ScanStore,
  { options, edits, engine, resume, sink }: AlignTask,
  context: StageContext,
): Promise<StageResult<Trajectory, AlignmentDiagnostics>> {
  if (store.count === 0) throw new SocavonError('too-few-points', message('capture-without-scan'));
  const started = performance.now();
  const poses: ScanPose[] = [...(resume?.poses ?? [])];
  const keyframes = async (from: number, to: number): Promise<ScanPose[]> =>
    keyframesBetween(poses, from, to);
  const alignment = new StepwiseAlignment({ store, options, edits }, engine, placeOf(resume), keyframes);
  const first = poses.length;
  let unsaved: AlignedScan[] = [];
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
      warnings: alignWarnings(edits, alignment.gyroBelievable),
    },
  };
}

function placeOf(resume: PartialAlignment | null): AlignmentCursor | null {
  if (resume === null) return null;
  return { scan: resume.poses[resume.poses.length - 1].scanIndex, state: resume.state };
}
