import { describe, expect, it } from 'vitest';
import { fitCheckerboard } from '../../../src-core/closing/control/fits/checkerboard-fit.ts';
import { seededRandom } from '../../../src-core/math/random.ts';

const SEED = 31;
const SIZE = 0.3;
/** Of the crossing from the click, m, and its turn. */
const [ALONG, UP, TURN] = [0.02, -0.015, 0.2];

/** A board in the plane x = 0 whose fields differ by a brightness of 100; noise of 15 on each point. */
function board(offset: number, gain = 1) {
  const { uniform, normal } = seededRandom(SEED);
  const points = Array.from({ length: 200 }, () => [0, SIZE * (uniform() - 0.5), SIZE * (uniform() - 0.5)]);
  const reflectivity = points.map(([, y, z]) => {
    const a = Math.cos(TURN) * y + Math.sin(TURN) * z;
    const b = -Math.sin(TURN) * y + Math.cos(TURN) * z;
    return offset + gain * (50 * Math.sign(a * b) + 15 * normal());
  });
  const xyz = Float64Array.from(points.flatMap(([x, y, z]) => [x + 0.001 * normal(), y - ALONG, z - UP]));
  return { xyz, reflectivity: Float64Array.from(reflectivity) };
}

describe(`the middle of a checkerboard (seed ${SEED})`, () => {
  it.each([
    [200, 1],
    [30_000, -20],
  ])('is found whatever scale the brightness is told in: from %d on, %d times', (offset, gain) => {
    const fit = fitCheckerboard(board(offset, gain), SIZE);
    expect(fit).not.toBeNull();
    // Two hundred points in 0.3 m are two centimetres apart; some thirty lie along the edges.
    expect(Math.hypot(fit!.place[1] + ALONG, fit!.place[2] + UP)).toBeLessThan(0.008);
  });

  it('is none where brightness is noise', () => {
    const { xyz } = board(200);
    const random = seededRandom(SEED + 1);
    const reflectivity = Float64Array.from({ length: xyz.length / 3 }, () => 200 + 50 * random.normal());
    expect(fitCheckerboard({ xyz, reflectivity }, SIZE)).toBeNull();
  });
});
