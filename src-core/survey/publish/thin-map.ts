import { POINT_COLUMNS, type PointCloud } from '../../model/cloud.ts';
import { giveBack } from '../../model/give-back.ts';

export interface ThinMapOptions {
  /**
   * Voxel size, m: one point per cube is written; 0 writes every point. 0.03 shows all that a 20 mm sensor
   * resolves and makes files a tenth the size.
   */
  readonly voxel: number;
}

export const THIN_MAP_DEFAULTS: ThinMapOptions = { voxel: 0.03 };

/** Cubes in memory before the older half is dropped: some 200 m of drive, 30 MB where they are of walls. */
const MAX_REMEMBERED = 1 << 23;

/**
 * Voxel filter: passes the first point in each cube of a stream of clouds. For export and display;
 * measurements use every point. Each cloud is valid until the next is asked for.
 */
export async function* thinMap(
  clouds: AsyncIterable<PointCloud>,
  options: ThinMapOptions,
): AsyncGenerator<PointCloud> {
  if (options.voxel === 0) {
    yield* clouds;
    return;
  }
  let older = new CubeSet();
  let newer = new CubeSet();
  let chosen = new Uint32Array(0);
  for await (const cloud of clouds) {
    if (chosen.length < cloud.count) chosen = new Uint32Array(Math.ceil(1.25 * cloud.count));
    let count = 0;
    for (let i = 0; i < cloud.count; i++) {
      const x = Math.floor((cloud.origin[0] + cloud.xyz[3 * i]) / options.voxel);
      const y = Math.floor((cloud.origin[1] + cloud.xyz[3 * i + 1]) / options.voxel);
      const z = Math.floor((cloud.origin[2] + cloud.xyz[3 * i + 2]) / options.voxel);
      if (older.has(x, y, z) || !newer.add(x, y, z)) continue;
      chosen[count++] = i;
    }
    if (newer.size > MAX_REMEMBERED / 2) {
      older.release();
      older = newer;
      newer = new CubeSet();
    }
    const picked = pick(cloud, chosen.subarray(0, count));
    yield picked;
    giveBack(picked.xyz, ...POINT_COLUMNS.map(([name]) => picked[name]));
  }
  older.release();
  newer.release();
}

function pick(cloud: PointCloud, chosen: Uint32Array): PointCloud {
  const count = chosen.length;
  const xyz = new Float32Array(3 * count);
  for (let k = 0; k < count; k++)
    for (let axis = 0; axis < 3; axis++) xyz[3 * k + axis] = cloud.xyz[3 * chosen[k] + axis];
  const columns = POINT_COLUMNS.flatMap(([name, Type]) => {
    const values = cloud[name];
    if (values === undefined) return [];
    const picked = new Type(count);
    for (let k = 0; k < count; k++) picked[k] = values[chosen[k]];
    return [[name, picked]];
  });
  return { count, origin: cloud.origin, xyz, ...Object.fromEntries(columns) };
}

/** Greatest share of the slots of a set that are taken, and how much larger a set becomes that has more. */
const MOST_TAKEN = 0.7;
const GROWTH = 1.3;
const FIRST_SLOTS = 1 << 10;

/**
 * Set of integer cube coordinates, as blocks of 4 x 4 x 4 cubes with a bit each: one block answers for the neighbours of a
 * point too. Open addressing over 45-bit keys of the blocks, in a table that grows by little: two of them are in memory
 * for as long as a map is written.
 */
class CubeSet {
  size = 0;
  #blocks = 0;
  #keys = new Float64Array(FIRST_SLOTS).fill(Number.NaN);
  /** Two words a block. */
  #bits = new Uint32Array(2 * FIRST_SLOTS);

  has(x: number, y: number, z: number): boolean {
    const slot = this.#slot(keyOf(x, y, z));
    return !Number.isNaN(this.#keys[slot]) && (this.#bits[wordOf(slot, z)] & bitOf(x, y, z)) !== 0;
  }

  /** @returns false if it was in the set already */
  add(x: number, y: number, z: number): boolean {
    const key = keyOf(x, y, z);
    const bit = bitOf(x, y, z);
    let slot = this.#slot(key);
    if (Number.isNaN(this.#keys[slot])) {
      if (this.#blocks + 1 > MOST_TAKEN * this.#keys.length) {
        this.#grow();
        slot = this.#slot(key);
      }
      this.#keys[slot] = key;
      this.#blocks++;
    }
    const word = wordOf(slot, z);
    if ((this.#bits[word] & bit) !== 0) return false;
    this.#bits[word] |= bit;
    this.size++;
    return true;
  }

  /** Gives back the memory; nothing is asked of the set any more. */
  release(): void {
    giveBack(this.#keys, this.#bits);
  }

  #slot(key: number): number {
    const keys = this.#keys;
    const hash = Math.imul(key | 0, 0x9e3779b1) ^ Math.imul((key / 2 ** 32) | 0, 0x85ebca6b);
    let slot = Math.floor(((hash >>> 0) / 2 ** 32) * keys.length);
    // A key that is no number is no key: the slot is free.
    for (let at = keys[slot]; !Number.isNaN(at) && at !== key; at = keys[slot])
      if (++slot === keys.length) slot = 0;
    return slot;
  }

  #grow(): void {
    const [keys, bits] = [this.#keys, this.#bits];
    const slots = Math.ceil(GROWTH * keys.length);
    this.#keys = new Float64Array(slots).fill(Number.NaN);
    this.#bits = new Uint32Array(2 * slots);
    for (let from = 0; from < keys.length; from++) {
      if (Number.isNaN(keys[from])) continue;
      const to = this.#slot(keys[from]);
      this.#keys[to] = keys[from];
      this.#bits[2 * to] = bits[2 * from];
      this.#bits[2 * to + 1] = bits[2 * from + 1];
    }
    giveBack(keys, bits);
  }
}

/** Key of the block of a cube: unique within 2^17 cubes in each direction: 3.9 km of 3 cm cubes, far beyond the capacity of the set. */
function keyOf(x: number, y: number, z: number): number {
  return (((x & 0x1ffff) >> 2) * 0x8000 + ((y & 0x1ffff) >> 2)) * 0x8000 + ((z & 0x1ffff) >> 2);
}

/** Word of a cube: its block has one for the lower two layers and one for the upper two. */
function wordOf(slot: number, z: number): number {
  return 2 * slot + ((z >> 1) & 1);
}

function bitOf(x: number, y: number, z: number): number {
  return 1 << (((z & 1) << 4) | ((y & 3) << 2) | (x & 3));
}
