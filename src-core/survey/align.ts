import { message } from '../messages/message.ts';
import type { AlignmentEdit } from '../model/alignment-edit.ts';
import type { StageContext } from '../model/context.ts';
import { SocavonError } from '../model/errors.ts';
import type { ScanPose } from '../model/pose.ts';
import type { Warning } from '../model/warnings.ts';
import type { OdometryOptions } from '../odometry/odometry-options.ts';
import type { ScanEngine } from '../odometry/scan-aligner.ts';
import { alignWarnings } from './align-warnings.ts';
import type { AlignmentScans } from './scan-store.ts';
import {
  type AlignedScan,
  type AlignmentCursor,
  type KeyframeSource,
  StepwiseAlignment,
} from './stepwise-alignment.ts';

/** Where an alignment keeps its poses as they are computed, and reads them again: a shift has more than memory should hold. */
export interface PoseStore {
  /** Stores some scans, in order, each with the state from which the next one can resume; all or none. */
  append(placed: readonly AlignedScan[]): void;
  readonly keyframes: KeyframeSource;
  /** All poses so far, in scan order. */
  poses(): readonly ScanPose[];
}

interface AlignmentDiagnostics {
  /** Number of scans aligned in this run, not counting those of an earlier one. */
  readonly placed: number;
  /** False if the gyro was ignored from some scan on because it disagreed with scan matching. */
  readonly gyroBelievable: boolean;
  readonly warnings: readonly Warning[];
}

/** Scans stored at a time: one disk flush each, two a second at the speed of the sensor. */
const BATCH = 5;

/** Inputs of an alignment besides the scans. */
export interface AlignTask {
  readonly options: OdometryOptions;
  /** Manual edits, in the order in which they were made. */
  readonly edits: readonly AlignmentEdit[];
  /** Computes each scan; all engines give the same poses. */
  readonly engine: ScanEngine;
  /** The last scan that an earlier run of the same task stored, complete or partial; null: from the start. */
  readonly resume: AlignmentCursor | null;
  /** Receives the poses as they are computed; never behind by more than a batch. */
  readonly store: PoseStore;
}

/**
 * Stage scans -> poses: LiDAR odometry over every scan of a session, from the start or resumed from where an
 * earlier run stopped. The poses are in the pose store, those before a cancellation too, which takes effect within
 * one scan; memory holds no more than a batch of them.
 *
 * @throws SocavonError 'too-few-points' if there is no scan, 'gpu-lost' if a device fails; errors of the
 *   two stores; CancelledError
 */
export async function align(
  scans: AlignmentScans,
  task: AlignTask,
  context: StageContext,
): Promise<AlignmentDiagnostics> {
  if (scans.count === 0) throw new SocavonError('too-few-points', message('capture-without-scan'));
  const { options, edits, engine, resume } = task;
  const open = (keyframes: KeyframeSource): StepwiseAlignment =>
    new StepwiseAlignment({ store: scans, options, edits }, engine, resume, keyframes, false);
  return alignOn(open, [], task, context);
}

/**
 * The same for an alignment that is under way: aligns the scans that are left.
 *
 * @param open gives it, by where it finds its keyframes from now on
 * @param unsaved its scans that are not in the pose store yet; emptied
 * @throws as `align`
 */
export async function alignOn(
  open: (keyframes: KeyframeSource) => StepwiseAlignment,
  unsaved: AlignedScan[],
  { edits, store }: Pick<AlignTask, 'edits' | 'store'>,
  context: StageContext,
): Promise<AlignmentDiagnostics> {
  let placed = unsaved.length;
  const save = (): void => {
    // A store that failed is not called again: the next run recomputes these poses.
    const batch = unsaved.splice(0);
    if (batch.length > 0) store.append(batch);
  };
  const alignment = open((from, to, radius) => {
    save();
    return store.keyframes(from, to, radius);
  });
  try {
    save();
    while (!alignment.isDone) {
      const aligned = await alignment.step(context);
      placed += aligned.length;
      unsaved.push(...aligned);
      if (unsaved.length >= BATCH) save();
    }
  } finally {
    alignment.destroy();
    save();
  }
  return {
    placed,
    gyroBelievable: alignment.gyroBelievable,
    warnings: alignWarnings(edits, alignment.gyroBelievable),
  };
}
