import type { ImuSample, Scan } from '../model/scan.ts';
import type { SensorModel } from '../model/sensor.ts';
import { beamGeometry } from './frame/beam-geometry.ts';
import { type ChoiceOptions, type ChosenPoints, PointChooser } from './frame/chosen-points.ts';
import { ScanDeskewer, type ScanReturns } from './frame/deskewed-scan.ts';
import { withoutFreeStanding } from './frame/free-standing.ts';

/**
 * Points of a scan chosen before its turn, in another thread, with what they were chosen by: the first scans of a drive
 * and those after a gap are matched with other points.
 */
export interface PointsAhead extends ChosenPoints {
  readonly thinning: number;
  readonly options: ChoiceOptions;
}

/** A scan read before its turn, with all that can be computed of it while earlier ones are matched. */
export interface ScanAhead {
  readonly index: number;
  /** Without what stands free in it. */
  readonly scan: Scan;
  readonly imu: readonly ImuSample[];
  /** Null: chosen by the engine, or a timed cloud, whose normals need its motion. */
  readonly points: PointsAhead | null;
  /** All its returns, for an engine that chooses its points itself; null: the others need them of keyframes only. */
  readonly returns: ScanReturns | null;
}

/** Options of the odometry that decide what is prepared of a scan. */
export interface AheadOptions extends ChoiceOptions {
  readonly thinning: number;
}

/** Prepares scans for the odometry before their turn. */
export class ScansAhead {
  readonly #sensor: SensorModel;
  readonly #options: ChoiceOptions;
  readonly #thinning: number;
  readonly #chooser: PointChooser | null;
  readonly #deskewer: ScanDeskewer | null;

  /** @param choosesPoints false if the engine chooses them itself, as on a graphics card */
  constructor(sensor: SensorModel, { filter, normals, thinning }: AheadOptions, choosesPoints: boolean) {
    this.#sensor = sensor;
    this.#options = { filter, normals };
    this.#thinning = thinning;
    this.#chooser = choosesPoints ? new PointChooser(sensor, this.#options) : null;
    this.#deskewer = choosesPoints ? null : new ScanDeskewer(beamGeometry(sensor), filter);
  }

  /** @returns arrays of its own, which can be transferred to another thread */
  prepare({ index, scan: captured, imu }: Pick<ScanAhead, 'index' | 'scan' | 'imu'>): ScanAhead {
    const scan = withoutFreeStanding(captured, this.#sensor);
    const returns = this.#deskewer?.returnsOf(scan) ?? null;
    if (this.#chooser === null || scan.xyz !== undefined) return { index, scan, imu, points: null, returns };
    const { count, raw, pixel, normal } = this.#chooser.choose(scan, index, this.#thinning);
    const points = {
      count,
      raw: raw.slice(0, 3 * count),
      pixel: pixel.slice(0, count),
      normal: normal.slice(0, 3 * count),
      thinning: this.#thinning,
      options: this.#options,
    };
    return { index, scan, imu, points, returns };
  }
}

/** True if points chosen ahead are those that would be chosen now. */
export function isChoiceOf(
  points: PointsAhead,
  { filter, normals }: ChoiceOptions,
  thinning: number,
): boolean {
  const { filter: f, normals: n } = points.options;
  return (
    points.thinning === thinning &&
    f.minRange === filter.minRange &&
    f.maxRange === filter.maxRange &&
    n.columnReach === normals.columnReach &&
    n.beamReach === normals.beamReach &&
    n.maxRangeStep === normals.maxRangeStep
  );
}
