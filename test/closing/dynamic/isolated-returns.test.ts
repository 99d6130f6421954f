import { describe, expect, it } from 'vitest';
import { IsolatedReturns } from '../../../src-core/closing/dynamic/isolated-returns.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import type { Scan } from '../../../src-core/model/scan.ts';
import type { SensorModel } from '../../../src-core/model/sensor.ts';
import { simulatedSensor } from '../../../src-simulate/os1-16.ts';

const SENSOR: SensorModel = simulatedSensor('legacy16');
const { beams, columnsPerFrame: columns } = SENSOR;
/** Columns by which a row lies ahead of the encoder. */
const ahead = (beam: number): number => Math.round((SENSOR.beamAzimuthDeg[beam] * columns) / 360);
const wrapped = (column: number): number => (column + columns) % columns;

/** A scan of a wall at 5 m, with other ranges at some pixels, m. */
function wallWith(others: readonly (readonly [beam: number, column: number, metres: number])[]): Scan {
  const random = seededRandom(11);
  const rangeMm = Uint32Array.from({ length: beams * columns }, () =>
    Math.round(5000 + 20 * random.normal()),
  );
  for (const [beam, column, metres] of others) rangeMm[beam * columns + wrapped(column)] = 1000 * metres;
  return {
    frameId: 0,
    beams,
    columns,
    rangeMm,
    reflectivity: new Uint16Array(rangeMm.length),
    signal: new Uint16Array(rangeMm.length),
    nearIr: new Uint16Array(rangeMm.length),
    columnStampNs: new BigUint64Array(columns),
    columnValid: new Uint8Array(columns).fill(1),
  } as unknown as Scan;
}
const isolated = (scan: Scan): number[] => [...new IsolatedReturns(SENSOR).of(scan)];

describe('isolated returns of a scan (seed 11)', () => {
  it('are none on a wall', () => {
    expect(isolated(wallWith([]))).toEqual([]);
  });

  it('are single returns in front of it, over the seam of the image too', () => {
    expect(
      isolated(
        wallWith([
          [3, 100, 2],
          [7, 0, 1.5],
          [9, columns - 1, 3],
        ]),
      ),
    ).toEqual([3 * columns + 100, 7 * columns, 9 * columns + columns - 1]);
  });

  it('are neither two beside each other, nor relief, nor a post that the next beam sees', () => {
    const beside = isolated(
      wallWith([
        [3, 100, 2],
        [3, 101, 2.05],
      ]),
    );
    const relief = isolated(wallWith([[3, 100, 4.7]]));
    const post = isolated(
      wallWith([
        [3, 100, 3],
        [4, 100 + ahead(3) - ahead(4), 3.05],
      ]),
    );
    expect([beside, relief, post]).toEqual([[], [], []]);
  });

  it('are grains before rays that are lost nearby, and not a far return among lost ones', () => {
    const lostAbout = (metres: number): Scan =>
      wallWith([
        [3, 98, 0],
        [3, 99, 0],
        [3, 100, metres],
        [3, 101, 0],
        [3, 102, 0],
      ]);
    expect(isolated(lostAbout(2))).toEqual([3 * columns + 100]);
    expect(isolated(lostAbout(12))).toEqual([]);
  });
});
