import { compose, invert, log } from '../math/se3.ts';
import type { CancelToken } from '../model/context.ts';
import { giveBack } from '../model/give-back.ts';
import type { Rigid } from '../model/rigid.ts';
import type { SensorModel } from '../model/sensor.ts';
import { beamGeometry } from './frame/beam-geometry.ts';
import { type ChosenPoints, PointChooser } from './frame/chosen-points.ts';
import { cloudNormals } from './frame/cloud-normals.ts';
import { deskew } from './frame/deskew.ts';
import { columnPosesOf, ScanDeskewer, type ScanMotion } from './frame/deskewed-scan.ts';
import { DirectionGrid } from './frame/direction-grid.ts';
import { insertKeyframe } from './keyframe-submap.ts';
import { DESKEW_AT, MIN_POINTS } from './match/match-schedule.ts';
import type { ReflectivityMap } from './match/reflectivity-map.ts';
import { type MatchPoints, type MatchResult, ScanMatcher } from './match/scan-matcher.ts';
import { Submap } from './match/submap.ts';
import type { OdometryOptions } from './odometry-options.ts';
import { isChoiceOf } from './scan-ahead.ts';
import type { ScanAligner, ScanEngine, ScanMatchTask, TimedScan } from './scan-aligner.ts';

/** Scan aligner on the CPU in f64, the reference of every engine; reuses its buffers between scans. */
export class CpuScanAligner implements ScanAligner {
  readonly #sensor: SensorModel;
  readonly #options: OdometryOptions;
  readonly #deskewer: ScanDeskewer;
  readonly #matcher: ScanMatcher;
  #submap: Submap;

  readonly #chooser: PointChooser;
  /** Neighbours of timed clouds. */
  readonly #grid = new DirectionGrid();
  /** De-skewed points of the match. */
  readonly #xyz: Float32Array;

  constructor(sensor: SensorModel, options: OdometryOptions) {
    this.#sensor = sensor;
    this.#options = options;
    this.#deskewer = new ScanDeskewer(beamGeometry(sensor), options.filter);
    this.#matcher = new ScanMatcher(options.matcher, options.observability);
    this.#submap = new Submap(options.submap);
    this.#chooser = new PointChooser(sensor, options);
    this.#xyz = new Float32Array(3 * sensor.beams * sensor.columnsPerFrame);
  }

  get texture(): ReflectivityMap {
    return this.#submap.texture;
  }

  copySubmap(): Submap {
    return this.#submap.clone(this.#options.submap);
  }

  /** @throws CancelledError within one iteration of the cancellation */
  match(task: ScanMatchTask, cancel: CancelToken): MatchResult {
    const { clock, rates, prior, opening, T_map_previous, perRotation, gyroBias } = task;
    const { count, raw, pixel, normal } = this.#choose(task);
    const points = { count: count * task.thinning < MIN_POINTS ? 0 : count, xyz: this.#xyz, normal };
    const deskewed = (iteration: number, pose: Rigid): MatchPoints => {
      if (DESKEW_AT.includes(iteration)) {
        const twist = log(compose(invert(T_map_previous), pose)).map((value) => value * perRotation);
        const poses = columnPosesOf(clock, rates, { twist, gyroBias });
        deskew(raw, pixel, points.count, this.#sensor.columnsPerFrame, poses, this.#xyz);
        giveBack(poses);
      }
      return points;
    };
    return this.#matcher.match(deskewed, this.#submap, prior.T_map_sensor, prior, opening, cancel);
  }

  insert(keyframe: TimedScan, T_map_middle: Rigid, motion: ScanMotion): void {
    insertKeyframe(this.#submap, this.#deskewer, keyframe, T_map_middle, motion);
  }

  settled(): void {}

  clear(submap = new Submap(this.#options.submap)): void {
    this.#submap = submap;
  }

  destroy(): void {}

  /** The points to match, chosen ahead or now, with their normals. */
  #choose(task: ScanMatchTask): ChosenPoints {
    const { scan, index, thinning, ahead } = task;
    if (ahead && isChoiceOf(ahead, this.#options, thinning)) return ahead;
    const chosen = this.#chooser.choose(scan, index, thinning);
    if (scan.xyz !== undefined) this.#cloudNormals(task, chosen);
    return chosen;
  }

  /** Normals of the chosen points of a timed cloud, de-skewed with the motion that is expected. */
  #cloudNormals(
    { scan, clock, rates, prior, T_map_previous, perRotation, gyroBias }: ScanMatchTask,
    { count, normal }: ChosenPoints,
  ): void {
    const deskewer = this.#deskewer;
    const step = log(compose(invert(T_map_previous), prior.T_map_sensor));
    const twist = step.map((value) => value * perRotation);
    deskewer.read(scan);
    const poses = columnPosesOf(clock, rates, { twist, gyroBias });
    const all = deskewer.deskewAll(poses);
    giveBack(poses);
    this.#grid.fill(deskewer.xyz, all);
    cloudNormals(this.#grid, deskewer.xyz, this.#chooser.indices, count, this.#options.normals, normal);
  }
}

export const CPU_SCAN_ENGINE: ScanEngine = {
  identity: { kind: 'cpu' },
  open: async (sensor, options) => new CpuScanAligner(sensor, options),
};
