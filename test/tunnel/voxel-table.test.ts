import { expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { bytesOf } from '../../src-core/model/paged-bytes.ts';
import { SLABS_PER_BLOCK } from '../../src-core/tunnel/wall/voxels/section-voxels.ts';
import { SortedVoxels, VOXEL_STRIDE, VoxelTable } from '../../src-core/tunnel/wall/voxels/voxel-table.ts';

const SEED = 63;

/** Sums of a voxel as the table has them: points, left, up, along, three quarters, reflectivity. */
type Sums = [number, number, number, number, number, number, number, number];

function listed(table: VoxelTable): [number, Sums][] {
  const sorted = new SortedVoxels();
  sorted.read(table.packed());
  return Array.from({ length: sorted.count }, (_, i) => {
    const [key, ...sums] = sorted.entries.subarray(VOXEL_STRIDE * i, VOXEL_STRIDE * (i + 1));
    return [key, [...sums, sorted.reflectivity![i]] as Sums];
  });
}

it(`voxels that are packed now and then, against sums by key (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  let table = new VoxelTable(true);
  const sums = new Map<number, Sums>();
  const packedAt: number[] = [];
  for (let i = 0; i < 60_000; i++) {
    const key = (random.below(SLABS_PER_BLOCK) << 20) | (random.below(20) << 10) | random.below(20);
    const [left, up, along, shine] = [4096, 4096, 4096, 256].map((most) => random.below(most));
    table.add(key, left, up, along, shine);
    const own = sums.get(key) ?? [0, 0, 0, 0, 0, 0, 0, 0];
    const quarter = (left >= 2048 ? 1 : 0) + (up >= 2048 ? 2 : 0);
    sums.set(key, own);
    for (const [k, value] of [1, left, up, along].entries()) own[k] += value;
    if (quarter < 3) own[4 + quarter]++;
    own[7] += shine;
    if (random.below(6000) > 0) continue;
    const packed = table.packed();
    packedAt.push(packed.count);
    expect(packed.count).toBe(sums.size);
    // What was listed is neither lost nor changed by points that come later.
    const before = bytesOf(packed.bytes).slice();
    if (random.below(2) === 0) table = VoxelTable.unpacked(packed);
    table.add(key, 0, 0, 0, 0);
    own[0]++;
    own[4]++;
    expect(packed.bytes).toEqual(before);
  }
  expect(packedAt.length).toBeGreaterThan(5);
  expect(listed(table)).toEqual([...sums].sort(([a], [b]) => a - b));
  table.packed();
  expect(listed(table)).toEqual([...sums].sort(([a], [b]) => a - b));
});

it('voxels with as many points as they hold, at either end of their offsets and brightness', () => {
  const table = new VoxelTable(true);
  const FULL = 1 << 20;
  for (let i = 0; i < FULL + 5; i++) {
    table.add((31 << 20) | (1023 << 10) | 1023, 4095, 4095, 0, 65_535);
    table.add(0, 0, 4095, 4095, 0);
  }
  const most = 4095 * FULL;
  expect(listed(VoxelTable.unpacked(table.packed()))).toEqual([
    [0, [FULL, 0, most, most, 0, 0, FULL, 0]],
    [(31 << 20) | (1023 << 10) | 1023, [FULL, most, most, 0, 0, 0, 0, 65_535 * FULL]],
  ]);
});

it('tables that are read one after the other are each read whole, whatever the one before had', () => {
  const tableOf = (keys: readonly number[]): VoxelTable => {
    const table = new VoxelTable();
    for (const key of keys) table.add(key, 0, 0, 0, 0);
    return table;
  };
  const sorted = new SortedVoxels();
  for (const count of [3, 500, 40, 501]) {
    const keys = Array.from({ length: count }, (_, i) => 7 * i + count);
    sorted.read(tableOf(keys).packed());
    expect(sorted.count).toBe(count);
    expect(keys.map((_, i) => sorted.entries[VOXEL_STRIDE * i])).toEqual(keys);
  }
});
