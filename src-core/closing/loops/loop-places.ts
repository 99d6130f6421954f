import { distance3 } from '../../math/vec3.ts';
import type { Rigid } from '../../model/rigid.ts';

export interface LoopPlaceOptions {
  /** Least path length between two passes of a place, m. */
  readonly minPathBetween: number;
  /** Largest distance between them in space, m, in addition to the uncertainty of the trajectory. */
  readonly maxDistance: number;
  /** Spacing of the places along the path, m: nearer ones are redundant. */
  readonly spacing: number;
  /** Upper limit of the trajectory uncertainty added to the search distance, m. */
  readonly maxUncertainty: number;
  /** Most places; beyond it the spacing is increased. */
  readonly maxPlaces: number;
}

export const LOOP_PLACE_DEFAULTS: LoopPlaceOptions = {
  minPathBetween: 15,
  maxDistance: 3,
  spacing: 6,
  maxUncertainty: 15,
  maxPlaces: 60,
};

/** Candidate of a loop closure: two anchors that may be at the same place; indices of anchors. */
export interface LoopPlace {
  readonly from: number;
  readonly to: number;
  readonly pathBetween: number;
  /** Distance between the anchors by the current trajectory, m. */
  readonly distance: number;
}

/**
 * Selects candidate pairs of anchors near each other in space and far apart along the path, whatever their
 * headings: an out-and-back, a crossing, a ring. Of pairs that are near each other in both passes only the closest
 * is selected.
 *
 * @param poses of the anchors
 * @param path length up to each anchor, m
 * @param sigma standard deviation of each anchor's position, m
 * @returns least path between them first: their predicted relative pose is the most certain, and each loop that
 *   closes improves that of the next
 */
export function loopPlaces(
  poses: readonly Rigid[],
  path: ArrayLike<number>,
  sigma: ArrayLike<number>,
  options: LoopPlaceOptions = LOOP_PLACE_DEFAULTS,
): LoopPlace[] {
  const { minPathBetween, maxDistance, maxUncertainty } = options;
  const cell = maxDistance + maxUncertainty;
  const grid = new Map<string, number[]>();
  const keyOf = (x: number, y: number, z: number): string => `${x},${y},${z}`;
  const candidates: LoopPlace[] = [];
  for (let to = 0; to < poses.length; to++) {
    const { t } = poses[to];
    const [cx, cy, cz] = [0, 1, 2].map((i) => Math.floor((t[i] - poses[0].t[i]) / cell));
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (let dz = -1; dz <= 1; dz++) {
          for (const from of grid.get(keyOf(cx + dx, cy + dy, cz + dz)) ?? []) {
            const pathBetween = path[to] - path[from];
            const o = poses[from].t;
            const distance = distance3(t, o);
            // In a single pass the distance equals the path length.
            if (pathBetween < Math.max(minPathBetween, 2 * distance)) continue;
            const off = Math.min(3 * Math.hypot(sigma[from], sigma[to]), maxUncertainty);
            if (distance <= maxDistance + off) candidates.push({ from, to, pathBetween, distance });
          }
        }
    const own = keyOf(cx, cy, cz);
    grid.set(own, [...(grid.get(own) ?? []), to]);
  }
  candidates.sort((a, b) => a.distance - b.distance || a.from - b.from || a.to - b.to);
  let places = thinned(candidates, path, options.spacing);
  for (let spacing = options.spacing; places.length > options.maxPlaces; ) {
    spacing *= 1.25;
    places = thinned(places, path, spacing);
  }
  return places.sort((a, b) => a.pathBetween - b.pathBetween || a.from - b.from);
}

/** Drops places that are near an earlier one in both passes. @param spacing m */
function thinned(places: readonly LoopPlace[], path: ArrayLike<number>, spacing: number): LoopPlace[] {
  const cells = new Map<string, LoopPlace[]>();
  const spaced: LoopPlace[] = [];
  for (const place of places) {
    const [x, y] = [path[place.from], path[place.to]];
    const isNear = ({ from, to }: LoopPlace): boolean =>
      Math.abs(x - path[from]) < spacing && Math.abs(y - path[to]) < spacing;
    const [i, j] = [Math.floor(x / spacing), Math.floor(y / spacing)];
    let near = false;
    for (let di = -1; di <= 1; di++)
      for (let dj = -1; dj <= 1; dj++) near ||= (cells.get(`${i + di},${j + dj}`) ?? []).some(isNear);
    if (near) continue;
    spaced.push(place);
    cells.set(`${i},${j}`, [...(cells.get(`${i},${j}`) ?? []), place]);
  }
  return spaced;
}
