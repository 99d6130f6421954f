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
import type { BegunAlignment } from './begun-alignment.ts';
import { keyframesBetween } from './keyframes-in-reach.ts';
import type { AlignmentScans } from './scan-store.ts';
import { type AlignedScan, type AlignmentCursor, StepwiseAlignment } from './stepwise-alignment.ts';

/** Receives the poses of an alignment as they are computed. */
export interface PoseSink {
  /** Stores some scans, in order, each with the state from which the next one can resume; all or none. */
  append(placed: readonly AlignedScan[]): void;
}

/** Partial alignment as its sink stored it before it was stopped or crashed; input to resume from. */
export interface PartialAlignment {
  readonly poses: readonly ScanPose[];
  /** Odometry state after the last of the poses. */
  readonly state: OdometryState;
}

export interface AlignmentDiagnostics {
  /** Number of scans aligned in this run, not counting those of an earlier one. */
  readonly placed: number;
  /** Running time of these scans, s. */
  readonly seconds: number;
  /** False if the gyro was ignored from some scan on because it disagreed with scan matching. */
  readonly gyroBelievable: boolean;
  readonly warnings: readonly Warning[];
}

/** Scans handed to the sink at a time: one disk flush each, two a second at the speed of the sensor. */
const BATCH = 5;

/** Inputs of an alignment besides the scans. */
export interface AlignTask {
  readonly options: OdometryOptions;
  /** Manual edits, in the order in which they were made. */
  readonly edits: readonly AlignmentEdit[];
  /** Computes each scan; all engines give the same poses. */
  readonly engine: ScanEngine;
  /** An earlier run of the same task, complete or partial; null: from the start. */
  readonly resume: PartialAlignment | null;
  /** The same task, without edits, begun while its scans were imported; absent: it was not, or there is one to resume. */
  readonly begun?: BegunAlignment;
  /** Receives the poses as they are computed; never behind by more than a batch. */
  readonly sink: PoseSink;
}

/**
 * Stage scans -> poses: LiDAR odometry over every scan of a store, from the start or resumed from where an
 * earlier run stopped. Cancelling takes effect within one scan; the poses computed by then are already in the
 * sink.
 *
 * @throws SocavonError 'too-few-points' if there is no scan, 'gpu-lost' if a device fails; errors of the
 *   store and the sink; CancelledError
 */
export async function align(
  store: AlignmentScans,
  { options, edits, engine, resume, begun, sink }: AlignTask,
  context: StageContext,
): Promise<StageResult<Trajectory, AlignmentDiagnostics>> {
  if (store.count === 0) throw new SocavonError('too-few-points', message('capture-without-scan'));
  const started = performance.now();
  const poses: ScanPose[] = begun?.poses ?? [...(resume?.poses ?? [])];
  const keyframes = async (from: number, to: number): Promise<ScanPose[]> =>
    keyframesBetween(poses, from, to);
  const question = { store, options, edits };
  const alignment =
    begun?.alignment ?? new StepwiseAlignment(question, engine, placeOf(resume), keyframes, false);
  const first = resume?.poses.length ?? 0;
  let unsaved: AlignedScan[] = begun?.takePlaced() ?? [];
  const save = (): void => {
    const batch = unsaved;
    // A sink that failed is not called again: the next run recomputes these poses.
    unsaved = [];
    if (batch.length > 0) sink.append(batch);
  };
  try {
    save();
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
      seconds: (begun?.seconds ?? 0) + (performance.now() - started) / 1000,
      gyroBelievable: alignment.gyroBelievable,
      warnings: alignWarnings(edits, alignment.gyroBelievable),
    },
  };
}

function placeOf(resume: PartialAlignment | null): AlignmentCursor | null {
  if (resume === null) return null;
  return { scan: resume.poses[resume.poses.length - 1].scanIndex, state: resume.state };
}
