import { DYNAMIC_DEFAULTS } from '../../src-core/closing/dynamic/dynamic-options.ts';
import type { ExportedMap } from '../../src-core/io/cloud/export-map.ts';
import { SILENT_CONTEXT, type StageContext } from '../../src-core/model/context.ts';
import type { DynamicPixels } from '../../src-core/model/dynamic-returns.ts';
import type { Trajectory } from '../../src-core/model/pose.ts';
import { hasTimedClouds } from '../../src-core/model/sensor.ts';
import type { ScanMap } from '../../src-core/survey/export-scan-map.ts';
import { findDynamicReturns } from '../../src-core/survey/find-dynamic-returns.ts';
import { threadsToUse } from '../device/threads-to-use.ts';
import { ownModule } from '../files/own-module.ts';
import type { Project } from '../project/project.ts';
import type { Session } from '../project/sessions.ts';
import { callThread } from '../rpc/thread.ts';
import type { ScansMethods } from './scans-thread.ts';

/** Time for cancelled work to remove its unfinished files, ms. */
const CLEAN_UP_MS = 3000;
/** Scans of a part of the search for dynamic returns: fewer are not worth the start of a thread. */
const LEAST_PART = 150;

/**
 * Writes the map of a session's scans in a thread of its own.
 *
 * @param folder path of the folder
 * @throws as `exportScanMap`
 */
export function exportMapInThread(
  { path: project }: Project,
  { id: sessionId }: Session,
  { dynamic, ...map }: ScanMap,
  folder: string,
  context: StageContext,
): Promise<ExportedMap> {
  const moved = map.trajectory.poses.flatMap(({ scanIndex }): [number, Uint32Array][] => {
    const pixels = dynamic?.of(scanIndex) ?? null;
    return pixels === null ? [] : [[scanIndex, pixels]];
  });
  return call('export-map', { project, sessionId, moved, folder, ...map }, context);
}

/**
 * Dynamic returns of a session with these poses, its scans dealt out to the processors in stretches; the same for any
 * number of them.
 *
 * @throws as `findDynamicReturns`
 */
export async function findDynamicOnThreads(
  project: Project,
  session: Session,
  trajectory: Trajectory,
  context: StageContext,
  { threads = threadsToUse(), leastPart = LEAST_PART } = {},
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
  const others = bounds
    .slice(1)
    .map((part) =>
      call('find-dynamic', { project: project.path, sessionId: session.id, trajectory, part }, quiet),
    );
  const own = findDynamicReturns(store, trajectory, shownFor(parts, context), DYNAMIC_DEFAULTS, bounds[0]);
  const [first, ...rest] = await Promise.all([own, ...others]);
  for (const found of rest) for (const [scan, pixels] of found) first.put(scan, pixels);
  return first;
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

function call<Name extends keyof ScansMethods>(
  name: Name,
  args: ScansMethods[Name]['args'],
  context: StageContext,
): Promise<ScansMethods[Name]['reply']> {
  const limits = { cleanUpMs: CLEAN_UP_MS };
  return callThread<ScansMethods, Name>(ownModule('jobs/scans-thread'), name, args, context, limits);
}
