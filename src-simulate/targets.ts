import { controlPointsCsv } from '../src-core/io/tables/control-points-csv.ts';
import { seededRandom, subSeed } from '../src-core/math/random.ts';
import type { ControlPoint } from '../src-core/model/control.ts';
import type { Centreline } from './motion/centreline.ts';
import type { RockSurface } from './rock/rock-surface.ts';
import type { Obstacle } from './things/obstacles.ts';

/** A flat plate of retro-reflective sheeting on the wall, facing the axis. */
export interface TargetOptions {
  /** Chainage of its centre, m. */
  readonly chainage: number;
  /** Direction from the axis in the section, degrees from left towards up: 0 the left wall, 180 the right. */
  readonly angleDeg: number;
  /** Diameter of a disc, side of a square, m. */
  readonly size: number;
  readonly shape: 'disc' | 'square';
}

/** Retro-reflective gain of sheeting relative to white paint; it falls with the angle. */
const GAIN = 25;
/** Powers of e by which a plate's blooming fades from its rim to the end of it. */
const HALO_DECAY = 4;
/** Distance between the plate and the most protruding rock behind it, m. */
const BRACKET = 0.04;
/** Diameter of the beam at the sensor, m, and its divergence, m per m. */
const BEAM = { diameter: 0.01, widening: 0.0031 };

/**
 * Stated standard deviation of the surveyed centres, m. The true centres are exact, but stating that would let them
 * alone determine a graph.
 */
const SURVEY_SIGMA = 0.001;

/**
 * Builds the plates of a drive, named T1, T2 ... in the order given.
 *
 * @param blooming angle about a plate at which it still shines into the receiver, rad
 */
export function buildTargets(
  targets: readonly TargetOptions[],
  line: Centreline,
  surface: RockSurface,
  blooming = 0,
): TargetPlate[] {
  return targets.map((target, i) => new TargetPlate(`T${i + 1}`, target, line, surface, blooming));
}

/** Surveyed positions of the targets: their true centres. */
export function surveyedTargets(targets: readonly TargetPlate[]): ControlPoint[] {
  return targets.map(({ name, centre }) => ({
    name,
    easting: centre[0],
    northing: centre[1],
    elevation: centre[2],
    sigma: SURVEY_SIGMA,
    role: 'control',
  }));
}

/** Content of `control.csv` of a simulation. */
export function truthControlCsv(targets: readonly TargetPlate[]): string {
  return controlPointsCsv(surveyedTargets(targets));
}

/**
 * Groups of three targets at regular intervals, on both walls at the height of the sensor, no two groups alike:
 * evenly spaced targets could not be distinguished.
 *
 * @param from chainage of the first group, m
 * @param to largest chainage of a target, m
 */
export function targetGroups(
  from: number,
  to: number,
  every: number,
  size: number,
  seed: number,
): TargetOptions[] {
  const random = seededRandom(subSeed(seed, 'targets'));
  const targets: TargetOptions[] = [];
  for (let start = from; start + 3 * GROUP_STEP <= to; start += every) {
    const first = random.below(2);
    for (let k = 0; k < 3; k++) {
      const chainage = start + (k + random.uniform()) * GROUP_STEP;
      const tilt = 16 * random.uniform() - 8;
      targets.push({ chainage, angleDeg: (k + first) % 2 === 0 ? tilt : 180 - tilt, size, shape: 'disc' });
    }
  }
  return targets;
}

/** Length of chainage reserved for each target of a group, m. */
const GROUP_STEP = 2.2;

/**
 * A target as an obstacle for rays. A beam is as wide as its spot, and a spot that only touches the sheeting is
 * already brighter than the wall: so the plate appears larger by half a spot on all sides.
 */
export class TargetPlate implements Obstacle {
  readonly kind = 'target';
  readonly volume = 0;
  cosine = 1;
  reflected: number | null = null;
  readonly name: string;
  readonly size: number;
  readonly shape: TargetOptions['shape'];
  /** Centre of its front, world, m. */
  readonly centre: Float64Array;
  /** Unit vector into the void, world. */
  readonly normal: Float64Array;
  readonly #along: Float64Array;
  readonly #around: Float64Array;
  readonly #blooming: number;

  constructor(name: string, target: TargetOptions, line: Centreline, surface: RockSurface, blooming: number) {
    this.#blooming = blooming;
    const { chainage, angleDeg, size, shape } = target;
    this.name = name;
    this.size = size;
    this.shape = shape;
    const theta = (angleDeg * Math.PI) / 180;
    const [c, s] = [Math.cos(theta), Math.sin(theta)];
    const depth = freeDepth(surface, chainage, theta, size) - BRACKET;
    const { T, N, B } = line.frameAt(chainage);
    this.centre = Float64Array.from(line.pointAt(chainage, depth * c, depth * s));
    this.normal = N.map((n, k) => -(c * n + s * B[k]));
    this.#along = T;
    this.#around = N.map((n, k) => -s * n + c * B[k]);
  }

  intersect(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number {
    const { normal, centre } = this;
    const along = this.#along;
    const around = this.#around;
    const facing = -(dx * normal[0] + dy * normal[1] + dz * normal[2]);
    // Not visible from behind.
    if (facing <= 0) return Number.POSITIVE_INFINITY;
    const [px, py, pz] = [ox - centre[0], oy - centre[1], oz - centre[2]];
    const t = (px * normal[0] + py * normal[1] + pz * normal[2]) / facing;
    if (t < 0) return Number.POSITIVE_INFINITY;
    const [qx, qy, qz] = [px + t * dx, py + t * dy, pz + t * dz];
    const u = qx * along[0] + qy * along[1] + qz * along[2];
    const v = qx * around[0] + qy * around[1] + qz * around[2];
    const reach = this.size / 2 + (BEAM.diameter + BEAM.widening * t) / 2;
    const out = this.shape === 'disc' ? Math.hypot(u, v) : Math.max(Math.abs(u), Math.abs(v));
    const halo = this.#blooming * t;
    if (out > reach + halo) return Number.POSITIVE_INFINITY;
    this.cosine = facing;
    this.reflected = GAIN * facing * facing;
    if (out > reach) this.reflected *= Math.exp((-HALO_DECAY * (out - reach)) / halo);
    return t;
  }
}

/** Distance from the axis at which a plate is in front of all the rock behind it, m. */
function freeDepth(surface: RockSurface, chainage: number, theta: number, size: number): number {
  const steps = 8;
  let depth = Number.POSITIVE_INFINITY;
  const radius = surface.radiusAt(chainage, theta);
  for (let i = -steps; i <= steps; i++) {
    for (let k = -steps; k <= steps; k++) {
      const turn = (k * size) / (2 * steps * radius);
      const rock = surface.radiusAt(chainage + (i * size) / (2 * steps), theta + turn);
      depth = Math.min(depth, rock * Math.cos(turn));
    }
  }
  return depth;
}
