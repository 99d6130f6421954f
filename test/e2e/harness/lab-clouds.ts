import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expSo3 } from '../../../src-core/math/se3.ts';
import type { PointSet } from '../../../src-lab/problem/method.ts';
import { saddle, sampledSaddle } from '../../../src-lab/problem/saddle.ts';

const SEED = 3;
const R = expSo3(0.06, -0.1, 0.15);

/** Two samples of the thesis' surface in a folder: `moves.xyz`, of 900 points, and `stays.xyz`, of 1600. */
export function writeLabClouds(folder: string): void {
  writeFileSync(join(folder, 'moves.xyz'), cloudText(sampledSaddle(900, SEED), true));
  writeFileSync(join(folder, 'stays.xyz'), cloudText(saddle(40), false));
}

/** A text of x y z, each point turned and shifted a little where it is asked. */
function cloudText({ count, xyz }: PointSet, isMoved: boolean): string {
  return Array.from({ length: count }, (_, i) => {
    const [x, y, z] = xyz.subarray(3 * i, 3 * i + 3);
    const at = [0, 1, 2].map((k) =>
      isMoved ? R[3 * k] * x + R[3 * k + 1] * y + R[3 * k + 2] * z + 0.2 : [x, y, z][k],
    );
    return at.map((value) => value.toFixed(5)).join(' ');
  }).join('\n');
}
