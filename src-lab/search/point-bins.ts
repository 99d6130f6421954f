import type { PointSet } from '../problem/method.ts';
import type { NearestSearch } from './nearest-search.ts';
import { insertNeighbour } from './neighbour-list.ts';
import { fillPointBins, type PointBinsArrays } from './point-bins-build.ts';

/**
 * Voxel bins after Elias, as used by pICP. The bins around the query's form rings, cubic shells one bin thick, which
 * are searched outwards until no bin of the next ring can contain a nearer point. Fast for points that fill their box
 * evenly; clusters far apart share few bins, and a k-d tree serves them better.
 */
export class PointBins implements NearestSearch {
  readonly arrays: PointBinsArrays;
  /** Bound on the rounding error of a bin boundary, m. */
  readonly #slack: number;
  /** First and end slot of each non-empty row of bins in a ring. */
  readonly #rows: Uint32Array;

  /** @param arrays of the points, if they are built already: threads may share them */
  constructor(points: PointSet, arrays: PointBinsArrays = fillPointBins(points)) {
    this.arrays = arrays;
    const { origin, edge, size } = this.arrays;
    this.#slack = 2 ** -48 * Math.max(...origin.map((o, axis) => Math.abs(o) + edge * size[axis]));
    this.#rows = new Uint32Array(2 * points.count);
  }

  nearest(x: number, y: number, z: number, maxSquared: number): number {
    const { order, xyz } = this.arrays;
    const rows = this.#rows;
    const i = this.#binAlong(0, x);
    const j = this.#binAlong(1, y);
    const k = this.#binAlong(2, z);
    let best = -1;
    let nearest = maxSquared;
    for (let ring = 0; this.#squaredToRing(x, y, z, i, j, k, ring) <= nearest; ring++) {
      const ends = this.#rowsOfRing(i, j, k, ring);
      for (let row = 0; row < ends; row += 2) {
        for (let slot = rows[row], at = 3 * slot; slot < rows[row + 1]; slot++, at += 3) {
          const dx = xyz[at] - x;
          const dy = xyz[at + 1] - y;
          const dz = xyz[at + 2] - z;
          const squared = dx * dx + dy * dy + dz * dz;
          if (squared < nearest || (squared === nearest && (best < 0 || order[slot] < best))) {
            nearest = squared;
            best = order[slot];
          }
        }
      }
    }
    return best;
  }

  kNearest(x: number, y: number, z: number, k: number, indices: Int32Array, squared: Float64Array): number {
    const { order, xyz } = this.arrays;
    const rows = this.#rows;
    const [binX, binY, binZ] = [this.#binAlong(0, x), this.#binAlong(1, y), this.#binAlong(2, z)];
    let length = 0;
    let farthest = Number.MAX_VALUE;
    for (let ring = 0; this.#squaredToRing(x, y, z, binX, binY, binZ, ring) <= farthest; ring++) {
      const ends = this.#rowsOfRing(binX, binY, binZ, ring);
      for (let row = 0; row < ends; row += 2) {
        for (let slot = rows[row], at = 3 * slot; slot < rows[row + 1]; slot++, at += 3) {
          const dx = xyz[at] - x;
          const dy = xyz[at + 1] - y;
          const dz = xyz[at + 2] - z;
          const distance = dx * dx + dy * dy + dz * dz;
          length = insertNeighbour(indices, squared, length, k, order[slot], distance);
        }
      }
      if (length === k) farthest = squared[k - 1];
    }
    return length;
  }

  /** Bin of a coordinate; the outermost one for a point outside the box. */
  #binAlong(axis: 0 | 1 | 2, value: number): number {
    const { origin, edge, size } = this.arrays;
    return Math.max(0, Math.min(size[axis] - 1, Math.floor((value - origin[axis]) / edge)));
  }

  /** Lower bound of the squared distance to points in this ring and beyond; Infinity beyond the last ring. */
  #squaredToRing(x: number, y: number, z: number, i: number, j: number, k: number, ring: number): number {
    const apart = Math.min(
      this.#toRingAlong(0, x, i, ring),
      this.#toRingAlong(1, y, j, ring),
      this.#toRingAlong(2, z, k, ring),
    );
    return ring === 0 || apart <= 0 ? 0 : apart * apart;
  }

  #toRingAlong(axis: 0 | 1 | 2, value: number, bin: number, ring: number): number {
    const { origin, edge, size } = this.arrays;
    const below =
      bin - ring < 0 ? Number.POSITIVE_INFINITY : value - (origin[axis] + (bin - ring + 1) * edge);
    const above =
      bin + ring >= size[axis] ? Number.POSITIVE_INFINITY : origin[axis] + (bin + ring) * edge - value;
    return Math.min(below, above) - this.#slack;
  }

  /** Fills `#rows`; a row spans the ring along x. @returns the used length */
  #rowsOfRing(i: number, j: number, k: number, ring: number): number {
    const { size, start } = this.arrays;
    const [sizeX, sizeY, sizeZ] = size;
    const firstX = Math.max(0, i - ring);
    const lastX = Math.min(sizeX - 1, i + ring);
    const lastY = Math.min(sizeY - 1, j + ring);
    const lastZ = Math.min(sizeZ - 1, k + ring);
    let length = 0;
    for (let w = Math.max(0, k - ring); w <= lastZ; w++) {
      const face = w === k - ring || w === k + ring;
      for (let v = Math.max(0, j - ring); v <= lastY; v++) {
        const row = sizeX * (v + sizeY * w);
        if (face || v === j - ring || v === j + ring) {
          length = this.#addRow(start[row + firstX], start[row + lastX + 1], length);
        } else {
          if (i - ring >= 0) length = this.#addRow(start[row + i - ring], start[row + i - ring + 1], length);
          if (i + ring < sizeX)
            length = this.#addRow(start[row + i + ring], start[row + i + ring + 1], length);
        }
      }
    }
    return length;
  }

  #addRow(first: number, end: number, length: number): number {
    if (first === end) return length;
    this.#rows[length] = first;
    this.#rows[length + 1] = end;
    return length + 2;
  }
}
