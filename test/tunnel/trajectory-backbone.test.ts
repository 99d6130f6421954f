import { describe, expect, it } from 'vitest';
import { traceBackbone } from '../../src-core/tunnel/axis/trajectory/trajectory-backbone.ts';

/** Positions along straight legs, each turned to the left from the one before, degrees, and so long, m; one every 0.5 m. */
function way(...legs: readonly (readonly [turn: number, length: number])[]): Float64Array {
  const xyz = [0, 0, 0];
  let [x, y, heading] = [0, 0, 0];
  for (const [turn, length] of legs) {
    heading += (turn * Math.PI) / 180;
    for (let at = 0.5; at <= length + 1e-9; at += 0.5) {
      x += 0.5 * Math.cos(heading);
      y += 0.5 * Math.sin(heading);
      xyz.push(x, y, 0);
    }
  }
  return Float64Array.from(xyz);
}

const lengthOf = (positions: Float64Array): number => traceBackbone(positions, 0.5 - 1e-6, 1).along.at(-1)!;

describe('the path of a drive traced once', () => {
  it.each([0, 30, 60, 70])('goes round a corner of %d degrees', (turn) => {
    expect(lengthOf(way([0, 10], [turn, 8]))).toBeCloseTo(18, 6);
    expect(lengthOf(way([0, 10], [-turn, 8]))).toBeCloseTo(18, 6);
  });

  it('is as long as the way out where the robot came back along it', () => {
    expect(lengthOf(way([0, 10], [180, 10]))).toBeCloseTo(10, 6);
    expect(lengthOf(way([0, 10], [180, 14]))).toBeCloseTo(14, 6);
  });
});
