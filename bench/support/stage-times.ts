import type { OdometryOptions } from '../../src-core/mapping/odometry.ts';
import { Submap } from '../../src-core/mapping/submap.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import type { StoredScan } from '../../src-core/pipeline/scan-store.ts';
import { beamGeometry } from '../../src-core/scan/beam-geometry.ts';
import { columnPosesOf, motionOf, poseAtMiddle, ScanDeskewer } from '../../src-core/scan/deskewed-scan.ts';
import { type RateSamples, rateSamples } from '../../src-core/scan/gyro-rotation.ts';
import { rangeImageNormals } from '../../src-core/scan/range-image-normals.ts';
import { type ScanClock, scanClock } from '../../src-core/scan/scan-clock.ts';
import { thinEvenly } from '../../src-core/scan/thin.ts';

/** Milliseconds of one scan. */
export interface StageSample {
  readonly read: number;
  /** All of `Odometry.next`. */
  readonly next: number;
  readonly points: number;
  readonly deskew: number;
  readonly insert: number;
}

/** Does the stages of the odometry once more beside it, with a stopwatch: the product itself has none. */
export class StageTimes {
  readonly samples: StageSample[] = [];
  readonly #sensor: SensorModel;
  readonly #options: OdometryOptions;
  readonly #deskewer: ScanDeskewer;
  readonly #submap: Submap;
  readonly #chosen: Uint32Array;
  readonly #indexOfPixel: Int32Array;
  readonly #normal: Float32Array;

  constructor(sensor: SensorModel, options: OdometryOptions) {
    this.#sensor = sensor;
    this.#options = options;
    this.#deskewer = new ScanDeskewer(beamGeometry(sensor), options.filter);
    this.#submap = new Submap(options.submap);
    const pixels = sensor.beams * sensor.columnsPerFrame;
    this.#chosen = new Uint32Array(pixels);
    this.#indexOfPixel = new Int32Array(pixels).fill(-1);
    this.#normal = new Float32Array(3 * pixels);
  }

  /** @param measured what was measured of the scan; one that is not `usual` only joins the submap */
  add(stored: StoredScan, pose: ScanPose, measured: { read: number; next: number; usual: boolean }): void {
    const points = timed(() => this.#pointsAndNormals(stored));
    const deskew = timed(() => this.#deskew(stored, pose));
    const insert = pose.isKeyframe ? timed(() => this.#insert(stored, pose)) : 0;
    const { read, next, usual } = measured;
    if (usual) this.samples.push({ read, next, points, deskew, insert });
  }

  #pointsAndNormals({ scan, index }: StoredScan): void {
    const { beams, columnsPerFrame } = this.#sensor;
    const { thinning, normals } = this.#options;
    const raw = this.#deskewer.read(scan);
    const count = thinEvenly(raw.pixel, raw.count, thinning, index, this.#chosen);
    rangeImageNormals(
      raw,
      beams,
      columnsPerFrame,
      this.#chosen,
      count,
      normals,
      this.#indexOfPixel,
      this.#normal,
    );
  }

  #deskew(stored: StoredScan, pose: ScanPose): void {
    const { clock, rates } = this.#timeOf(stored);
    this.#deskewer.deskewAll(columnPosesOf(clock, rates, motionOf(pose)));
  }

  #timeOf({ scan, imu }: StoredScan): { clock: ScanClock; rates: RateSamples } {
    const clock = scanClock(scan, this.#sensor.rotationHz);
    return { clock, rates: rateSamples(imu, this.#sensor.T_sensor_imu.R, clock.firstNs) };
  }

  #insert(stored: StoredScan, pose: ScanPose): void {
    const { clock, rates } = this.#timeOf(stored);
    const T_map_middle = poseAtMiddle(pose, clock, rates);
    this.#submap.insert(this.#deskewer.xyz, this.#deskewer.raw.count, T_map_middle);
    this.#submap.forgetFar(T_map_middle.t[0], T_map_middle.t[1], T_map_middle.t[2]);
  }
}

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
