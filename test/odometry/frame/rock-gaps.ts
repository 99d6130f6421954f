import type { Drive } from '../../../src-simulate/drive.ts';

/**
 * Distances of points to the simulated rock along the radius from the axis, metres, positive inside the void. Points
 * near the portal or the face are left out: there the rock has no radius.
 *
 * @param xyz 3 * count, metres, world frame
 */
export function rockGaps(drive: Drive, xyz: ArrayLike<number>, count: number): number[] {
  const { line, surface, face } = drive.scene;
  const last = face ? face.nearest - 0.2 : drive.options.length - 0.2;
  const gaps: number[] = [];
  for (let i = 0; i < count; i++) {
    const { s, n, b } = line.locate(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2], drive.surveyed.from + 3);
    if (s < 0.2 || s > last) continue;
    gaps.push(surface.radiusAt(s, Math.atan2(b, n)) - Math.hypot(n, b));
  }
  return gaps;
}

/** Root mean square of the smallest share of the values by size: a few points at edges of the rock say nothing. */
export function trimmedRms(values: readonly number[], share = 0.98): number {
  const sorted = values.map(Math.abs).sort((a, b) => a - b);
  const remaining = sorted.slice(0, Math.ceil(share * sorted.length));
  return Math.sqrt(remaining.reduce((sum, value) => sum + value * value, 0) / remaining.length);
}
