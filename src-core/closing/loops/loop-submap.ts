import { compose, identity, invert } from '../../math/se3.ts';
import { isLost, type ScanPose } from '../../model/pose.ts';
import type { Rigid } from '../../model/rigid.ts';
import type { ImuSample, Scan } from '../../model/scan.ts';
import type { SensorModel } from '../../model/sensor.ts';
import { beamGeometry } from '../../odometry/frame/beam-geometry.ts';
import { columnPosesOf, motionOf, poseAtMiddle, ScanDeskewer } from '../../odometry/frame/deskewed-scan.ts';
import { rateSamples } from '../../odometry/frame/gyro-rotation.ts';
import { scanClock } from '../../odometry/frame/scan-clock.ts';
import { RANGE_FILTER_DEFAULTS } from '../../odometry/frame/scan-points.ts';
import { thinEvenly } from '../../odometry/frame/thin.ts';
import type { MatchPoints } from '../../odometry/match/scan-matcher.ts';
import { Submap } from '../../odometry/match/submap.ts';
import type { CloudWalls } from './cloud-walls.ts';

/** Source of scans by index. */
export interface ScanSource {
  readonly sensor: SensorModel;
  read(index: number): Promise<{ readonly scan: Scan; readonly imu: readonly ImuSample[] }>;
}

export interface LoopSubmapOptions {
  /** Half-length of path whose keyframes form the submap, m. */
  readonly reach: number;
  /** Spacing of the keyframes along the path, m. */
  readonly spacing: number;
  /** Radius of the points used for matching, m: there both submaps are dense. */
  readonly matchRadius: number;
  /** Approximate number of them. */
  readonly matchPoints: number;
}

export const LOOP_SUBMAP_DEFAULTS: LoopSubmapOptions = {
  reach: 4,
  spacing: 0.25,
  matchRadius: 10,
  matchPoints: 6000,
};

/** Submap around one pose, in the frame of its sensor. */
export interface LoopSubmap {
  readonly submap: Submap;
  /** Sample of its points, each with the normal of its bin. */
  readonly points: MatchPoints;
  /** Coarser sample, to compare initial guesses. */
  readonly few: MatchPoints;
  /** True of a cloud, whose points are all about the place: a scan of a few rings sees neither crown nor floor near it. */
  readonly isWhole: boolean;
}

/** Builds submaps around poses from the keyframes near them; reuses its buffers. */
export class LoopSubmapBuilder {
  readonly #source: ScanSource;
  readonly #poses: readonly ScanPose[];
  readonly #path: Float64Array;
  readonly #options: LoopSubmapOptions;
  readonly #deskewer: ScanDeskewer;
  readonly #chosen: Uint32Array;

  /** @param path length up to each pose, m (`graph/anchors`) */
  constructor(
    source: ScanSource,
    poses: readonly ScanPose[],
    path: Float64Array,
    options: LoopSubmapOptions = LOOP_SUBMAP_DEFAULTS,
  ) {
    this.#source = source;
    this.#poses = poses;
    this.#path = path;
    this.#options = options;
    this.#deskewer = new ScanDeskewer(beamGeometry(source.sensor), RANGE_FILTER_DEFAULTS);
    this.#chosen = new Uint32Array(this.#deskewer.raw.pixel.length);
  }

  /** Builds the submap around a pose. @param middle index among all poses; its frame is the submap's */
  async around(middle: number): Promise<LoopSubmap> {
    const submap = new Submap();
    const T_middle_map = invert(this.#poses[middle].T_map_sensor);
    const members = this.#members(middle);
    const drawn: number[] = [];
    // The number of points within the radius is not known beforehand: half of the pixels is a seldom exceeded
    // first guess.
    const pixels = this.#deskewer.raw.pixel.length;
    const stride = Math.max(1, Math.ceil((members.length * pixels) / (2 * this.#options.matchPoints)));
    for (const index of members) {
      const pose = this.#poses[index];
      const { scan, imu } = await this.#source.read(pose.scanIndex);
      const clock = scanClock(scan, this.#source.sensor.rotationHz);
      const rates = rateSamples(imu, this.#source.sensor.T_sensor_imu.R, clock.firstNs);
      const deskewer = this.#deskewer;
      const raw = deskewer.read(scan);
      const count = deskewer.deskewAll(columnPosesOf(clock, rates, motionOf(pose)));
      const { R, t } = compose(T_middle_map, poseAtMiddle(pose, clock, rates));
      submap.insert(deskewer.xyz, count, { R, t });
      const chosen = thinEvenly(raw.pixel, count, stride, pose.scanIndex, this.#chosen);
      for (let k = 0; k < chosen; k++) {
        const [x, y, z] = deskewer.xyz.subarray(3 * this.#chosen[k], 3 * this.#chosen[k] + 3);
        const px = R[0] * x + R[1] * y + R[2] * z + t[0];
        const py = R[3] * x + R[4] * y + R[5] * z + t[1];
        const pz = R[6] * x + R[7] * y + R[8] * z + t[2];
        if (Math.hypot(px, py, pz) < this.#options.matchRadius) drawn.push(px, py, pz);
      }
    }
    return submapOf(drawn, submap, false);
  }

  /** Keyframes within reach along the path, at the given spacing; not beyond a gap whose end was not found. */
  #members(middle: number): number[] {
    const { reach, spacing } = this.#options;
    const members: number[] = [];
    let last = Number.NEGATIVE_INFINITY;
    const from = this.#poses.findLastIndex((pose, i) => i <= middle && isLost(pose));
    const next = this.#poses.findIndex((pose, i) => i > middle && isLost(pose));
    for (let i = Math.max(from, 0); i < (next < 0 ? this.#poses.length : next); i++) {
      if (Math.abs(this.#path[i] - this.#path[middle]) > reach) continue;
      if (!this.#poses[i].isKeyframe || this.#path[i] - last < spacing) continue;
      members.push(i);
      last = this.#path[i];
    }
    return members.length > 0 ? members : [middle];
  }
}

/** Submap of the walls of a cloud about a pose, in its frame: of all its points within the reach of a scan's. */
export function cloudSubmap(
  walls: CloudWalls,
  T_cloud_frame: Rigid,
  { reach, matchRadius, matchPoints }: LoopSubmapOptions,
): LoopSubmap {
  const submap = new Submap();
  const xyz = walls.around(T_cloud_frame, reach + matchRadius);
  submap.insert(xyz, xyz.length / 3, identity());
  const near: number[] = [];
  for (let i = 0; i < xyz.length; i += 3)
    if (Math.hypot(xyz[i], xyz[i + 1], xyz[i + 2]) < matchRadius) near.push(i);
  const stride = Math.max(1, Math.ceil(near.length / matchPoints));
  const drawn: number[] = [];
  for (let k = 0; k < near.length; k += stride) drawn.push(...xyz.subarray(near[k], near[k] + 3));
  return submapOf(drawn, submap, true);
}

function submapOf(drawn: readonly number[], submap: Submap, isWhole: boolean): LoopSubmap {
  const points = withNormals(drawn, submap);
  return { submap, points, few: everyNth(points, FEW), isWhole };
}

/** Every nth point is enough to find the best of several solutions. */
const FEW = 4;

function everyNth({ count, xyz, normal }: MatchPoints, n: number): MatchPoints {
  const reduced = Math.ceil(count / n);
  const few = { count: reduced, xyz: new Float32Array(3 * reduced), normal: new Float32Array(3 * reduced) };
  for (let i = 0; i < reduced; i++) {
    few.xyz.set(xyz.subarray(3 * n * i, 3 * n * i + 3), 3 * i);
    few.normal.set(normal.subarray(3 * n * i, 3 * n * i + 3), 3 * i);
  }
  return few;
}

/** Selects points whose bin has a plane, with its normal. */
function withNormals(drawn: readonly number[], { levels }: Submap): MatchPoints {
  const xyz = Float32Array.from(drawn);
  const normal = new Float32Array(xyz.length);
  const [fine] = levels;
  for (let i = 0; i < xyz.length; i += 3) {
    const bin = fine.find(xyz[i], xyz[i + 1], xyz[i + 2]);
    const at = bin < 0 ? -1 : fine.planeOf(bin);
    if (at >= 0) normal.set(fine.plane.subarray(at + 3, at + 6), i);
  }
  return { count: xyz.length / 3, xyz, normal };
}
