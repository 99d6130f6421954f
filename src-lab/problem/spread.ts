import type { PointSet } from './method.ts';

/** Points whose scatter about their own mean is summed at a time. */
const BLOCK = 256;

/**
 * Root mean square distance of points from their mean, m, wherever that is; at most `most`. The scatter of blocks of
 * points about their own means only grows towards that of all: where a large cloud reaches `most`, the rest is not read.
 */
export function spreadOf({ count, xyz }: PointSet, most = Number.POSITIVE_INFINITY): number {
  // Relative to the first point: large coordinates would lose the digits of the spread.
  const [x, y, z] = [xyz[0], xyz[1], xyz[2]];
  const enough = most * most * count;
  let [sumX, sumY, sumZ, squares, scatter] = [0, 0, 0, 0, 0];
  for (let first = 0; first < count; first += BLOCK) {
    const end = Math.min(count, first + BLOCK);
    let [blockX, blockY, blockZ, blockSquares] = [0, 0, 0, 0];
    for (let at = 3 * first; at < 3 * end; at += 3) {
      const dx = xyz[at] - x;
      const dy = xyz[at + 1] - y;
      const dz = xyz[at + 2] - z;
      blockX += dx;
      blockY += dy;
      blockZ += dz;
      blockSquares += dx * dx + dy * dy + dz * dz;
    }
    sumX += blockX;
    sumY += blockY;
    sumZ += blockZ;
    squares += blockSquares;
    scatter += blockSquares - (blockX * blockX + blockY * blockY + blockZ * blockZ) / (end - first);
    if (scatter >= enough) return most;
  }
  const aboutMean = squares - (sumX * sumX + sumY * sumY + sumZ * sumZ) / count;
  return Math.min(most, Math.sqrt(Math.max(0, aboutMean) / count));
}
