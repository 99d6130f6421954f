import type { DriveAlignment } from './drive-alignment.ts';

/**
 * The moving frame of the drive at a chainage: tangent T, left N (kept horizontal, so that a section is
 * never rolled), up B = T x N. With kN = T'.N, kB = T'.B and tau = N'.B:
 *
 *     dT/ds = kN N + kB B,   dN/ds = -kN T + tau B,   dB/ds = -kB T - tau N
 *
 * so that p(s, n, b) = C(s) + n N + b B has the volume element exactly (1 - kN n - kB b) ds dn db.
 */
interface TunnelFrame {
  readonly s: number;
  readonly C: Float64Array;
  readonly T: Float64Array;
  readonly N: Float64Array;
  readonly B: Float64Array;
  readonly kN: number;
  readonly kB: number;
  readonly tau: number;
}

/** Tunnel coordinates: chainage, left and up of the centreline, metres. */
interface TunnelPoint {
  s: number;
  n: number;
  b: number;
}

const KNOT = 0.25;

// Gauss-Legendre, 5 points on [0, 1]: exact to degree 9, far below a nanometre over a knot.
const GAUSS_AT = [0.046910077030668, 0.230765344947158, 0.5, 0.769234655052842, 0.953089922969332];
const GAUSS_WEIGHT = [
  0.118463442528095, 0.239314335249683, 0.284444444444444, 0.239314335249683, 0.118463442528095,
];

/** The 3D centreline, defined from `margin` before chainage 0 to `margin` beyond its length. */
export class Centreline {
  readonly length: number;
  readonly #first: number;
  readonly #knots: Float64Array;
  readonly #knotCount: number;
  readonly #alignment: DriveAlignment;

  /**
   * @param portal position of chainage 0, metres, world frame
   * @param margin length of the straight extensions beyond both ends, m
   */
  constructor(alignment: DriveAlignment, portal: readonly [number, number, number], margin = 4) {
    this.#alignment = alignment;
    this.length = alignment.length;
    const before = Math.ceil(margin / KNOT);
    this.#first = -before * KNOT;
    this.#knotCount = before + Math.ceil((this.length + margin) / KNOT) + 1;
    this.#knots = new Float64Array(3 * this.#knotCount);
    this.#integrate(before, portal);
  }

  /** Frame at a chainage; position by quintic Hermite between knots, directions in closed form. */
  frameAt(s: number): TunnelFrame {
    const { heading, gradeAngle, headingRate, gradeRate } = this.#angles(s);
    const [ch, sh] = [Math.cos(heading), Math.sin(heading)];
    const [cg, sg] = [Math.cos(gradeAngle), Math.sin(gradeAngle)];
    return {
      s,
      C: this.#position(s),
      T: Float64Array.of(cg * ch, cg * sh, sg),
      N: Float64Array.of(-sh, ch, 0),
      B: Float64Array.of(-sg * ch, -sg * sh, cg),
      kN: headingRate * cg,
      kB: gradeRate,
      tau: headingRate * sg,
    };
  }

  /** World point of tunnel coordinates. */
  pointAt(s: number, n: number, b: number): Float64Array {
    const { C, N, B } = this.frameAt(s);
    return Float64Array.from(C, (c, i) => c + n * N[i] + b * B[i]);
  }

  /**
   * Tunnel coordinates of a world point near the line, by Newton on (p - C(s)) . T(s) = 0.
   *
   * @param guess initial chainage, within some metres of the result
   */
  locate(x: number, y: number, z: number, guess: number): TunnelPoint {
    let s = guess;
    for (let i = 0; ; i++) {
      const { C, T, N, B, kN, kB } = this.frameAt(s);
      const [dx, dy, dz] = [x - C[0], y - C[1], z - C[2]];
      const n = dx * N[0] + dy * N[1] + dz * N[2];
      const b = dx * B[0] + dy * B[1] + dz * B[2];
      const step = (dx * T[0] + dy * T[1] + dz * T[2]) / (1 - kN * n - kB * b);
      if (Math.abs(step) < 1e-12 || i >= 50) return { s, n, b };
      s += step;
    }
  }

  #angles(s: number) {
    const alignment = this.#alignment;
    // Straight beyond both ends.
    const inside = Math.min(Math.max(s, 0), this.length);
    const bends = inside === s;
    return {
      heading: alignment.heading(inside),
      gradeAngle: alignment.gradeAngle(inside),
      headingRate: bends ? alignment.headingRate(s) : 0,
      gradeRate: bends ? alignment.gradeRate(s) : 0,
    };
  }

  #integrate(before: number, portal: readonly [number, number, number]): void {
    const knots = this.#knots;
    for (let k = 0; k + 1 < this.#knotCount; k++) {
      const from = this.#first + k * KNOT;
      for (let g = 0; g < GAUSS_AT.length; g++) {
        const { heading, gradeAngle } = this.#angles(from + GAUSS_AT[g] * KNOT);
        const weight = GAUSS_WEIGHT[g] * KNOT;
        knots[3 * k + 3] += weight * Math.cos(gradeAngle) * Math.cos(heading);
        knots[3 * k + 4] += weight * Math.cos(gradeAngle) * Math.sin(heading);
        knots[3 * k + 5] += weight * Math.sin(gradeAngle);
      }
    }
    for (let i = 3; i < knots.length; i++) knots[i] += knots[i - 3];
    const shift = portal.map((value, i) => value - knots[3 * before + i]);
    for (let i = 0; i < knots.length; i++) knots[i] += shift[i % 3];
  }

  #position(s: number): Float64Array {
    const k = Math.min(Math.max(Math.floor((s - this.#first) / KNOT), 0), this.#knotCount - 2);
    const u = (s - this.#first) / KNOT - k;
    const a = this.#endDerivatives(this.#first + k * KNOT);
    const z = this.#endDerivatives(this.#first + (k + 1) * KNOT);
    const [u2, u3] = [u * u, u * u * u];
    const [u4, u5] = [u3 * u, u3 * u2];
    const toNext = 10 * u3 - 15 * u4 + 6 * u5;
    const slopeA = u - 6 * u3 + 8 * u4 - 3 * u5;
    const slopeZ = -4 * u3 + 7 * u4 - 3 * u5;
    const bendA = (u2 - 3 * u3 + 3 * u4 - u5) / 2;
    const bendZ = (u3 - 2 * u4 + u5) / 2;
    const point = new Float64Array(3);
    for (let i = 0; i < 3; i++) {
      const pa = this.#knots[3 * k + i];
      const pz = this.#knots[3 * k + 3 + i];
      point[i] =
        pa +
        (pz - pa) * toNext +
        KNOT * (slopeA * a.first[i] + slopeZ * z.first[i]) +
        KNOT * KNOT * (bendA * a.second[i] + bendZ * z.second[i]);
    }
    return point;
  }

  #endDerivatives(s: number): { first: number[]; second: number[] } {
    const { heading, gradeAngle, headingRate, gradeRate } = this.#angles(s);
    const [ch, sh] = [Math.cos(heading), Math.sin(heading)];
    const [cg, sg] = [Math.cos(gradeAngle), Math.sin(gradeAngle)];
    const turn = headingRate * cg;
    return {
      first: [cg * ch, cg * sh, sg],
      second: [-turn * sh - gradeRate * sg * ch, turn * ch - gradeRate * sg * sh, gradeRate * cg],
    };
  }
}
