import type { Centreline } from '../motion/centreline.ts';
import { ClearanceGrid } from '../rock/clearance-grid.ts';
import type { Face } from '../rock/face.ts';
import { FrameTable } from '../rock/frame-table.ts';
import { COLUMN_STEP, COLUMNS, ROW_STEP, type RockSurface } from '../rock/rock-surface.ts';
import { SlopeTiles, TILE_REACH_S, TILE_REACH_THETA } from '../rock/slope-tiles.ts';
import { DUCT_HANGERS, type DuctOptions, ductUp, type Obstacle } from '../things/obstacles.ts';

/** Surfaces and objects in the world of a simulation. */
export interface Scene {
  readonly line: Centreline;
  readonly surface: RockSurface;
  /** End face; null: the drive is open at its end. */
  readonly face: Face | null;
  readonly duct: DuctOptions | null;
  readonly obstacles: readonly Obstacle[];
}

export type HitKind = 'none' | 'wall' | 'face' | 'duct' | Obstacle['kind'];

/** Shortest step, m: an upper limit of the rock that a ray can miss. */
const LEAST_STEP = 2e-3;
/** Distance to the surface that counts as a hit, m. */
const RESOLUTION = 2e-5;
/** Clearance below which the surface itself is evaluated, m. */
const NEAR_ROCK = 0.05;
/** Longest step, m: so that the chainage search converges from its guess. */
const LONGEST_STEP = 8;
const DUCT_SLOPE = (DUCT_HANGERS.sag * Math.PI) / DUCT_HANGERS.spacing;

/**
 * Finds the first intersection of a ray with the scene. The ray marches in tunnel coordinates by steps that
 * provably stay in the void:
 *
 * - away from the rock, the clearance d of the section bounds how far the ray may move across. It moves across at q
 *   = |(n', b')| now and at most at q + K h after h metres (K bounds how fast the frame turns), so h with q h + K
 *   h^2 / 2 = d is free;
 * - near the rock, F = r(s, theta) - rho changes by dr/ds s' + dr/dtheta theta' - rho'; each factor is bounded over
 *   the tile around the point, the step is limited to that tile, and this bounds the rate at which F decreases;
 * - a step ends just beyond a jamb, where r jumps; face and duct bound the step in the same way.
 *
 * A step is never shorter than 2 mm, so the crossing is bracketed within 2 mm of ray and then refined.
 */
export class RayCaster {
  /**
   * Result of the last ray: type of the surface hit, its tunnel coordinates, cosine of the ray to the surface
   * normal.
   */
  kind: HitKind = 'none';
  hitS = 0;
  hitTheta = 0;
  cosine = 1;
  /** `Obstacle.reflected` of an obstacle hit. */
  reflected: number | null = null;

  readonly #frames: FrameTable;
  readonly #clearance: ClearanceGrid;
  readonly #slopes: SlopeTiles;
  /** Bound of |d(n', b')/dt| along a unit ray, 1/m. */
  readonly #turning: number;
  /** Bound of |s'| along a unit ray. */
  readonly #fastest: number;
  readonly #end: number;

  // Filled by `probe`: signed distances to the three kinds of surface at a point of the ray.
  #wallGap = 0;
  #faceGap = 0;
  #ductGap = 0;
  #rho = 0;
  #theta = 0;

  readonly #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
    const { line, surface, face } = scene;
    this.#frames = new FrameTable(line, surface.end);
    this.#clearance = new ClearanceGrid(surface);
    this.#slopes = new SlopeTiles(surface);
    const { maxCurvature, maxTau } = this.#frames;
    this.#fastest = 1 / (1 - maxCurvature * this.#clearance.widest);
    this.#turning = 2 * (maxCurvature + maxTau * (1 + maxTau * this.#clearance.widest)) * this.#fastest;
    this.#end = face ? surface.end : Math.min(line.length, surface.end);
  }

  /**
   * Distance to the first surface along the unit direction, m; Infinity: none within `reach`.
   *
   * @param guess chainage of the origin, within some metres
   */
  cast(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    guess: number,
    reach: number,
  ): number {
    let limit = reach;
    this.kind = 'none';
    for (const obstacle of this.#scene.obstacles) {
      const t = obstacle.intersect(ox, oy, oz, dx, dy, dz);
      if (t < limit) {
        limit = t;
        this.kind = obstacle.kind;
        this.cosine = obstacle.cosine;
        this.reflected = obstacle.reflected;
      }
    }
    const frames = this.#frames;
    const { ray } = frames;
    ray[0] = ox;
    ray[1] = oy;
    ray[2] = oz;
    ray[3] = dx;
    ray[4] = dy;
    ray[5] = dz;
    let t = 0;
    let step = 0;
    let gapBefore = 0;
    let s = guess;
    for (;;) {
      frames.locate(t, s);
      s = frames.s;
      if (s < 0 || s > this.#end) break;
      const free = this.#clearance.at(frames.n, frames.b);
      this.#probe(free >= NEAR_ROCK);
      const gap = this.#leastGap();
      if (gap < 0) return this.#refine(Math.max(t - step, 0), t, gapBefore);
      gapBefore = gap;
      const speed = frames.alongT / frames.jacobian;
      step = Math.max(this.#freeStep(free, speed), LEAST_STEP);
      t += step;
      s += step * speed;
      if (t > limit) break;
    }
    return this.kind === 'none' ? Number.POSITIVE_INFINITY : limit;
  }

  #probe(farFromRock: boolean): void {
    const frames = this.#frames;
    const scene = this.#scene;
    const { n, b, s } = frames;
    if (farFromRock) {
      this.#wallGap = NEAR_ROCK;
    } else {
      this.#rho = Math.sqrt(n * n + b * b);
      const angle = Math.atan2(b, n);
      this.#theta = angle < 0 ? angle + 2 * Math.PI : angle;
      this.#wallGap = scene.surface.radiusAt(s, this.#theta) - this.#rho;
    }
    const { face, duct } = scene;
    this.#faceGap = face === null || s < face.nearest - 0.5 ? 1 : face.faceAt(n, b) - s;
    if (duct === null || s < duct.from || s > duct.to) {
      this.#ductGap = 1;
    } else {
      const up = b - ductUp(duct, s);
      const left = n - duct.left;
      this.#ductGap = Math.sqrt(left * left + up * up) - duct.radius;
    }
  }

  #freeStep(free: number, speed: number): number {
    const frames = this.#frames;
    const scene = this.#scene;
    const turning = this.#turning;
    const acrossN = frames.alongN + frames.tau * frames.b * speed;
    const acrossB = frames.alongB - frames.tau * frames.n * speed;
    const across = Math.sqrt(acrossN * acrossN + acrossB * acrossB);
    let step = LONGEST_STEP;
    if (free >= NEAR_ROCK) {
      step = Math.min(step, (2 * free) / (across + Math.sqrt(across * across + 2 * turning * free)));
    } else {
      step = Math.min(step, this.#stepNearRock(acrossN, acrossB, across, speed));
    }
    const { face, duct } = scene;
    if (face !== null && speed > -LONGEST_STEP * turning) {
      const ahead = face.nearest - frames.s;
      const toZone = ahead / this.#fastest;
      if (ahead > 0.05) step = Math.min(step, turning === 0 && speed > 0 ? ahead / speed : toZone);
      else step = Math.min(step, this.#faceGap / (this.#fastest * (1 + face.steepest)));
    }
    if (duct !== null) step = Math.min(step, this.#stepToDuct(duct, across, speed));
    return step;
  }

  #stepNearRock(acrossN: number, acrossB: number, across: number, speed: number): number {
    const frames = this.#frames;
    const rho = this.#rho;
    const scene = this.#scene;
    const slopes = this.#slopes;
    const turning = this.#turning;
    const { n, b, s } = frames;
    const reach = TILE_REACH_S;
    const nearest = Math.max(rho - reach, 0.25 * rho);
    const outward = (n * acrossN + b * acrossB) / rho + ((across * across) / nearest + turning) * reach;
    // theta' = (n b' - b n') / rho^2; the numerator changes only by the turning of the frame.
    const moment = n * acrossB - b * acrossN;
    const farthest = rho + reach;
    const swerve = (turning * reach) / nearest;
    const slowTurn = moment / (farthest * farthest);
    const fastTurn = moment / (nearest * nearest);
    const leastTurn = Math.min(slowTurn, fastTurn) - swerve;
    const mostTurn = Math.max(slowTurn, fastTurn) + swerve;
    const column = Math.min(Math.floor(this.#theta / COLUMN_STEP), COLUMNS - 1);
    const tile = slopes.tileOf(scene.surface.cellRowOf(s), column);
    // The chainage speed changes by less than 3 % over a step this short.
    const slack = turning > 0 ? 0.03 : 0;
    const along = leastProduct(
      slopes.leastAlong[tile],
      slopes.mostAlong[tile],
      speed * (1 - slack),
      speed * (1 + slack),
    );
    const around = leastProduct(slopes.leastAround[tile], slopes.mostAround[tile], leastTurn, mostTurn);
    const rate = outward - along - around;
    const fastAlong = Math.abs(speed) * (1 + slack);
    let step = Math.min(reach, reach / fastAlong, TILE_REACH_THETA / Math.max(-leastTurn, mostTurn));
    if (rate > 0) step = Math.min(step, this.#wallGap / rate);
    const { cuts } = scene.surface;
    for (let i = 0; i < cuts.length; i++) {
      const ahead = frames.alongT > 0 ? cuts[i] - s : s - cuts[i];
      if (ahead >= 0 && ahead < 2 * TILE_REACH_S) step = Math.min(step, ahead / fastAlong + LEAST_STEP / 2);
    }
    return step;
  }

  #stepToDuct(duct: DuctOptions, across: number, speed: number): number {
    const frames = this.#frames;
    const turning = this.#turning;
    const { s, n, b } = frames;
    const left = n - duct.left;
    const up = b - ductUp(duct, s);
    const gap =
      Math.sqrt(left * left + up * up) - duct.radius - (s < duct.from || s > duct.to ? DUCT_HANGERS.sag : 0);
    const rate = across + DUCT_SLOPE * Math.abs(speed) * 1.2;
    const toSide = gap > 0 ? (2 * gap) / (rate + Math.sqrt(rate * rate + 2 * turning * gap)) : 0;
    if (s < duct.from)
      return speed <= 0 && turning === 0 ? LONGEST_STEP : Math.max(toSide, (duct.from - s) / this.#fastest);
    if (s > duct.to)
      return speed >= 0 && turning === 0 ? LONGEST_STEP : Math.max(toSide, (s - duct.to) / this.#fastest);
    return toSide;
  }

  /**
   * Refines the crossing between a point in the void and one in the rock to 0.02 mm. Regula falsi converges at once
   * where the gap is smooth; where it has an edge or jumps, as at a jamb, bisection continues.
   */
  #refine(from: number, to: number, gapBefore: number): number {
    let [inside, outside] = [from, to];
    let t = to;
    const gap = this.#leastGap();
    if (gap > -LEAST_STEP) {
      t = from + ((to - from) * gapBefore) / (gapBefore - gap);
      this.#locateAndProbe(t);
      const rest = this.#leastGap();
      if (Math.abs(rest) < RESOLUTION) return this.#meet(t);
      if (rest < 0) outside = t;
      else inside = t;
    }
    while (outside - inside > RESOLUTION) {
      t = (inside + outside) / 2;
      this.#locateAndProbe(t);
      if (this.#leastGap() < 0) outside = t;
      else inside = t;
    }
    this.#locateAndProbe(outside);
    return this.#meet((inside + outside) / 2);
  }

  #locateAndProbe(t: number): void {
    this.#frames.locate(t, this.#frames.s);
    this.#probe(false);
  }

  #leastGap(): number {
    return Math.min(this.#wallGap, this.#faceGap, this.#ductGap);
  }

  /** Fills the public fields from the surface at the last probe. */
  #meet(t: number): number {
    this.hitS = this.#frames.s;
    this.hitTheta = this.#theta;
    const gap = this.#leastGap();
    if (gap === this.#ductGap) this.#meetDuct();
    else if (gap === this.#faceGap) this.#meetFace();
    else this.#meetWall();
    return t;
  }

  #meetWall(): void {
    const frames = this.#frames;
    const scene = this.#scene;
    const rho = this.#rho;
    const theta = this.#theta;
    const { surface } = scene;
    const cell = surface.cellRowOf(frames.s);
    const from = (cell + 0.01) * ROW_STEP;
    const to = (cell + 0.99) * ROW_STEP;
    const alongSlope = (surface.radiusAt(to, theta) - surface.radiusAt(from, theta)) / (to - from);
    const half = COLUMN_STEP / 2;
    const aroundSlope =
      (surface.radiusAt(frames.s, theta + half) - surface.radiusAt(frames.s, theta - half)) / (2 * half);
    const onJamb = this.#wallGap < -LEAST_STEP;
    const radial = (frames.n * frames.alongN + frames.b * frames.alongB) / rho;
    const around = (frames.n * frames.alongB - frames.b * frames.alongN) / rho;
    const gradient = Math.hypot(alongSlope, aroundSlope / rho, 1);
    this.kind = 'wall';
    this.cosine = onJamb
      ? Math.abs(frames.alongT)
      : Math.abs(alongSlope * frames.alongT + (aroundSlope / rho) * around - radial) / gradient;
  }

  #meetFace(): void {
    const frames = this.#frames;
    const scene = this.#scene;
    const face = scene.face!;
    const reach = 0.02;
    const slopeN =
      (face.faceAt(frames.n + reach, frames.b) - face.faceAt(frames.n - reach, frames.b)) / (2 * reach);
    const slopeB =
      (face.faceAt(frames.n, frames.b + reach) - face.faceAt(frames.n, frames.b - reach)) / (2 * reach);
    this.kind = 'face';
    this.cosine =
      Math.abs(slopeN * frames.alongN + slopeB * frames.alongB - frames.alongT) /
      Math.hypot(slopeN, slopeB, 1);
  }

  #meetDuct(): void {
    const frames = this.#frames;
    const scene = this.#scene;
    const duct = scene.duct!;
    const left = frames.n - duct.left;
    const up = frames.b - ductUp(duct, frames.s);
    this.kind = 'duct';
    this.cosine = Math.abs(left * frames.alongN + up * frames.alongB) / Math.hypot(left, up);
  }
}

/** Least product of a factor in [a, b] and one in [c, d]. */
function leastProduct(a: number, b: number, c: number, d: number): number {
  return Math.min(a * c, a * d, b * c, b * d);
}
