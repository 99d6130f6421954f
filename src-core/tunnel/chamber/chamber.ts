import { coverageHalfWidth } from '../../math/coverage.ts';
import { message } from '../../messages/message.ts';
import type { PointCloud } from '../../model/cloud.ts';
import type { CancelToken } from '../../model/context.ts';
import { SocavonError } from '../../model/errors.ts';
import type { TriangleMesh } from '../../model/mesh.ts';
import type { StatedValue } from '../../model/recess.ts';
import { gridNodes } from './void/cell-grid.ts';
import { PointCells } from './void/point-cells.ts';
import { type NoSolid, rootOf, type VoidSolid, voidSolid } from './void/void-solid.ts';

/** Options of the closed solid. */
export interface ChamberOptions {
  /** Edge of its cells, m; null: by the spacing of the points. */
  readonly cell: number | null;
}

const CHAMBER_DEFAULTS: ChamberOptions = { cell: null };

/** Bounds of the edge of the cells, m. */
export const CHAMBER_CELL = { unit: 'm', min: 0.05, max: 2 } as const;

/** How accurate the points are, for the ± of the volume. */
export interface ChamberAccuracy {
  /** Bound of the error common to all points, towards the sensor or away from it, m: half-width, uniform. */
  readonly bias: number;
  /** Standard deviation of a point about the wall, m. */
  readonly noise: number;
  /** Standard uncertainty of a length, as a share of it. */
  readonly lengthShare: number;
  /** Standard uncertainty of the place of a stretch of wall, m, from the registration. */
  readonly placeSigma: number;
}

/** A part of the surface that no point measured, closed by a face through its rim. */
interface Opening {
  /** m^2. */
  readonly area: number;
  /** In the frame of the points, m. */
  readonly middle: readonly [number, number, number];
}

/** Parts of the ± of a void, m^3: standard deviations, but `common`, the half-width of a uniform distribution. */
interface ChamberUncertainty {
  readonly common: number;
  readonly noise: number;
  readonly length: number;
  readonly place: number;
  readonly cells: number;
  readonly openings: number;
}

/** The void of a chamber, a stope or a crossing as a closed solid. */
export interface Chamber {
  /** Closed, in the frame of the points. */
  readonly mesh: TriangleMesh;
  /** 1 per triangle that points measured; the others close openings. */
  readonly measured: Uint8Array;
  readonly volume: StatedValue;
  /** The ± if the faces over the openings are the limits of the void, m^3. */
  readonly plusMinusWithoutOpenings: number;
  readonly uncertainty: ChamberUncertainty;
  /** Surface in all, and of it what closes openings, m^2. */
  readonly surface: number;
  readonly closed: number;
  /** Openings of at least `LISTED`, the largest first. */
  readonly openings: readonly Opening[];
  /** Parts that floated in the void and were filled. */
  readonly filled: { readonly count: number; readonly volume: number };
  /** Edge of the cells, m. */
  readonly cell: number;
  readonly points: number;
}

/** Edge of the cells that points are first collected in, m. */
const FINEST = 0.05;
/** Cells that are collected at most; then their edge is doubled. */
const MOST_CELLS = 1_200_000;
/** Cells of the wall of the finest solid that is made. */
const MOST_WALL_CELLS = 220_000;
/** Nodes of the largest grid. */
const MOST_NODES = 12_000_000;
/** A wall that is whole at an edge has four times as many cells as at twice the edge; with holes fewer. */
const WHOLE = 0.85;
/** Cells are at least this many standard deviations of the points wide. */
const NOISES = 4;
/** Points that a void takes at least. */
const LEAST_POINTS = 1000;
/** Cells of the coarser solid across the void, at least. */
const LEAST_ACROSS = 5;
/** An opening is listed from this area on, m^2, and from this many faces of a cell on. */
const LISTED = 0.25;
const LISTED_FACES = 10;
/** Share of the surface that may be closed: that of a half sphere with a flat face, which is half open. */
const MOST_CLOSED = 1 / 3;
/** Share of the interval that ± states. */
const SHARE = 0.95;

/**
 * Measures a void without an axis: chamber, stope, crossing. Collects points, then closes the surface about places that are
 * known to be inside.
 */
export class ChamberGatherer {
  readonly #options: ChamberOptions;
  readonly #seen = new Map<string, readonly [number, number, number]>();
  #cells: PointCells;
  #points = 0;

  constructor(options: Partial<ChamberOptions> = {}) {
    this.#options = { ...CHAMBER_DEFAULTS, ...options };
    this.#cells = new PointCells(this.#options.cell ?? FINEST);
  }

  /** Adds points, all in one frame. @param seenFrom of these points; null: not known */
  add(cloud: PointCloud, seenFrom: readonly [number, number, number] | null): void {
    this.#points += cloud.count;
    this.#cells.add(cloud, seenFrom);
    if (seenFrom !== null) this.#seen.set(seenFrom.map((value) => value.toFixed(1)).join(), seenFrom);
    while (this.#cells.count > MOST_CELLS) this.#cells = this.#cells.coarsened();
  }

  /**
   * @param inside places inside the void, m; those that points were seen from count too
   * @throws SocavonError too-few-points; points-unusable: no place inside, an open void, a void of few cells; CancelledError
   */
  measure(
    inside: readonly (readonly [number, number, number])[],
    accuracy: ChamberAccuracy,
    cancel: CancelToken,
  ): Chamber {
    const { origin } = this.#cells;
    if (origin === null || this.#points < LEAST_POINTS)
      throw new SocavonError(
        'too-few-points',
        message('chamber-few-points', { count: this.#points, least: LEAST_POINTS }),
      );
    const places = [...inside, ...this.#seen.values()];
    if (places.length === 0) throw new SocavonError('points-unusable', message('chamber-no-place'));
    const seeds = places.map((place) => place.map((value, k) => value - origin[k]));
    const cells = this.#chosenCells(accuracy.noise);
    const coarse = cells.coarsened();
    const fineSolid = voidSolid(cells, seeds, cancel);
    if (typeof fineSolid === 'string') throw refusalOf(fineSolid);
    refuseNarrow(fineSolid, coarse.edge);
    const coarseSolid = voidSolid(coarse, seeds, cancel);
    // What a coarser solid cannot show at all says nothing of its error: then the whole of a cell's edge is taken.
    const change =
      typeof coarseSolid === 'string' ? Infinity : Math.abs(fineSolid.volume - coarseSolid.volume);
    return chamberOf(fineSolid, { origin, change, accuracy, points: this.#points });
  }

  #chosenCells(noise: number): PointCells {
    let cells = this.#cells;
    if (this.#options.cell !== null) {
      if (cells.edge === this.#options.cell && gridNodes(cells) <= MOST_NODES) return cells;
      throw new SocavonError(
        'points-unusable',
        message('chamber-cell-small', { cell: this.#options.cell.toFixed(2) }),
      );
    }
    for (;;) {
      const coarse = cells.coarsened();
      const isWhole = cells.count >= WHOLE * 4 * coarse.count;
      const isWide = cells.edge >= NOISES * noise;
      if (isWhole && isWide && cells.count <= MOST_WALL_CELLS && gridNodes(cells) <= MOST_NODES) return cells;
      if (coarse.edge > CHAMBER_CELL.max)
        throw new SocavonError('too-few-points', message('chamber-sparse', { cell: CHAMBER_CELL.max }));
      cells = coarse;
    }
  }
}

function refusalOf(why: NoSolid): SocavonError {
  return new SocavonError('points-unusable', message(`chamber-${why}`));
}

function refuseNarrow({ xyz }: VoidSolid, coarse: number): void {
  let least = Infinity;
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Infinity, -Infinity];
    for (let at = k; at < xyz.length; at += 3) {
      low = Math.min(low, xyz[at]);
      high = Math.max(high, xyz[at]);
    }
    least = Math.min(least, high - low);
  }
  if (least >= LEAST_ACROSS * coarse) return;
  throw new SocavonError(
    'points-unusable',
    message('chamber-narrow', { metres: least.toFixed(1), cell: (coarse / 2).toFixed(2) }),
  );
}

function chamberOf(
  solid: VoidSolid,
  {
    origin,
    change,
    accuracy,
    points,
  }: {
    readonly origin: readonly [number, number, number];
    readonly change: number;
    readonly accuracy: ChamberAccuracy;
    readonly points: number;
  },
): Chamber {
  const { xyz, triangles, measured, volume, filled, grid, planes } = solid;
  const areas = areasOf(solid);
  const surface = areas.reduce((sum, area) => sum + area, 0);
  const closed = areas.reduce((sum, area, t) => sum + (measured[t] === 1 ? 0 : area), 0);
  if (closed > MOST_CLOSED * surface)
    throw new SocavonError(
      'points-unusable',
      message('chamber-half-open', { percent: ((100 * closed) / surface).toFixed(0) }),
    );
  const all = openingsOf(solid, areas);
  const wall = surface - closed;
  const facing = planes.facing.subarray(0, planes.count).reduce((sum, f) => sum + f, 0) / planes.count;
  const perCell = planes.points.subarray(0, planes.count).reduce((sum, n) => sum + 1 / n, 0);
  const uncertainty: ChamberUncertainty = {
    common: accuracy.bias * facing * wall,
    noise: (accuracy.noise * wall * Math.sqrt(perCell)) / planes.count,
    length: 3 * volume * accuracy.lengthShare,
    place: (accuracy.placeSigma * wall) / Math.sqrt(6),
    // A third of the change on a smooth wall; at edges of both senses errors cancel in one of the two, so all of it counts.
    cells: Math.min(change, (grid.edge * surface) / 2) / Math.sqrt(3),
    openings: Math.sqrt(all.reduce((sum, { area }) => sum + (area * Math.sqrt(area / Math.PI)) ** 2 / 12, 0)),
  };
  const plusMinusOf = ({ common, ...others }: Partial<ChamberUncertainty> & { common: number }): number =>
    coverageHalfWidth(common, Math.hypot(...Object.values(others)), SHARE);
  const { openings, ...withoutOpenings } = uncertainty;
  const least = Math.max(LISTED, LISTED_FACES * grid.edge ** 2);
  return {
    mesh: { origin, xyz, triangles },
    measured,
    volume: { value: volume, plusMinus: plusMinusOf(uncertainty), confidence: SHARE },
    plusMinusWithoutOpenings: plusMinusOf(withoutOpenings),
    uncertainty,
    surface,
    closed,
    openings: all
      .filter(({ area }) => area >= least)
      .sort((a, b) => b.area - a.area)
      .map(({ area, middle }) => ({
        area,
        middle: [middle[0] + origin[0], middle[1] + origin[1], middle[2] + origin[2]],
      })),
    filled: { count: filled.length, volume: filled.reduce((sum, one) => sum + one, 0) },
    cell: grid.edge,
    points,
  };
}

function areasOf({ xyz, triangles }: Pick<VoidSolid, 'xyz' | 'triangles'>): Float64Array {
  return Float64Array.from({ length: triangles.length / 3 }, (_, t) => {
    const [a, b, c] = [0, 1, 2].map((corner) => 3 * triangles[3 * t + corner]);
    const [ux, uy, uz] = [0, 1, 2].map((k) => xyz[b + k] - xyz[a + k]);
    const [vx, vy, vz] = [0, 1, 2].map((k) => xyz[c + k] - xyz[a + k]);
    return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
  });
}

/** Connected faces that no point measured. */
function openingsOf({ xyz, triangles, measured }: VoidSolid, areas: Float64Array): Opening[] {
  const parent = Int32Array.from({ length: xyz.length / 3 }, (_, i) => i);
  for (let t = 0; t < measured.length; t++)
    if (measured[t] === 0)
      for (let k = 1; k < 3; k++) {
        const [a, b] = [rootOf(parent, triangles[3 * t]), rootOf(parent, triangles[3 * t + k])];
        if (a !== b) parent[a] = b;
      }
  const sums = new Map<number, number[]>();
  for (let t = 0; t < measured.length; t++) {
    if (measured[t] === 1) continue;
    const root = rootOf(parent, triangles[3 * t]);
    const sum = sums.get(root) ?? [0, 0, 0, 0];
    sums.set(root, sum);
    sum[3] += areas[t];
    for (let k = 0; k < 3; k++)
      for (let corner = 0; corner < 3; corner++)
        sum[k] += (areas[t] * xyz[3 * triangles[3 * t + corner] + k]) / 3;
  }
  return [...sums.values()]
    .filter(([, , , area]) => area > 0)
    .map(([x, y, z, area]) => ({ area, middle: [x / area, y / area, z / area] }));
}
