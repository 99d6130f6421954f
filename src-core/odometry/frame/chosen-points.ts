import type { Scan } from '../../model/scan.ts';
import type { SensorModel } from '../../model/sensor.ts';
import { beamGeometry } from './beam-geometry.ts';
import { type NormalOptions, RangeImageNormals } from './range-image-normals.ts';
import { type RangeFilterOptions, type ScanPoints, scanPointsBuffer, scanToPoints } from './scan-points.ts';
import { thinEvenly } from './thin.ts';

/** Options that decide which points of a scan are chosen, and their normals. */
export interface ChoiceOptions {
  readonly filter: RangeFilterOptions;
  readonly normals: NormalOptions;
}

/** The points of a scan that are matched, as captured, with their normals: what does not depend on its pose. */
export interface ChosenPoints {
  readonly count: number;
  /** 3 * count, metres, sensor frame of each point's column. */
  readonly raw: Float32Array;
  /** `beam * columns + column` of each point. */
  readonly pixel: Uint32Array;
  /** 3 * count unit normals pointing to the sensor; (0, 0, 0): unknown. Not those of a timed cloud. */
  readonly normal: Float32Array;
}

/** Chooses the points of scans that are matched, and computes their normals; reuses its buffers between scans. */
export class PointChooser {
  readonly #options: ChoiceOptions;
  readonly #geometry: ReturnType<typeof beamGeometry>;
  readonly #points: ScanPoints;
  readonly #image: RangeImageNormals;
  readonly #indices: Uint32Array;
  readonly #raw: Float32Array;
  readonly #pixel: Uint32Array;
  readonly #normal: Float32Array;

  constructor(sensor: SensorModel, options: ChoiceOptions) {
    this.#options = options;
    this.#geometry = beamGeometry(sensor);
    this.#points = scanPointsBuffer(this.#geometry);
    this.#image = new RangeImageNormals(sensor.beams, sensor.columnsPerFrame, options.normals);
    const pixels = sensor.beams * sensor.columnsPerFrame;
    this.#indices = new Uint32Array(pixels);
    this.#raw = new Float32Array(3 * pixels);
    this.#pixel = new Uint32Array(pixels);
    this.#normal = new Float32Array(3 * pixels);
  }

  /** Indices of the chosen points of the last scan among its returns, ascending; the first `count` are valid. */
  get indices(): Uint32Array {
    return this.#indices;
  }

  /**
   * @param index of the scan in its session; seeds the selection
   * @param thinning every nth point is chosen
   * @returns owned by the chooser, valid until the next call; the normals of a timed cloud are left to the caller
   */
  choose(scan: Scan, index: number, thinning: number): ChosenPoints {
    const points = scanToPoints(scan, this.#geometry, this.#options.filter, this.#points);
    const [indices, raw, pixel, normal] = [this.#indices, this.#raw, this.#pixel, this.#normal];
    const count = thinEvenly(points.pixel, points.count, thinning, index, indices);
    if (scan.xyz === undefined) this.#image.compute(points, indices, count, normal);
    for (let k = 0; k < count; k++) {
      const i = indices[k];
      pixel[k] = points.pixel[i];
      raw[3 * k] = points.xyz[3 * i];
      raw[3 * k + 1] = points.xyz[3 * i + 1];
      raw[3 * k + 2] = points.xyz[3 * i + 2];
    }
    return { count, raw, pixel, normal };
  }
}
