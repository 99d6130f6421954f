import type { SensorModel } from '../../model/sensor.ts';
import { quickAngle } from './quick-angle.ts';

/**
 * Upright image of the surroundings of a lidar: rows are beams from the top down, columns are azimuth, so that
 * neighbours in the image are neighbours in the world despite the stagger of the beams.
 */
export class ImageGrid {
  readonly columns: number;
  readonly rows: number;
  /** Elevations of the rows, degrees, falling. */
  readonly altitudeDeg: Float64Array;
  readonly #rowOfBeam: Int32Array;

  constructor({ beams, columnsPerFrame, beamAltitudeDeg }: SensorModel) {
    this.columns = columnsPerFrame;
    this.rows = beams;
    const order = Array.from({ length: beams }, (_, beam) => beam).sort(
      (a, b) => beamAltitudeDeg[b] - beamAltitudeDeg[a],
    );
    this.altitudeDeg = Float64Array.from(order, (beam) => beamAltitudeDeg[beam]);
    this.#rowOfBeam = new Int32Array(beams);
    order.forEach((beam, row) => {
      this.#rowOfBeam[beam] = row;
    });
  }

  /** Cell of a return: `row * columns + column`. @param pixel `beam * columns + column` as sent by the sensor */
  cellOf(x: number, y: number, pixel: number): number {
    return this.#rowOfBeam[(pixel / this.columns) | 0] * this.columns + this.columnOf(x, y);
  }

  /** Column of a direction in the lidar frame. */
  columnOf(x: number, y: number): number {
    const turn = quickAngle(y, x) / (2 * Math.PI);
    return Math.min(((turn - Math.floor(turn)) * this.columns) | 0, this.columns - 1);
  }

  /** Wraps a column at most one turn off back into the image. */
  wrap(column: number): number {
    return column < 0 ? column + this.columns : column >= this.columns ? column - this.columns : column;
  }
}
