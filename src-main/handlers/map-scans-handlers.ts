import type { Points } from '../../src-core/contract/shapes.ts';
import { thinnedPoints } from '../../src-core/contract/thinned-points.ts';
import { identity } from '../../src-core/math/se3.ts';
import { type StageContext, throwIfCancelled } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { sentence } from '../../src-core/model/sentences.ts';
import { PosedScans } from '../../src-core/pipeline/map-points.ts';
import { placeTrajectory } from '../../src-core/pipeline/place-trajectory.ts';
import { SURVEY_DEFAULTS } from '../../src-core/pipeline/survey-request.ts';
import type { EngineSession } from '../engine/engine-session.ts';
import { rigidOfWire } from '../jobs/asked-survey.ts';
import { runBegun } from '../jobs/begun-alignment.ts';
import { trajectoryThatHolds } from '../jobs/kept-refinement.ts';
import type { Session } from '../project/sessions.ts';
import type { Handlers } from './dispatch.ts';

type Names = 'map.scan' | 'map.scans';

interface Range {
  readonly sessionId: number;
  readonly from: number;
  readonly count: number;
  readonly T_grid_first: { R: number[]; t: number[] } | null;
  /** Whatever refinement holds. */
  readonly byAlignment?: boolean;
}

/** The points that a map is made of, scan by scan. */
export function mapScansHandlers(session: EngineSession): Handlers<Names> {
  const posedScans = posedScansOf(session);

  const clouds = (range: Range, { cancel }: StageContext): Promise<Points[]> =>
    session.read(async (project) => {
      const of = session.sessionOf(range.sessionId);
      const run = runBegun(project, of, SURVEY_DEFAULTS.odometry);
      if (run === null) return [];
      const [to, T_grid_first] = [range.from + range.count, rigidOfWire(range.T_grid_first)];
      const { poses } = range.byAlignment
        ? placeTrajectory({ poses: project.poses.of(run.id, range.from, to) }, T_grid_first ?? identity())
        : trajectoryThatHolds(project, run, T_grid_first, range.from, to);
      const store = project.scanStore(of);
      const points: Points[] = [];
      for (const pose of poses) {
        throwIfCancelled(cancel, 'The map');
        const scan = await store.read(pose.scanIndex);
        points.push(thinnedPoints(posedScans(of).cloudOf(scan, pose)));
      }
      return points;
    });

  return {
    'map.scan': async ({ scan, ...asked }, context) => {
      const [points] = await clouds({ ...asked, from: scan, count: 1 }, context);
      if (points !== undefined) return points;
      throw new SocavonError(
        'not-aligned',
        `Scan ${scan} has no pose: it was left out, or is not placed yet.`,
        { sentence: sentence('scan-without-pose', { scan }) },
      );
    },
    'map.scans': clouds,
  };
}

/** The buffers for the scans of one sensor are used again: there is one map that is looked at. */
function posedScansOf(session: EngineSession): (of: Session) => PosedScans {
  let known: { readonly id: number; readonly scans: PosedScans } | null = null;
  session.onClose(() => {
    known = null;
  });
  return ({ id, sensor }) => {
    if (known?.id !== id) known = { id, scans: new PosedScans(sensor) };
    return known.scans;
  };
}
