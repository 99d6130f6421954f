import type { PointCloud } from '../../model/cloud.ts';

/** Edge of the cubes of the spatial hash, m. */
const CUBE = 1;

/** Positions of a path in a spatial hash, for nearest-neighbour queries. */
export class PathPoints {
  readonly #cubes = new Map<string, number[]>();
  readonly #places: readonly ArrayLike<number>[];

  /** @param places positions: x, y, z each, m */
  constructor(places: readonly ArrayLike<number>[]) {
    this.#places = places;
    places.forEach((place, i) => {
      const key = keyOf(place[0], place[1], place[2]);
      const cube = this.#cubes.get(key);
      if (cube) cube.push(i);
      else this.#cubes.set(key, [i]);
    });
  }

  /** The nearest position, the first one of a tie; null if none is within about a metre. */
  nearest(point: ArrayLike<number>): ArrayLike<number> | null {
    let best: ArrayLike<number> | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (let n = 0; n < 27; n++) {
      const key = keyOf(
        point[0] + CUBE * ((n % 3) - 1),
        point[1] + CUBE * ((Math.floor(n / 3) % 3) - 1),
        point[2] + CUBE * (Math.floor(n / 9) - 1),
      );
      for (const i of this.#cubes.get(key) ?? []) {
        const place = this.#places[i];
        const far = (place[0] - point[0]) ** 2 + (place[1] - point[1]) ** 2 + (place[2] - point[2]) ** 2;
        if (far >= least) continue;
        least = far;
        best = place;
      }
    }
    return best;
  }

  /** Position that a cloud was seen from, map frame; null: not known. */
  sensorOf({ seenFrom, origin }: Pick<PointCloud, 'seenFrom' | 'origin'>): ArrayLike<number> | null {
    return seenFrom === undefined ? this.nearest(origin) : seenFrom;
  }
}

function keyOf(x: number, y: number, z: number): string {
  return `${Math.floor(x / CUBE)} ${Math.floor(y / CUBE)} ${Math.floor(z / CUBE)}`;
}
