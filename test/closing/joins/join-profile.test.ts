import { expect, it } from 'vitest';
import { JOIN_PROFILE_DEFAULTS, joinProfile } from '../../../src-core/closing/joins/join-profile.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { identity } from '../../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { simulatedSensor } from '../../../src-simulate/os1-16.ts';
import { emptyScan, scanPose } from '../../project/fixtures.ts';

const SEED = 15;

it.each([
  [0.25, 1],
  [0.5, 2],
  [0.6, 3],
  [1, 4],
])(
  `a profile of the walls reads a scan each %d m of the path, of which scans are a quarter of a metre apart (seed ${SEED})`,
  async (scanSpacing, every) => {
    const sensor = simulatedSensor('legacy16');
    const random = seededRandom(SEED);
    const poses = Array.from({ length: 13 }, (_, i) => ({
      ...scanPose(random, i),
      T_map_sensor: { ...identity(), t: Float64Array.of(0.25 * i, 0, 0) },
    }));
    const read: number[] = [];
    const source = {
      sensor,
      read: async (index: number) => {
        read.push(index);
        return { index, scan: emptyScan(sensor.beams, sensor.columnsPerFrame), imu: [] };
      },
    };
    const path = poses.map((_, i) => 0.25 * i);
    const options = { ...JOIN_PROFILE_DEFAULTS, scanSpacing };
    const { relief } = await joinProfile({ source, poses }, path, options, SILENT_CONTEXT);
    expect(read).toEqual(poses.map((_, i) => i).filter((i) => i % every === 0));
    // Nothing was seen of the walls.
    expect(relief.every(Number.isNaN)).toBe(true);
  },
);
