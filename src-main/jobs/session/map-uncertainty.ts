import type { MapFigure, MapUncertainty } from '../../../src-core/contract/map-requests.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { refinedAnchors } from '../../../src-core/survey/refine.ts';
import { instrumentOf, SURVEY_DEFAULTS } from '../../../src-core/survey/survey-request.ts';
import { figureUncertainties } from '../../../src-core/tunnel/uncertainty/measure-uncertainty.ts';
import { calibrationOf } from '../../project/calibrations.ts';
import { Project } from '../../project/project.ts';
import { placedSurvey } from './placed-survey.ts';
import { resumableRun } from './resumable-alignment.ts';

interface MapUncertaintyQuestion {
  /** Path of the project file. */
  readonly project: string;
  readonly sessionId: number;
  readonly T_grid_first: Rigid | null;
  /** Bound of the range bias, m; null: the maker's figure, or what a calibration left. */
  readonly rangeBias: number | null;
  readonly figures: readonly MapFigure[];
}

/**
 * Uncertainty of figures that the window reads from the map of a session at its current poses.
 *
 * @throws SocavonError of the project
 */
export async function mapUncertainty({
  project: file,
  sessionId,
  T_grid_first,
  rangeBias,
  figures,
}: MapUncertaintyQuestion): Promise<MapUncertainty> {
  const project = Project.open(file, { readonly: true });
  try {
    const session = project.sessions.get(sessionId)!;
    const run = resumableRun(project, session, SURVEY_DEFAULTS.odometry);
    const { trajectory, refined, frame } = placedSurvey(project, run, T_grid_first);
    const graph = refinedAnchors(refined);
    const stated = instrumentOf(session.sensor, calibrationOf(project, sessionId)?.calibration ?? null);
    const instrument = { ...stated, rangeBias: rangeBias ?? stated.rangeBias };
    const asked = figures.map(({ points, ...figure }) => ({
      ...figure,
      points: points.map(({ point, scan }) => ({ point, scanIndex: scan })),
    }));
    const isByControl = graph?.reference === 'control';
    // Of a cloud of another program nothing was observed that a single figure could be uncertain by.
    if (session.cloud !== null)
      return {
        reference: frame === 'mine-grid' ? 'typed-pose' : 'first-scan',
        figures: figures.map(() => null),
      };
    return {
      reference: isByControl ? 'control' : frame === 'mine-grid' ? 'typed-pose' : 'first-scan',
      figures: figureUncertainties(asked, trajectory.poses, graph?.anchors ?? null, instrument),
    };
  } finally {
    project.close();
  }
}
