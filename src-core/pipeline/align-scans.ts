import { CPU_SCAN_ENGINE } from '../mapping/cpu-scan-aligner.ts';
import {
  ODOMETRY_DEFAULTS,
  Odometry,
  type OdometryOptions,
  type OdometryState,
} from '../mapping/odometry.ts';
import type { ScanEngine } from '../mapping/scan-aligner.ts';
import { type StageContext, type StageResult, throwIfCancelled } from '../model/context.ts';
import { SocavonError } from '../model/errors.ts';
import type { ScanPose, Trajectory } from '../model/pose.ts';
import type { ScanStore } from './scan-store.ts';

/** Where poses go as they are found. */
export interface PoseSink {
  /**
   * Keeps some poses, in order, together with the state from which the next scan can go on; all or none.
   *
   * @param state null before the second scan, when there is nothing to go on from
   */
  append(poses: readonly ScanPose[], state: OdometryState | null): void;
}

/** An alignment that was stopped, or that died, as its sink kept it. */
export interface AlignmentSoFar {
  readonly poses: readonly ScanPose[];
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

/** Poses handed to the sink at a time: one flush to the disk each, two a second at the speed of the sensor. */
const BATCH = 5;

/**
 * Stage scans -> poses: LiDAR odometry over every scan of a store, from the start or from where an earlier run
 * stopped. Cancelling takes effect within one scan; what was placed by then is with the sink.
 *
 * @param sink keeps the poses; it is never behind by more than a batch
 * @param engine does the work on each scan; its twins give the same poses
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
): Promise<StageResult<Trajectory, AlignmentDiagnostics>> {
  if (store.count === 0)
    throw new SocavonError(
      'too-few-points',
      'The capture holds no whole scan, so there is nothing to align; record at least one rotation.',
    );
  const started = performance.now();
  const aligner = await engine.open(store.sensor, options);
  try {
    return await alignWith(
      new Odometry(store.sensor, options, aligner),
      store,
      sink,
      context,
      soFar,
      started,
    );
  } finally {
    aligner.destroy();
  }
}

async function alignWith(
  odometry: Odometry,
  store: ScanStore,
  sink: PoseSink,
  context: StageContext,
  soFar: AlignmentSoFar | null,
  started: number,
): Promise<StageResult<Trajectory, AlignmentDiagnostics>> {
  const poses: ScanPose[] = soFar === null ? [] : [...soFar.poses];
  if (soFar !== null) await resume(odometry, store, soFar, context);
  const first = poses.length;
  let unsaved: ScanPose[] = [];
  const save = (): void => {
    const batch = unsaved;
    // A sink that failed is not asked again: the next run finds these poses anew.
    unsaved = [];
    if (batch.length > 0) sink.append(batch, odometry.hasStarted ? odometry.state : null);
  };
  try {
    for (let index = first; index < store.count; index++) {
      throwIfCancelled(context.cancel, 'The alignment');
      const found = await odometry.next(await store.read(index), context.cancel);
      poses.push(...found);
      unsaved.push(...found);
      if (unsaved.length >= BATCH) save();
      context.emit({ kind: 'progress', stage: 'align', done: index + 1, total: store.count, unit: 'scans' });
    }
    const alone = odometry.finish();
    poses.push(...alone);
    unsaved.push(...alone);
  } finally {
    save();
  }
  return {
    value: { poses },
    diagnostics: {
      placed: poses.length - first,
      seconds: (performance.now() - started) / 1000,
      gyroBelievable: odometry.gyroBelievable,
    },
  };
}

/** Brings the odometry to where an earlier run stopped; its submap is built again only where scans are still to come. */
async function resume(
  odometry: Odometry,
  store: ScanStore,
  { poses, state }: AlignmentSoFar,
  context: StageContext,
): Promise<void> {
  const isWhole = poses.length === store.count;
  for (const pose of poses) {
    if (isWhole || !pose.isKeyframe) continue;
    throwIfCancelled(context.cancel, 'The alignment');
    odometry.replayKeyframe(await store.read(pose.scanIndex), pose);
  }
  odometry.restore(state, await store.read(poses[poses.length - 1].scanIndex));
}
