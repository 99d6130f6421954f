import { applyToPoint, compose, rotateVector, turnColumns } from '../../../math/se3.ts';
import type { ScanPose } from '../../../model/pose.ts';
import type { Rigid } from '../../../model/rigid.ts';
import type { ImuSample, Scan } from '../../../model/scan.ts';
import type { SensorModel } from '../../../model/sensor.ts';
import type { BeamGeometry } from '../../../odometry/frame/beam-geometry.ts';
import { columnPosesOf, motionOf, poseAtMiddle } from '../../../odometry/frame/deskewed-scan.ts';
import { rateSamples } from '../../../odometry/frame/gyro-rotation.ts';
import type { ColumnPoses } from '../../../odometry/frame/motion.ts';
import { scanClock } from '../../../odometry/frame/scan-clock.ts';
import type { TargetPass } from './target-pass.ts';

/** A scan with its readings. */
export interface SeenScan {
  readonly index: number;
  readonly scan: Scan;
  readonly imu: readonly ImuSample[];
}

/** Margin of the stored rays around the bright ones, as a share of the target size, and in beams. */
const RIM = 0.8;
const RIM_BEAMS = 2;
/** Least range, m; nearer returns are the robot itself. */
export const MIN_RANGE = 0.8;

/** Rays of one scan in the frame of its pose, each from the sensor position at its own column. */
export class PosedRays {
  readonly T_map_middle: Rigid;
  readonly #scan: Scan;
  readonly #sensor: SensorModel;
  readonly #geometry: BeamGeometry;
  readonly #columnPoses: ColumnPoses;
  /** Cached `T_map_sensor` of columns: all beams of one share it. */
  readonly #known = new Map<number, Rigid>();

  constructor({ scan, imu }: SeenScan, pose: ScanPose, sensor: SensorModel, geometry: BeamGeometry) {
    const clock = scanClock(scan, sensor.rotationHz);
    const rates = rateSamples(imu, sensor.T_sensor_imu.R, clock.firstNs);
    this.#columnPoses = columnPosesOf(clock, rates, motionOf(pose));
    this.T_map_middle = poseAtMiddle(pose, clock, rates);
    this.#scan = scan;
    this.#sensor = sensor;
    this.#geometry = geometry;
  }

  /** Mean of the returns of some pixels, m. */
  centroid(pixels: readonly number[]): [number, number, number] {
    const { direction, offset } = this.#geometry;
    const sum: [number, number, number] = [0, 0, 0];
    for (const pixel of pixels) {
      const r = this.#scan.rangeMm[pixel] / 1000;
      const [x, y, z] = [0, 1, 2].map((k) => r * direction[3 * pixel + k] + offset[3 * pixel + k]);
      const point = applyToPoint(this.#columnPose(pixel % this.#scan.columns), x, y, z);
      for (let k = 0; k < 3; k++) sum[k] += point[k] / pixels.length;
    }
    return sum;
  }

  /**
   * Adds every return of the window around the bright pixels to the last scan of a pass.
   *
   * @param pixels bright ones
   * @param size of the targets, m
   * @param threshold reflectivity above which a return is bright
   */
  keepAround(pixels: readonly number[], size: number, threshold: number, pass: TargetPass): void {
    const { columns, beams } = this.#scan;
    const scanOf = pass.scans.length - 1;
    const { range } = pass.scans[scanOf];
    const rim = Math.ceil((RIM * size * columns) / (range * 2 * Math.PI));
    const at = pixels.map((pixel) => {
      const beam = Math.floor(pixel / columns);
      return { beam, column: pixel - beam * columns + this.#shift(beam) };
    });
    // Columns relative to the first pixel, so that a target across the seam of the image is not split.
    const from = at[0].column;
    const turns = at.map(({ column }) => column - from - columns * Math.round((column - from) / columns));
    const first = Math.min(...turns) - rim;
    const last = Math.min(Math.max(...turns) + rim, first + columns - 1);
    const low = Math.max(Math.min(...at.map(({ beam }) => beam)) - RIM_BEAMS, 0);
    const high = Math.min(Math.max(...at.map(({ beam }) => beam)) + RIM_BEAMS, beams - 1);
    for (let beam = low; beam <= high; beam++) {
      for (let turn = first; turn <= last; turn++) {
        const column = (((from + turn - this.#shift(beam)) % columns) + columns) % columns;
        this.#keep(beam * columns + column, column, threshold, pass, scanOf);
      }
    }
  }

  #keep(pixel: number, column: number, threshold: number, pass: TargetPass, scanOf: number): void {
    const { direction, offset } = this.#geometry;
    const { rangeMm, columnValid, reflectivity } = this.#scan;
    const r = rangeMm[pixel] / 1000;
    if (r < MIN_RANGE || columnValid[column] === 0) return;
    const p = 3 * pixel;
    const T = this.#columnPose(column);
    const origin = applyToPoint(T, offset[p], offset[p + 1], offset[p + 2]);
    const ray = rotateVector(T.R, r * direction[p], r * direction[p + 1], r * direction[p + 2]);
    pass.origin.push(...origin);
    pass.point.push(origin[0] + ray[0], origin[1] + ray[1], origin[2] + ray[2]);
    pass.bright.push(reflectivity[pixel] > threshold ? 1 : 0);
    pass.scanOf.push(scanOf);
  }

  #columnPose(column: number): Rigid {
    const known = this.#known.get(column);
    if (known !== undefined) return known;
    const at = 12 * column;
    const poses = this.#columnPoses;
    const T = compose(this.T_map_middle, { R: poses.slice(at, at + 9), t: poses.slice(at + 9, at + 12) });
    turnColumns(T.R, this.#scan.columnTurn?.[column]);
    this.#known.set(column, T);
    return T;
  }

  /** Azimuth offset of a beam, in columns. */
  #shift(beam: number): number {
    return Math.round((this.#sensor.beamAzimuthDeg[beam] * this.#scan.columns) / 360);
  }
}
