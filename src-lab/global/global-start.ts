import { message } from '../../src-core/messages/message.ts';
import { type CancelToken, NEVER_CANCELLED, throwIfCancelled } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { edgeFor, sampleCore } from '../clouds/thin-cloud.ts';
import { about, aboutZero, centroidOf } from '../problem/centroid.ts';
import { checkPoints } from '../problem/check-points.ts';
import type { PointSet } from '../problem/method.ts';
import type { Bounds } from '../problem/robust-options.ts';
import { stopwatch } from '../problem/stopwatch.ts';
import { matchFeatures } from './feature-matches.ts';
import { pointFeatures } from './fpfh.ts';
import { hypothesesOf, pairsWithin } from './hypotheses.ts';
import { judge } from './judge.ts';
import { type Surface, surfaceOf } from './surface.ts';
import { type SurfaceFit, SurfaceFitter } from './surface-fit.ts';

/** Options of the global start. */
interface GlobalOptions {
  /** Cells of the grid that the surface of the larger cloud fills: more for finer features, in more time. */
  readonly cells: number;
  /** Nearest features of each point that may be its counterpart, on both sides. */
  readonly ranks: number;
}

const GLOBAL_DEFAULTS: GlobalOptions = { cells: 2500, ranks: 3 };

const GLOBAL_BOUNDS: Readonly<Record<keyof GlobalOptions, Bounds>> = {
  cells: { least: 200, greatest: 20_000 },
  ranks: { least: 1, greatest: 10 },
};

/** A start for a registration, found without one. */
export interface GlobalStart {
  readonly T_target_source: Rigid;
  /** Edge of the grid, m: how coarse the clouds were. */
  readonly edge: number;
  /** Matches of features, and those that the transform brings together. */
  readonly matches: number;
  readonly pairs: number;
  /** Share of the smaller cloud's surface that lies on the other. */
  readonly overlap: number;
  /** Standard deviation of the surfaces' distance there, m. */
  readonly sigma: number;
  /** Relief of the surfaces themselves within a neighbourhood, m. */
  readonly relief: number;
  readonly milliseconds: Readonly<Record<'thin' | 'features' | 'matches' | 'graph' | 'fit', number>>;
}

/** Source points that the candidate poses are compared by. */
const COMPARED = 700;
/** Greatest error of a good pair of cell means, in edges: means of other points in cells that lie otherwise. */
const PAIR_BOUND = 1.5;
/** Cells whose features are matched. */
const MATCHED = 2000;
/** Grids that are tried if the first was too fine or too coarse for the strewn points in the cloud. */
const GRIDS = 3;
/** Greatest distances in the last refinement, in edges. */
const LAST_LIMITS = [1, 0.75, 0.5, 0.5];
/** Cells of the second grid, as a multiple: rock may tell its place by smaller forms than the first shows. */
const FINER = 1.8;
/**
 * Greatest deviation of surfaces that are the same, as a share of their own relief within a neighbourhood. Two samples
 * of one surface differ by less than it is rough; measured 0.1 to 0.6 for right poses, 1 and more for the best wrong
 * ones (bench/results/global.md).
 */
const MOST_OF_RELIEF = 0.75;
/** Pairs that must agree: more than false ones do by chance, by so many standard deviations, and a clique besides. */
const CHANCE_SIGMAS = 5;
const LEAST_PAIRS = 4;
/**
 * Agreement of the pairs that no wrong pose has, as a multiple of what must agree. Then the surfaces may differ by more
 * than their relief, as smooth ground does under the noise of a sensor, and lie on each other nearly as well elsewhere,
 * as flat ground does. Measured for wrong poses at most 3.4, for right ones outdoors 11 to 39 (ADR 0023).
 */
const BEYOND_DOUBT = 6;
/** Agreeing pairs from which a pose elsewhere is a rival even so, as a share of those of the best: symmetric rooms. */
const RIVAL_SHARE = 0.5;
/** Relief of a surface without any, in edges: what sampling leaves. */
const LEAST_RELIEF = 0.01;
/** Points per cell of the larger cloud: in a finer grid than that of a cloud which was thinned, cells are not means. */
const LEAST_PER_CELL = 2;
/** Fewest surface cells from which features tell anything. */
const LEAST_CELLS = 30;

/**
 * Finds the transform between two clouds without an initial guess: any rotation, any distance, partial overlap, points
 * strewn about.
 *
 * Both are thinned to cells of their surface with normals; FPFH features (Rusu 2009) that are near each other pair
 * cells up; of these pairs the large sets are taken in which all distances agree (TEASER, Yang 2020; KISS-Matcher, Lim
 * 2025); each set gives a pose by truncated least squares (GNC, Yang 2020); the surfaces themselves decide between the
 * poses.
 *
 * @throws SocavonError 'not-determined' if no pose explains the clouds, or more than one; 'too-few-points',
 *   'points-unusable', 'usage'; CancelledError
 */
export function globalStart(
  source: PointSet,
  target: PointSet,
  options: Partial<GlobalOptions> = {},
  cancel: CancelToken = NEVER_CANCELLED,
): GlobalStart {
  const all = { ...GLOBAL_DEFAULTS, ...options };
  checkGlobalOptions(all);
  const watch = stopwatch();
  checkPoints(source, 'source');
  checkPoints(target, 'target');
  const clouds = [centred(sampleCore(source)), centred(sampleCore(target))] as const;
  const sampling = watch.lap();
  const most = Math.max(clouds[0].points.count, clouds[1].points.count) / LEAST_PER_CELL;
  const cells = Math.min(all.cells, most);
  const finer = Math.min(FINER * all.cells, most);
  const coarse = startOn(clouds, { ...all, cells }, cancel);
  const answer =
    coarse.start === null && finer > cells ? startOn(clouds, { ...all, cells: finer }, cancel) : coarse;
  if (answer.start === null) throw new SocavonError('not-determined', message(answer.why));
  const { milliseconds } = answer.start;
  return { ...answer.start, milliseconds: { ...milliseconds, thin: milliseconds.thin + sampling } };
}

function checkGlobalOptions(options: GlobalOptions): void {
  for (const name of ['cells', 'ranks'] as const) {
    const value = options[name];
    const { least, greatest } = GLOBAL_BOUNDS[name];
    if (Number.isInteger(value) && value >= least && value <= greatest) continue;
    const rule = message('rule-within', { least, greatest });
    throw new SocavonError('usage', message('registration-option', { name: `global.${name}`, value, rule }));
  }
}

type Attempt =
  | { readonly start: GlobalStart; readonly why: null }
  | { readonly start: null; readonly why: 'global-no-surface' | 'global-none' | 'global-ambiguous' };

interface Centred {
  readonly points: PointSet;
  readonly mean: Float64Array;
}

/** Looks for the start on one grid. */
function startOn(
  [source, target]: readonly [Centred, Centred],
  { cells, ranks }: GlobalOptions,
  cancel: CancelToken,
): Attempt {
  const watch = stopwatch();
  const surfaces = thinned(source.points, target.points, cells);
  const thin = watch.lap();
  throwIfCancelled(cancel, 'work-register');
  if (surfaces === null) return { start: null, why: 'global-no-surface' };
  const [from, to] = surfaces;
  const { edge } = from;
  const [sourceFeatures, targetFeatures] = [pointFeatures(from), pointFeatures(to)];
  const features = watch.lap();
  throwIfCancelled(cancel, 'work-register');
  const matches = matchFeatures(sourceFeatures, targetFeatures, some(from.count), some(to.count), ranks);
  const matching = watch.lap();
  throwIfCancelled(cancel, 'work-register');
  const hypotheses = hypothesesOf(matches, from, to, PAIR_BOUND * edge);
  const graph = watch.lap();
  throwIfCancelled(cancel, 'work-register');
  const few = thinnedSurface(from, COMPARED);
  const share = few.count / from.count;
  const smaller = Math.min(few.count, share * to.count);
  const { best, rivals } = judge(hypotheses, new SurfaceFitter(few, to), smaller, edge);
  if (best === null) return { start: null, why: 'global-none' };
  const limits = LAST_LIMITS.map((limit) => limit * edge);
  const fit = new SurfaceFitter(from, to).refined(best.T_target_source, limits, edge);
  const relief = Math.max(from.relief, to.relief, LEAST_RELIEF * edge);
  const overlap = Math.min(1, fit.distances.length / Math.min(from.count, to.count));
  const pairs = pairsWithin(fit.T_target_source, matches, from, to, PAIR_BOUND * edge);
  // Cells within the bound around a place on the surface, of all those that a false pair may name.
  const byChance = matches.count * overlap * Math.min(1, (Math.PI * PAIR_BOUND ** 2) / to.count);
  const least = LEAST_PAIRS + CHANCE_SIGMAS * Math.sqrt(byChance) + byChance;
  if (pairs < least) return { start: null, why: 'global-none' };
  const isBeyondDoubt = pairs >= BEYOND_DOUBT * least;
  if (!isBeyondDoubt && fit.sigma > MOST_OF_RELIEF * relief) return { start: null, why: 'global-none' };
  const agreeing = ({ T_target_source: T }: SurfaceFit): number =>
    pairsWithin(T, matches, from, to, PAIR_BOUND * edge);
  if (rivals.some((rival) => !isBeyondDoubt || agreeing(rival) > RIVAL_SHARE * pairs))
    return { start: null, why: 'global-ambiguous' };
  const start: GlobalStart = {
    T_target_source: aboutZero(fit.T_target_source, source.mean, target.mean),
    edge,
    matches: matches.count,
    pairs,
    overlap,
    sigma: fit.sigma,
    relief,
    milliseconds: { thin, features, matches: matching, graph, fit: watch.lap() },
  };
  return { start, why: null };
}

/** Thins both clouds by one grid. Points that are strewn about hide the right edge, so it is corrected by the result. */
function thinned(source: PointSet, target: PointSet, cells: number): readonly [Surface, Surface] | null {
  let edge = Math.max(edgeFor(source, cells), edgeFor(target, cells));
  if (!(edge > 0)) return null;
  let pair = [surfaceOf(source, edge), surfaceOf(target, edge)] as const;
  for (let grid = 1; grid < GRIDS; grid++) {
    const factor = Math.sqrt(Math.max(pair[0].count, pair[1].count) / cells);
    if (factor > 0.85 && factor < 1.15) break;
    edge *= Math.min(2, Math.max(0.5, factor));
    pair = [surfaceOf(source, edge), surfaceOf(target, edge)];
  }
  return Math.min(pair[0].count, pair[1].count) < LEAST_CELLS ? null : pair;
}

function centred(points: PointSet): Centred {
  const mean = centroidOf(points);
  return { points: about(points, mean), mean };
}

/** Indices of cells whose features are matched: all, or evenly spread ones of many. */
function some(count: number): Int32Array {
  const step = Math.max(1, count / MATCHED);
  return Int32Array.from({ length: Math.floor(count / step) }, (_, k) => Math.floor(k * step));
}

/** Every nth cell of a surface. */
function thinnedSurface({ count, xyz, normals, ...rest }: Surface, most: number): Surface {
  const step = Math.max(1, count / most);
  const size = Math.floor(count / step);
  const pick = (from: Float64Array): Float64Array =>
    Float64Array.from(
      { length: 3 * size },
      (_, at) => from[3 * Math.floor(step * Math.floor(at / 3)) + (at % 3)],
    );
  return { count: size, xyz: pick(xyz), normals: pick(normals), ...rest };
}
