import type { Rigid } from '../../model/rigid.ts';

export interface LoopPlaceOptions {
  /** Two passes of a place are at least so far apart along the path, m. */
  readonly minPathBetween: number;
  /** ... and at most so far apart in space, m, beside what the trajectory may be off. */
  readonly maxDistance: number;
  /** Places are so far apart along the path, m: nearer ones tell the same. */
  readonly spacing: number;
  /** However little is known of the trajectory, no farther is looked, m. */
  readonly maxUncertainty: number;
  /** Where there are more places than this they are spread farther apart. */
  readonly maxPlaces: number;
}

export const LOOP_PLACE_DEFAULTS: LoopPlaceOptions = {
  minPathBetween: 15,
  maxDistance: 3,
  spacing: 6,
  maxUncertainty: 15,
  maxPlaces: 60,
};

/** Two anchors that may stand at the same place; indices of anchors. */
export interface LoopPlace {
  readonly from: number;
  readonly to: number;
  readonly pathBetween: number;
  /** m. */
  readonly distance: number;
}

/**
 * Pairs of anchors near each other in space and far apart along the path, whatever their headings: an out-and-back, a
 * crossing, a ring. Of those that stand near each other in both passes only the closest is kept.
 *
 * @param poses of the anchors
 * @param path length up to each anchor, m
 * @param sigma standard deviation of each anchor's position, m
 * @returns in order of promise: least path between them first, for what the trajectory says of those is the surest, and each
 *   that closes makes the next surer
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
  const found: LoopPlace[] = [];
  for (let to = 0; to < poses.length; to++) {
    const { t } = poses[to];
    const [cx, cy, cz] = [0, 1, 2].map((i) => Math.floor((t[i] - poses[0].t[i]) / cell));
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (let dz = -1; dz <= 1; dz++) {
          for (const from of grid.get(keyOf(cx + dx, cy + dy, cz + dz)) ?? []) {
            const pathBetween = path[to] - path[from];
            const o = poses[from].t;
            const distance = Math.hypot(t[0] - o[0], t[1] - o[1], t[2] - o[2]);
            // In a single pass the distance is the path.
            if (pathBetween < Math.max(minPathBetween, 2 * distance)) continue;
            const off = Math.min(3 * Math.hypot(sigma[from], sigma[to]), maxUncertainty);
            if (distance <= maxDistance + off) found.push({ from, to, pathBetween, distance });
          }
        }
    const own = keyOf(cx, cy, cz);
    grid.set(own, [...(grid.get(own) ?? []), to]);
  }
  found.sort((a, b) => a.distance - b.distance || a.from - b.from || a.to - b.to);
  let kept = thinned(found, path, options.spacing);
  for (let spacing = options.spacing; kept.length > options.maxPlaces; ) {
    spacing *= 1.25;
    kept = thinned(kept, path, spacing);
  }
  return kept.sort((a, b) => a.pathBetween - b.pathBetween || a.from - b.from);
}

/** Of the places that lie near each other in both passes only the first. @param spacing m */
function thinned(places: readonly LoopPlace[], path: ArrayLike<number>, spacing: number): LoopPlace[] {
  const cells = new Map<string, LoopPlace[]>();
  const kept: LoopPlace[] = [];
  for (const place of places) {
    const [x, y] = [path[place.from], path[place.to]];
    const isNear = ({ from, to }: LoopPlace): boolean =>
      Math.abs(x - path[from]) < spacing && Math.abs(y - path[to]) < spacing;
    const [i, j] = [Math.floor(x / spacing), Math.floor(y / spacing)];
    let near = false;
    for (let di = -1; di <= 1; di++)
      for (let dj = -1; dj <= 1; dj++) near ||= (cells.get(`${i + di},${j + dj}`) ?? []).some(isNear);
    if (near) continue;
    kept.push(place);
    cells.set(`${i},${j}`, [...(cells.get(`${i},${j}`) ?? []), place]);
  }
  return kept;
}
