/** Steps from a corner of the grid along the sides of cells: (row, column), counter-clockwise in (column, row). */
const SIDES = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
] as const;

/**
 * Closed outline of the largest part of a mask of square cells, along their sides, counter-clockwise with columns
 * to the right and rows upward; corners only. Holes are not outlined.
 *
 * @param isIn true for a cell of the mask; false beyond the grid
 * @param cells (row, column) of the cells of the mask
 * @returns (row, column) of the corners; cell (r, c) lies between (r, c) and (r + 1, c + 1)
 */
export function maskOutline(
  isIn: (row: number, column: number) => boolean,
  cells: Iterable<readonly [number, number]>,
): [number, number][] {
  // Directed sides with the mask on their left, by their first corner.
  const sides = new Map<string, number[]>();
  const add = (row: number, column: number, side: number): void => {
    const key = `${row} ${column}`;
    const held = sides.get(key);
    if (held === undefined) sides.set(key, [side]);
    else held.push(side);
  };
  for (const [row, column] of cells) {
    if (!isIn(row - 1, column)) add(row, column, 0);
    if (!isIn(row, column + 1)) add(row, column + 1, 1);
    if (!isIn(row + 1, column)) add(row + 1, column + 1, 2);
    if (!isIn(row, column - 1)) add(row + 1, column, 3);
  }
  let best: [number, number][] = [];
  let most = 0;
  for (const [key, held] of sides) {
    while (held.length > 0) {
      const [row, column] = key.split(' ').map(Number);
      const ring = walk(sides, row, column, held.shift()!);
      const area = areaOf(ring);
      if (area > most) [best, most] = [ring, area];
    }
  }
  return best;
}

/** Follows the sides from a corner until it is back; they are used up. */
function walk(sides: Map<string, number[]>, row: number, column: number, first: number): [number, number][] {
  const corners: [number, number][] = [];
  let [r, c, side, before] = [row, column, first, -1];
  for (;;) {
    if (side !== before) corners.push([r, c]);
    before = side;
    r += SIDES[side][0];
    c += SIDES[side][1];
    if (r === row && c === column) break;
    const held = sides.get(`${r} ${c}`)!;
    // Where two cells touch at a corner, turn right: they are one part, as in the search for connected cells.
    const turned = [3, 0, 1].map((turn) => (before + turn) % 4).find((next) => held.includes(next))!;
    held.splice(held.indexOf(turned), 1);
    side = turned;
  }
  if (corners.length > 1 && before === first) corners.shift();
  return corners;
}

function areaOf(ring: readonly (readonly [number, number])[]): number {
  return (
    ring.reduce((sum, [row, column], i) => {
      const [nextRow, nextColumn] = ring[(i + 1) % ring.length];
      return sum + column * nextRow - nextColumn * row;
    }, 0) / 2
  );
}
