import { expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { identity } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { fitScanPicks, pickedInScans } from '../../src-core/survey/picked-points.ts';
import { simulatedSensor } from '../../src-simulate/os1-16.ts';
import { emptyScan, scanPose } from '../project/fixtures.ts';

const SEED = 12;
/** Scans are looked at up to this far from a pick, m. */
const VIEW = 8;
const sensor = simulatedSensor('legacy16');

/** Scans that are read for a pick, of a straight way with a scan each so many metres. */
async function readFor(
  step: number,
  count: number,
  at: readonly [number, number, number],
): Promise<number[]> {
  const random = seededRandom(SEED);
  const poses = Array.from({ length: count }, (_, i) => ({
    ...scanPose(random, i),
    T_map_sensor: { ...identity(), t: Float64Array.of(step * i, 0, 0) },
  }));
  const read: number[] = [];
  const store = {
    ...{ sensor, count },
    read: async (index: number) => {
      read.push(index);
      return { index, scan: emptyScan(sensor.beams, sensor.columnsPerFrame), imu: [] };
    },
  };
  const picks = pickedInScans([{ name: 'P', place: at, feature: 'paint', size: null }], poses);
  const [{ fit }] = await fitScanPicks(store, { poses }, picks, SILENT_CONTEXT);
  expect(fit).toBeNull();
  return read;
}

it(`a picked point is looked for in all scans within ${VIEW} m of it, before and behind (seed ${SEED})`, async () => {
  const near = Array.from({ length: 60 }, (_, i) => i).filter((i) => Math.hypot(i - 25.2, 3) <= VIEW);
  expect(await readFor(1, 60, [25.2, 3, 0])).toEqual(near);
  // At either end of the way.
  expect(await readFor(1, 10, [0, 0, 0])).toEqual(Array.from({ length: VIEW + 1 }, (_, i) => i));
  expect(await readFor(1, 10, [9, 0, 0])).toEqual(Array.from({ length: VIEW + 1 }, (_, i) => i + 1));
});

it(`of a sensor that stood it is looked for in eighty scans, evenly chosen (seed ${SEED})`, async () => {
  const read = await readFor(0, 800, [1, 0, 0]);
  expect(read).toEqual(Array.from({ length: 80 }, (_, i) => 10 * i + 5));
});
