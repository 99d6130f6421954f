import type { CancelToken, StageContext } from '../../../src-core/model/context.ts';
import type { DynamicReturns } from '../../../src-core/model/dynamic-returns.ts';
import type { InstrumentCalibration } from '../../../src-core/model/instrument-calibration.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import type { Warning } from '../../../src-core/model/warnings.ts';
import { placedPoints } from '../../../src-core/survey/place-cloud.ts';
import type { PlacedSurvey } from '../../../src-core/survey/refine.ts';
import { NO_CACHE, type StageCache } from '../../../src-core/survey/stage-cache.ts';
import { cloudWarnings } from '../../../src-core/survey/stated-accuracy.ts';
import { surveyWarnings, type WarnedSource } from '../../../src-core/survey/survey-warnings.ts';
import { mapOfCloud, mapOfScans, type SurveyedMap } from '../../../src-core/survey/surveyed-map.ts';
import type { AlignmentRun } from '../../project/alignment-runs.ts';
import { calibrationOf } from '../../project/calibrations.ts';
import type { Project } from '../../project/project.ts';
import type { Session } from '../../project/sessions.ts';
import { storedGrid } from '../import/stated-grid.ts';
import { placedSurvey } from './placed-survey.ts';
import { isFullyAligned } from './resumable-alignment.ts';
import { projectStageCache } from './stage-cache.ts';
import {
  keepsDynamicReturns,
  type StoredDynamicReturns,
  storedDynamicReturns,
} from './stored-dynamic-returns.ts';

/**
 * A session at its current poses, and what follows from them in turn: the returns that are left out, the map, the
 * warnings. Whatever measures a session of a project starts from it.
 */
export class SurveySession {
  readonly project: Project;
  readonly session: Session;
  /** null: nothing is aligned yet. */
  readonly run: AlignmentRun | null;
  /** Pose of the first scan, or of the cloud, in the mine grid; null: none. */
  readonly T_grid_first: Rigid | null;
  readonly placed: PlacedSurvey;
  /** null: the sensor as it is stated. */
  readonly calibration: InstrumentCalibration | null;

  /** @throws SocavonError 'project-format' if the project is damaged */
  constructor(project: Project, session: Session, run: AlignmentRun | null, T_grid_first: Rigid | null) {
    this.project = project;
    this.session = session;
    this.run = run;
    this.T_grid_first = T_grid_first;
    this.placed = placedSurvey(project, run, T_grid_first);
    this.calibration = calibrationOf(project, session.id)?.calibration ?? null;
  }

  /** True if every scan is placed, or left out by hand. */
  get isWhole(): boolean {
    return this.run !== null && isFullyAligned(this.project, this.session, this.run);
  }

  /** Cache of its stages, once all scans are placed: the map of some would be of no use later. */
  get cache(): StageCache {
    const { project, session, run } = this;
    return run !== null && this.isWhole ? projectStageCache(project, session, run) : NO_CACHE;
  }

  /** Returns that are left out of map and measurement; null: the user included them. @throws as `findDynamicReturns` */
  async leftOut(context: StageContext): Promise<StoredDynamicReturns | null> {
    const { project, session, placed } = this;
    if (keepsDynamicReturns(project, session.id)) return null;
    return storedDynamicReturns(project, session, placed.trajectory, context);
  }

  /**
   * Its map, of its scans or the cloud that it is.
   *
   * @param dynamic returns of the scans that are left out; null: none
   * @param at other poses of the scans, and of the cloud in the mine grid where no control of it places it
   */
  map(
    dynamic: DynamicReturns | null,
    cancel: CancelToken,
    { placed, T_grid_first }: Pick<SurveySession, 'placed' | 'T_grid_first'> = this,
  ): SurveyedMap {
    const { project, session, calibration } = this;
    const { cloud } = session;
    if (cloud === null) return mapOfScans(project.scanStore(session), placed, dynamic, calibration, cancel);
    const T_grid_cloud = placed.refined?.value.T_grid_map ?? T_grid_first;
    const points = () => placedPoints(project.clouds.points(session.id, cancel), T_grid_cloud);
    return mapOfCloud(placed, points, cloud);
  }

  /**
   * What it is warned of before it is measured.
   *
   * @param rangeBias bound that a person gave, m; null: none
   * @param axis what the file of the axis says of its chainage
   */
  warnings(rangeBias: number | null, axis: readonly Warning[]): Warning[] {
    const source = warnedSource(this.project, this.session);
    return surveyWarnings({ source, placed: this.placed, rangeBias, axis });
  }
}

/** What a project knows of a session that a survey is warned by. */
export function warnedSource(project: Project, session: Session): Required<WarnedSource> {
  return {
    warnings: captureWarnings(project, session),
    calibration: calibrationOf(project, session.id)?.calibration ?? null,
    grid: storedGrid(project, session.id),
  };
}

/** Warnings about damage of the captures of a session, and about assumptions on its sensor, or on a cloud. */
export function captureWarnings(
  project: Project,
  { id, health, sensor, metadata, cloud }: Session,
): Warning[] {
  if (cloud !== null) return cloudWarnings(cloud, project.captures.of(id)[0]?.name ?? '');
  const damage = health.warnings.map((remark): Warning => ({ code: 'capture', ...remark }));
  if (metadata !== null) return damage;
  return [...sensor.assumptions.map((remark): Warning => ({ code: 'sensor-nominal', ...remark })), ...damage];
}

/** Positions of the path of a cloud. */
export function cloudPositions(project: Project, { id }: Session): number {
  const run = project.runs.of(id).at(-1);
  return run === undefined ? 0 : project.poses.count(run.id);
}
