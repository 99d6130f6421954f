import type { Centreline } from '../motion/centreline.ts';

/** A ventilation duct: a round bag along the drive, suspended from the crown and sagging between its hangers. */
export interface DuctOptions {
  readonly from: number;
  /** Chainage of its end, m. */
  readonly to: number;
  /** Offset to the left of the axis, m. */
  readonly left: number;
  /** Height over the axis, at the hangers, m. */
  readonly up: number;
  readonly radius: number;
}

/** An object on the floor of the drive, by chainage and offset to the left of the axis, m. */
export interface StandingOptions {
  readonly chainage: number;
  readonly left: number;
}

/** A utility vehicle as two boxes: chassis and cabin. Metres. */
export const VEHICLE = {
  length: 3.2,
  width: 1.4,
  chassisHeight: 0.9,
  cabinLength: 1.3,
  cabinHeight: 0.8,
  clearance: 0.25,
};
/** A person as an upright capsule. Metres. */
export const PERSON = { radius: 0.24, height: 1.75 };
/** Spacing of the hangers, and sag of the bag between them, m. */
export const DUCT_HANGERS = { spacing: 3, sag: 0.06 };

/** Reflective band between two heights over the foot, m. */
interface ReflectiveBand {
  readonly from: number;
  readonly to: number;
  /** Albedo of the band; above 1: retro-reflective. */
  readonly reflected: number;
}

/** A solid in world coordinates inside the void. */
export interface Obstacle {
  readonly kind: 'vehicle' | 'person' | 'target' | 'muck' | 'cable' | 'duct';
  /** Volume, m^3. */
  readonly volume: number;
  /** Cosine between ray and surface normal at the last hit. */
  cosine: number;
  /** Albedo at the last hit; null: that of its kind. Above 1: retro-reflective. */
  readonly reflected: number | null;
  /** Distance along the unit ray to the surface, m; Infinity: no hit. The origin must be outside. */
  intersect(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number;
}

/** Builds the vehicle's two boxes, oriented along the drive and its grade. */
export function vehicleObstacles(place: StandingOptions, line: Centreline, axisHeight: number): Obstacle[] {
  const { length, width, chassisHeight, cabinLength, cabinHeight, clearance } = VEHICLE;
  const box = (along: number, low: number, high: number, boxLength: number): Obstacle => {
    const { C, T, N, B } = line.frameAt(place.chainage);
    const up = (low + high) / 2 - axisHeight;
    const centre = Float64Array.from(C, (c, i) => c + along * T[i] + place.left * N[i] + up * B[i]);
    return new BoxObstacle('vehicle', centre, [T, N, B], [boxLength / 2, width / 2, (high - low) / 2]);
  };
  const roof = clearance + chassisHeight;
  return [
    box(0, clearance, roof, length),
    box((length - cabinLength) / 2 - 0.3, roof, roof + cabinHeight, cabinLength),
  ];
}

/** Builds the person, vertical in the field of gravity. */
export function personObstacle(place: StandingOptions, line: Centreline, axisHeight: number): Obstacle {
  return new CapsuleObstacle(
    line.pointAt(place.chainage, place.left, -axisHeight),
    PERSON.radius,
    PERSON.height,
  );
}

class BoxObstacle implements Obstacle {
  cosine = 1;
  readonly reflected = null;
  readonly volume: number;
  readonly kind: Obstacle['kind'];
  readonly #centre: Float64Array;
  readonly #axes: readonly Float64Array[];
  readonly #half: readonly number[];

  constructor(kind: Obstacle['kind'], centre: Float64Array, axes: Float64Array[], half: number[]) {
    this.kind = kind;
    this.#centre = centre;
    this.#axes = axes;
    this.#half = half;
    this.volume = 8 * half[0] * half[1] * half[2];
  }

  // Slab method: the ray is inside the box where it is inside all three pairs of planes.
  intersect(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number {
    const [px, py, pz] = [ox - this.#centre[0], oy - this.#centre[1], oz - this.#centre[2]];
    let enter = Number.NEGATIVE_INFINITY;
    let leave = Number.POSITIVE_INFINITY;
    let cosine = 0;
    for (let i = 0; i < 3; i++) {
      const axis = this.#axes[i];
      const p = px * axis[0] + py * axis[1] + pz * axis[2];
      const d = dx * axis[0] + dy * axis[1] + dz * axis[2];
      const near = (-Math.sign(d) * this.#half[i] - p) / d;
      const far = (Math.sign(d) * this.#half[i] - p) / d;
      if (d === 0) {
        if (Math.abs(p) > this.#half[i]) return Number.POSITIVE_INFINITY;
        continue;
      }
      if (near > enter) {
        enter = near;
        cosine = Math.abs(d);
      }
      leave = Math.min(leave, far);
    }
    if (enter > leave || enter < 0) return Number.POSITIVE_INFINITY;
    this.cosine = cosine;
    return enter;
  }
}

/** An upright capsule; it can be moved, and can have a reflective band. */
export class CapsuleObstacle implements Obstacle {
  readonly kind = 'person';
  cosine = 1;
  reflected: number | null = null;
  readonly volume: number;
  #low = 0;
  #high = 0;
  #foot: ArrayLike<number> = [0, 0, 0];
  readonly #radius: number;
  readonly #height: number;
  readonly #band: ReflectiveBand | null;

  constructor(foot: ArrayLike<number>, radius: number, height: number, band: ReflectiveBand | null = null) {
    this.#radius = radius;
    this.#height = height;
    this.#band = band;
    this.moveTo(foot);
    this.volume = Math.PI * radius * radius * (height - 2 * radius) + (4 / 3) * Math.PI * radius ** 3;
  }

  /** @param foot lowest point of its axis, world, m */
  moveTo(foot: ArrayLike<number>): void {
    this.#foot = foot;
    this.#low = foot[2] + this.#radius;
    this.#high = foot[2] + this.#height - this.#radius;
  }

  intersect(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number {
    const [px, py] = [ox - this.#foot[0], oy - this.#foot[1]];
    let best = Number.POSITIVE_INFINITY;
    const flat = dx * dx + dy * dy;
    const along = px * dx + py * dy;
    const root = along * along - flat * (px * px + py * py - this.#radius * this.#radius);
    if (root < 0) return best;
    const t = (-along - Math.sqrt(root)) / flat;
    const z = oz + t * dz;
    if (t >= 0 && z >= this.#low && z <= this.#high) {
      best = t;
      this.cosine = Math.abs((px + t * dx) * dx + (py + t * dy) * dy) / this.#radius;
    }
    for (const centre of [this.#low, this.#high]) {
      const pz = oz - centre;
      const half = along + pz * dz;
      const inside = half * half - (px * px + py * py + pz * pz - this.#radius * this.#radius);
      if (inside < 0) continue;
      const hit = -half - Math.sqrt(inside);
      if (hit >= 0 && hit < best) {
        best = hit;
        this.cosine = Math.sqrt(inside) / this.#radius;
      }
    }
    const height = oz + best * dz - this.#foot[2];
    const band = this.#band;
    this.reflected = band !== null && height > band.from && height < band.to ? band.reflected : null;
    return best;
  }
}

/** Height of the duct's centre over the axis at a chainage, m. */
export function ductUp(duct: DuctOptions, s: number): number {
  const swing = Math.sin((Math.PI * (s - duct.from)) / DUCT_HANGERS.spacing);
  return duct.up - DUCT_HANGERS.sag * swing * swing;
}
