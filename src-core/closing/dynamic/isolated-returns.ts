import type { Scan } from '../../model/scan.ts';
import type { SensorModel } from '../../model/sensor.ts';

/** Columns to either side, of the same beam, most of which must end farther off, and none as near. */
const REACH = 2;
/** Returns of them that are needed: beside a hole of the image nothing is known. */
const LEAST_BEHIND = 3;
/** Nearer than this, m, a ray without a return has gone on, into water or off it: rock returns it. */
const NEAR = 8;
/** Least distance that they end behind it, m and share of its range: relief, bolts and mesh are nearer to the rock. */
const BEHIND = 0.3;
const BEHIND_SHARE = 0.05;
/** A return of a neighbouring beam this near in range shows a body, m and share of range: a hanging cable, a post. */
const BODY = 0.2;
const BODY_SHARE = 0.03;

/**
 * Finds isolated returns of a scan: grains of dust, drops and insects, single pixels of the range image in front of
 * everything about them. A surface that is one column wide (2.5 cm at 4 m) shows in the neighbouring beams.
 * After the low-intensity and radius filters for snow and dust (Charron et al. 2018, de-noising of lidar point
 * clouds corrupted by snowfall), here in the range image, where the density of returns does not depend on range.
 */
export class IsolatedReturns {
  /** Columns by which a row lies ahead of the encoder. */
  readonly #shift: Int32Array;

  constructor(sensor: SensorModel) {
    this.#shift = Int32Array.from(sensor.beamAzimuthDeg, (degrees) =>
      Math.round((degrees * sensor.columnsPerFrame) / 360),
    );
  }

  /** @returns pixels (`beam * columns + column`), ascending */
  of({ rangeMm, columnValid, columns, beams }: Scan): Uint32Array {
    const dynamic: number[] = [];
    for (let beam = 0; beam < beams; beam++) {
      const row = beam * columns;
      for (let column = 0; column < columns; column++) {
        const mm = rangeMm[row + column];
        if (mm === 0 || columnValid[column] === 0) continue;
        const limit = mm + 1000 * BEHIND + BEHIND_SHARE * mm;
        const reach = 1000 * BODY + BODY_SHARE * mm;
        let behind = 0;
        let lost = 0;
        let isAlone = true;
        for (let step = -REACH; step <= REACH && isAlone; step++) {
          if (step === 0) continue;
          const other = rangeMm[row + ((column + step + columns) % columns)];
          if (other === 0) lost++;
          else if (other > limit) behind++;
          else if (other > mm - reach) isAlone = false;
        }
        if (!isAlone || behind + (mm < 1000 * NEAR ? lost : 0) < LEAST_BEHIND) continue;
        if (!this.#hasBody(rangeMm, columns, beams, beam, column, mm, reach)) dynamic.push(row + column);
      }
    }
    return Uint32Array.from(dynamic);
  }

  #hasBody(
    rangeMm: Uint32Array,
    columns: number,
    beams: number,
    beam: number,
    column: number,
    mm: number,
    reach: number,
  ): boolean {
    for (const neighbour of [beam - 1, beam + 1]) {
      if (neighbour < 0 || neighbour >= beams) continue;
      const shifted = column + this.#shift[beam] - this.#shift[neighbour];
      for (let step = -1; step <= 1; step++) {
        const other = rangeMm[neighbour * columns + ((shifted + step + 2 * columns) % columns)];
        if (other !== 0 && Math.abs(other - mm) < reach) return true;
      }
    }
    return false;
  }
}
