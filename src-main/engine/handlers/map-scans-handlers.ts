import { decimatedPoints } from '../../../src-core/contract/decimated-points.ts';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import type { Points } from '../../../src-core/contract/shapes.ts';
import { identity } from '../../../src-core/math/se3.ts';
import { message } from '../../../src-core/messages/message.ts';
import { type StageContext, throwIfCancelled } from '../../../src-core/model/context.ts';
import type { DynamicReturns } from '../../../src-core/model/dynamic-returns.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { SensorModel } from '../../../src-core/model/sensor.ts';
import { PosedScans } from '../../../src-core/survey/map-points.ts';
import { placeTrajectory } from '../../../src-core/survey/place-trajectory.ts';
import { SURVEY_DEFAULTS } from '../../../src-core/survey/survey-request.ts';
import { readDynamicReturns } from '../../files/dynamic-returns-cache.ts';
import { resumableRun } from '../../jobs/session/resumable-alignment.ts';
import { currentTrajectory } from '../../jobs/session/stored-refinement.ts';
import { rigidFromWire } from '../../jobs/session/survey-inputs.ts';
import { calibrationOf, mapStore } from '../../project/calibrations.ts';
import type { Session } from '../../project/sessions.ts';
import type { EngineSession } from '../engine-session.ts';

type Names = 'map.scan' | 'map.scans';

interface Range {
  readonly sessionId: number;
  readonly from: number;
  readonly count: number;
  readonly T_grid_first: { R: number[]; t: number[] } | null;
  /** Alignment poses, even if there is a current refinement. */
  readonly byAlignment?: boolean;
  readonly withoutMoved?: string | null;
}

/** Handlers of the map points by scan. */
export function mapScansHandlers(session: EngineSession): Handlers<Names> {
  const posedScans = posedScansOf(session);
  const movedOf = dynamicReturnsOf(session);

  const clouds = (range: Range, { cancel }: StageContext): Promise<Points[]> =>
    session.read(async (project) => {
      const of = session.sessionOf(range.sessionId);
      const run = resumableRun(project, of, SURVEY_DEFAULTS.odometry);
      if (run === null) return [];
      const [to, T_grid_first] = [range.from + range.count, rigidFromWire(range.T_grid_first)];
      const { poses } = range.byAlignment
        ? placeTrajectory({ poses: project.poses.of(run.id, range.from, to) }, T_grid_first ?? identity())
        : currentTrajectory(project, run, T_grid_first, range.from, to);
      const store = mapStore(project, of);
      const posed = posedScans(of, store.sensor, calibrationOf(project, of.id)?.key ?? null);
      const moved = range.withoutMoved ? await movedOf(range.withoutMoved) : null;
      const points: Points[] = [];
      for (const pose of poses) {
        throwIfCancelled(cancel, 'work-map');
        const scan = await store.read(pose.scanIndex);
        points.push(decimatedPoints(posed.cloudOf(scan, pose, moved?.of(pose.scanIndex))));
      }
      return points;
    });

  return {
    'map.scan': async ({ scan, ...request }, context) => {
      const [points] = await clouds({ ...request, from: scan, count: 1 }, context);
      if (points !== undefined) return points;
      throw new SocavonError('not-aligned', message('scan-without-pose', { scan }));
    },
    'map.scans': clouds,
  };
}

/** Loads dynamic returns by key; caches the result of the last request. */
function dynamicReturnsOf(session: EngineSession): (key: string) => Promise<DynamicReturns> {
  let known: { readonly key: string; readonly moved: DynamicReturns } | null = null;
  session.onClose(() => {
    known = null;
  });
  return async (key) => {
    if (known?.key === key) return known.moved;
    const moved = await readDynamicReturns(key);
    if (moved === null) throw new SocavonError('usage', message('moved-unknown'));
    known = { key, moved };
    return moved;
  };
}

/**
 * Returns posed scans of a session; the buffers are reused between sessions of one sensor, because one map is in
 * view at a time.
 */
function posedScansOf(
  session: EngineSession,
): (of: Session, sensor: SensorModel, calibration: string | null) => PosedScans {
  let known: { readonly id: number; readonly calibration: string | null; readonly scans: PosedScans } | null =
    null;
  session.onClose(() => {
    known = null;
  });
  return ({ id }, sensor, calibration) => {
    if (known?.id !== id || known.calibration !== calibration)
      known = { id, calibration, scans: new PosedScans(sensor) };
    return known.scans;
  };
}
