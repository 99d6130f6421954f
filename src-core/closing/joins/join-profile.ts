import { compose, invert } from '../../math/se3.ts';
import { median } from '../../math/statistics.ts';
import { type StageContext, throwIfCancelled } from '../../model/context.ts';
import type { ScanPose } from '../../model/pose.ts';
import type { Rigid } from '../../model/rigid.ts';
import { beamGeometry } from '../../odometry/frame/beam-geometry.ts';
import { columnPosesOf, motionOf, poseAtMiddle, ScanDeskewer } from '../../odometry/frame/deskewed-scan.ts';
import { rateSamples } from '../../odometry/frame/gyro-rotation.ts';
import { scanClock } from '../../odometry/frame/scan-clock.ts';
import { RANGE_FILTER_DEFAULTS } from '../../odometry/frame/scan-points.ts';
import type { ScanSource } from '../loops/loop-submap.ts';
import { pathFrames } from './join-path.ts';
import { type CloudJoinSide, isCloudSide, type JoinSide } from './join-side.ts';

export interface JoinProfileOptions {
  /** Length of a slab along the path, m. */
  readonly slab: number;
  /** Sectors of the full turn about the path; even. */
  readonly sectors: number;
  /** Path length per scan that contributes points, m. */
  readonly scanSpacing: number;
  /** Largest distance of the points along the path, m: farther away the rings are too far apart. */
  readonly reach: number;
}

export const JOIN_PROFILE_DEFAULTS: JoinProfileOptions = {
  slab: 0.25,
  sectors: 24,
  scanSpacing: 0.5,
  reach: 13,
};

/** Wall relief along the path of a session: wall distance minus the median section. */
export interface JoinProfile {
  readonly slab: number;
  readonly sectors: number;
  /** One per slab. */
  readonly frames: readonly Rigid[];
  /** Slab by slab, m outward; NaN: no wall was seen. */
  readonly relief: Float32Array;
  /** Middle of the ordinary section from the path: to the left and up, m. */
  readonly centre: readonly [number, number];
}

/** Limit of the relief, m: what is deeper or nearer is a niche, a person or a machine, not the rock. */
const RELIEF_LIMIT = 0.5;
const ITERATIONS = 4;

/**
 * Computes the profile of the walls: their distance from the path, by slab and by angle. It is the scan context of
 * Kim & Kim 2018 (Egocentric spatial descriptor for place recognition), unrolled along a drive instead of around
 * one scan, so that all places of a session are compared by sliding one profile along the other.
 *
 * @param path length up to each pose, m
 * @throws errors of the scan source; CancelledError
 */
export function joinProfile(
  side: JoinSide,
  path: ArrayLike<number>,
  options: JoinProfileOptions,
  context: StageContext,
): Promise<JoinProfile> {
  return isCloudSide(side)
    ? Promise.resolve(cloudProfile(side, path, options, context))
    : scanProfile(side.source, side.poses, path, options, context);
}

async function scanProfile(
  source: ScanSource,
  poses: readonly ScanPose[],
  path: ArrayLike<number>,
  options: JoinProfileOptions,
  context: StageContext,
): Promise<JoinProfile> {
  const { slab, scanSpacing } = options;
  const frames = pathFrames(poses, path, slab);
  const walls = new WallSums(frames, options);
  const deskewer = new ScanDeskewer(beamGeometry(source.sensor), RANGE_FILTER_DEFAULTS);
  let last = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < poses.length; i++) {
    if (path[i] - last < scanSpacing) continue;
    last = path[i];
    throwIfCancelled(context.cancel, 'work-join');
    const { scan, imu } = await source.read(poses[i].scanIndex);
    const clock = scanClock(scan, source.sensor.rotationHz);
    const rates = rateSamples(imu, source.sensor.T_sensor_imu.R, clock.firstNs);
    deskewer.read(scan);
    const count = deskewer.deskewAll(columnPosesOf(clock, rates, motionOf(poses[i])));
    walls.add(deskewer.xyz, count, poseAtMiddle(poses[i], clock, rates), Math.floor(path[i] / slab));
    context.emit({ kind: 'progress', stage: 'refine', done: i + 1, total: poses.length, unit: 'scans' });
  }
  return profileOf(walls.means(), frames, options);
}

/** The profile of a cloud: each of its points once, from the nearest of its path's frames on. */
function cloudProfile(
  { walls, poses, origin }: CloudJoinSide,
  path: ArrayLike<number>,
  options: JoinProfileOptions,
  { cancel, emit }: StageContext,
): JoinProfile {
  const { slab } = options;
  const frames = pathFrames(poses, path, slab);
  const sums = new WallSums(frames, options);
  const step = Math.max(1, Math.round(CLOUD_STEP / slab));
  for (let at = 0; at < frames.length; at += step) {
    throwIfCancelled(cancel, 'work-join');
    const { R, t } = frames[at];
    const xyz = walls.around({ R, t: t.map((value, k) => value + origin[k]) }, CLOUD_REACH);
    const last = at + step >= frames.length ? frames.length : at + step;
    sums.add(xyz, xyz.length / 3, frames[at], at, { from: at, to: last });
    emit({ kind: 'progress', stage: 'refine', done: last, total: frames.length, unit: 'steps' });
  }
  return profileOf(sums.means(), frames, options);
}

/** Length of path whose slabs are filled from one of its frames, m, and the farthest wall of them from it. */
const CLOUD_STEP = 2;
const CLOUD_REACH = 8;

function profileOf(
  means: Float32Array,
  frames: readonly Rigid[],
  { slab, sectors }: JoinProfileOptions,
): JoinProfile {
  return { slab, sectors, frames, relief: reliefOf(means, sectors), centre: centreOf(means, sectors) };
}

/** Accumulates the mean distance of the walls from the path. */
class WallSums {
  readonly #T_way_map: readonly Rigid[];
  readonly #options: JoinProfileOptions;
  readonly #sum: Float64Array;
  readonly #count: Uint32Array;

  constructor(frames: readonly Rigid[], options: JoinProfileOptions) {
    this.#T_way_map = frames.map(invert);
    this.#options = options;
    this.#sum = new Float64Array(frames.length * options.sectors);
    this.#count = new Uint32Array(this.#sum.length);
  }

  /**
   * @param at slab of the sensor
   * @param within slabs that count, end exclusive; absent: all
   */
  add(
    xyz: Float32Array,
    count: number,
    T_map_sensor: Rigid,
    at: number,
    within: { readonly from: number; readonly to: number } | null = null,
  ): void {
    const { slab, sectors, reach } = this.#options;
    const last = this.#T_way_map.length - 1;
    const T_way_sensor = new Map<number, Rigid>();
    for (let i = 0; i < 3 * count; i += 3) {
      let k = at;
      // The path bends: iterates from slab to slab until the point lies in the slab it is projected to.
      for (let round = 0; round < ITERATIONS; round++) {
        let T = T_way_sensor.get(k);
        if (T === undefined) {
          T = compose(this.#T_way_map[k], T_map_sensor);
          T_way_sensor.set(k, T);
        }
        const { R, t } = T;
        const along = R[0] * xyz[i] + R[1] * xyz[i + 1] + R[2] * xyz[i + 2] + t[0];
        const steps = Math.round(along / slab);
        if (steps === 0) {
          if (within !== null && (k < within.from || k >= within.to)) break;
          const y = R[3] * xyz[i] + R[4] * xyz[i + 1] + R[5] * xyz[i + 2] + t[1];
          const z = R[6] * xyz[i] + R[7] * xyz[i + 1] + R[8] * xyz[i + 2] + t[2];
          const sector = Math.floor((Math.atan2(z, y) / (2 * Math.PI) + 0.5) * sectors) % sectors;
          this.#sum[k * sectors + sector] += Math.hypot(y, z);
          this.#count[k * sectors + sector]++;
          break;
        }
        k += steps;
        if (k < 0 || k > last || Math.abs(k - at) * slab > reach) break;
      }
    }
  }

  means(): Float32Array {
    return Float32Array.from(this.#sum, (sum, i) => (this.#count[i] > 0 ? sum / this.#count[i] : Number.NaN));
  }
}

/** Subtracts each sector's median distance, and the effect of a different line of travel on each slab. */
function reliefOf(means: Float32Array, sectors: number): Float32Array {
  const relief = new Float32Array(means.length).fill(Number.NaN);
  for (let sector = 0; sector < sectors; sector++) {
    const known: number[] = [];
    for (let i = sector; i < means.length; i += sectors) if (!Number.isNaN(means[i])) known.push(means[i]);
    if (known.length === 0) continue;
    const ordinary = median(known);
    for (let i = sector; i < means.length; i += sectors)
      relief[i] = Math.max(-RELIEF_LIMIT, Math.min(RELIEF_LIMIT, means[i] - ordinary));
  }
  for (let first = 0; first < relief.length; first += sectors)
    centre(relief.subarray(first, first + sectors), sectors);
  return relief;
}

/** Subtracts the first harmonic of a slab, which is the effect of a lateral or vertical offset of the sensor. */
function centre(slab: Float32Array, sectors: number): void {
  const known = [...slab.keys()].filter((i) => !Number.isNaN(slab[i]));
  if (known.length < sectors / 2) return;
  let [cosine, sine] = [0, 0];
  for (const i of known) {
    cosine += (2 * slab[i] * Math.cos(angleOf(i, sectors))) / known.length;
    sine += (2 * slab[i] * Math.sin(angleOf(i, sectors))) / known.length;
  }
  for (const i of known)
    slab[i] -= cosine * Math.cos(angleOf(i, sectors)) + sine * Math.sin(angleOf(i, sectors));
}

/** Middle of the ordinary section: the first harmonic of the median distances. */
function centreOf(means: Float32Array, sectors: number): [number, number] {
  let [cosine, sine, weight] = [0, 0, 0];
  for (let sector = 0; sector < sectors; sector++) {
    const known: number[] = [];
    for (let i = sector; i < means.length; i += sectors) if (!Number.isNaN(means[i])) known.push(means[i]);
    if (known.length === 0) continue;
    const ordinary = median(known);
    const angle = angleOf(sector, sectors) - Math.PI;
    cosine += ordinary * Math.cos(angle);
    sine += ordinary * Math.sin(angle);
    weight++;
  }
  // Of a whole section half of the harmonic's power is that of the offset: 2 / n of the sum.
  return weight < sectors ? [0, 0] : [(2 * cosine) / sectors, (2 * sine) / sectors];
}

function angleOf(sector: number, sectors: number): number {
  return (2 * Math.PI * (sector + 0.5)) / sectors;
}
