import { POINT_COLUMNS, type PointCloud } from '../../model/cloud.ts';

export interface ThinMapOptions {
  /**
   * Voxel size, m: one point per cube is written; 0 writes every point. 0.03 shows all that a 20 mm sensor
   * resolves and makes files a tenth the size.
   */
  readonly voxel: number;
}

export const THIN_MAP_DEFAULTS: ThinMapOptions = { voxel: 0.03 };

/** Cubes in memory before the older half is dropped: some 200 m of drive, 64 MB. */
const MAX_REMEMBERED = 1 << 23;

/**
 * Voxel filter: passes the first point in each cube of a stream of clouds. For export and display;
 * measurements use every point.
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
  for await (const cloud of clouds) {
    const chosen: number[] = [];
    for (let i = 0; i < cloud.count; i++) {
      const x = Math.floor((cloud.origin[0] + cloud.xyz[3 * i]) / options.voxel);
      const y = Math.floor((cloud.origin[1] + cloud.xyz[3 * i + 1]) / options.voxel);
      const z = Math.floor((cloud.origin[2] + cloud.xyz[3 * i + 2]) / options.voxel);
      if (older.has(x, y, z) || !newer.add(x, y, z)) continue;
      chosen.push(i);
    }
    if (newer.size > MAX_REMEMBERED / 2) {
      older = newer;
      newer = new CubeSet();
    }
    yield pick(cloud, chosen);
  }
}

function pick(cloud: PointCloud, chosen: readonly number[]): PointCloud {
  const xyz = new Float32Array(3 * chosen.length);
  chosen.forEach((i, k) => {
    xyz.set(cloud.xyz.subarray(3 * i, 3 * i + 3), 3 * k);
  });
  const columns = POINT_COLUMNS.flatMap(([name, Type]) => {
    const values = cloud[name];
    if (values === undefined) return [];
    const picked = new Type(chosen.length);
    chosen.forEach((i, k) => {
      picked[k] = values[i];
    });
    return [[name, picked]];
  });
  return { count: chosen.length, origin: cloud.origin, xyz, ...Object.fromEntries(columns) };
}

/** Set of integer cube coordinates; open addressing over 51-bit keys. */
class CubeSet {
  size = 0;
  #keys = new Float64Array(1 << 12).fill(Number.NaN);

  has(x: number, y: number, z: number): boolean {
    return !Number.isNaN(this.#keys[this.#slot(keyOf(x, y, z))]);
  }

  /** @returns false if it was in the set already */
  add(x: number, y: number, z: number): boolean {
    const key = keyOf(x, y, z);
    const slot = this.#slot(key);
    if (!Number.isNaN(this.#keys[slot])) return false;
    this.#keys[slot] = key;
    this.size++;
    if (2 * this.size > this.#keys.length) this.#grow();
    return true;
  }

  #slot(key: number): number {
    const mask = this.#keys.length - 1;
    let slot = (Math.imul(key | 0, 0x9e3779b1) ^ Math.imul((key / 4294967296) | 0, 0x85ebca6b)) >>> 7;
    for (slot &= mask; !Number.isNaN(this.#keys[slot]) && this.#keys[slot] !== key; )
      slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const old = this.#keys;
    this.#keys = new Float64Array(2 * old.length).fill(Number.NaN);
    for (const key of old) if (!Number.isNaN(key)) this.#keys[this.#slot(key)] = key;
  }
}

/** Unique within 2^17 cubes in each direction: 3.9 km of 3 cm cubes, far beyond the capacity of the set. */
function keyOf(x: number, y: number, z: number): number {
  return ((x & 0x1ffff) * 0x20000 + (y & 0x1ffff)) * 0x20000 + (z & 0x1ffff);
}
