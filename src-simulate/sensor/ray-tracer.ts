import { hash3, subSeed } from '../../src-core/math/random.ts';
import type { Albedo } from '../albedo.ts';
import { FrameTable } from '../rock/frame-table.ts';
import type { BoltPattern } from '../things/bolts.ts';
import { type DustOptions, dustPath, dustReturn } from '../things/dust.ts';
import { type MeshLayer, wireShare } from '../things/mesh.ts';
import { type Pool, waterBackscatter, waterReflectance } from '../things/water.ts';
import { albedoOfHit, type EchoKind, KIND_ALBEDO } from './brightness.ts';
import type { RayCaster, Scene } from './ray-caster.ts';

/** What came back of one ray. */
export interface Echo {
  kind: EchoKind;
  /** Length of the way to it, m; Infinity: nothing came back. */
  range: number;
  albedo: number;
  /** Cosine of the incidence on what threw the light back. */
  cosine: number;
  /** Share of the light that the way there and back leaves. */
  gain: number;
  /** Chance had a say in it: another ray of the same spot may have fared otherwise. */
  chancy: boolean;
}

/** Things that change a ray between the sensor and the rock. */
export interface RayEffects {
  readonly pools: readonly Pool[];
  readonly mesh: MeshLayer | null;
  readonly bolts: BoltPattern | null;
  readonly dust: readonly DustOptions[];
}

/** Longest step of the search for the chainage of a far point, m: so that it converges. */
const STRIDE = 6;
/** Length of a ray before the rock on which plates are looked for, m: seen at more than 2 degrees. */
const PLATE_REACH = 2.5;
/** Steps back from the rock after which a layer before it is given up. */
const STEPS_BACK = 40;
/** Distance to the layer that counts as on it, m, and steps of the search for it. */
const ON_LAYER = { distance: 2e-5, steps: 30 };
/** Half the way over which the incidence on a mesh is measured, m. */
const INCIDENCE_REACH = 0.01;
const U32 = 2 ** -32;

/**
 * Follows a ray through the effects of a real mine: cast by the ray caster, thrown on by water and cast again,
 * stopped by mesh and plates before the rock, and by dust. Chance is a hash of effect, pixel and ray, so that an
 * effect never changes the chances of another.
 */
export class RayTracer {
  readonly echo: Echo = { kind: 'none', range: 0, albedo: 0, cosine: 1, gain: 1, chancy: false };
  readonly #caster: RayCaster;
  readonly #scene: Scene;
  readonly #albedo: Albedo;
  readonly #effects: RayEffects;
  readonly #frames: FrameTable;
  /** Seeds of the chances of wires, of mirrors, and of each stretch of dust. */
  readonly #chances: { readonly mesh: number; readonly water: number; readonly dust: readonly number[] };
  readonly #path = { enter: 0, leave: 0 };

  constructor(caster: RayCaster, scene: Scene, albedo: Albedo, effects: RayEffects, seed: number) {
    this.#caster = caster;
    this.#scene = scene;
    this.#albedo = albedo;
    this.#effects = effects;
    this.#frames = new FrameTable(scene.line, scene.surface.end);
    this.#chances = {
      mesh: subSeed(seed, 'mesh'),
      water: subSeed(seed, 'water'),
      dust: effects.dust.map((_, k) => subSeed(seed, `dust ${k}`)),
    };
  }

  /**
   * Follows a ray and fills `echo`.
   *
   * @param ray origin and unit direction, world
   * @param guess chainage of the origin, m
   * @param pixel number of the pixel among all of the drive
   * @param part number of the ray in its pixel
   */
  trace(ray: Float64Array, guess: number, reach: number, pixel: number, part: number): Echo {
    const { echo } = this;
    this.#leg(ray, guess, reach, pixel, 4 * part);
    const first = this.#water(ray, guess, echo.range);
    if (first !== null) this.#throughWater(ray, guess, first, reach, pixel, part);
    else this.#dust(ray, guess, pixel, 4 * part + 2);
    return echo;
  }

  /** Casts a straight ray onto what stands, hangs or lies before the rock. */
  #leg(ray: Float64Array, guess: number, reach: number, pixel: number, part: number): void {
    const { echo } = this;
    const caster = this.#caster;
    echo.range = caster.cast(ray[0], ray[1], ray[2], ray[3], ray[4], ray[5], guess, reach);
    echo.kind = caster.kind;
    echo.cosine = caster.cosine;
    echo.albedo = albedoOfHit(this.#albedo, caster);
    echo.gain = 1;
    echo.chancy = false;
    if (echo.kind === 'wall') this.#layers(ray, guess, pixel, part);
  }

  /** Nearest plate or wire before the rock that the last ray met. */
  #layers(ray: Float64Array, guess: number, pixel: number, part: number): void {
    const { echo } = this;
    const { hitS, hitTheta } = this.#caster;
    const { mesh, bolts } = this.#effects;
    const rock = echo.range;
    const patch = mesh?.patchAt(hitS, hitTheta) ?? null;
    if (mesh !== null && patch !== null) {
      echo.chancy = true;
      const gap = (s: number, theta: number) => mesh.gapAt(patch, s, theta);
      const at = this.#layerBefore(ray, rock, hitS, patch.most, gap);
      const near = this.#heightOver(at - INCIDENCE_REACH, gap) - this.#heightOver(at + INCIDENCE_REACH, gap);
      const cosine = Math.min(Math.max(near / (2 * INCIDENCE_REACH), 0.02), 1);
      if (at > 0 && chance(this.#chances.mesh, pixel, part) < wireShare(patch.share, cosine)) {
        echo.kind = 'mesh';
        echo.range = at;
        // A wire is round: it always shows a side.
        echo.cosine = 1;
        echo.albedo = KIND_ALBEDO.mesh;
      }
    }
    if (bolts === null) return;
    const back = Math.min(PLATE_REACH / rock, 1);
    const t = bolts.intersect(ray, echo.range, hitS + back * (guess - hitS), hitS);
    if (t < echo.range) {
      echo.kind = 'bolt';
      echo.range = t;
      echo.cosine = bolts.cosine;
      echo.albedo = KIND_ALBEDO.bolt;
    }
  }

  /** Distance at which a ray last dips below a height over the rock before it meets the rock, m; 0: nowhere near. */
  #layerBefore(
    ray: Float64Array,
    rock: number,
    s: number,
    step: number,
    gap: (s: number, theta: number) => number,
  ): number {
    const frames = this.#frames;
    frames.ray.set(ray);
    frames.locate(rock, s);
    let [inside, outside] = [rock, rock];
    let [under, over] = [-step, 0];
    for (let i = 0; i < STEPS_BACK && over <= 0; i++) {
      if (outside === 0) return 0;
      outside = Math.max(inside - step, 0);
      over = this.#heightOver(outside, gap);
      if (over > 0) break;
      inside = outside;
      under = over;
    }
    if (over <= 0) return 0;
    // Regula falsi; halved every other time, so that an edge of the rock does not stall it.
    for (let i = 0; i < ON_LAYER.steps; i++) {
      const share = i % 2 === 0 ? over / (over - under) : 0.5;
      const t = outside + share * (inside - outside);
      const height = this.#heightOver(t, gap);
      if (Math.abs(height) < ON_LAYER.distance) return t;
      if (height > 0) [outside, over] = [t, height];
      else [inside, under] = [t, height];
    }
    return outside;
  }

  /** Height of a point of the located ray over a layer before the rock, m, along the radius. */
  #heightOver(t: number, gap: (s: number, theta: number) => number): number {
    const frames = this.#frames;
    frames.locate(t, frames.s);
    const { s, n, b } = frames;
    const angle = Math.atan2(b, n);
    const theta = angle < 0 ? angle + 2 * Math.PI : angle;
    return this.#scene.surface.radiusAt(s, theta) - Math.hypot(n, b) - gap(s, theta);
  }

  /** Where a ray meets water before all else; a range of 0 where it gets under it from beside. */
  #water(ray: Float64Array, guess: number, range: number): WaterCrossing | null {
    for (const pool of this.#effects.pools) {
      if (ray[5] >= 0) continue;
      const t = (pool.elevation - ray[2]) / ray[5];
      if (t <= 0 || t >= range || !pool.isNear(ray[0] + t * ray[3], ray[1] + t * ray[4])) continue;
      this.#locateFar(ray, t, guess);
      const { s, n } = this.#frames;
      if (pool.holds(s, n)) return { pool, t, s };
      if (range === Number.POSITIVE_INFINITY) continue;
      this.#frames.locate(range, s);
      if (pool.holds(this.#frames.s, this.#frames.n)) return { pool, t: 0, s };
    }
    return null;
  }

  #throughWater(
    ray: Float64Array,
    guess: number,
    met: WaterCrossing,
    reach: number,
    pixel: number,
    part: number,
  ): void {
    const { echo } = this;
    const { pool, t, s } = met;
    const cosine = -ray[5];
    const { mirrored } = pool.options;
    const passes = t > 0 && chance(this.#chances.water, pixel, part) < mirrored;
    let strength = 0;
    if (passes) {
      const next = Float64Array.from(ray);
      for (let k = 0; k < 3; k++) next[k] += t * ray[3 + k];
      next[5] = -ray[5];
      this.#leg(next, s, reach - t, pixel, 4 * part + 1);
      this.#dust(next, s, pixel, 4 * part + 1);
      echo.range += t;
      echo.gain *= waterReflectance(cosine) ** 2;
      strength = (echo.albedo * echo.cosine * echo.gain) / echo.range ** 2;
    }
    if (!(echo.range < Number.POSITIVE_INFINITY) || !passes) {
      echo.kind = 'none';
      echo.range = Number.POSITIVE_INFINITY;
      strength = 0;
    }
    const direct = t > 0 && mirrored > 0 ? waterBackscatter(cosine) : 0;
    if (direct / (t * t) > strength && direct > LEAST_BACKSCATTER) {
      echo.kind = 'water';
      echo.range = t;
      echo.albedo = direct;
      echo.cosine = 1;
      echo.gain = 1;
    }
    echo.chancy = true;
    if (t > 0) this.#dustBetween(guess, s, t, pixel, 4 * part + 3);
  }

  /** Dust on the straight way of the last cast to its echo. */
  #dust(ray: Float64Array, s0: number, pixel: number, part: number): void {
    const { range, kind } = this.echo;
    if (this.#effects.dust.length === 0) return;
    const length = Math.min(range, FARTHEST_DUST);
    this.#dustBetween(s0, this.#endOf(ray, s0, length, kind), length, pixel, part);
  }

  /** Chainage of the end of a ray, m; of one that met nothing, had the drive gone on straight. */
  #endOf(ray: Float64Array, s0: number, length: number, kind: EchoKind): number {
    if (kind === 'wall' || kind === 'face' || kind === 'mesh') return this.#caster.hitS;
    if (kind !== 'none') return this.#chainageAt(ray, length, s0);
    this.#locateFar(ray, 0, s0);
    return s0 + (length * this.#frames.alongT) / this.#frames.jacobian;
  }

  #dustBetween(s0: number, s1: number, length: number, pixel: number, part: number): void {
    const { echo } = this;
    const path = this.#path;
    const { dust } = this.#effects;
    let first = Number.POSITIVE_INFINITY;
    for (const [k, stretch] of dust.entries()) {
      dustPath(stretch, s0, s1, length, path);
      if (path.leave <= path.enter) continue;
      const t = dustReturn(stretch, path, chance(this.#chances.dust[k], pixel, part));
      if (t < first) first = t;
      echo.gain *= Math.exp(-2 * stretch.extinction * (path.leave - path.enter));
    }
    if (first >= echo.range) return;
    echo.kind = 'dust';
    echo.range = first;
    echo.albedo = KIND_ALBEDO.dust;
    echo.cosine = 1;
    echo.gain = 1;
  }

  #chainageAt(ray: Float64Array, t: number, guess: number): number {
    this.#locateFar(ray, t, guess);
    return this.#frames.s;
  }

  /** Tunnel coordinates of a far point of a ray, from a guess of the chainage of its origin. */
  #locateFar(ray: Float64Array, t: number, guess: number): void {
    const frames = this.#frames;
    frames.ray.set(ray);
    frames.locate(0, guess);
    for (let at = 0; at < t; ) {
      const step = Math.min(STRIDE, t - at);
      at += step;
      frames.locate(at, frames.s + (step * frames.alongT) / frames.jacobian);
    }
  }
}

interface WaterCrossing {
  readonly pool: Pool;
  /** Distance to it, m; 0: the ray gets below the surface from beside the rim, and is lost there. */
  readonly t: number;
  readonly s: number;
}

/** Strength of the return straight from water below which there is none. */
const LEAST_BACKSCATTER = 1e-4;
/** Length of a ray that meets nothing over which dust can send it back, m. */
const FARTHEST_DUST = 40;

/** Uniform number in [0, 1) of an effect for a ray. */
function chance(seed: number, pixel: number, part: number): number {
  return hash3(seed, pixel, part) * U32;
}
