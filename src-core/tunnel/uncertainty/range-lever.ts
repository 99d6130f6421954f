import { INCIDENCE_AT } from '../../model/instrument-range.ts';
import type { WallIntegral } from '../wall/wall-integral.ts';
import type { WallSurface } from '../wall/wall-surface.ts';

/** Sensitivities of a volume to errors that are common to all ranges, m^2: m^3 per metre of error. */
export interface RangeLever {
  /**
   * To a range bias: the surface of the wall as the rays meet it. A ray that grazes the wall moves its point along
   * the wall, not into the rock, so that for a drive seen from its own axis it is about half the surface.
   */
  readonly bias: number;
  /**
   * To a bias by incidence, per metre of it at `INCIDENCE_AT`: rays that meet the wall squarely have none, rays that
   * graze it move it little.
   */
  readonly incidence: number;
  /** To a bias that grows as 1 / cos - 1, per metre of its coefficient: what of the surface the rays do not meet. */
  readonly spread: number;
}

const AT_STATED = 1 - Math.cos(INCIDENCE_AT);

/**
 * Change of the radius of a cell that its rays meet at a cosine f: per metre of a bias of all ranges, of the coefficient of one
 * that grows as 1 / cos - 1, and of one that grows as 1 - cos, at `INCIDENCE_AT`.
 */
export function radiusPerBias(f: number): readonly [bias: number, spread: number, incidence: number] {
  const missed = Math.max(0, 1 - f);
  return [f, missed, (f * missed) / AT_STATED];
}

/** Share of the surface of a drive that rays from within miss at most: a narrow field of view leaves 0.54 to 0.6. */
const MOST_MISSED = 0.6;

/** Change of the radius per metre of bias at `INCIDENCE_AT`, met at a cosine f: f (1 - f) is a quarter at most. */
const MOST_BY_INCIDENCE = 0.25 / AT_STATED;

/**
 * Sensitivities of the volume between two chainages to errors of the ranges. If the sensor positions are not known,
 * the upper bounds: the whole surface, and that of rays at 60 degrees.
 */
export function rangeLever(wall: WallSurface, integral: WallIntegral, from: number, to: number): RangeLever {
  const { facing, bins, radius } = wall.grid;
  const upperBound = {
    bias: integral.surface,
    incidence: MOST_BY_INCIDENCE * integral.surface,
    spread: MOST_MISSED * integral.surface,
  };
  if (facing === undefined) return upperBound;
  const width = (2 * Math.PI) / bins;
  let met = 0;
  let grazed = 0;
  let missed = 0;
  let surface = 0;
  wall.forEachClosed(from, to, (k, length) => {
    const turn =
      wall.geometry.turnBetween(wall.chainageOf(k), wall.chainageOf(k + 1)).length / wall.options.slab;
    for (let j = 0; j < bins; j++) {
      const f = facing[k * bins + j];
      const piece = radius[k * bins + j] * width * length * turn;
      met += piece * f;
      // A facet that leans into the rays has f above 1, and meets them squarely.
      const [, spread, incidence] = radiusPerBias(f);
      missed += piece * spread;
      grazed += piece * incidence;
    }
    surface += wall.rings.perimeter[k] * length * turn;
  });
  if (surface === 0) return upperBound;
  // Gaps are assumed to be as the rest.
  const all = integral.surface / surface;
  return { bias: met * all, incidence: grazed * all, spread: missed * all };
}
