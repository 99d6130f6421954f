/**
 * Merges grid cells of the same class into rectangles, as path data in cells from the upper left corner; greedy,
 * growing each to the right and then down. Rectangle paths print sharp at any size and need no raster image in the
 * document.
 *
 * @param classes one per cell; negative ones are omitted
 * @returns path data by class
 */
export function cellAreas(classes: ArrayLike<number>, columns: number, rows: number): Map<number, string> {
  const done = new Uint8Array(columns * rows);
  const paths = new Map<number, string[]>();
  const free = (at: number, wanted: number): boolean => done[at] === 0 && classes[at] === wanted;
  const rowIsFree = (at: number, width: number, wanted: number): boolean => {
    for (let i = 0; i < width; i++) if (!free(at + i, wanted)) return false;
    return true;
  };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const own = classes[at];
      if (done[at] === 1 || own < 0) continue;
      let width = 1;
      while (column + width < columns && free(at + width, own)) width++;
      let height = 1;
      while (row + height < rows && rowIsFree(at + height * columns, width, own)) height++;
      for (let r = 0; r < height; r++) done.fill(1, at + r * columns, at + r * columns + width);
      let path = paths.get(own);
      if (path === undefined) {
        path = [];
        paths.set(own, path);
      }
      path.push(`M${column} ${row}h${width}v${height}h${-width}z`);
    }
  }
  return new Map([...paths].sort(([a], [b]) => a - b).map(([index, parts]) => [index, parts.join('')]));
}

/** Path data, in cells, of the edges between marked and unmarked cells. */
export function markedEdges(marked: ArrayLike<number>, columns: number, rows: number): string {
  const isMarked = (row: number, column: number): boolean =>
    row >= 0 && row < rows && column >= 0 && column < columns && marked[row * columns + column] === 1;
  const parts: string[] = [];
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column < columns; column++) {
      if (isMarked(row - 1, column) === isMarked(row, column)) continue;
      let end = column + 1;
      while (end < columns && isMarked(row - 1, end) !== isMarked(row, end)) end++;
      parts.push(`M${column} ${row}h${end - column}`);
      column = end - 1;
    }
  for (let column = 0; column <= columns; column++)
    for (let row = 0; row < rows; row++) {
      if (isMarked(row, column - 1) === isMarked(row, column)) continue;
      let end = row + 1;
      while (end < rows && isMarked(end, column - 1) !== isMarked(end, column)) end++;
      parts.push(`M${column} ${row}v${end - row}`);
      row = end - 1;
    }
  return parts.join('');
}
