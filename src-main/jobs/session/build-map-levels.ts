import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { CopcFile } from '../../../src-core/io/cloud/copc-writer.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import { type StageContext, throwIfCancelled } from '../../../src-core/model/context.ts';
import { correctsMap, type InstrumentCalibration } from '../../../src-core/model/instrument-calibration.ts';
import type { Trajectory } from '../../../src-core/model/pose.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { SURVEY_DEFAULTS } from '../../../src-core/survey/survey-request.ts';
import { cacheFolder } from '../../files/cache-folder.ts';
import { type CachedLevels, readLevels } from '../../files/level-cache.ts';
import { Project } from '../../project/project.ts';
import { newLevels } from './new-levels.ts';
import { resumableRun } from './resumable-alignment.ts';
import { hashPoses, type StoredDynamicReturns } from './stored-dynamic-returns.ts';
import { SurveySession } from './survey-session.ts';

/** Format version; incremented when building or writing of levels changes, so that older levels are rebuilt. */
const FORMAT = 2;

export interface MapLevelsQuestion {
  /** Path of the project file. */
  readonly project: string;
  readonly sessionId: number;
  readonly T_grid_first: Rigid | null;
  /** True if what is cached has turned out to be damaged. */
  readonly anew?: boolean;
}

export interface MapLevels extends CachedLevels {
  /** Hash of all inputs of the points. */
  readonly key: string;
  /** False if they were cached. */
  readonly isNew: boolean;
}

/**
 * Levels of detail of a session's map, as far as it is aligned: cached ones for the same poses, or new ones. They
 * are in the user's cache, not next to the project: they can be rebuilt at any time, are larger than the project,
 * and a project is often carried on a USB stick and viewed on read-only media.
 *
 * @throws SocavonError of the project and of the cache; CancelledError
 */
export async function buildMapLevels(
  { project: file, sessionId, T_grid_first, anew = false }: MapLevelsQuestion,
  context: StageContext,
): Promise<MapLevels> {
  const project = Project.open(file, { readonly: true });
  try {
    const session = project.sessions.get(sessionId)!;
    const run = resumableRun(project, session, SURVEY_DEFAULTS.odometry);
    const survey = new SurveySession(project, session, run, T_grid_first);
    const placed = survey.placed.trajectory;
    const folder = join(cacheFolder(), 'map-levels');
    const left = await survey.leftOut(context);
    const key = keyOf(project.identity.uuid, sessionId, placed, left, survey.calibration);
    const known = anew ? null : await readLevels(folder, key);
    const levels =
      known ??
      (await newLevels(folder, key, (copc) => {
        const { points } = survey.map(left?.moved ?? null, context.cancel);
        return writePoints(copc, points(), placed.poses.length, context);
      }));
    return { ...levels, key, isNew: known === null };
  } finally {
    project.close();
  }
}

/** @param total number of clouds, for the progress */
async function writePoints(
  copc: CopcFile,
  clouds: AsyncIterable<PointCloud>,
  total: number,
  { cancel, emit }: StageContext,
): Promise<void> {
  let [done, points] = [0, 0];
  for await (const cloud of clouds) {
    throwIfCancelled(cancel, 'work-map');
    await copc.write(cloud);
    points += cloud.count;
    emit({ kind: 'progress', stage: 'map', done: ++done, total, unit: 'scans' });
  }
  await copc.finish((placed) => {
    throwIfCancelled(cancel, 'work-map');
    emit({ kind: 'progress', stage: 'map', done: placed, total: points, unit: 'points' });
  });
}

/** Hash of all inputs of the points: of the poses alone if no returns are removed and no calibration corrects them. */
function keyOf(
  uuid: string,
  sessionId: number,
  { poses }: Trajectory,
  left: StoredDynamicReturns | null,
  calibration: InstrumentCalibration | null,
): string {
  const removed = left === null || left.moved.count === 0 ? [] : [left.key];
  const corrected = calibration !== null && correctsMap(calibration) ? [{ calibration }] : [];
  const what = [FORMAT, uuid, sessionId, ...removed, ...corrected];
  const hash = createHash('sha256').update(JSON.stringify(what));
  hashPoses(hash, poses);
  return hash.digest('hex').slice(0, 32);
}
