import { seededRandom, subSeed } from '../../src-core/math/random.ts';
import { rotateVector } from '../../src-core/math/se3.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import { VALUE_NOISE_SIGMA, valueNoise3 } from '../../src-simulate/rock/value-noise.ts';
import { ARCH_RADIUS, BAUL, NOISE } from './solids.ts';

/** A hollow of the floor: a bowl, or a pit with a level bottom and vertical sides. */
interface Hollow {
  readonly shape: 'bowl' | 'pit';
  /** Middle and half-widths, m of chainage and m to the left. */
  readonly at: readonly [s: number, left: number];
  readonly half: readonly [along: number, across: number];
  /** Depth under the floor, m. */
  readonly depth: number;
}

/** Standing water: wherever the floor between two chainages is lower than an elevation. */
interface Pool {
  readonly from: number;
  readonly to: number;
  readonly level: number;
}

export interface WetDriveOptions {
  readonly length: number;
  readonly rays: number;
  readonly seed: number;
  /** Standard deviations of the relief of the wall and of the floor, m. */
  readonly relief?: readonly [wall: number, floor: number];
  /** Rise per metre of plan. */
  readonly grade?: number;
  /** Radius of the bend to the left, m; left out: straight. */
  readonly radius?: number;
  readonly hollows?: readonly Hollow[];
  readonly pools?: readonly Pool[];
  /** What comes back from the water: the image of the walls where rays graze it, nothing, or its surface. */
  readonly water?: 'mirror' | 'nothing' | 'surface';
  /** Chainage of a face; left out: none. */
  readonly face?: number;
  /** More void: true inside. */
  readonly also?: (s: number, left: number, z: number) => boolean;
  /** Stretch that the sensor drives; left out: all. */
  readonly driven?: readonly [number, number];
}

/** Rays that meet the water at less than this are mirrored, others lost: 20 degrees. */
const GRAZING = Math.sin((20 * Math.PI) / 180);
const LONGEST = 25;
const STRIDE = 0.12;
/** Greatest relief in standard deviations: the noise is bounded. */
const CLEAR = 1 / VALUE_NOISE_SIGMA;

/**
 * A baúl of rough rock with water on its floor, and what a sensor sees that drives along it 1.6 m above the floor:
 * random rays of up to 35 degrees of elevation, mirrored by the water. Elevation 0 is the floor at chainage 0.
 */
export class WetDrive {
  readonly options: WetDriveOptions;
  readonly #wallSeed: number;
  readonly #floorSeed: number;

  constructor(options: WetDriveOptions) {
    this.options = options;
    this.#wallSeed = subSeed(options.seed, 'wall');
    this.#floorSeed = subSeed(options.seed, 'floor');
  }

  /** Elevation of the rock of the floor, m. */
  floorAt(s: number, left: number): number {
    const { relief = [0, 0], grade = 0, hollows = [] } = this.options;
    let z = grade * s;
    if (relief[1] > 0)
      z += (relief[1] / VALUE_NOISE_SIGMA) * valueNoise3(this.#floorSeed, s / 0.8, left / 0.8, 0);
    for (const { shape, at, half, depth } of hollows) {
      const [a, b] = [(s - at[0]) / half[0], (left - at[1]) / half[1]];
      if (shape === 'pit') z -= Math.abs(a) < 1 && Math.abs(b) < 1 ? depth : 0;
      else z -= depth * Math.max(0, 1 - a * a - b * b);
    }
    return z;
  }

  /** Elevation of the water over a place, or null. */
  waterAt(s: number, left: number): number | null {
    for (const { from, to, level } of this.options.pools ?? [])
      if (s >= from && s <= to && this.floorAt(s, left) < level) return level;
    return null;
  }

  isInside(s: number, left: number, z: number): boolean {
    const { relief = [0, 0], grade = 0, face, also } = this.options;
    if (face !== undefined && s > face) return false;
    if (also?.(s, left, z)) return true;
    const up = z - grade * s;
    // Most of a ray is far from any rock.
    const [far, low] = [CLEAR * relief[0], CLEAR * relief[1]];
    if (Math.abs(left) < 0.8 - far && up > low && up < BAUL.wallHeight + 1) return true;
    if (Math.abs(left) < BAUL.width / 2 - far && up > low && up < BAUL.wallHeight - far) return true;
    const wall =
      relief[0] > 0
        ? (relief[0] / VALUE_NOISE_SIGMA) * valueNoise3(this.#wallSeed, s / 0.7, left / 0.7, up / 0.7)
        : 0;
    if (Math.abs(left) > BAUL.width / 2 + wall) return false;
    if (up > BAUL.wallHeight) {
      const above = up - (BAUL.height - ARCH_RADIUS);
      if (left * left + above * above > (ARCH_RADIUS + wall) ** 2) return false;
    }
    return z > this.floorAt(s, left);
  }

  /** Map coordinates of a place. */
  mapOf(s: number, left: number, z: number): [number, number, number] {
    const { radius } = this.options;
    if (radius === undefined) return [s, left, z];
    const a = s / radius;
    return [(radius - left) * Math.sin(a), radius - (radius - left) * Math.cos(a), z];
  }

  /** Place of map coordinates. */
  #placeOf(x: number, y: number, z: number): [number, number, number] {
    const { radius } = this.options;
    if (radius === undefined) return [x, y, z];
    return [radius * Math.atan2(x, radius - y), radius - Math.hypot(x, radius - y), z];
  }

  /** Axis 1.7 m above the floor, with a vertex every half metre. */
  axis(): Axis {
    const { length, grade = 0 } = this.options;
    const n = Math.round(length / 0.5) + 1;
    const chainage = Float64Array.from({ length: n }, (_, i) => (i * length) / (n - 1));
    const xyz = new Float64Array(3 * n);
    chainage.forEach((s, i) => {
      xyz.set(this.mapOf(s, 0, grade * s + BAUL.line), 3 * i);
    });
    return { chainage, xyz, kind: 'horizontal', source: 'given' };
  }

  /** Points of the map; `ghosts` of them are mirrored. */
  scan(): { xyz: Float32Array; ghosts: number } {
    const { rays, seed, length, grade = 0, water = 'mirror', driven = [0, length] } = this.options;
    const random = seededRandom(subSeed(seed, 'rays'));
    const xyz = new Float32Array(3 * rays);
    let n = 0;
    let ghosts = 0;
    for (let i = 0; i < rays; i++) {
      const s = driven[0] + random.uniform() * (driven[1] - driven[0]);
      const eye = this.mapOf(s, 0.2, grade * s + 1.6);
      const azimuth = 2 * Math.PI * random.uniform();
      const sine = Math.sin((35 * Math.PI) / 180) * (2 * random.uniform() - 1);
      const plan = Math.sqrt(1 - sine * sine);
      const d: [number, number, number] = [plan * Math.cos(azimuth), plan * Math.sin(azimuth), sine];
      const noise = NOISE * random.normal();
      const chance = random.uniform();
      let { range, meets } = this.#cast(eye, d);
      if (meets === 'nothing') continue;
      if (meets === 'water' && water !== 'surface') {
        if (water === 'nothing' || -d[2] > GRAZING || chance < 0.4) continue;
        const place = eye.map((v, k) => v + range * d[k]) as [number, number, number];
        const onward = this.#cast(place, [d[0], d[1], -d[2]]);
        if (onward.meets !== 'rock') continue;
        range += onward.range;
        ghosts++;
      }
      range += noise;
      for (let k = 0; k < 3; k++) xyz[3 * n + k] = eye[k] + range * d[k];
      n++;
    }
    return { xyz: xyz.subarray(0, 3 * n), ghosts };
  }

  #cast(
    from: readonly number[],
    d: readonly number[],
  ): { range: number; meets: 'rock' | 'water' | 'nothing' } {
    const at = (range: number): [number, number, number] =>
      this.#placeOf(from[0] + range * d[0], from[1] + range * d[1], from[2] + range * d[2]);
    const isFree = ([s, left, z]: [number, number, number]): boolean => {
      if (!this.isInside(s, left, z)) return false;
      const water = this.waterAt(s, left);
      return water === null || z > water;
    };
    for (let far = STRIDE; far < LONGEST; far += STRIDE) {
      const place = at(far);
      if (place[0] < -3 || place[0] > this.options.length + 3) break;
      if (isFree(place)) continue;
      let [low, high] = [far - STRIDE, far];
      for (let step = 0; step < 10; step++) {
        const middle = (low + high) / 2;
        if (isFree(at(middle))) low = middle;
        else high = middle;
      }
      const range = (low + high) / 2;
      return { range, meets: this.isInside(...at(high)) ? 'water' : 'rock' };
    }
    return { range: LONGEST, meets: 'nothing' };
  }

  /** True volumes between two chainages, m^3: above the water and down to the rock; plan area of the water, m^2. */
  truth(from: number, to: number): { above: number; whole: number; area: number } {
    const step = 0.025;
    const { radius } = this.options;
    let [above, whole, area] = [0, 0, 0];
    for (let s = from + step; s < to; s += 2 * step) {
      for (let left = -4 + step; left < 4; left += 2 * step) {
        const floor = this.floorAt(s, left);
        const low = Math.max(floor, this.waterAt(s, left) ?? floor);
        const plan = 4 * step * step * (radius === undefined ? 1 : 1 - left / radius);
        let column = 0;
        for (let z = low + step; z < low + 6; z += 2 * step)
          if (this.isInside(s, left, z)) column += 2 * step;
        // The walls are plumb under water.
        const under = this.isInside(s, left, low + 1e-6) ? low - floor : 0;
        above += plan * column;
        whole += plan * (column + under);
        if (under > 0) area += plan;
      }
    }
    return { above, whole, area };
  }
}

/**
 * A wet drive in a map whose first scan stood askew: axis and points turned about its start, with what the
 * accelerometer measures, m/s^2.
 */
export function inMap(
  drive: WetDrive,
  R_map_level: Float64Array,
): { readonly axis: Axis; readonly xyz: Float32Array; readonly force: readonly [number, number, number] } {
  const axis = drive.axis();
  const { xyz } = drive.scan();
  for (const points of [axis.xyz, xyz])
    for (let i = 0; i < points.length; i += 3)
      points.set(rotateVector(R_map_level, points[i], points[i + 1], points[i + 2]), i);
  return { axis, xyz, force: rotateVector(R_map_level, 0, 0, 9.81) };
}
