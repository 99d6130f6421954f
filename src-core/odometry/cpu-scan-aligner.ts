import { compose, invert, log } from '../math/se3.ts';
import type { CancelToken } from '../model/context.ts';
import type { Rigid } from '../model/rigid.ts';
import type { SensorModel } from '../model/sensor.ts';
import { beamGeometry } from './frame/beam-geometry.ts';
import { cloudNormals } from './frame/cloud-normals.ts';
import { deskew } from './frame/deskew.ts';
import { columnPosesOf, ScanDeskewer, type ScanMotion } from './frame/deskewed-scan.ts';
import { DirectionGrid } from './frame/direction-grid.ts';
import { rangeImageNormals } from './frame/range-image-normals.ts';
import { thinEvenly } from './frame/thin.ts';
import { insertKeyframe } from './keyframe-submap.ts';
import { DESKEW_AT, MIN_POINTS } from './match/match-schedule.ts';
import { type MatchPoints, type MatchResult, ScanMatcher } from './match/scan-matcher.ts';
import { Submap } from './match/submap.ts';
import type { OdometryOptions } from './odometry-options.ts';
import type { ScanAligner, ScanEngine, ScanMatchTask, TimedScan } from './scan-aligner.ts';

/** Scan aligner on the CPU in f64, the reference of every engine; reuses its buffers between scans. */
export class CpuScanAligner implements ScanAligner {
  readonly #sensor: SensorModel;
  readonly #options: OdometryOptions;
  readonly #deskewer: ScanDeskewer;
  readonly #matcher: ScanMatcher;
  #submap: Submap;

  readonly #chosen: Uint32Array;
  readonly #indexOfPixel: Int32Array;
  /** Neighbours of timed clouds. */
  readonly #grid = new DirectionGrid();
  readonly #raw: Float32Array;
  readonly #pixel: Uint32Array;
  readonly #xyz: Float32Array;
  readonly #normal: Float32Array;

  constructor(sensor: SensorModel, options: OdometryOptions) {
    this.#sensor = sensor;
    this.#options = options;
    this.#deskewer = new ScanDeskewer(beamGeometry(sensor), options.filter);
    this.#matcher = new ScanMatcher(options.matcher, options.observability);
    this.#submap = new Submap(options.submap);
    const pixels = sensor.beams * sensor.columnsPerFrame;
    this.#chosen = new Uint32Array(pixels);
    this.#indexOfPixel = new Int32Array(pixels).fill(-1);
    this.#raw = new Float32Array(3 * pixels);
    this.#pixel = new Uint32Array(pixels);
    this.#xyz = new Float32Array(3 * pixels);
    this.#normal = new Float32Array(3 * pixels);
  }

  get submap(): Submap {
    return this.#submap;
  }

  /** @throws CancelledError within one iteration of the cancellation */
  match(task: ScanMatchTask, cancel: CancelToken): MatchResult {
    const { clock, rates, prior, opening, T_map_previous, perRotation, gyroBias } = task;
    const points = this.#choose(task);
    const deskewed = (iteration: number, pose: Rigid): MatchPoints => {
      if (DESKEW_AT.includes(iteration)) {
        const twist = log(compose(invert(T_map_previous), pose)).map((value) => value * perRotation);
        const poses = columnPosesOf(clock, rates, { twist, gyroBias });
        deskew(this.#raw, this.#pixel, points.count, this.#sensor.columnsPerFrame, poses, this.#xyz);
      }
      return points;
    };
    return this.#matcher.match(deskewed, this.#submap, prior.T_map_sensor, prior, opening, cancel);
  }

  insert(keyframe: TimedScan, T_map_middle: Rigid, motion: ScanMotion): void {
    insertKeyframe(this.#submap, this.#deskewer, keyframe, T_map_middle, motion);
  }

  clear(submap = new Submap(this.#options.submap)): void {
    this.#submap = submap;
  }

  destroy(): void {}

  /** Reads the scan and selects the points to match, with their normals. */
  #choose(task: ScanMatchTask): MatchPoints {
    const { scan, index, thinning } = task;
    const raw = this.#deskewer.read(scan);
    const { beams, columnsPerFrame } = this.#sensor;
    const normal = this.#normal;
    const count = thinEvenly(raw.pixel, raw.count, thinning, index, this.#chosen);
    const { normals } = this.#options;
    if (scan.xyz !== undefined) this.#cloudNormals(task, count);
    else
      rangeImageNormals(
        raw,
        beams,
        columnsPerFrame,
        this.#chosen,
        count,
        normals,
        this.#indexOfPixel,
        normal,
      );
    for (let k = 0; k < count; k++) {
      const i = this.#chosen[k];
      this.#pixel[k] = raw.pixel[i];
      this.#raw[3 * k] = raw.xyz[3 * i];
      this.#raw[3 * k + 1] = raw.xyz[3 * i + 1];
      this.#raw[3 * k + 2] = raw.xyz[3 * i + 2];
    }
    return { count: count * thinning < MIN_POINTS ? 0 : count, xyz: this.#xyz, normal };
  }

  /** Normals of the chosen points of a timed cloud, de-skewed with the motion that is expected. */
  #cloudNormals(
    { clock, rates, prior, T_map_previous, perRotation, gyroBias }: ScanMatchTask,
    count: number,
  ): void {
    const deskewer = this.#deskewer;
    const step = log(compose(invert(T_map_previous), prior.T_map_sensor));
    const twist = step.map((value) => value * perRotation);
    const all = deskewer.deskewAll(columnPosesOf(clock, rates, { twist, gyroBias }));
    this.#grid.fill(deskewer.xyz, all);
    cloudNormals(this.#grid, deskewer.xyz, this.#chosen, count, this.#options.normals, this.#normal);
  }
}

export const CPU_SCAN_ENGINE: ScanEngine = {
  identity: { kind: 'cpu' },
  open: async (sensor, options) => new CpuScanAligner(sensor, options),
};
