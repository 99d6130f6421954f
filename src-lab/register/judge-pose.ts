import { compose, exp, expSo3, identity, invert, log } from '../../src-core/math/se3.ts';
import { symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';
import { type CancelToken, NEVER_CANCELLED, throwIfCancelled } from '../../src-core/model/context.ts';
import type { Verdict, VerdictReason } from '../../src-core/model/registration-ids.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { edgeFor, sampleCore } from '../clouds/thin-cloud.ts';
import { voxelMeans } from '../clouds/voxel-means.ts';
import { isSamePose } from '../global/hypotheses.ts';
import { LEAST_LEAD, scoreOf } from '../global/judge.ts';
import { addOuter, PoseCovariance } from '../global/pose-covariance.ts';
import { type Surface, surfaceOf } from '../global/surface.ts';
import { type SurfaceFit, SurfaceFitter } from '../global/surface-fit.ts';
import { about, aboutOrigins, aboutZero, centroidOf } from '../problem/centroid.ts';
import type { PointSet } from '../problem/method.ts';
import { spreadOf } from '../problem/spread.ts';
import { transformPoints } from '../problem/transform-points.ts';
import { register } from './register.ts';

/** What the clouds themselves say of a pose between them. */
export interface PoseVerdict {
  readonly verdict: Verdict;
  readonly reason: VerdictReason;
  /** Pose that the verdict is on. */
  readonly T_target_source: Rigid;
  /** 6x6 in the coordinates of `RegistrationResult.H`, rad and m; null: a direction is not determined at all. */
  readonly covariance: Float64Array | null;
  /** Direction that is held least; null: not known. */
  readonly weakest: WeakestDirection | null;
  /** Pose that explains the clouds better, and how far off it lies; null: none does. */
  readonly better: BetterPose | null;
  /** Deviation of the surfaces from each other, and their own relief within a neighbourhood, m; null: no surface. */
  readonly deviation: number | null;
  readonly relief: number | null;
}

export interface WeakestDirection {
  /** Unit 6-vector, as `RegistrationResult.undetermined`: angles scaled to arc lengths. */
  readonly direction: Float64Array;
  /** Standard deviation along it, m (of a turn: of arc). */
  readonly sigma: number;
  /** Distance of the points from their mean that turns an angle into an arc, m. */
  readonly lever: number;
}

interface BetterPose {
  readonly T_target_source: Rigid;
  readonly metres: number;
  readonly degrees: number;
}

export interface JudgeOptions {
  /** Edge of the grid, m; null: by the extent of the clouds. */
  readonly edge: number | null;
  /** Pose that the registration started from: it leads elsewhere if the result does not. */
  readonly T_start: Rigid | null;
  /** Judge the pose that the clouds agree on best, and not the given one. */
  readonly mayMove: boolean;
  readonly cancel: CancelToken;
}

/** Cells of the grid of clouds that are no scans, and fewest from which surfaces tell anything. */
const CELLS = 2500;
const LEAST_CELLS = 30;
const LEAST_PER_CELL = 2;
/** Grids whose poses are compared, as multiples of the edge: cells of other edges hold other points. The first judges. */
const GRIDS = [0.8, 1, 1.25, 0.65];
/** Greatest distances of a pair in the steps of a refinement, in edges: from elsewhere, and from nearby. */
const FAR = [4, 3, 2, 2, 1.5, 1.5, 1, 1, 1, 1];
const NEAR = [2, 1.5, 1.5, 1, 1, 1, 1];
const SCORE_LIMIT = 1.5;
/** Starts besides: shifts along the direction that is held least, in edges, and turns about each axis, degrees. */
const SHIFTS = [-10, -5, -2.5, 2.5, 5, 10];
const TURN = 10;
/** Distance from which a pose is another one, in edges. */
const ELSEWHERE = 0.5;
/**
 * Deviation of surfaces that are not the same, as a multiple of their own relief within a neighbourhood: where several
 * places explain the clouds alike, and anywhere. Donuts of one place have 0.4 to 1.1, of two places 1.8 to 4.2
 * (bench/results/donuts.md); a street, smoother than the errors of a real sensor between its beams, has 1.9 at its right
 * pose, and no other place there is as good.
 */
const OTHER_RELIEF = { amongRivals: 1.45, anywhere: 2.5 };
/** Relief of a surface without any, in edges: what sampling leaves. */
const LEAST_RELIEF = 0.02;
/** Greatest doubt (two sigmas) of a pose that is held: in edges, but never more than metres, and degrees. */
const HELD = { edges: 0.1, metres: 0.02, degrees: 0.2 };
/** How far from the pose that the clouds agree on a pose is refused, in edges and degrees; nearer ones have that doubt. */
const AWAY = { edges: 0.5, degrees: 1 };
/** Squared Mahalanobis distance beyond which a pose is not the agreed one: 99.9 % of six degrees of freedom. */
const MOST_SQUARED = 22.5;
/** Edge of a block of pairs that count as one witness, in edges. */
const BLOCK = 4;
/** Greatest distance of a pair in the poses that plane to plane adds to the mean, in edges. */
const PLANE_TO_PLANE = 2.5;

/**
 * Judges a pose between two clouds by the clouds alone, whatever method found it.
 *
 * Both are thinned to surface cells with normals, so that no dense ring outweighs the wall, and laid on each other anew
 * from the pose, from its start, and from places around it: shifted along the direction that is held least, turned about
 * each axis. A pose that its start attracted is left by a second start; where several places explain the clouds alike,
 * their scatter is the doubt. The covariance adds up what blocks of surface pull (`PoseCovariance`), what other grids
 * give, and that scatter.
 *
 * @param source moving points, m
 * @param target fixed points, m
 * @param T_target_source pose to judge
 * @throws CancelledError
 */
export function judgePose(
  source: PointSet,
  target: PointSet,
  T_target_source: Rigid,
  { edge = null, T_start = null, mayMove = false, cancel = NEVER_CANCELLED }: Partial<JudgeOptions> = {},
): PoseVerdict {
  if (edge === null) {
    // Laid on the target first: cells of one grid then hold the same points of clouds that are the same.
    const judged = judge(transformPoints(T_target_source, source), target, identity(), {
      edge,
      T_start: T_start && compose(T_start, invert(T_target_source)),
      mayMove,
      cancel,
    });
    const asGiven = (T: Rigid): Rigid => compose(T, T_target_source);
    const { better } = judged;
    return {
      ...judged,
      T_target_source: asGiven(judged.T_target_source),
      better: better && { ...better, T_target_source: asGiven(better.T_target_source) },
    };
  }
  return judge(source, target, T_target_source, { edge, T_start, mayMove, cancel });
}

function judge(
  source: PointSet,
  target: PointSet,
  T_target_source: Rigid,
  { edge, T_start, mayMove, cancel }: JudgeOptions,
): PoseVerdict {
  const origins = [centroidOf(source), centroidOf(target)] as const;
  const clouds = [about(source, origins[0]), about(target, origins[1])] as const;
  const cores = [sampleCore(clouds[0]), sampleCore(clouds[1])] as const;
  const base = edge ?? suitableEdge(cores);
  const rigid = aboutOrigins(T_target_source, ...origins);
  const fitterOf = (grid: number): Fitting | null => fittingOn(cores, grid * base);
  const main = base > 0 ? fitterOf(GRIDS[0]) : null;
  if (main === null) return unknown(T_target_source);
  const fits = fitsAround(main, rigid, T_start && aboutOrigins(T_start, ...origins), cancel);
  const best = bestOf(fits, main.edge);
  const deviation = best.sigma;
  const relief = Math.max(main.source.relief, main.target.relief, LEAST_RELIEF * main.edge);
  const centre = sourceCentre(best);
  const elsewhere = (a: Rigid, b: Rigid): boolean => !isSamePose(a, b, centre, ELSEWHERE * base);
  const enough = best.score - LEAST_LEAD * best.distances.length;
  const rivals = fits.filter(
    (fit) =>
      elsewhere(fit.T_target_source, best.T_target_source) && scoreOf(fit, best.noise, main.edge) >= enough,
  );
  const others: Rigid[] = [];
  for (const grid of GRIDS.slice(1)) {
    throwIfCancelled(cancel, 'work-register');
    const fitting = fitterOf(grid);
    if (fitting !== null)
      others.push(fitting.fitter.refined(best.T_target_source, steps(NEAR, fitting.edge), 0).T_target_source);
  }
  const grids = [best.T_target_source, ...others];
  const agreed = meanPose(
    mayMove ? [...grids, ...planeToPlane(clouds, best.T_target_source, base, cancel)] : grids,
  );
  const pose = mayMove ? agreed : rigid;
  const lever = spreadOf(clouds[1]);
  const asGiven = (T: Rigid): Rigid => aboutZero(T, ...origins);
  const covariance = covarianceOf(main, best, grids, rivals, lever);
  const isOff = deviation > OTHER_RELIEF.amongRivals * relief;
  // What the sensor itself bends is in no scatter of the fits.
  if (isOff && covariance !== null)
    for (let k = 0; k < 6; k++) covariance[7 * k] += (deviation / (k < 3 ? lever : 1)) ** 2;
  const off = offBy(agreed, pose, centre);
  const isAway = off.metres > AWAY.edges * base || off.degrees > AWAY.degrees;
  const isRight = !isAway || (covariance !== null && isWithin(agreed, pose, covariance));
  // A pose beside the agreed one is off by that as well.
  if (covariance !== null) addOuter(covariance, twistBetween(agreed, pose));
  const weakest = covariance && weakestOf(covariance, lever);
  const common = {
    T_target_source: asGiven(pose),
    covariance,
    weakest,
    better: null,
    deviation,
    relief,
  };
  if (isOff && (rivals.length > 0 || deviation > OTHER_RELIEF.anywhere * relief))
    return { ...common, verdict: 'refused', reason: 'surfaces-differ' };
  if (!isRight)
    return {
      ...common,
      verdict: 'refused',
      reason: 'better-elsewhere',
      better: { T_target_source: asGiven(agreed), ...off },
    };
  if (isOff) return { ...common, verdict: 'weak', reason: 'surfaces-bent' };
  if (covariance === null || !isHeld(covariance, base))
    return { ...common, verdict: 'weak', reason: 'weak-direction' };
  return { ...common, verdict: 'converged', reason: 'held' };
}

function unknown(T_target_source: Rigid): PoseVerdict {
  return {
    verdict: 'weak',
    reason: 'no-surface',
    T_target_source,
    covariance: null,
    weakest: null,
    better: null,
    deviation: null,
    relief: null,
  };
}

/** Surfaces of both clouds on one grid. */
interface Fitting {
  readonly source: Surface;
  readonly target: Surface;
  readonly fitter: SurfaceFitter;
  readonly edge: number;
}

function fittingOn([from, to]: readonly [PointSet, PointSet], edge: number): Fitting | null {
  const [source, target] = [surfaceOf(from, edge), surfaceOf(to, edge)];
  if (Math.min(source.count, target.count) < LEAST_CELLS) return null;
  return { source, target, fitter: new SurfaceFitter(source, target), edge };
}

/** Edge of a grid that the surfaces of clouds fill, m: no finer than some points a cell. */
function suitableEdge(cores: readonly [PointSet, PointSet]): number {
  return Math.max(...cores.map((core) => edgeFor(core, Math.min(CELLS, core.count / LEAST_PER_CELL))));
}

function steps(limits: readonly number[], edge: number): number[] {
  return limits.map((limit) => limit * edge);
}

/** Lays the surfaces on each other from a pose, from its start, and from places around where that leads. */
function fitsAround(
  { fitter, edge }: Fitting,
  pose: Rigid,
  start: Rigid | null,
  cancel: CancelToken,
): SurfaceFit[] {
  const refined = (T: Rigid, limits: readonly number[]): SurfaceFit => {
    throwIfCancelled(cancel, 'work-register');
    return fitter.refined(T, steps(limits, edge), SCORE_LIMIT * edge);
  };
  const fits = [refined(pose, NEAR), refined(pose, FAR)];
  if (start !== null) fits.push(refined(start, FAR));
  const first = bestOf(fits, edge);
  for (const move of movesAround(first, edge)) fits.push(refined(compose(move, first.T_target_source), FAR));
  // Those that a better place than the first was found by say where to look again along its weakest direction.
  const second = bestOf(fits, edge);
  if (!isSamePose(first.T_target_source, second.T_target_source, sourceCentre(second), ELSEWHERE * edge))
    for (const move of movesAround(second, edge))
      fits.push(refined(compose(move, second.T_target_source), FAR));
  return fits;
}

/** Shifts along the direction that the matched planes hold least, and turns about the axes through their middle. */
function movesAround({ H, centre }: SurfaceFit, edge: number): Rigid[] {
  const block = [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => H[6 * (3 + i) + 3 + j]));
  const axes = symmetricEigen(block, 3).vectors;
  const shifts = SHIFTS.map((steps) => ({
    R: expSo3(0, 0, 0),
    t: axes[0].map((v) => steps * edge * v),
  }));
  const angle = (TURN * Math.PI) / 180;
  const turns = axes.flatMap((axis) =>
    [angle, -angle].map((by) => {
      const R = expSo3(by * axis[0], by * axis[1], by * axis[2]);
      const t = Float64Array.from(
        { length: 3 },
        (_, k) => centre[k] - R[3 * k] * centre[0] - R[3 * k + 1] * centre[1] - R[3 * k + 2] * centre[2],
      );
      return { R, t };
    }),
  );
  return [...shifts, ...turns];
}

interface BestFit extends SurfaceFit {
  /** Logarithm of the likelihood ratio against surfaces that lie anyhow. */
  readonly score: number;
  /** Smallest deviation of all fits, under which they were compared, m. */
  readonly noise: number;
}

/** The fit whose distances are likeliest under the smallest deviation of all, as in `judge` of the global start. */
function bestOf(fits: readonly SurfaceFit[], edge: number): BestFit {
  const noise = Math.max(LEAST_RELIEF * edge, Math.min(...fits.map((fit) => fit.sigma)));
  return fits
    .map((fit) => ({ ...fit, noise, score: scoreOf(fit, noise, edge) }))
    .reduce((best, fit) => (fit.score > best.score ? fit : best));
}

/** Middle of the matched points in the source's frame. */
function sourceCentre({ T_target_source, centre }: SurfaceFit): number[] {
  const { R, t } = invert(T_target_source);
  return [0, 1, 2].map(
    (k) => R[3 * k] * centre[0] + R[3 * k + 1] * centre[1] + R[3 * k + 2] * centre[2] + t[k],
  );
}

/** Poses of generalised ICP on the grids, from a pose. */
function planeToPlane(
  [source, target]: readonly [PointSet, PointSet],
  T_target_source: Rigid,
  base: number,
  cancel: CancelToken,
): Rigid[] {
  return GRIDS.map((grid) => {
    const edge = grid * base;
    const options = { method: 'gicp', maxDistance: PLANE_TO_PLANE * edge, T_target_source } as const;
    return register(voxelMeans(source, edge), voxelMeans(target, edge), options, cancel).T_target_source;
  });
}

function meanPose(poses: readonly Rigid[]): Rigid {
  const mean = new Float64Array(6);
  const first = poses[0];
  for (const pose of poses) {
    const by = log(compose(pose, invert(first)));
    for (let k = 0; k < 6; k++) mean[k] += by[k] / poses.length;
  }
  return compose(exp(mean), first);
}

/** Covariance of the agreed pose: blocks of surface, other grids, and other places that explain the clouds as well. */
function covarianceOf(
  { fitter, edge }: Fitting,
  best: SurfaceFit,
  grids: readonly Rigid[],
  rivals: readonly SurfaceFit[],
  lever: number,
): Float64Array | null {
  const blocks = new PoseCovariance(BLOCK * edge);
  fitter.pairsAt(best.T_target_source, edge, (pair) => blocks.add(pair));
  const covariance = blocks.result(lever);
  if (covariance === null) return null;
  const mean = meanPose(grids);
  for (const T of grids)
    addOuter(covariance, twistBetween(T, mean), 1 / (grids.length * Math.max(1, grids.length - 1)));
  for (const { T_target_source } of rivals)
    addOuter(covariance, twistBetween(T_target_source, best.T_target_source), 1 / rivals.length);
  return covariance;
}

/** d of `a = exp(d) b`, rotation first: in the coordinates of the covariance. */
function twistBetween(a: Rigid, b: Rigid): Float64Array {
  return log(compose(a, invert(b)));
}

function isWithin(a: Rigid, b: Rigid, covariance: Float64Array): boolean {
  const d = twistBetween(a, b);
  const { values, vectors } = symmetricEigen(covariance, 6);
  const squared = vectors.reduce((sum, v, k) => {
    const along = v.reduce((dot, value, i) => dot + value * d[i], 0);
    return sum + (along * along) / Math.max(values[k], Number.MIN_VALUE);
  }, 0);
  return squared <= MOST_SQUARED;
}

function isHeld(covariance: Float64Array, edge: number): boolean {
  const part = (from: number): number =>
    Math.sqrt(
      symmetricEigen(
        [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => covariance[6 * (from + i) + from + j])),
        3,
      ).values[2],
    );
  return (
    2 * part(3) <= Math.min(HELD.metres, HELD.edges * edge) && 2 * part(0) <= (HELD.degrees * Math.PI) / 180
  );
}

function weakestOf(covariance: Float64Array, lever: number): WeakestDirection {
  const scaled = covariance.map((value, at) => {
    const turns = (at < 18 ? 1 : 0) + (at % 6 < 3 ? 1 : 0);
    return value * lever ** turns;
  });
  const { values, vectors } = symmetricEigen(scaled, 6);
  return { direction: vectors[5], sigma: Math.sqrt(Math.max(0, values[5])), lever };
}

/** How far two poses place a point of the source, and turn it, apart. */
function offBy(a: Rigid, b: Rigid, near: readonly number[]): { metres: number; degrees: number } {
  const at = ({ R, t }: Rigid, k: number): number =>
    R[3 * k] * near[0] + R[3 * k + 1] * near[1] + R[3 * k + 2] * near[2] + t[k];
  const metres = Math.hypot(...[0, 1, 2].map((k) => at(a, k) - at(b, k)));
  const turn = log(compose(a, invert(b)));
  return { metres, degrees: (Math.hypot(turn[0], turn[1], turn[2]) * 180) / Math.PI };
}
