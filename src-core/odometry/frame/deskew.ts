import type { ColumnPoses } from './motion.ts';

/**
 * De-skews a rotation: transforms each point from the sensor frame of its own column to that of the reference
 * instant.
 *
 * @param xyz 3 * count, metres, sensor frame of each point's column
 * @param pixel `beam * columns + column` of each point
 * @param columnPoses `T_reference_column`, see `motion.ts`
 * @param out 3 * count; may be `xyz` itself
 */
export function deskew(
  xyz: Float32Array,
  pixel: Uint32Array,
  count: number,
  columns: number,
  columnPoses: ColumnPoses,
  out: Float32Array,
): void {
  const T = columnPoses;
  for (let i = 0; i < count; i++) {
    const p = 12 * (pixel[i] % columns);
    const at = 3 * i;
    const x = xyz[at];
    const y = xyz[at + 1];
    const z = xyz[at + 2];
    out[at] = T[p] * x + T[p + 1] * y + T[p + 2] * z + T[p + 9];
    out[at + 1] = T[p + 3] * x + T[p + 4] * y + T[p + 5] * z + T[p + 10];
    out[at + 2] = T[p + 6] * x + T[p + 7] * y + T[p + 8] * z + T[p + 11];
  }
}
