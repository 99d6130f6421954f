import { clearSystem, type NormalSystem } from '../../math/normal-system.ts';
import { type Kernels, openKernels } from '../../math/simd-kernels.ts';
import type { Rigid } from '../../model/rigid.ts';
import { PLANE_STRIDE } from './plane-map.ts';
import { type PlaneRoom, PointPlanes } from './point-planes.ts';
import type { Submap } from './submap.ts';

/** Which residuals count, and by how much. */
export interface ResidualOptions {
  /** Standard deviation of one range, metres: the sensor's data sheet (OS1: 10-30 mm by range and target). */
  readonly rangeSigma: number;
  /** Residuals beyond this number of standard deviations are outliers. */
  readonly inlierSigmas: number;
  /** Largest angle between a point's own normal and the bin's, degrees; beyond it the point is on another surface. */
  readonly maxNormalAngleDeg: number;
}

/** Points of a scan that take part in the match, sensor frame at the reference instant. */
export interface MatchPoints {
  count: number;
  readonly xyz: Float32Array;
  /** Unit normals pointing to the sensor; (0, 0, 0): unknown. */
  readonly normal: Float32Array;
}

/**
 * Weight of a residual under the Geman-McClure kernel: near 1 below `scale`, falling with the fourth power beyond,
 * so that a vehicle or a person in front of the mapped wall has almost no influence.
 *
 * @param squared squared residual
 * @param squaredScale squared scale, the same unit
 */
function gemanMcClureWeight(squared: number, squaredScale: number): number {
  const ratio = squaredScale / (squaredScale + squared);
  return ratio * ratio;
}

/** Limits of the residuals, in the units of the sums. */
interface Limits {
  readonly noise2: number;
  readonly sigmas2: number;
  readonly minCosine: number;
}

/**
 * Normal equations of a scan against the submap, point by point. Keeps the plane of each point between the steps of a
 * match.
 */
export class MatchSums {
  readonly #limits: Limits;
  readonly #planes = new PointPlanes();
  readonly #usesSimd: boolean;
  #simd: SimdSums | null = null;

  /** @param simd false: in TypeScript, also where WebAssembly would be faster; the numbers are the same */
  constructor({ rangeSigma, inlierSigmas, maxNormalAngleDeg }: ResidualOptions, simd = true) {
    this.#usesSimd = simd;
    this.#limits = {
      noise2: rangeSigma ** 2,
      sigmas2: inlierSigmas ** 2,
      minCosine: Math.cos((maxNormalAngleDeg * Math.PI) / 180),
    };
  }

  /** Begins a match against a submap, which must not change during it. @param count of its points */
  begin(submap: Submap, count: number): void {
    if (this.#usesSimd && (this.#simd === null || this.#simd.capacity < count)) this.#simd = openSums(count);
    this.#planes.begin(submap, count, this.#simd);
  }

  /**
   * Sums over the points at a pose.
   *
   * @param points no more than in `begin`
   * @param kernel width of the robust kernel, metres
   * @param system is overwritten
   */
  at(points: MatchPoints, pose: Rigid, kernel: number, system: NormalSystem): void {
    clearSystem(system);
    if (this.#simd !== null) {
      this.#atSimd(this.#simd, points, pose, kernel, system);
      return;
    }
    const { R, t } = pose;
    const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = R;
    const [t0, t1, t2] = t;
    const { xyz, normal, count } = points;
    const planes = this.#planes;
    const { cell, plane, inverse } = planes;
    const { noise2, sigmas2, minCosine } = this.#limits;
    const kernel2 = kernel * kernel;
    let matched = 0;
    let inliers = 0;
    let squared = 0;
    let h00 = 0;
    let h10 = 0;
    let h11 = 0;
    let h20 = 0;
    let h21 = 0;
    let h22 = 0;
    let h30 = 0;
    let h31 = 0;
    let h32 = 0;
    let h33 = 0;
    let h40 = 0;
    let h41 = 0;
    let h42 = 0;
    let h43 = 0;
    let h44 = 0;
    let h50 = 0;
    let h51 = 0;
    let h52 = 0;
    let h53 = 0;
    let h54 = 0;
    let h55 = 0;
    let b0 = 0;
    let b1 = 0;
    let b2 = 0;
    let b3 = 0;
    let b4 = 0;
    let b5 = 0;
    let i00 = 0;
    let i10 = 0;
    let i11 = 0;
    let i20 = 0;
    let i21 = 0;
    let i22 = 0;
    for (let i = 0; i < count; i++) {
      const px = xyz[3 * i];
      const py = xyz[3 * i + 1];
      const pz = xyz[3 * i + 2];
      const x = r0 * px + r1 * py + r2 * pz + t0;
      const y = r3 * px + r4 * py + r5 * pz + t1;
      const z = r6 * px + r7 * py + r8 * pz + t2;
      const bi = Math.floor(x * inverse) | 0;
      const bj = Math.floor(y * inverse) | 0;
      const bk = Math.floor(z * inverse) | 0;
      if (bi !== cell[3 * i] || bj !== cell[3 * i + 1] || bk !== cell[3 * i + 2]) planes.find(i, bi, bj, bk);
      const at = PLANE_STRIDE * i;
      const tilt = plane[at + 7];
      if (tilt < 0) continue;
      const nx = plane[at + 3];
      const ny = plane[at + 4];
      const nz = plane[at + 5];
      // The plane's normal in the sensor frame.
      const lx = r0 * nx + r3 * ny + r6 * nz;
      const ly = r1 * nx + r4 * ny + r7 * nz;
      const lz = r2 * nx + r5 * ny + r8 * nz;
      const ownX = normal[3 * i];
      const ownY = normal[3 * i + 1];
      const ownZ = normal[3 * i + 2];
      const known = ownX !== 0 || ownY !== 0 || ownZ !== 0;
      if (known && Math.abs(ownX * lx + ownY * ly + ownZ * lz) < minCosine) continue;

      const e = (x - plane[at]) * nx + (y - plane[at + 1]) * ny + (z - plane[at + 2]) * nz;
      const variance = noise2 + plane[at + 6] * plane[at + 6];
      const scale2 = sigmas2 * variance;
      const e2 = e * e;
      matched++;
      if (e2 < scale2) {
        inliers++;
        squared += e2;
      }
      const weight = gemanMcClureWeight(e2, scale2 > kernel2 ? scale2 : kernel2) / variance;
      // `pointToPlaneJacobian` and `addRow`, with the sums in registers: they took half of the time of a match.
      const ax = py * lz - pz * ly;
      const ay = pz * lx - px * lz;
      const az = px * ly - py * lx;
      const w0 = weight * ax;
      const w1 = weight * ay;
      const w2 = weight * az;
      const w3 = weight * lx;
      const w4 = weight * ly;
      const w5 = weight * lz;
      b0 -= w0 * e;
      b1 -= w1 * e;
      b2 -= w2 * e;
      b3 -= w3 * e;
      b4 -= w4 * e;
      b5 -= w5 * e;
      h00 += w0 * ax;
      h10 += w1 * ax;
      h11 += w1 * ay;
      h20 += w2 * ax;
      h21 += w2 * ay;
      h22 += w2 * az;
      h30 += w3 * ax;
      h31 += w3 * ay;
      h32 += w3 * az;
      h33 += w3 * lx;
      h40 += w4 * ax;
      h41 += w4 * ay;
      h42 += w4 * az;
      h43 += w4 * lx;
      h44 += w4 * ly;
      h50 += w5 * ax;
      h51 += w5 * ay;
      h52 += w5 * az;
      h53 += w5 * lx;
      h54 += w5 * ly;
      h55 += w5 * lz;
      const feigned = tilt * tilt;
      i00 += weight * (lx * lx - feigned);
      i10 += w3 * ly;
      i11 += weight * (ly * ly - feigned);
      i20 += w3 * lz;
      i21 += w4 * lz;
      i22 += weight * (lz * lz - feigned);
    }
    system.H[0] = h00;
    system.H[6] = h10;
    system.H[7] = h11;
    system.H[12] = h20;
    system.H[13] = h21;
    system.H[14] = h22;
    system.H[18] = h30;
    system.H[19] = h31;
    system.H[20] = h32;
    system.H[21] = h33;
    system.H[24] = h40;
    system.H[25] = h41;
    system.H[26] = h42;
    system.H[27] = h43;
    system.H[28] = h44;
    system.H[30] = h50;
    system.H[31] = h51;
    system.H[32] = h52;
    system.H[33] = h53;
    system.H[34] = h54;
    system.H[35] = h55;
    system.b[0] = b0;
    system.b[1] = b1;
    system.b[2] = b2;
    system.b[3] = b3;
    system.b[4] = b4;
    system.b[5] = b5;
    system.translation.set([i00, 0, 0, i10, i11, 0, i20, i21, i22]);
    system.matched = matched;
    system.inliers = inliers;
    system.squared = squared;
  }
  /** The same by the kernels `movedCells` and `matchSums`, to the last bit; planes are looked up in between. */
  #atSimd(
    { run, xyz, normal, place, cell, moved, plane, pose: at, sums }: SimdSums,
    points: MatchPoints,
    { R, t }: Rigid,
    kernel: number,
    system: NormalSystem,
  ): void {
    const { count } = points;
    const planes = this.#planes;
    xyz.set(points.xyz.subarray(0, 3 * count));
    normal.set(points.normal.subarray(0, 3 * count));
    at.set(R);
    at.set(t, 9);
    const places = { points: xyz.byteOffset, pose: at.byteOffset, place: place.byteOffset };
    const lost = run.movedCells(
      places.points,
      count,
      places.pose,
      planes.inverse,
      places.place,
      cell.byteOffset,
      moved.byteOffset,
    );
    for (let k = 0; k < lost; k++) {
      const i = moved[k];
      planes.find(i, cell[3 * i], cell[3 * i + 1], cell[3 * i + 2]);
    }
    const { noise2, sigmas2, minCosine } = this.#limits;
    run.matchSums(
      places.points,
      normal.byteOffset,
      places.place,
      plane.byteOffset,
      count,
      places.pose,
      noise2,
      sigmas2,
      minCosine,
      kernel * kernel,
      sums.byteOffset,
    );
    let next = 0;
    for (let row = 0; row < 6; row++)
      for (let column = 0; column <= row; column++) system.H[6 * row + column] = sums[next++];
    for (let row = 0; row < 6; row++) system.b[row] = sums[next++];
    for (let row = 0; row < 3; row++)
      for (let column = 0; column <= row; column++) system.translation[3 * row + column] = sums[next++];
    system.squared = sums[next++];
    system.inliers = sums[next++];
    system.matched = sums[next];
  }
}

/** Arrays of the sums in the memory of the kernels; see `kernels.as`. */
interface SimdSums extends PlaneRoom {
  readonly run: Kernels['run'];
  /** Points that there is room for. */
  readonly capacity: number;
  readonly xyz: Float32Array;
  readonly normal: Float32Array;
  /** Points in the map. */
  readonly place: Float64Array;
  /** Points that are in another bin than at the last step. */
  readonly moved: Uint32Array;
  readonly pose: Float64Array;
  readonly sums: Float64Array;
}

/** Lower triangles of 6x6 and 3x3, right side, squares, and two counts. */
const SUMS = 21 + 6 + 6 + 3;
const POSE = 12;
const BYTES_PER_POINT = 2 * 12 + 24 + 12 + 4 + 8 * PLANE_STRIDE;

function openSums(count: number): SimdSums | null {
  // A scan has seldom more points than the one before.
  const capacity = Math.ceil(1.25 * count);
  const kernels = openKernels(BYTES_PER_POINT * capacity + 8 * (SUMS + POSE) + 256);
  return (
    kernels && {
      run: kernels.run,
      capacity,
      xyz: kernels.f32(3 * capacity),
      normal: kernels.f32(3 * capacity),
      place: kernels.f64(3 * capacity),
      cell: kernels.i32(3 * capacity),
      moved: kernels.u32(capacity),
      plane: kernels.f64(PLANE_STRIDE * capacity),
      pose: kernels.f64(POSE),
      sums: kernels.f64(SUMS),
    }
  );
}
