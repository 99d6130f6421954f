import { hash3, type Random, seededRandom } from '../math/random.ts';
import { multiply3, rotateVector, turnColumns } from '../math/se3.ts';
import { giveBack } from '../model/give-back.ts';
import type { Rigid } from '../model/rigid.ts';
import type { Scan } from '../model/scan.ts';
import type { SensorModel } from '../model/sensor.ts';
import { type BeamGeometry, beamGeometry } from '../odometry/frame/beam-geometry.ts';
import type { ColumnPoses } from '../odometry/frame/motion.ts';

/** Which rays are compared. */
export interface RaySampleOptions {
  /** Edge of the cubes of wall that are compared, m: a few beams wide at the far end of the range. */
  readonly patchSize: number;
  /** Most rays of a cube; a random choice of all that meet it. */
  readonly raysPerPatch: number;
  /** Share of the cubes that are compared, 0..1. */
  readonly share: number;
  /** Most cubes. */
  readonly mostPatches: number;
  /** Metres; beyond the range a spot covers a good part of a patch. */
  readonly minRange: number;
  readonly maxRange: number;
}

export const RAY_SAMPLE_DEFAULTS: RaySampleOptions = {
  patchSize: 0.5,
  raysPerPatch: 96,
  share: 1,
  mostPatches: 2000,
  minRange: 0.8,
  maxRange: 20,
};

/** Numbers of one ray: point, direction, derivatives of the direction by elevation and azimuth, and so on. */
export const RAY = {
  point: 0,
  direction: 3,
  byElevation: 6,
  byAzimuth: 9,
  /** m; s after the first scan; photon counts. */
  range: 12,
  seconds: 13,
  signal: 14,
  beam: 15,
  scan: 16,
  size: 17,
} as const;

/** Rays by the cube of wall that they meet. */
export interface PatchRays {
  /** `RAY.size` numbers a ray; points in metres, map frame less `origin`. */
  readonly rays: Float64Array;
  /** Per cube: its first ray and the number of its rays. */
  readonly first: Int32Array;
  readonly count: Int32Array;
  readonly patches: number;
  /** Per cube: its lowest corner, 3 numbers, map frame less `origin`. */
  readonly corner: Float64Array;
  readonly patchSize: number;
  /** Per scan that was added: the sensor's position, 3 numbers, map frame less `origin`. */
  readonly positions: readonly Float64Array[];
}

/**
 * Collects rays of posed scans by small cubes of wall, a bounded number: the same cube is met by many beams, from many
 * places, at different times.
 */
export class RayCollector {
  readonly #geometry: BeamGeometry;
  readonly #byElevation: Float32Array;
  readonly #byAzimuth: Float32Array;
  readonly #options: RaySampleOptions;
  readonly #random: Random = seededRandom(1);
  readonly #patches = new Map<number, number>();
  readonly #first: number[] = [];
  readonly #count: number[] = [];
  readonly #met: number[] = [];
  readonly #corner: number[] = [];
  readonly #positions: Float64Array[] = [];
  #rays = new Float64Array(0);
  #origin: Float64Array | null = null;

  constructor(sensor: SensorModel, options: RaySampleOptions) {
    this.#geometry = beamGeometry(sensor);
    this.#options = options;
    const turned = beamDerivatives(sensor);
    this.#byElevation = turned.byElevation;
    this.#byAzimuth = turned.byAzimuth;
  }

  /**
   * Adds the rays of a scan.
   *
   * @param columnPoses `T_middle_column`, see `motion.ts`
   * @param T_map_middle pose of the sensor at the middle of the rotation
   * @param seconds of the middle of the rotation after the first scan
   */
  add(scan: Scan, columnPoses: ColumnPoses, T_map_middle: Rigid, seconds: number): void {
    this.#origin ??= T_map_middle.t.slice();
    const { columns, beams } = this.#geometry;
    const slot = this.#positions.length;
    const t = T_map_middle.t.map((value, k) => value - this.#origin![k]);
    this.#positions.push(t);
    const R = new Float64Array(9);
    const column9 = new Float64Array(9);
    for (let column = 0; column < columns; column++) {
      if (scan.columnValid[column] === 0) continue;
      for (let k = 0; k < 9; k++) column9[k] = columnPoses[12 * column + k];
      multiply3(T_map_middle.R, column9, R);
      turnColumns(R, scan.columnTurn?.[column]);
      const [ox, oy, oz] = rotateVector(
        T_map_middle.R,
        columnPoses[12 * column + 9],
        columnPoses[12 * column + 10],
        columnPoses[12 * column + 11],
      );
      for (let beam = 0; beam < beams; beam++)
        this.#addRay(
          scan,
          beam * columns + column,
          beam,
          slot,
          R,
          [ox + t[0], oy + t[1], oz + t[2]],
          seconds,
        );
    }
  }

  #addRay(
    scan: Scan,
    pixel: number,
    beam: number,
    slot: number,
    R: Float64Array,
    t: readonly [number, number, number],
    seconds: number,
  ): void {
    const { minRange, maxRange, patchSize, raysPerPatch } = this.#options;
    const range = scan.rangeMm[pixel] * 1e-3;
    if (range < minRange || range > maxRange) return;
    const { direction, offset } = this.#geometry;
    const at = 3 * pixel;
    const sx = range * direction[at] + offset[at];
    const sy = range * direction[at + 1] + offset[at + 1];
    const sz = range * direction[at + 2] + offset[at + 2];
    const x = R[0] * sx + R[1] * sy + R[2] * sz + t[0];
    const y = R[3] * sx + R[4] * sy + R[5] * sz + t[1];
    const z = R[6] * sx + R[7] * sy + R[8] * sz + t[2];
    const patch = this.#patchAt(
      Math.floor(x / patchSize),
      Math.floor(y / patchSize),
      Math.floor(z / patchSize),
    );
    if (patch < 0) return;
    const met = this.#met[patch]++;
    let place = met;
    if (met >= raysPerPatch) {
      place = this.#random.below(met + 1);
      if (place >= raysPerPatch) return;
    } else {
      this.#count[patch]++;
    }
    const rays = this.#rays;
    const to = RAY.size * (this.#first[patch] + place);
    rays[to] = x;
    rays[to + 1] = y;
    rays[to + 2] = z;
    put(rays, to + RAY.direction, R, direction, at);
    put(rays, to + RAY.byElevation, R, this.#byElevation, at);
    put(rays, to + RAY.byAzimuth, R, this.#byAzimuth, at);
    rays[to + RAY.range] = range;
    rays[to + RAY.seconds] = seconds;
    rays[to + RAY.signal] = scan.signal[pixel];
    rays[to + RAY.beam] = beam;
    rays[to + RAY.scan] = slot;
  }

  /** Index of a cube; -1 if it is not among those that are compared. */
  #patchAt(i: number, j: number, k: number): number {
    const { share, mostPatches, raysPerPatch, patchSize } = this.#options;
    if (share < 1 && hash3(i, j, k) > share * 2 ** 32) return -1;
    // Cubes within 400 m of the first scan; farther ones would share a key.
    const key = ((i + 1024) & 2047) + 2048 * (((j + 1024) & 2047) + 2048 * ((k + 1024) & 2047));
    const known = this.#patches.get(key);
    if (known !== undefined) return known;
    const next = this.#first.length;
    if (next >= mostPatches) return -1;
    this.#patches.set(key, next);
    this.#first.push(next * raysPerPatch);
    this.#count.push(0);
    this.#met.push(0);
    this.#corner.push(i * patchSize, j * patchSize, k * patchSize);
    const needed = RAY.size * raysPerPatch * (next + 1);
    if (needed > this.#rays.length) {
      const longer = new Float64Array(Math.max(2 * this.#rays.length, needed));
      longer.set(this.#rays);
      giveBack(this.#rays);
      this.#rays = longer;
    }
    return next;
  }

  collected(): PatchRays {
    return {
      rays: this.#rays,
      first: Int32Array.from(this.#first),
      count: Int32Array.from(this.#count),
      patches: this.#first.length,
      corner: Float64Array.from(this.#corner),
      patchSize: this.#options.patchSize,
      positions: this.#positions,
    };
  }
}

function put(out: Float64Array, to: number, R: Float64Array, from: Float32Array, at: number): void {
  const x = from[at];
  const y = from[at + 1];
  const z = from[at + 2];
  out[to] = R[0] * x + R[1] * y + R[2] * z;
  out[to + 1] = R[3] * x + R[4] * y + R[5] * z;
  out[to + 2] = R[6] * x + R[7] * y + R[8] * z;
}

/** Derivatives of every pixel's direction by the beam's elevation and, to the left, its azimuth; sensor frame. */
function beamDerivatives(sensor: SensorModel): { byElevation: Float32Array; byAzimuth: Float32Array } {
  const { beams, columnsPerFrame: columns } = sensor;
  const byElevation = new Float32Array(3 * beams * columns);
  const byAzimuth = new Float32Array(3 * beams * columns);
  for (let beam = 0; beam < beams; beam++) {
    const phi = (sensor.beamAltitudeDeg[beam] * Math.PI) / 180;
    const left = (-sensor.beamAzimuthDeg[beam] * Math.PI) / 180;
    for (let column = 0; column < columns; column++) {
      const heading = 2 * Math.PI * (1 - column / columns) + left;
      const [c, s] = [Math.cos(heading), Math.sin(heading)];
      const at = 3 * (beam * columns + column);
      const { R } = sensor.T_sensor_lidar;
      byElevation.set(rotateVector(R, -Math.sin(phi) * c, -Math.sin(phi) * s, Math.cos(phi)), at);
      // The maker counts azimuth against the encoder: a positive error turns the ray to the right.
      byAzimuth.set(rotateVector(R, Math.cos(phi) * s, -Math.cos(phi) * c, 0), at);
    }
  }
  return { byElevation, byAzimuth };
}
