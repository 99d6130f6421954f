import { invertSymmetric } from '../../math/cholesky.ts';
import { dot, timesVector } from '../../math/dense.ts';
import { addRow, clearSystem, normalSystem } from '../../math/normal-system.ts';
import { isTwistWithin } from '../../math/se3.ts';
import { medianInPlace, SIGMA_OF_MAD } from '../../math/statistics.ts';
import type { Scan } from '../../model/scan.ts';
import type { SensorModel } from '../../model/sensor.ts';
import { type BeamGeometry, beamGeometry } from '../frame/beam-geometry.ts';
import { type NormalOptions, RangeImageNormals } from '../frame/range-image-normals.ts';
import {
  type RangeFilterOptions,
  type ScanPoints,
  scanPointsBuffer,
  scanToPoints,
} from '../frame/scan-points.ts';
import { pointToPlaneJacobian } from './point-to-plane.ts';

interface PixelMotion {
  /** Rotation, then translation since the reference, sensor frame (rad, m). */
  readonly motion: Float64Array;
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
  readonly #image: RangeImageNormals;
  /** Points of the scan that was read last. */
  readonly #read: ScanPoints;
  /** Points and unit normals of the reference by pixel, sensor frame; zeros: unknown. */
  readonly #points: Float32Array;
  readonly #normals: Float32Array;
  /** Points of the scan that are compared, as indices into `#read`, and their residuals, m. */
  readonly #compared: Uint32Array;
  readonly #residual: Float64Array;
  /** Their sizes, in no order. */
  readonly #sizes: Float64Array;
  readonly #system = normalSystem();
  #reference: Scan | null = null;
  #hasNormals = false;
  /** The last scan that was asked of since `begin`, and the answer. */
  #asked: Scan | null = null;
  #held = false;

  constructor(
    sensor: SensorModel,
    { filter, normals }: { readonly filter: RangeFilterOptions; readonly normals: NormalOptions },
  ) {
    const pixels = sensor.beams * sensor.columnsPerFrame;
    this.#geometry = beamGeometry(sensor);
    this.#filter = filter;
    this.#image = new RangeImageNormals(sensor.beams, sensor.columnsPerFrame, normals);
    this.#read = scanPointsBuffer(this.#geometry);
    this.#points = new Float32Array(3 * pixels);
    this.#normals = new Float32Array(3 * pixels);
    this.#compared = new Uint32Array(pixels);
    this.#residual = new Float64Array(pixels);
    this.#sizes = new Float64Array(pixels);
  }

  /** Sets the scan that later ones are compared with: the last one in which the sensor moved. */
  begin(reference: Scan): void {
    this.#reference = reference;
    this.#hasNormals = false;
    this.#asked = null;
  }

  /**
   * True if the sensor has not moved since the reference. False also where the returns do not tell. Of a scan that was
   * just asked of, at once.
   */
  holds(scan: Scan): boolean {
    if (scan === this.#asked) return this.#held;
    this.#held = this.#compareWith(scan);
    this.#asked = scan;
    return this.#held;
  }

  #compareWith(scan: Scan): boolean {
    if (this.#reference === null) return false;
    if (!this.#hasNormals) this.#prepare(this.#reference);
    const pixelMotion = this.#motionOf(scan);
    if (pixelMotion === null) return false;
    const { motion, significance, sigma } = pixelMotion;
    if (sigma.turn > LARGEST_SIGMA.turn || sigma.shift > LARGEST_SIGMA.shift) return false;
    return isTwistWithin(motion, STILL) || significance < NOISE;
  }

  #prepare(reference: Scan): void {
    const points = scanToPoints(reference, this.#geometry, this.#filter, this.#read);
    const normals = this.#image.ofAll(points);
    this.#normals.fill(0);
    for (let i = 0; i < points.count; i++) {
      const at = 3 * points.pixel[i];
      for (let k = 0; k < 3; k++) {
        this.#points[at + k] = points.xyz[3 * i + k];
        this.#normals[at + k] = normals[3 * i + k];
      }
    }
    this.#hasNormals = true;
  }

  /** Least-squares motion of the sensor since the reference; null: the walls do not determine it. */
  #motionOf(scan: Scan): PixelMotion | null {
    const [{ xyz, pixel }, normals] = [this.#read, this.#normals];
    const count = this.#compare(scan);
    if (count === 0) return null;
    const sizes = this.#sizes.subarray(0, count);
    for (let i = 0; i < count; i++) sizes[i] = Math.abs(this.#residual[i]);
    const scale = Math.max(RESOLUTION, SIGMA_OF_MAD * medianInPlace(sizes));
    const weight = 1 / (scale * scale);
    const system = this.#system;
    const J = new Float64Array(6);
    clearSystem(system);
    let inliers = 0;
    for (let i = 0; i < count; i++) {
      const e = this.#residual[i];
      if (Math.abs(e) > INLIER_SIGMAS * scale) continue;
      inliers++;
      const from = 3 * this.#compared[i];
      const at = 3 * pixel[this.#compared[i]];
      pointToPlaneJacobian(
        xyz[from],
        xyz[from + 1],
        xyz[from + 2],
        normals[at],
        normals[at + 1],
        normals[at + 2],
        J,
      );
      addRow(system, J, e, weight);
    }
    if (inliers < LEAST_SHARE * count) return null;
    const covariance = invertSymmetric(system.H, 6);
    if (covariance === null) return null;
    const sigma = (from: number): number =>
      Math.sqrt(Math.max(...[0, 1, 2].map((k) => covariance[7 * (from + k)])));
    const motion = timesVector(covariance, system.b, 6);
    // b = H motion, so that b . motion is the squared Mahalanobis distance from no motion.
    return { motion, significance: dot(motion, system.b), sigma: { turn: sigma(0), shift: sigma(3) } };
  }

  /** Reads a scan and finds the residuals of the pixels that both scans see on a surface. @returns their number */
  #compare(scan: Scan): number {
    const { xyz, pixel, count } = scanToPoints(scan, this.#geometry, this.#filter, this.#read);
    const [points, normals] = [this.#points, this.#normals];
    let compared = 0;
    for (let i = 0; i < count; i++) {
      const at = 3 * pixel[i];
      const nx = normals[at];
      const ny = normals[at + 1];
      const nz = normals[at + 2];
      if (nx === 0 && ny === 0 && nz === 0) continue;
      this.#compared[compared] = i;
      this.#residual[compared++] =
        nx * (xyz[3 * i] - points[at]) +
        ny * (xyz[3 * i + 1] - points[at + 1]) +
        nz * (xyz[3 * i + 2] - points[at + 2]);
    }
    return compared;
  }
}
