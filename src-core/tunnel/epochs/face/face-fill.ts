import { FACE_FILLED, FACE_MEASURED } from '../../../model/face.ts';
import type { FaceGrid } from './face-columns.ts';

/**
 * Radius about a hole of the measured cells that the plane is fitted to, m; doubled until there are enough of
 * them.
 */
const REACH = 0.6;
const LEAST_CELLS = 12;

/**
 * Extrapolates the face into cells where it was not measured, at the rim and in shadows: by a plane fitted to
 * the measured cells around, with weights that fall with the distance.
 *
 * @param state changed in place: `wanted` cells without a measurement become interpolated
 */
export function fillFace(
  grid: FaceGrid,
  chainage: Float64Array,
  state: Uint8Array,
  wanted: (cell: number) => boolean,
): void {
  for (let cell = 0; cell < state.length; cell++) {
    if (state[cell] === FACE_MEASURED || !wanted(cell)) continue;
    chainage[cell] = planeAt(grid, chainage, state, cell);
    state[cell] = FACE_FILLED;
  }
}

function planeAt(grid: FaceGrid, chainage: Float64Array, state: Uint8Array, cell: number): number {
  const { columns, rows } = grid;
  const [column, row] = [cell % columns, Math.floor(cell / columns)];
  for (let reach = Math.ceil(REACH / grid.cell); ; reach *= 2) {
    const sums = new Float64Array(9);
    let count = 0;
    for (let j = Math.max(0, row - reach); j <= Math.min(rows - 1, row + reach); j++) {
      for (let i = Math.max(0, column - reach); i <= Math.min(columns - 1, column + reach); i++) {
        if (state[j * columns + i] !== FACE_MEASURED) continue;
        const [x, y, z] = [i - column, j - row, chainage[j * columns + i]];
        const w = 1 / (x * x + y * y);
        [1, x, y, x * x, x * y, y * y, z, x * z, y * z].forEach((term, k) => {
          sums[k] += w * term;
        });
        count++;
      }
    }
    const everywhere = reach > columns && reach > rows;
    if (count >= LEAST_CELLS || everywhere) return planeValue(sums);
  }
}

/**
 * Value in the middle of the plane z = a + b x + c y fitted by these weighted sums; their mean if the plane
 * is degenerate.
 */
function planeValue([s, sx, sy, sxx, sxy, syy, sz, sxz, syz]: Float64Array): number {
  const [a, b, c] = [sxx * syy - sxy * sxy, sxy * sy - sx * syy, sx * sxy - sxx * sy];
  const determinant = s * a + sx * b + sy * c;
  if (!(determinant > 1e-6 * s * sxx * syy)) return sz / s;
  return (a * sz + b * sxz + c * syz) / determinant;
}
