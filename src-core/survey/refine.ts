import type { ControlMatch } from '../closing/control/control-match.ts';
import { applyTargetDecisions, type DecidedTarget } from '../closing/control/decide-targets.ts';
import { applyToPoint, compose, identity, invert, multiply3, rotateVector, transpose3 } from '../math/se3.ts';
import { distance3 } from '../math/vec3.ts';
import { message } from '../messages/message.ts';
import { remark } from '../messages/remark.ts';
import type { StageContext } from '../model/context.ts';
import {
  type Control,
  type ControlObservation,
  type ControlPoint,
  type KnownLength,
  TARGET_KIND_DEFAULT,
  type TargetDecision,
  type TargetKind,
} from '../model/control.ts';
import { SocavonError } from '../model/errors.ts';
import type { LoopDecision } from '../model/loop.ts';
import type { PickedPoint } from '../model/picked-point.ts';
import type { Trajectory } from '../model/pose.ts';
import type { RefinedGraph, RefinedTrajectory } from '../model/refined-trajectory.ts';
import type { Rigid } from '../model/rigid.ts';
import type { Warning } from '../model/warnings.ts';
import { type AlignmentQuality, alignmentQuality } from '../odometry/alignment-quality.ts';
import type { RefinedAnchors } from '../tunnel/axis/reliability.ts';
import {
  type ControlSearch,
  FIND_CONTROL_DEFAULTS,
  type FindControlOptions,
  nameControl,
  searchControl,
} from './find-control.ts';
import { fitScanPicks, fitsOf, observationsOf, refuseUnlisted } from './picked-points.ts';
import { placeTrajectory } from './place-trajectory.ts';
import { type ReferenceScan, type ReferenceTies, referenceTies } from './reference-ties.ts';
import { REFINE_DEFAULTS, type RefineOptions, refineTrajectory } from './refine-trajectory.ts';
import type { ScanStore } from './scan-store.ts';

/** Options of the refinement of a survey. */
export interface RefineQuestion {
  /** Surveyor's list with the roles in force; empty: no control. */
  readonly points: readonly ControlPoint[];
  readonly targets: readonly TargetDecision[];
  readonly loopDecisions: readonly LoopDecision[];
  /** True to search for loop closures. */
  readonly loops: boolean;
  /** True if gravity, measured while the sensor stood still, constrains the trajectory without control points too. */
  readonly level: boolean;
  readonly knownLengths: readonly KnownLength[];
  /** Approximate pose of the first scan in the mine grid; null: unknown. */
  readonly roughStart: Rigid | null;
  /** Kind of the targets at the points. */
  readonly target: TargetKind;
  /** Scan of another instrument that the poses are adjusted to as fixed; absent or null: none. */
  readonly reference?: ReferenceScan | null;
  /** Points of the list that a person picked in the map; absent: none. */
  readonly picks?: readonly PickedPoint[];
}

export const NOTHING_ASKED: RefineQuestion = {
  points: [],
  targets: [],
  loopDecisions: [],
  loops: true,
  level: false,
  knownLengths: [],
  roughStart: null,
  target: TARGET_KIND_DEFAULT,
};

interface RefineSurveyOptions {
  readonly find: FindControlOptions;
  readonly refine: RefineOptions;
  /** Uncertainty of an approximate start (1 sigma), m and rad: it is read off a plan. */
  readonly start: { readonly positionSigma: number; readonly angleSigma: number };
}

export const REFINE_SURVEY_DEFAULTS: RefineSurveyOptions = {
  find: FIND_CONTROL_DEFAULTS,
  refine: REFINE_DEFAULTS,
  start: { positionSigma: 2, angleSigma: 0.1 },
};

/** Poses after the refinement. */
interface RefinedPoses {
  /** False: there was no factor to refine by; the poses are those of the odometry. */
  readonly refined: boolean;
  /**
   * 'mine-grid' if control points georeferenced it; 'local': the frame of the odometry, to be placed by its
   * first scan.
   */
  readonly frame: 'mine-grid' | 'local';
  /** Poses of the scans of the alignment, in its order, in `frame`; empty if it was not refined. */
  readonly poses: readonly { readonly scanIndex: number; readonly T_map_sensor: Rigid }[];
}

/** A refined alignment with its evidence. */
export interface SurveyRefinement extends RefinedPoses {
  /** Initial estimate from the control points; null without. */
  readonly T_grid_map: Rigid | null;
  readonly graph: RefinedGraph;
  /** Names of the points of the list that were not observed. */
  readonly unseen: readonly string[];
}

/** A refinement with the question it answers. */
export interface RefinedSurvey {
  readonly asked: RefineQuestion;
  readonly value: SurveyRefinement;
}

/** Target search options for a refinement question. */
export function controlSearchOptions(
  { target }: RefineQuestion,
  { find }: RefineSurveyOptions = REFINE_SURVEY_DEFAULTS,
): FindControlOptions {
  return { ...find, target: { ...find.target, ...target } };
}

/** True if the refinement needs a target search in every scan. */
export function needsControlSearch({ points, level }: RefineQuestion): boolean {
  return points.length > 0 || level;
}

/** Detected control points and their assignment to the list. */
export interface MatchedControl {
  readonly targets: readonly DecidedTarget[];
  /** null: there is no list of points. */
  readonly match: ControlMatch | null;
}

/**
 * Observations of the points that were picked in the map of scans, by what was fitted there; empty without a list.
 *
 * @throws SocavonError 'not-determined' for a point that is not on the list, or that the scans do not show
 */
export async function pickedObservations(
  store: ScanStore,
  trajectory: Trajectory,
  { points, picks = [] }: RefineQuestion,
  context: Pick<StageContext, 'cancel'>,
): Promise<ControlObservation[]> {
  if (points.length === 0 || picks.length === 0) return [];
  refuseUnlisted(picks, points);
  return observationsOf(fitsOf(await fitScanPicks(store, trajectory, picks, context)));
}

/** A target that is found this near to a picked point is that point, m. */
const SAME_POINT = 0.5;

/**
 * Applies the user's decisions to the detected targets, and assigns targets to points.
 *
 * @param picked observations of picked points: they go before the targets that are found there
 */
export function matchTargets(
  trajectory: Trajectory,
  { targets, gravity }: ControlSearch,
  question: RefineQuestion,
  picked: readonly ControlObservation[] = [],
  { start }: RefineSurveyOptions = REFINE_SURVEY_DEFAULTS,
): MatchedControl {
  const { poses } = trajectory;
  const poseOf = new Map(poses.map(({ scanIndex, T_map_sensor }) => [scanIndex, T_map_sensor]));
  const placeOf = ({ scanIndex, pSensor }: ControlObservation) =>
    applyToPoint(poseOf.get(scanIndex)!, ...pSensor);
  const places = picked.map(placeOf);
  const isPicked = (one: ControlObservation): boolean =>
    places.some((place) => distance3(place, placeOf(one)) <= SAME_POINT);
  const decided = applyTargetDecisions(targets, poses, question.targets, question.target.size).map(
    (target) =>
      target.observation !== null && isPicked(target.observation) ? { ...target, observation: null } : target,
  );
  const observations = [...decided.flatMap(({ observation }) => observation ?? []), ...picked];
  const { points, roughStart } = question;
  const rough = roughStart && { T_grid_first: roughStart, ...start };
  return {
    targets: decided,
    match: nameControl(trajectory, observations, gravity, { points, start: rough }),
  };
}

/**
 * Stage poses -> refined poses, with all options of the user: finds the control points, georeferences the
 * poses by them, and adjusts them to points, loop closures, gravity and known lengths (`refineTrajectory`).
 *
 * @param trajectory by the odometry, in the frame of its first scan
 * @param known results of an earlier search of the same scans at the same poses; null: searched if needed
 * @throws SocavonError 'not-determined' if control points were given and those observed do not determine the
 *   pose of the survey; errors of `refineTrajectory` and the store; CancelledError
 */
export async function refine(
  store: ScanStore,
  trajectory: Trajectory,
  question: RefineQuestion,
  options: RefineSurveyOptions,
  context: StageContext,
  known: ControlSearch | null = null,
): Promise<SurveyRefinement> {
  const { points } = question;
  const search = needsControlSearch(question)
    ? (known ?? (await searchControl(store, trajectory, controlSearchOptions(question, options), context)))
    : null;
  const picked = await pickedObservations(store, trajectory, question, context);
  notePicked(question, picked, context);
  const match = search && matchTargets(trajectory, search, question, picked, options).match;
  for (const said of match?.remarks ?? []) context.emit({ kind: 'note', stage: 'refine', ...said });
  if (match !== null && match.T_grid_map === null)
    throw new SocavonError(
      'not-determined',
      message('control-not-placing', {
        why: match.remarks.map(({ message, sentence }) => sentence ?? message),
      }),
    );
  const { reference = null } = question;
  if (match !== null && reference?.frame === 'local')
    throw new SocavonError('usage', message('reference-local', { session: reference.session }));
  const ties = reference && (await referenceTies(reference, store, trajectory, context));
  const T_grid_map = match?.T_grid_map ?? ties?.T_reference_map ?? null;
  const placed = T_grid_map === null ? trajectory : placeTrajectory(trajectory, T_grid_map);
  const control: Control = {
    points,
    observations: match?.observations ?? [],
    gravity: search?.gravity ?? [],
    knownPoses: [],
    knownLengths: question.knownLengths,
    ...(ties && { references: ties.poses }),
  };
  const refineOptions = { ...options.refine, loops: question.loops ? options.refine.loops : null };
  const { value, diagnostics } = await refineTrajectory(
    placed,
    store,
    control,
    question.loopDecisions,
    refineOptions,
    context,
  );
  if (ties !== null && reference !== null) noteTies(reference, ties, context);
  const isLocal = reference?.frame === 'local';
  const { graph, poses } = referenced(value, ties, isLocal);
  const seen = new Set(control.observations.map(({ name }) => name));
  return {
    refined: diagnostics.refined,
    frame: T_grid_map === null || isLocal ? 'local' : 'mine-grid',
    T_grid_map: isLocal ? null : T_grid_map,
    poses: diagnostics.refined ? poses : [],
    graph,
    unseen: points.filter(({ name }) => !seen.has(name)).map(({ name }) => name),
  };
}

/** Says how well each picked point was fitted. */
function notePicked(
  { picks = [] }: RefineQuestion,
  picked: readonly ControlObservation[],
  context: StageContext,
): void {
  for (const { name, sigma, returns } of picked) {
    const pick = picks.find((one) => one.name === name)!;
    const said = remark('picks-line-fit', {
      name: pick.name,
      feature: message(`pick-${pick.feature}`),
      sigma: (1000 * sigma).toFixed(1),
      count: returns,
    });
    context.emit({ kind: 'note', stage: 'refine', ...said });
  }
}

/** Says how many places tie the survey to its reference. */
function noteTies({ session }: ReferenceScan, { poses, tried }: ReferenceTies, context: StageContext): void {
  const counts = { session, held: poses.length, count: tried };
  context.emit({ kind: 'note', stage: 'refine', ...remark('reference-ties', counts) });
}

/**
 * A refinement with the uncertainty that all its ties to a reference share; a reference in a frame of its own gives the
 * shape only, and the survey stays in the frame of its first scan.
 */
function referenced(
  { trajectory, graph }: RefinedTrajectory,
  ties: ReferenceTies | null,
  isLocal: boolean,
): Pick<SurveyRefinement, 'poses' | 'graph'> {
  const poses = trajectory.poses.map(({ scanIndex, T_map_sensor }) => ({ scanIndex, T_map_sensor }));
  if (ties === null) return { poses, graph };
  const T_back = isLocal ? invert(poses[0].T_map_sensor) : identity();
  const moved = <P extends { readonly T_map_sensor: Rigid }>(pose: P): P => ({
    ...pose,
    T_map_sensor: isLocal ? compose(T_back, pose.T_map_sensor) : pose.T_map_sensor,
  });
  const anchors = graph.anchors.map((anchor) => ({
    ...moved(anchor),
    covariance: anchor.covariance.map((value, at) =>
      at % 7 === 0 && at > 20 ? value + ties.placeSigma ** 2 : value,
    ),
  }));
  return { poses: poses.map(moved), graph: { ...graph, anchors } };
}

/**
 * Poses that map, volume and report are computed from.
 *
 * @param aligned by the odometry; all scans or some
 * @param refinement of these scans, or of more
 * @param T_grid_first pose of the first scan in the mine grid; ignored if control points georeference the
 *   survey
 */
export function refinedTrajectory(
  aligned: Trajectory,
  refinement: RefinedPoses | null,
  T_grid_first: Rigid,
): Trajectory {
  if (refinement === null || !refinement.refined) return placeTrajectory(aligned, T_grid_first);
  const refined = new Map(refinement.poses.map(({ scanIndex, T_map_sensor }) => [scanIndex, T_map_sensor]));
  const poses = aligned.poses.map((pose) => {
    const T_map_sensor = refined.get(pose.scanIndex);
    if (T_map_sensor === undefined) throw new Error(`the refinement has no pose of scan ${pose.scanIndex}`);
    const R_new_old = multiply3(T_map_sensor.R, transpose3(pose.T_map_sensor.R));
    const weakDirection = rotateVector(R_new_old, ...pose.quality.weakDirection);
    return { ...pose, T_map_sensor, quality: { ...pose.quality, weakDirection } };
  });
  return refinement.frame === 'mine-grid' ? { poses } : placeTrajectory({ poses }, T_grid_first);
}

/** Trajectory that map, volume and report are computed from, with its evidence. */
export interface PlacedSurvey {
  readonly trajectory: Trajectory;
  readonly frame: 'mine-grid' | 'local';
  /** null: the poses were not refined. */
  readonly refined: RefinedSurvey | null;
  readonly quality: AlignmentQuality;
  readonly warnings: Readonly<Record<'align' | 'refine', readonly Warning[]>>;
}

/** Warnings of the refinement, for the report. */
export function refineWarnings(
  refinement: { readonly graph: Pick<RefinedGraph, 'leftOut' | 'residuals'> } | null,
): Warning[] {
  if (refinement === null) return [];
  const { leftOut, residuals } = refinement.graph;
  const names = [...new Set(leftOut.map(({ name }) => name))].join(', ');
  return [
    ...(leftOut.length === 0
      ? []
      : [{ code: 'control-left-out', ...remark('control-left-out', { names }) } as const]),
    ...residuals.flatMap(({ name, distance, plusMinus }) =>
      plusMinus === undefined || distance <= plusMinus
        ? []
        : [
            {
              code: 'check-point-off',
              ...remark('check-point-off', {
                name,
                off: (1000 * distance).toFixed(1),
                plusMinus: (1000 * plusMinus).toFixed(1),
              }),
            } as const,
          ],
    ),
  ];
}

/**
 * Georeferences an aligned survey by its refinement, else by the pose of its first scan.
 *
 * @param aligned by the odometry, with the warnings of the alignment
 * @param T_grid_first pose of the first scan in the mine grid; null: it is the origin. Ignored if control
 *   points georeference the survey
 */
export function placeSurvey(
  aligned: { readonly trajectory: Trajectory; readonly warnings: readonly Warning[] },
  refined: RefinedSurvey | null,
  T_grid_first: Rigid | null,
): PlacedSurvey {
  const refinement = refined?.value ?? null;
  const trajectory = refinedTrajectory(aligned.trajectory, refinement, T_grid_first ?? identity());
  const quality = alignmentQuality(trajectory);
  return {
    trajectory,
    frame: T_grid_first !== null || refinement?.frame === 'mine-grid' ? 'mine-grid' : 'local',
    refined,
    quality,
    warnings: {
      align: [...aligned.warnings, ...quality.warnings],
      refine: refineWarnings(refinement),
    },
  };
}

/** Anchor covariances of the graph, input of the reliability strip; null if the poses are the odometry's own. */
export function refinedAnchors(refined: RefinedSurvey | null): RefinedAnchors | null {
  if (refined === null || !refined.value.refined) return null;
  const { graph, frame } = refined.value;
  return { anchors: graph.anchors, reference: frame === 'mine-grid' ? 'control' : 'start' };
}
