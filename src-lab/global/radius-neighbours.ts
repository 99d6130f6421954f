import { CellTable } from '../clouds/cell-table.ts';
import type { PointSet } from '../problem/method.ts';

/** Neighbours of every point within a radius, the point itself left out: those of i at `start[i]` to `start[i + 1]`. */
interface RadiusNeighbours {
  readonly start: Int32Array;
  readonly index: Int32Array;
  readonly distance: Float64Array;
}

/**
 * Finds all pairs of points within a radius, m, by a grid of that edge.
 *
 * @param isWanted points whose neighbours are wanted, other than 0; the others have none. Absent: all
 */
export function radiusNeighbours(
  { count, xyz }: PointSet,
  radius: number,
  isWanted?: Uint8Array,
): RadiusNeighbours {
  const table = new CellTable();
  const place = new Int32Array(3 * count);
  const cellOf = new Int32Array(count);
  for (let at = 0; at < 3 * count; at++) place[at] = Math.floor(xyz[at] / radius);
  for (let i = 0; i < count; i++) cellOf[i] = table.add(place[3 * i], place[3 * i + 1], place[3 * i + 2]);
  // Points sorted by their cell.
  const first = new Int32Array(table.count + 1);
  for (const cell of cellOf) first[cell + 1]++;
  for (let cell = 0; cell < table.count; cell++) first[cell + 1] += first[cell];
  const next = first.slice();
  const inCells = new Int32Array(count);
  for (let i = 0; i < count; i++) inCells[next[cellOf[i]]++] = i;

  const start = new Int32Array(count + 1);
  let index = new Int32Array(32 * count);
  let distance = new Float64Array(32 * count);
  let length = 0;
  for (let i = 0; i < count; i++) {
    start[i + 1] = length;
    if (isWanted?.[i] === 0) continue;
    const [ci, cj, ck] = [place[3 * i], place[3 * i + 1], place[3 * i + 2]];
    for (let around = 0; around < 27; around++) {
      const cell = table.find(
        ci + (around % 3) - 1,
        cj + (Math.floor(around / 3) % 3) - 1,
        ck + Math.floor(around / 9) - 1,
      );
      if (cell < 0) continue;
      if (length + count > index.length) {
        index = grown(index, new Int32Array(2 * index.length + count));
        distance = grown(distance, new Float64Array(2 * distance.length + count));
      }
      for (let slot = first[cell]; slot < first[cell + 1]; slot++) {
        const n = inCells[slot];
        const dx = xyz[3 * n] - xyz[3 * i];
        const dy = xyz[3 * n + 1] - xyz[3 * i + 1];
        const dz = xyz[3 * n + 2] - xyz[3 * i + 2];
        const squared = dx * dx + dy * dy + dz * dz;
        if (squared > radius * radius || n === i) continue;
        index[length] = n;
        distance[length++] = Math.sqrt(squared);
      }
    }
    start[i + 1] = length;
  }
  return { start, index: index.subarray(0, length), distance: distance.subarray(0, length) };
}

function grown<Numbers extends Int32Array | Float64Array>(from: Numbers, into: Numbers): Numbers {
  into.set(from);
  return into;
}
