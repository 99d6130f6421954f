import { DYNAMIC_DEFAULTS } from '../../../src-core/closing/dynamic/dynamic-options.ts';
import { SILENT_CONTEXT, type StageContext } from '../../../src-core/model/context.ts';
import { DynamicPixels } from '../../../src-core/model/dynamic-returns.ts';
import type { InstrumentCalibration } from '../../../src-core/model/instrument-calibration.ts';
import type { PlacedScans } from '../../../src-core/model/placed-scans.ts';
import type { Trajectory } from '../../../src-core/model/pose.ts';
import { hasTimedClouds } from '../../../src-core/model/sensor.ts';
import type { CalibrationRequest } from '../../../src-core/survey/calibrate.ts';
import { findDynamicReturns } from '../../../src-core/survey/find-dynamic-returns.ts';
import { threadsToUse } from '../../device/threads-to-use.ts';
import type { Project } from '../../project/project.ts';
import type { Session } from '../../project/sessions.ts';
import { ScansThreads } from './scans-threads.ts';
import { sharedScans } from './shared-scans.ts';

/** Scans of a stretch of the search for dynamic returns: those next to it are read again. */
const LEAST_STRETCH = 150;
/** Stretches for each thread, so that one that comes later still finds some. */
const STRETCHES = 2;

/** Poses of a stretch, from the first to before the second. */
type Stretch = readonly [from: number, to: number];
/** Scans and their pixels. */
type Found = readonly (readonly [number, Uint32Array])[];

/**
 * Dynamic returns of a session with these poses, its scans dealt out to the processors in stretches: each takes the next
 * one when it is free. The same for any number of them.
 *
 * @param kept threads that are kept; null: they are started and ended
 * @throws as `findDynamicReturns`
 */
export async function findDynamicOnThreads(
  project: Project,
  session: Session,
  trajectory: Trajectory,
  context: StageContext,
  { threads = threadsToUse(), leastStretch = LEAST_STRETCH, kept = null as ScansThreads | null } = {},
): Promise<DynamicPixels> {
  const store = project.scanStore(session);
  const scans = trajectory.poses.length;
  const most = Math.min(STRETCHES * threads, Math.floor(scans / leastStretch));
  if (threads < 2 || most < 2 || hasTimedClouds(session.sensor))
    return findDynamicReturns(store, trajectory, context);
  const bounds = Array.from(
    { length: most },
    (_, k): Stretch => [Math.round((k * scans) / most), Math.round(((k + 1) * scans) / most)],
  );
  const asked = { project: project.path, sessionId: session.id, scans: sharedScans(trajectory.poses) };
  const quiet = { ...SILENT_CONTEXT, cancel: context.cancel };
  const there = kept ?? new ScansThreads(threads);
  const found: Found[] = [];
  let [next, searched] = [0, 0];
  const deal = async (find: (part: Stretch) => Promise<Found>, free = async () => {}): Promise<void> => {
    for (;;) {
      await free();
      if (next >= most) return;
      const stretch = next++;
      found[stretch] = await find(bounds[stretch]);
      searched += bounds[stretch][1] - bounds[stretch][0];
    }
  };
  const shown = shownBehind(() => searched, scans, context);
  const searchHere = async (part: Stretch): Promise<Found> => [
    ...(await findDynamicReturns(store, trajectory, shown, DYNAMIC_DEFAULTS, part)).entries(),
  ];
  const searchThere = (part: Stretch): Promise<Found> =>
    there.call('find-dynamic', { ...asked, part }, quiet);
  try {
    const others = Array.from({ length: threads - 1 }, () => deal(searchThere, () => there.free()));
    await Promise.all([deal(searchHere), ...others]);
  } finally {
    if (kept === null) await there.end();
  }
  context.emit({ kind: 'progress', stage: 'map', done: scans, total: scans, unit: 'scans' });
  const moved = new DynamicPixels();
  for (const [scan, pixels] of found.flat()) moved.put(scan, pixels);
  return moved;
}

/**
 * Calibrates the sensor of a session in a thread of its own, so that the caller can search for what moved meanwhile.
 *
 * @throws as `calibrate`
 */
export function calibrateOnThread(
  project: Project,
  session: Session,
  poses: PlacedScans,
  request: Omit<CalibrationRequest, 'targets'>,
  threads: ScansThreads,
  context: StageContext,
): Promise<InstrumentCalibration | null> {
  const scans = sharedScans(poses);
  const task = { project: project.path, sessionId: session.id, scans, request };
  return threads.call('calibrate', task, context);
}

/** A context that shows the progress of a stretch behind what was searched before it. */
function shownBehind(searched: () => number, total: number, context: StageContext): StageContext {
  return {
    ...context,
    emit(event) {
      if (event.kind !== 'progress') context.emit(event);
      else context.emit({ ...event, done: Math.min(total, searched() + event.done), total });
    },
  };
}
