import type { ScanPose } from '../../src-core/model/pose.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { AlongMotion } from '../../src-core/odometry/along/along-motion.ts';
import { TextureMatcher } from '../../src-core/odometry/along/texture-matcher.ts';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import {
  columnPosesOf,
  motionOf,
  poseAtMiddle,
  ScanDeskewer,
} from '../../src-core/odometry/frame/deskewed-scan.ts';
import { RangeImageNormals } from '../../src-core/odometry/frame/range-image-normals.ts';
import { thinEvenly } from '../../src-core/odometry/frame/thin.ts';
import { Submap } from '../../src-core/odometry/match/submap.ts';
import type { OdometryOptions } from '../../src-core/odometry/odometry-options.ts';
import { type PreparedScan, prepareScan, secondsBetween } from '../../src-core/odometry/prepared-scan.ts';
import type { StoredScan } from '../../src-core/survey/scan-store.ts';

/** Milliseconds of one scan. */
export interface StageSample {
  readonly read: number;
  /** All of `Odometry.next`. */
  readonly next: number;
  readonly points: number;
  readonly deskew: number;
  /** Planes of the submap; keyframes only. */
  readonly insert: number;
  /** Contrast of the returns, into the submap; keyframes only. */
  readonly texture: number;
  /** Texture matching along the degenerate direction; only where the walls do not constrain it. */
  readonly witness: number;
  /** Accelerometer, integrated and filtered. */
  readonly inertial: number;
}

/** Times of a scan; one that is not `usual` is not recorded. */
interface Measured {
  readonly read: number;
  readonly next: number;
  readonly usual: boolean;
}

/** Texture matcher with a stopwatch. */
class TimedTexture extends TextureMatcher {
  elapsed = 0;

  override ask(...args: Parameters<TextureMatcher['ask']>): ReturnType<TextureMatcher['ask']> {
    const started = performance.now();
    const match = super.ask(...args);
    this.elapsed += performance.now() - started;
    return match;
  }
}

/** Repeats the stages of the odometry with a stopwatch, which the product itself does not have. */
export class StageTimes {
  readonly samples: StageSample[] = [];
  readonly #sensor: SensorModel;
  readonly #options: OdometryOptions;
  readonly #deskewer: ScanDeskewer;
  readonly #planes: Submap;
  /** Of the texture alone. */
  readonly #texture: Submap;
  readonly #witness: TimedTexture;
  #along: AlongMotion;
  #previous: { readonly scan: PreparedScan; readonly T_map_middle: Rigid } | null = null;
  readonly #chosen: Uint32Array;
  readonly #normals: RangeImageNormals;
  readonly #normal: Float32Array;

  constructor(sensor: SensorModel, options: OdometryOptions) {
    this.#sensor = sensor;
    this.#options = options;
    this.#deskewer = new ScanDeskewer(beamGeometry(sensor), options.filter);
    this.#planes = new Submap(options.submap);
    this.#texture = new Submap(options.submap, []);
    this.#witness = new TimedTexture(sensor, options.filter, options.texture);
    this.#along = new AlongMotion(sensor, options, undefined, this.#witness);
    const pixels = sensor.beams * sensor.columnsPerFrame;
    this.#chosen = new Uint32Array(pixels);
    this.#normals = new RangeImageNormals(sensor.beams, sensor.columnsPerFrame, options.normals);
    this.#normal = new Float32Array(3 * pixels);
  }

  /** All scans, in order. */
  add(stored: StoredScan, pose: ScanPose, { read, next, usual }: Measured): void {
    const scan = prepareScan(stored, this.#sensor);
    const T_map_middle = poseAtMiddle(pose, scan.clock, scan.rates);
    const points = timed(() => this.#pointsAndNormals(stored));
    const deskew = timed(() => {
      this.#deskewer.deskewAll(columnPosesOf(scan.clock, scan.rates, motionOf(pose)));
    });
    this.#witness.elapsed = 0;
    const along = timed(() => this.#moveAlong(scan, pose, T_map_middle));
    const witness = this.#witness.elapsed;
    const insert = pose.isKeyframe ? timed(() => this.#insert(this.#planes, T_map_middle, null)) : 0;
    const texture = pose.isKeyframe
      ? timed(() => this.#insert(this.#texture, T_map_middle, this.#deskewer.contrastOf(stored.scan)))
      : 0;
    if (usual)
      this.samples.push({ read, next, points, deskew, insert, texture, witness, inertial: along - witness });
  }

  #pointsAndNormals({ scan, index }: StoredScan): void {
    const { thinning } = this.#options;
    const raw = this.#deskewer.read(scan);
    const count = thinEvenly(raw.pixel, raw.count, thinning, index, this.#chosen);
    this.#normals.compute(raw, this.#chosen, count, this.#normal);
  }

  /** As the odometry does where it has matched a scan. */
  #moveAlong(scan: PreparedScan, pose: ScanPose, T_map_middle: Rigid): void {
    const previous = this.#previous;
    this.#previous = { scan, T_map_middle };
    if (previous === null) return;
    const seconds = secondsBetween(previous.scan, scan);
    const gyroBias = pose.gyroBias ?? [0, 0, 0];
    const along = this.#along.next(previous.scan, scan, previous.T_map_middle.R, gyroBias, seconds);
    const priorSigma = this.#options.accelerationSigma * seconds ** 2;
    const matched = { scan, T_map_middle, seen: pose.quality, motion: motionOf(pose), priorSigma };
    along.resolve(matched, this.#texture.texture);
    this.#along = along;
  }

  #insert(submap: Submap, T_map_middle: Rigid, contrast: Float32Array | null): void {
    const [x, y, z] = T_map_middle.t;
    submap.insert(this.#deskewer.xyz, this.#deskewer.raw.count, T_map_middle, contrast);
    submap.forgetFar(x, y, z);
  }
}

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
