import { expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { cloudJoinSide } from '../../src-core/survey/join-sessions.ts';
import { streamOf } from '../io/export/clouds.ts';
import { scanPose } from '../project/fixtures.ts';

const SEED = 6;

it(`a cloud as a side of a join has its path, its accuracy and the walls of all of its chunks (seed ${SEED})`, async () => {
  const random = seededRandom(SEED);
  const poses = [0, 1].map((i) => scanPose(random, i));
  const accuracy = { bias: 0.002, noise: 0.003, lengthShare: 0, placeSigma: 0.01 };
  // Ten points a metre apart in either chunk: each in a cell of its own.
  const chunk = (from: number) => ({
    ...{ count: 10, origin: [500_000 + from, 8_600_000, 4000] as const },
    xyz: Float32Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? i / 3 : 0)),
  });
  const side = await cloudJoinSide(streamOf([chunk(0), chunk(10)]), poses, accuracy);
  expect(side.walls.cells).toBe(20);
  expect(side).toMatchObject({ poses, accuracy, origin: [0, 0, 0] });
});
