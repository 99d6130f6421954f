import type { TriangleMesh } from '../model/mesh.ts';

/** Tolerance for the sum of a closed mesh's area vectors, as a share of its surface: rounding. */
const CLOSURE = 1e-9;

/**
 * Sums over the triangles of a surface that tell whether it is closed, and the volume within it.
 *
 * @param xyz vertices, m; read when a triangle is added, so that a long surface can be summed part by part
 */
export class SurfaceSums {
  readonly #xyz: Float64Array;
  #six = 0;
  #sx = 0;
  #sy = 0;
  #sz = 0;
  #surface = 0;

  constructor(xyz: Float64Array) {
    this.#xyz = xyz;
  }

  /** Sums of a whole mesh. */
  static of({ xyz, triangles }: TriangleMesh): SurfaceSums {
    const sums = new SurfaceSums(xyz);
    for (let t = 0; t < triangles.length; t += 3) sums.add(triangles[t], triangles[t + 1], triangles[t + 2]);
    return sums;
  }

  /** Adds a triangle of three vertices, counterclockwise as seen from outside. */
  add(first: number, second: number, third: number): void {
    const xyz = this.#xyz;
    const [a, b, c] = [3 * first, 3 * second, 3 * third];
    this.#six +=
      xyz[a] * (xyz[b + 1] * xyz[c + 2] - xyz[b + 2] * xyz[c + 1]) +
      xyz[a + 1] * (xyz[b + 2] * xyz[c] - xyz[b] * xyz[c + 2]) +
      xyz[a + 2] * (xyz[b] * xyz[c + 1] - xyz[b + 1] * xyz[c]);
    const ux = xyz[b] - xyz[a];
    const uy = xyz[b + 1] - xyz[a + 1];
    const uz = xyz[b + 2] - xyz[a + 2];
    const vx = xyz[c] - xyz[a];
    const vy = xyz[c + 1] - xyz[a + 1];
    const vz = xyz[c + 2] - xyz[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    this.#sx += nx;
    this.#sy += ny;
    this.#sz += nz;
    this.#surface += Math.sqrt(nx * nx + ny * ny + nz * nz);
  }

  /**
   * Volume within the surface, m^3, if it is closed: tetrahedra from the origin (divergence theorem); negative if its
   * triangles turn inward.
   */
  get volume(): number {
    return this.#six / 6;
  }

  /**
   * True if the surface is closed: the area vectors of a closed surface sum to zero, those of one with a
   * missing, flipped or duplicated triangle do not. Then the volume does not depend on the origin either.
   */
  get isClosed(): boolean {
    const sum = Math.sqrt(this.#sx * this.#sx + this.#sy * this.#sy + this.#sz * this.#sz);
    return sum <= CLOSURE * this.#surface;
  }
}
