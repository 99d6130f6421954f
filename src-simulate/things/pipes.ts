import type { Centreline } from '../motion/centreline.ts';
import { type DuctOptions, ductUp, type Obstacle } from './obstacles.ts';

/** A cable or a pipe along the drive: a thin cylinder near the wall. */
export interface CableOptions {
  readonly from: number;
  readonly to: number;
  /** Offset to the left of the axis, m. */
  readonly left: number;
  /** Height over the axis, m, where it is held. */
  readonly up: number;
  readonly radius: number;
  /** Sag between its hangers, m, and their distance; a pipe sags by nothing. */
  readonly sag: number;
  readonly spacing: number;
}

/** Length of the straight pieces, m, and pieces to a group with a common bounding sphere. */
const PIECE = 0.5;
const GROUP = 10;

/** A thin round thing along the drive as a row of straight cylinders joined by spheres; open at neither end. */
export class PipeObstacle implements Obstacle {
  readonly kind: 'cable' | 'duct';
  cosine = 1;
  readonly reflected = null;
  readonly volume: number;
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly radius: number;
  readonly #knots: Float64Array;
  readonly #spheres: Float64Array;

  /** @param upAt height over the axis at a chainage, m */
  constructor(
    kind: 'cable' | 'duct',
    range: { from: number; to: number; left: number; radius: number },
    upAt: (s: number) => number,
    line: Centreline,
  ) {
    this.kind = kind;
    this.from = range.from;
    this.to = range.to;
    this.left = range.left;
    this.radius = range.radius;
    const pieces = Math.max(Math.ceil((range.to - range.from) / PIECE), 1);
    this.#knots = new Float64Array(3 * (pieces + 1));
    for (let i = 0; i <= pieces; i++) {
      const s = range.from + ((range.to - range.from) * i) / pieces;
      this.#knots.set(line.pointAt(s, range.left, upAt(s)), 3 * i);
    }
    this.#spheres = boundingSpheres(this.#knots, range.radius);
    let length = 0;
    for (let i = 3; i < this.#knots.length; i += 3)
      length += Math.hypot(...[0, 1, 2].map((k) => this.#knots[i + k] - this.#knots[i + k - 3]));
    this.volume = Math.PI * range.radius ** 2 * length;
  }

  intersect(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number {
    let [best, piece] = [Number.POSITIVE_INFINITY, 0];
    const spheres = this.#spheres;
    const pieces = this.#knots.length / 3 - 1;
    for (let g = 0; 4 * g < spheres.length; g++) {
      const [x, y, z] = [spheres[4 * g] - ox, spheres[4 * g + 1] - oy, spheres[4 * g + 2] - oz];
      const along = x * dx + y * dy + z * dz;
      const reach = spheres[4 * g + 3];
      if (x * x + y * y + z * z - along * along > reach * reach || along < -reach) continue;
      const last = Math.min((g + 1) * GROUP, pieces);
      for (let i = g * GROUP; i < last; i++) {
        const t = this.#meetPiece(i, ox, oy, oz, dx, dy, dz);
        if (t < best) [best, piece] = [t, i];
      }
    }
    if (best < Number.POSITIVE_INFINITY)
      this.#setCosine(3 * piece, ox + best * dx, oy + best * dy, oz + best * dz, dx, dy, dz);
    return best;
  }

  // A capsule: the cylinder between two knots, and a sphere at the first of them.
  #meetPiece(i: number, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number {
    const k = this.#knots;
    const a = 3 * i;
    const [ex, ey, ez] = [k[a + 3] - k[a], k[a + 4] - k[a + 1], k[a + 5] - k[a + 2]];
    const [px, py, pz] = [ox - k[a], oy - k[a + 1], oz - k[a + 2]];
    const ee = ex * ex + ey * ey + ez * ez;
    const de = dx * ex + dy * ey + dz * ez;
    const pe = px * ex + py * ey + pz * ez;
    const r2 = this.radius * this.radius;
    const A = ee - de * de;
    const pd = px * dx + py * dy + pz * dz;
    const pp = px * px + py * py + pz * pz;
    const half = ee * pd - pe * de;
    const root = half * half - A * (ee * pp - pe * pe - r2 * ee);
    if (A > 1e-12 && root >= 0) {
      const t = (-half - Math.sqrt(root)) / A;
      const along = pe + t * de;
      if (t >= 0 && along >= 0 && along <= ee) return t;
    }
    const ball = pd * pd - (pp - r2);
    if (ball < 0) return Number.POSITIVE_INFINITY;
    const t = -pd - Math.sqrt(ball);
    return t >= 0 ? t : Number.POSITIVE_INFINITY;
  }

  /** @param a offset of the first knot of the piece that was met */
  #setCosine(a: number, x: number, y: number, z: number, dx: number, dy: number, dz: number): void {
    const k = this.#knots;
    const [ex, ey, ez] = [k[a + 3] - k[a], k[a + 4] - k[a + 1], k[a + 5] - k[a + 2]];
    const [px, py, pz] = [x - k[a], y - k[a + 1], z - k[a + 2]];
    const u = Math.min(Math.max((px * ex + py * ey + pz * ez) / (ex * ex + ey * ey + ez * ez), 0), 1);
    const [nx, ny, nz] = [px - u * ex, py - u * ey, pz - u * ez];
    this.cosine = Math.abs(nx * dx + ny * dy + nz * dz) / Math.hypot(nx, ny, nz);
  }
}

/** Builds a cable or pipe. */
export function cableObstacle(cable: CableOptions, line: Centreline): PipeObstacle {
  const up = (s: number) => {
    const swing = Math.sin((Math.PI * (s - cable.from)) / cable.spacing);
    return cable.up - cable.sag * swing * swing;
  };
  return new PipeObstacle('cable', cable, up, line);
}

/** Builds a further ventilation duct, beside the one that the ray caster knows. */
export function ductObstacle(duct: DuctOptions, line: Centreline): PipeObstacle {
  return new PipeObstacle('duct', duct, (s) => ductUp(duct, s), line);
}

function boundingSpheres(knots: Float64Array, radius: number): Float64Array {
  const pieces = knots.length / 3 - 1;
  const groups = Math.ceil(pieces / GROUP);
  const spheres = new Float64Array(4 * groups);
  for (let g = 0; g < groups; g++) {
    const [first, last] = [3 * g * GROUP, 3 * Math.min((g + 1) * GROUP, pieces)];
    for (let k = 0; k < 3; k++) spheres[4 * g + k] = (knots[first + k] + knots[last + k]) / 2;
    let reach = 0;
    for (let a = first; a <= last; a += 3)
      reach = Math.max(reach, Math.hypot(...[0, 1, 2].map((k) => knots[a + k] - spheres[4 * g + k])));
    spheres[4 * g + 3] = reach + radius;
  }
  return spheres;
}
