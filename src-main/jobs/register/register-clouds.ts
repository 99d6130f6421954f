import { identity } from '../../../src-core/math/se3.ts';
import { message } from '../../../src-core/messages/message.ts';
import { remark, remarkOf } from '../../../src-core/messages/remark.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import type { EngineName } from '../../../src-core/model/engine-name.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import {
  hasMatchLimit,
  isSearching,
  type MethodId,
  type SearchId,
} from '../../../src-core/model/registration-ids.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import {
  checkLabValues,
  type LabValues,
  labFieldsOf,
  labValue,
  methodOptions,
} from '../../../src-core/question/lab-values.ts';
import { completeOptions } from '../../../src-lab/clouds/complete-options.ts';
import { eveningEdge } from '../../../src-lab/clouds/even-density.ts';
import { suggestMaxDistance } from '../../../src-lab/clouds/match-limit.ts';
import { hasFewMatches, matchedShare } from '../../../src-lab/clouds/matched-share.ts';
import { ringsOf } from '../../../src-lab/clouds/scan-rings.ts';
import { voxelMeans } from '../../../src-lab/clouds/voxel-means.ts';
import type { GlobalStart } from '../../../src-lab/global/global-start.ts';
import { checkPoints } from '../../../src-lab/problem/check-points.ts';
import { affine4Of } from '../../../src-lab/problem/family.ts';
import type {
  ChosenOptions,
  PointSet,
  RegistrationOptions,
  RegistrationResult,
} from '../../../src-lab/problem/method.ts';
import { weightedSource } from '../../../src-lab/problem/point-weights.ts';
import { DEFAULT_METHOD, SCAN_METHOD, SCAN_REACH } from '../../../src-lab/problem/scan-method.ts';
import { TAMAKI_FIGURES } from '../../../src-lab/problem/soft-options.ts';
import { stopwatch } from '../../../src-lab/problem/stopwatch.ts';
import { transformPoints } from '../../../src-lab/problem/transform-points.ts';
import type { PoseVerdict } from '../../../src-lab/register/judge-pose.ts';
import { mayHaveGpu } from '../../device/graphics-hardware.ts';
import { globalStartJob, judgeJob, prepareRegisterJob } from '../../device/register-job.ts';
import { evaluateDistance } from './evaluate-distance.ts';
import { readPoints } from './read-points.ts';
import { readTransform } from './read-transform.ts';
import { type EngineRun, registerBy } from './register-engines.ts';
import { verdictSentence } from './verdict-sentence.ts';

/** Two point files and the options of their registration. */
interface CloudsQuestion {
  readonly source: string;
  readonly target: string;
  /** null: the one that is right on these clouds, see `methodFor`. */
  readonly method: MethodId | null;
  /** null: the default of the engine. */
  readonly search: SearchId | null;
  readonly engine: EngineName;
  /** Find the start by the clouds themselves; `init` is then not used. */
  readonly global?: boolean;
  /** File of the starting transform; null or left out: `T_start`. */
  readonly init?: string | null;
  /** Starting pose; null or left out: the identity. */
  readonly T_start?: Rigid | null;
  /** Module of the distance of `newton-custom`; null: none. */
  readonly distance: string | null;
  /** Property of the source's PLY file that gives the weights of its points; null or left out: all 1. */
  readonly weights?: string | null;
  /** Chosen options of `LAB_FIELDS`. */
  readonly options: LabValues;
  readonly keepPoses: boolean;
  /** The boxes of headers of LAS are wrong and do not count. */
  readonly ignoreBox?: boolean;
}

export interface CloudsAnswer extends EngineRun {
  readonly method: MethodId;
  /** Whether a cloud is a scan of a spinning sensor, by its rings. */
  readonly isScan: boolean;
  /** What the clouds themselves say of the pose. */
  readonly verdict: PoseVerdict;
  /** null for a method without one. */
  readonly maxDistance: number | null;
  /** Matrix 4x4, row by row, of a similarity or affine map; null: the transform is rigid. */
  readonly map: number[] | null;
  /** Pose that it began at. */
  readonly T_start: Rigid;
  /** null: the registration began at a given transform. */
  readonly start: GlobalStart | null;
  /** Edge of the cubes that the clouds were thinned to the means of, m; 0: all points. */
  readonly downsample: number;
  readonly sourcePoints: number;
  readonly targetPoints: number;
  /** Share of the matched points, 0..1, see `matchedShare`. */
  readonly matchedShare: number;
  /** True with a warning: fewer than half of the points have a match. */
  readonly hasFewMatches: boolean;
  /** Wall time of the stages before the registration. */
  readonly milliseconds: Readonly<Record<'read' | 'downsample' | 'start' | 'limit' | 'judge', number>>;
}

/**
 * Registers two point files, and judges the pose by the clouds, whatever method found it. Warns if fewer than half of the
 * points have a match at the end, and where the pose is weak or refused.
 *
 * @throws SocavonError of the options, the files, the points and the engine; 'not-determined' if a global start finds no
 *   pose or more than one; CancelledError
 */
export async function registerClouds(question: CloudsQuestion, context: StageContext): Promise<CloudsAnswer> {
  const { search, keepPoses, ignoreBox, options: values } = question;
  checkQuestion({ ...question, method: question.method ?? DEFAULT_METHOD });
  const watch = stopwatch();
  if (question.engine === 'cpu' || !mayHaveGpu()) prepareRegisterJob();
  const T_init =
    typeof question.init === 'string' ? await readTransform(question.init) : (question.T_start ?? identity());
  const reflectivity = question.method === 'icp-intensity';
  const read = [
    weightedSource(
      await readPoints(question.source, context, { weights: question.weights, reflectivity, ignoreBox }),
      question.method ?? DEFAULT_METHOD,
    ),
    await readPoints(question.target, context, { reflectivity, ignoreBox }),
  ];
  const readMs = watch.lap();
  checkPoints(read[0], 'source');
  checkPoints(read[1], 'target');
  const rings = read.map(ringsOf).filter((edges) => edges !== null);
  const ringEdge = rings.length === 0 ? null : Math.max(...rings.map((edges) => edges.edge));
  const method = question.method ?? methodFor(ringEdge !== null, question);
  const isAgreed = question.method === null && method === SCAN_METHOD;
  if (isAgreed) context.emit({ kind: 'note', stage: 'register', ...remark('method-of-scans', { method }) });
  const edge = thinningEdge(read, ringEdge, values, context);
  const [source, target] = read.map((points) => voxelMeans(points, edge));
  const downsampleMs = watch.lap();
  // On all points: the grid of the global start is its own.
  const start = question.global ? await globalStartJob(read[0], read[1], context.cancel) : null;
  const T_start = start?.T_target_source ?? T_init;
  const startMs = watch.lap();
  const chosen: ChosenOptions = { method, T_target_source: T_start, ...figuresOf(values) };
  const maxDistance = hasMatchLimit(method)
    ? (chosen.maxDistance ??
      start?.edge ??
      (isAgreed && ringEdge !== null ? SCAN_REACH * ringEdge : suggestMaxDistance(source, target, T_start)))
    : null;
  const options: RegistrationOptions = {
    ...completeOptions(chosen, source, target),
    maxDistance: maxDistance ?? Number.POSITIVE_INFINITY,
    keepPoses,
  };
  const limitMs = watch.lap();
  const customQuadratics =
    question.distance === null
      ? null
      : await evaluateDistance(
          {
            path: question.distance,
            limit: labValue(values, 'distanceLimit') as number,
            neighbours: options.normalNeighbours,
          },
          target,
          context.cancel,
        );
  const first = await registerBy(
    question.engine,
    { source, target, options: { ...options, search }, customQuadratics },
    context,
  );
  watch.lap();
  const judged = await judgeJob(
    first.found.family
      ? transformPoints({ R: first.found.family.map.A, t: first.found.family.map.t }, read[0])
      : read[0],
    read[1],
    first.found.family ? identity() : first.found.T_target_source,
    { edge: ringEdge, T_start: first.found.family ? null : T_start, mayMove: isAgreed },
    context.cancel,
  );
  const judgeMs = watch.lap();
  const run = isAgreed
    ? { ...first, found: await foundAt(judged.T_target_source, first, { source, target, options }, context) }
    : first;
  const share = matchedShare(run.found, source.count, options);
  // A global start knows the overlap, as a share of the smaller cloud.
  const overlap = start === null ? 1 : start.overlap * Math.min(1, target.count / source.count);
  const isDoubtful = hasFewMatches(share, overlap);
  if (isDoubtful)
    context.emit({
      kind: 'warning',
      stage: 'register',
      code: 'few-matches',
      ...remarkOf(
        message('few-matches', {
          inliers: run.found.inliers,
          count: source.count,
          percent: (100 * share).toFixed(0),
        }),
      ),
    });
  const verdict: PoseVerdict = isDoubtful ? { ...judged, verdict: 'refused', reason: 'few-matches' } : judged;
  const said = verdictSentence(verdict);
  if (said !== null && !isDoubtful)
    context.emit({
      kind: 'warning',
      stage: 'register',
      code: verdict.verdict === 'weak' ? 'pose-weak' : 'pose-refused',
      ...remarkOf(said),
    });
  return {
    ...run,
    method,
    isScan: ringEdge !== null,
    verdict,
    map: run.found.family ? affine4Of(run.found.family.map) : null,
    maxDistance,
    T_start,
    start,
    downsample: edge,
    sourcePoints: source.count,
    targetPoints: target.count,
    matchedShare: share,
    hasFewMatches: isDoubtful,
    milliseconds: { read: readMs, downsample: downsampleMs, start: startMs, limit: limitMs, judge: judgeMs },
  };
}

/** The chosen edge of the thinning, or where the points lie unevenly one that evens them out, m. */
function thinningEdge(
  [source, target]: readonly PointSet[],
  ringEdge: number | null,
  values: LabValues,
  { emit }: StageContext,
): number {
  const chosen = labValue(values, 'downsample') as number | null;
  if (chosen !== null && chosen > 0) return chosen;
  const edge = ringEdge ?? eveningEdge(source, target);
  if (edge === 0) return 0;
  if (chosen === null)
    emit({ kind: 'note', stage: 'register', ...remark('points-thinned', { edge: edge.toPrecision(2) }) });
  else emit({ kind: 'warning', stage: 'register', code: 'points-uneven', ...remark('points-uneven') });
  return chosen ?? edge;
}

/** The method of clouds for which none was chosen: that of scans, unless something was chosen that it does not have. */
function methodFor(isScan: boolean, { options }: CloudsQuestion): MethodId {
  const own = labFieldsOf(SCAN_METHOD).map(({ key }) => key);
  return isScan && Object.keys(options).every((key) => own.includes(key)) ? SCAN_METHOD : DEFAULT_METHOD;
}

/** The registration with its figures at another pose, which is one more step of it. */
async function foundAt(
  T_target_source: Rigid,
  { found: result, engine }: EngineRun,
  request: { readonly source: PointSet; readonly target: PointSet; readonly options: RegistrationOptions },
  context: StageContext,
): Promise<RegistrationResult> {
  const options = { ...request.options, T_target_source, maxIterations: 0 };
  const last = (await registerBy(engine, { ...request, options }, context)).found;
  const { milliseconds } = result;
  return {
    ...last,
    iterations: result.iterations + 1,
    rmsPerIteration: [...result.rmsPerIteration, last.rms],
    poses: options.keepPoses ? [...result.poses, last.T_target_source] : [],
    stopped: result.stopped,
    milliseconds: {
      structure: milliseconds.structure + last.milliseconds.structure,
      normals: milliseconds.normals + last.milliseconds.normals,
      iterations: milliseconds.iterations + last.milliseconds.iterations,
      total: milliseconds.total + last.milliseconds.total,
    },
  };
}

/** @throws SocavonError 'usage' for options that do not go together */
function checkQuestion({
  method,
  search,
  engine,
  distance,
  weights,
  options,
}: CloudsQuestion & { readonly method: MethodId }): void {
  checkLabValues(method, options);
  const refuse = (said: ReturnType<typeof message>): never => {
    throw new SocavonError('usage', said);
  };
  if (method === 'icp-approx' && search !== null && search !== 'kd-tree')
    refuse(message('icp-approx-search', { search }));
  if (search !== null && !isSearching(method)) refuse(message('search-not-used', { method }));
  if (engine === 'gpu' && (weights ?? null) !== null)
    throw new SocavonError('engine-unavailable', message('gpu-weights-none'));
  if (method === 'newton-custom' && distance === null) refuse(message('distance-needed'));
  if (method !== 'newton-custom' && distance !== null) refuse(message('distance-not-used', { method }));
}

/** Chosen options of the registration; the paper's figures beneath those of a soft method, if they are chosen. */
function figuresOf(values: LabValues): ChosenOptions {
  const own: ChosenOptions = methodOptions(values);
  if (labValue(values, 'softFigures') === 'clouds') return own;
  return {
    ...own,
    emIcp: { ...TAMAKI_FIGURES.emIcp, ...own.emIcp },
    softassign: { ...TAMAKI_FIGURES.softassign, ...own.softassign },
  };
}
