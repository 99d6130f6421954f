import { median, quantile } from '../../math/statistics.ts';
import { distance3 } from '../../math/vec3.ts';
import { message } from '../../messages/message.ts';
import type { PointCloud } from '../../model/cloud.ts';
import { SocavonError } from '../../model/errors.ts';
import { geodesicDistances } from './void/geodesic-distances.ts';
import { VoidVoxels } from './void/void-voxels.ts';

/** Options of the path through a void. */
interface VoidPathOptions {
  /** Edges of the voxels, m, tried from the finest: the first at which the walls hang together is taken. */
  readonly voxels: readonly number[];
  /** Share of the occupied voxels that must hang together. */
  readonly connected: number;
  /** Length of the void in its own widths, below which it has no direction of its own. */
  readonly slenderness: number;
}

const VOID_PATH_DEFAULTS: VoidPathOptions = {
  voxels: [0.3, 0.6, 1.2],
  connected: 0.8,
  slenderness: 2,
};

/** A path through the middle of a void, from one end to the other. */
interface VoidPath {
  /** 3 per position, about a metre apart, m. */
  readonly positions: Float64Array<ArrayBuffer>;
  /** Mean width of the void across the path, m. */
  readonly width: number;
  /** Share of the occupied voxels in it: the rest are other parts, such as noise and detached walls. */
  readonly share: number;
}

/**
 * Finds the path through the middle of the longest void of a cloud that has no trajectory, for an axis to start from: the
 * centroids of the walls' level sets of the geodesic distance from one end (Verroust and Lazarus 2000, "Extracting skeletal
 * curves from 3D scattered data", The Visual Computer 16). Of a branching drive it is the longest way along the walls.
 *
 * The wall is walked over, not the void: a drive that turns back beside itself stays one line, and open ends need no
 * closing. It begins at the end that is nearer, along the walls, to the first points of the cloud.
 */
export class VoidPathFinder {
  readonly #options: VoidPathOptions;
  readonly #finest: VoidVoxels;

  constructor(options: Partial<VoidPathOptions> = {}) {
    this.#options = { ...VOID_PATH_DEFAULTS, ...options };
    this.#finest = new VoidVoxels(this.#options.voxels[0]);
  }

  /** Adds points of the cloud, all in one frame. */
  add(cloud: PointCloud): void {
    this.#finest.add(cloud);
  }

  /**
   * @throws SocavonError axis-unusable: no points, parts that do not hang together, or a void as wide as it is long, such as
   *   a chamber
   */
  path(): VoidPath {
    const finest = this.#finest;
    const { voxels: edges, connected, slenderness } = this.#options;
    if (finest.count === 0) throw new SocavonError('axis-unusable', message('void-empty'));
    let most = 0;
    for (const edge of edges) {
      const voxels = edge === finest.edge ? finest : finest.coarsened(edge);
      const { members, share } = voxels.largestPart();
      if (share >= connected) return { ...lineThrough(voxels, members, slenderness), share };
      most = share;
    }
    throw new SocavonError('axis-unusable', message('void-in-parts', { percent: (100 * most).toFixed(0) }));
  }
}

/**
 * Centroids of the level sets of the distance from a ring across the middle of the void. From a ring the level sets stay
 * straight cuts to both ends; from a point they would be bent around it.
 */
function lineThrough(
  voxels: VoidVoxels,
  members: Uint32Array,
  slenderness: number,
): Pick<VoidPath, 'positions' | 'width'> {
  const { start, end, fromStart } = endsOf(voxels, members);
  const length = fromStart[end];
  const ring = middleRing(voxels, members, fromStart, length);
  const { distance, before } = geodesicDistances(voxels, ring);

  const step = Math.max(1, 2 * voxels.edge);
  const signed = (voxel: number): number =>
    fromStart[voxel] < length / 2 ? -distance[voxel] : distance[voxel];
  const levelOf = (voxel: number): number => Math.round(signed(voxel) / step);
  const levels = new Map<number, number[]>();
  for (const voxel of members) {
    const level = levels.get(levelOf(voxel));
    if (level) level.push(voxel);
    else levels.set(levelOf(voxel), [voxel]);
  }
  // Where the drive branches a level has several parts: the ways to both ends tell which one counts.
  const onWay = new Map<number, number>();
  for (const tip of [start, end]) for (let at = tip; at >= 0; at = before[at]) onWay.set(levelOf(at), at);

  const rings = [...onWay]
    .sort(([a], [b]) => a - b)
    .map(([level, seed]) => {
      const all = new Set(levels.get(level));
      const members = voxels.partOf(seed, all);
      return { all, members, cut: cutOf(voxels, members) };
    });
  const width = quantile(
    rings.map(({ cut }) => cut.width),
    WIDE,
  );
  const cuts = rings.map(({ all, members, cut }) =>
    cut.width < PARTIAL * width ? joinedCut(voxels, members, all, cut, width) : cut,
  );
  if (!(length >= slenderness * width))
    throw new SocavonError(
      'axis-unusable',
      message('void-no-direction', { length: length.toFixed(1), width: width.toFixed(1) }),
    );
  // The last cuts at both ends go through its corners.
  const trimmed = Math.min(Math.ceil(width / 2 / step), Math.floor((cuts.length - 3) / 2));
  const whole = withoutJunctions(trimmed > 0 ? cuts.slice(trimmed, cuts.length - trimmed) : cuts);
  const line = cuts.some((cut, i) => cut !== rings[i].cut) ? steadied(whole) : whole;
  return { positions: Float64Array.from(line.flatMap(({ centre }) => centre)), width };
}

/** A cut this many times as wide as the median goes into a branch. */
const JUNCTION = 1.4;

/** A cut narrower than this many widths of the void is of a part of the wall, such as one rib. */
const PARTIAL = 0.7;

/**
 * Cut through a wall of which crown and floor were not seen, so that its ribs do not hang together there: half way
 * between the parts of its level that are no farther apart than the void is wide.
 */
function joinedCut(
  voxels: VoidVoxels,
  members: readonly number[],
  level: ReadonlySet<number>,
  own: Cut,
  width: number,
): Cut {
  const rest = new Set(level);
  for (const voxel of members) rest.delete(voxel);
  const parts = [own];
  for (const seed of rest) {
    if (!rest.has(seed)) continue;
    const part = voxels.partOf(seed, rest);
    for (const voxel of part) rest.delete(voxel);
    const cut = cutOf(voxels, part);
    const isBeside = distance3(cut.centre, own.centre) <= APART * width;
    if (isBeside && part.length >= LEAST_PART * members.length) parts.push(cut);
  }
  if (parts.length === 1) return own;
  const centre = [0, 1, 2].map((k) => parts.reduce((sum, one) => sum + one.centre[k] / parts.length, 0));
  return { centre, width };
}

/** Greatest distance between two parts of one cut, in widths of the void. */
const APART = 1.3;
/** Least size of a part beside another, in its size: less is noise, or the corner of another part. */
const LEAST_PART = 0.25;

/** A cut across the void. */
interface Cut {
  readonly centre: readonly number[];
  /** m. */
  readonly width: number;
}

function cutOf(voxels: VoidVoxels, members: readonly number[]): Cut {
  const centre = voxels.medianOf(members);
  return { centre, width: 2 * voxels.meanDistance(members, centre) };
}

/** The line without the cuts that go into a branch, unless most do. */
function withoutJunctions(line: readonly Cut[]): readonly Cut[] {
  const usual = median(line.map(({ width }) => width));
  return line.filter(({ width }) => width <= JUNCTION * usual);
}

/**
 * The line where part of the wall was not seen, whose level sets run askew at the edge of what was: each centre as the
 * median of those about it, along each axis.
 */
function steadied(line: readonly Cut[]): readonly Cut[] {
  return line.map(({ width }, i) => {
    const reach = Math.min(STEADIED, i, line.length - 1 - i);
    const about = line.slice(i - reach, i + reach + 1);
    return { width, centre: [0, 1, 2].map((k) => median(about.map(({ centre }) => centre[k]))) };
  });
}

/** Centres on each side that count. */
const STEADIED = 3;

/** Quantile of the widths of the cuts that counts as that of the void: niches are wider, cuts through the ends narrower. */
const WIDE = 0.8;

/** The two voxels farthest from each other, first that nearer to the first point, with all distances from it. */
function endsOf(
  voxels: VoidVoxels,
  members: Uint32Array,
): { readonly start: number; readonly end: number; readonly fromStart: Float64Array } {
  const farthest = (distance: Float64Array): number =>
    members.reduce((best, voxel) => (distance[voxel] > distance[best] ? voxel : best), members[0]);
  const fromFirst = geodesicDistances(voxels, [members[0]]).distance;
  const one = farthest(fromFirst);
  const other = farthest(geodesicDistances(voxels, [one]).distance);
  const [start, end] = fromFirst[one] <= fromFirst[other] ? [one, other] : [other, one];
  return { start, end, fromStart: geodesicDistances(voxels, [start]).distance };
}

/** The voxels in a plane across the middle of the void, normal to the line between the cuts on both sides of it. */
function middleRing(
  voxels: VoidVoxels,
  members: Uint32Array,
  fromStart: Float64Array,
  length: number,
): number[] {
  const reach = Math.max(length / 10, 3 * voxels.edge);
  const cutAt = (at: number): number[] =>
    [...members].filter((voxel) => Math.abs(fromStart[voxel] - at) <= voxels.edge);
  const [before, middle, after] = [length / 2 - reach, length / 2, length / 2 + reach].map((at) =>
    voxels.meanOf(cutAt(at)),
  );
  const along = after.map((value, k) => value - before[k]);
  const size = Math.hypot(...along);
  const near = [...members].filter((voxel) => {
    if (Math.abs(fromStart[voxel] - length / 2) > reach) return false;
    const offset = voxels.meanOf([voxel]).map((value, k) => value - middle[k]);
    const off = offset.reduce((sum, value, k) => sum + (value * along[k]) / size, 0);
    return Math.abs(off) <= 0.9 * voxels.edge;
  });
  return near.length > 0 ? near : cutAt(length / 2);
}
