import { DYNAMIC_DEFAULTS } from '../../src-core/closing/dynamic/dynamic-options.ts';
import type { RpcClient } from '../../src-core/contract/rpc.ts';
import { SILENT_CONTEXT, type StageContext } from '../../src-core/model/context.ts';
import type { DynamicPixels } from '../../src-core/model/dynamic-returns.ts';
import type { InstrumentCalibration } from '../../src-core/model/instrument-calibration.ts';
import type { Trajectory } from '../../src-core/model/pose.ts';
import { hasTimedClouds } from '../../src-core/model/sensor.ts';
import type { CalibrationRequest } from '../../src-core/survey/calibrate.ts';
import { findDynamicReturns } from '../../src-core/survey/find-dynamic-returns.ts';
import { threadsToUse } from '../device/threads-to-use.ts';
import { ownModule } from '../files/own-module.ts';
import type { Project } from '../project/project.ts';
import type { Session } from '../project/sessions.ts';
import { KeptThreads } from '../rpc/thread.ts';
import type { ScansMethods } from './scans-thread.ts';
import { sharedScans } from './shared-scans.ts';

/** One that calibrates while another searches for what moved. */
const MOST_KEPT = 2;

/**
 * Threads that work on the scans of a session, kept for the next piece of work: their start takes as long as dozens of
 * scans, and only code that has run before is fast. To be ended when the work is done.
 */
export class ScansThreads {
  readonly #kept = new KeptThreads<ScansMethods>(ownModule('jobs/scans-thread'), MOST_KEPT);

  /** Starts them, for work that will come. */
  start(): void {
    this.#kept.start();
  }

  /** @param onStart receives the thread's client, for other requests to it meanwhile @throws what the method throws; CancelledError */
  call<Name extends keyof ScansMethods & string>(
    name: Name,
    args: ScansMethods[Name]['args'],
    context: StageContext,
    onStart?: (client: RpcClient<ScansMethods>) => void,
  ): Promise<ScansMethods[Name]['reply']> {
    return this.#kept.call(name, args, context, { cleanUpMs: CLEAN_UP_MS, ...(onStart && { onStart }) });
  }

  end(): Promise<void> {
    return this.#kept.end();
  }
}

/** Time for cancelled work to remove its unfinished files, ms. */
const CLEAN_UP_MS = 3000;
/** Scans of a part of the search for dynamic returns: fewer are not worth the start of a thread. */
const LEAST_PART = 150;

/**
 * Dynamic returns of a session with these poses, its scans dealt out to the processors in stretches; the same for any
 * number of them.
 *
 * @param kept threads that are kept; null: they are started and ended
 * @throws as `findDynamicReturns`
 */
export async function findDynamicOnThreads(
  project: Project,
  session: Session,
  trajectory: Trajectory,
  context: StageContext,
  { threads = threadsToUse(), leastPart = LEAST_PART, kept = null as ScansThreads | null } = {},
): Promise<DynamicPixels> {
  const store = project.scanStore(session);
  const count = trajectory.poses.length;
  const parts = hasTimedClouds(session.sensor)
    ? 1
    : Math.max(1, Math.min(threads, Math.floor(count / leastPart)));
  if (parts === 1) return findDynamicReturns(store, trajectory, context);
  const bounds = Array.from({ length: parts }, (_, k): [number, number] => [
    Math.round((k * count) / parts),
    Math.round(((k + 1) * count) / parts),
  ]);
  const quiet = { ...SILENT_CONTEXT, cancel: context.cancel };
  const beside = kept ?? new ScansThreads();
  try {
    const asked = { project: project.path, sessionId: session.id, scans: sharedScans(trajectory.poses) };
    const others = bounds.slice(1).map((part) => beside.call('find-dynamic', { ...asked, part }, quiet));
    const own = findDynamicReturns(store, trajectory, shownFor(parts, context), DYNAMIC_DEFAULTS, bounds[0]);
    const [first, ...rest] = await Promise.all([own, ...others]);
    for (const found of rest) for (const [scan, pixels] of found) first.put(scan, pixels);
    return first;
  } finally {
    if (kept === null) await beside.end();
  }
}

/**
 * Calibrates the sensor of a session in a thread of its own, so that the caller can search for what moved meanwhile.
 *
 * @throws as `calibrate`
 */
export function calibrateOnThread(
  project: Project,
  session: Session,
  trajectory: Trajectory,
  request: Omit<CalibrationRequest, 'targets'>,
  threads: ScansThreads,
  context: StageContext,
): Promise<InstrumentCalibration | null> {
  const scans = sharedScans(trajectory.poses);
  const task = { project: project.path, sessionId: session.id, scans, request };
  return threads.call('calibrate', task, context);
}

/** A context that shows the progress of one part as that of all, which end at about the same time. */
function shownFor(parts: number, context: StageContext): StageContext {
  return {
    ...context,
    emit(event) {
      if (event.kind !== 'progress' || event.total === null) context.emit(event);
      else context.emit({ ...event, done: parts * event.done, total: parts * event.total });
    },
  };
}
