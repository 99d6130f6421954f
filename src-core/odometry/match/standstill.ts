import { invertSymmetric } from '../../math/cholesky.ts';
import { addRow, clearSystem, normalSystem } from '../../math/normal-system.ts';
import { median, SIGMA_OF_MAD } from '../../math/statistics.ts';
import type { Scan } from '../../model/scan.ts';
import type { SensorModel } from '../../model/sensor.ts';
import { type BeamGeometry, beamGeometry } from '../frame/beam-geometry.ts';
import { type NormalOptions, rangeImageNormals } from '../frame/range-image-normals.ts';
import { type RangeFilterOptions, scanPointsBuffer, scanToPoints } from '../frame/scan-points.ts';
import { pointToPlaneJacobian } from './point-to-plane.ts';

interface PixelMotion {
  /** Rotation, then translation since the reference, sensor frame (rad, m). */
  readonly motion: readonly number[];
  /** Its squared Mahalanobis distance from no motion, chi squared of 6 degrees of freedom. */
  readonly significance: number;
  /** Largest standard deviation of the rotation and of the position (rad, m). */
  readonly sigma: { readonly turn: number; readonly shift: number };
}

/**
 * Motion that is no motion (rad, m): the vibration of a robot that stands, and less than a match to the map is off by.
 * A robot that creeps is behind by this at most, since all scans of a standstill are compared with its first.
 */
const STILL = { turn: 0.00035, shift: 0.002 };
/** Standard deviations beyond which the returns do not tell whether the sensor stands (rad, m). */
const LARGEST_SIGMA = { turn: 0.0007, shift: 0.002 };
/** Quantile of chi squared of 6 degrees of freedom at 99.9 %: what noise alone reaches in one scan of a thousand. */
const NOISE = 22.46;
/** Residuals beyond this number of standard deviations are edges of the rock or people. */
const INLIER_SIGMAS = 3;
/** Least share of the pixels of both scans that lie within the noise: otherwise something large moves. */
const LEAST_SHARE = 0.7;
/** Resolution of the ranges, m: no residual is known better. */
const RESOLUTION = 0.001;

/**
 * Detects that the sensor stands, from the range image (zero-velocity update). A sensor that stands casts every ray
 * where the scan before cast it, so the ranges of a pixel differ by noise alone, and the motion between two scans
 * is a linear least-squares problem without search or map: the point-to-plane residual of each pixel against itself,
 * which is zero on the mean at a standstill whatever the normals are. Against a map of sixteen rings the pose of a
 * robot that stands creeps by millimetres.
 */
export class Standstill {
  readonly #geometry: BeamGeometry;
  readonly #filter: RangeFilterOptions;
  readonly #normalOptions: NormalOptions;
  /** Points and unit normals of the reference by pixel, sensor frame; zeros: unknown. */
  readonly #points: Float32Array;
  readonly #normals: Float32Array;
  /** Pixels compared, and their residuals, m. */
  readonly #pixel: Uint32Array;
  readonly #residual: Float64Array;
  readonly #system = normalSystem();
  #reference: Scan | null = null;
  #hasNormals = false;

  constructor(
    sensor: SensorModel,
    { filter, normals }: { readonly filter: RangeFilterOptions; readonly normals: NormalOptions },
  ) {
    const pixels = sensor.beams * sensor.columnsPerFrame;
    this.#geometry = beamGeometry(sensor);
    this.#filter = filter;
    this.#normalOptions = normals;
    this.#points = new Float32Array(3 * pixels);
    this.#normals = new Float32Array(3 * pixels);
    this.#pixel = new Uint32Array(pixels);
    this.#residual = new Float64Array(pixels);
  }

  /** Sets the scan that later ones are compared with: the last one in which the sensor moved. */
  begin(reference: Scan): void {
    this.#reference = reference;
    this.#hasNormals = false;
  }

  /** True if the sensor has not moved since the reference. False also where the returns do not tell. */
  holds(scan: Scan): boolean {
    if (this.#reference === null) return false;
    if (!this.#hasNormals) this.#prepare(this.#reference);
    const found = this.#motionOf(scan);
    if (found === null) return false;
    const { motion, significance, sigma } = found;
    if (sigma.turn > LARGEST_SIGMA.turn || sigma.shift > LARGEST_SIGMA.shift) return false;
    const isSmall =
      Math.hypot(motion[0], motion[1], motion[2]) < STILL.turn &&
      Math.hypot(motion[3], motion[4], motion[5]) < STILL.shift;
    return isSmall || significance < NOISE;
  }

  #prepare(reference: Scan): void {
    const { beams, columns } = this.#geometry;
    const buffer = scanPointsBuffer(this.#geometry);
    const points = scanToPoints(reference, this.#geometry, this.#filter, buffer);
    const all = Uint32Array.from({ length: points.count }, (_, i) => i);
    const normals = new Float32Array(3 * points.count);
    const scratch = new Int32Array(beams * columns).fill(-1);
    rangeImageNormals(points, beams, columns, all, points.count, this.#normalOptions, scratch, normals);
    this.#normals.fill(0);
    for (let i = 0; i < points.count; i++) {
      this.#points.set(points.xyz.subarray(3 * i, 3 * i + 3), 3 * points.pixel[i]);
      this.#normals.set(normals.subarray(3 * i, 3 * i + 3), 3 * points.pixel[i]);
    }
    this.#hasNormals = true;
  }

  /** Least-squares motion of the sensor since the reference; null: the walls do not determine it. */
  #motionOf(scan: Scan): PixelMotion | null {
    const normals = this.#normals;
    const count = this.#comparePixels(scan);
    if (count === 0) return null;
    const scale = Math.max(
      RESOLUTION,
      SIGMA_OF_MAD * median(this.#residual.subarray(0, count).map(Math.abs)),
    );
    const weight = 1 / (scale * scale);
    const system = this.#system;
    const J = new Float64Array(6);
    clearSystem(system);
    let inliers = 0;
    for (let i = 0; i < count; i++) {
      const e = this.#residual[i];
      if (Math.abs(e) > INLIER_SIGMAS * scale) continue;
      inliers++;
      const at = 3 * this.#pixel[i];
      const [px, py, pz] = this.#pointAt(scan, this.#pixel[i]);
      pointToPlaneJacobian(px, py, pz, normals[at], normals[at + 1], normals[at + 2], J);
      addRow(system, J, e, weight);
    }
    if (inliers < LEAST_SHARE * count) return null;
    const covariance = invertSymmetric(system.H, 6);
    if (covariance === null) return null;
    const sigma = (from: number): number =>
      Math.sqrt(Math.max(...[0, 1, 2].map((k) => covariance[7 * (from + k)])));
    const motion = times(covariance, system.b);
    // b = H motion, so that this is the squared Mahalanobis distance from no motion.
    const significance = motion.reduce((sum, value, i) => sum + value * system.b[i], 0);
    return { motion, significance, sigma: { turn: sigma(0), shift: sigma(3) } };
  }

  /** Fills `#pixel` and `#residual` with the pixels that both scans see on a surface. @returns their number */
  #comparePixels(scan: Scan): number {
    const [points, normals] = [this.#points, this.#normals];
    const { minRange, maxRange } = this.#filter;
    let count = 0;
    for (let pixel = 0; pixel < scan.rangeMm.length; pixel++) {
      const mm = scan.rangeMm[pixel];
      const at = 3 * pixel;
      const [nx, ny, nz] = [normals[at], normals[at + 1], normals[at + 2]];
      if (mm < 1000 * minRange || mm > 1000 * maxRange || scan.columnValid[pixel % scan.columns] === 0)
        continue;
      if (nx === 0 && ny === 0 && nz === 0) continue;
      const [px, py, pz] = this.#pointAt(scan, pixel);
      this.#pixel[count] = pixel;
      this.#residual[count++] =
        nx * (px - points[at]) + ny * (py - points[at + 1]) + nz * (pz - points[at + 2]);
    }
    return count;
  }

  #pointAt({ rangeMm }: Scan, pixel: number): readonly [number, number, number] {
    const { direction, offset } = this.#geometry;
    const r = 0.001 * rangeMm[pixel];
    const at = 3 * pixel;
    return [
      r * direction[at] + offset[at],
      r * direction[at + 1] + offset[at + 1],
      r * direction[at + 2] + offset[at + 2],
    ];
  }
}

/** 6x6 matrix times vector. */
function times(A: Float64Array, b: Float64Array): number[] {
  return Array.from({ length: 6 }, (_, i) => b.reduce((sum, value, j) => sum + A[6 * i + j] * value, 0));
}
