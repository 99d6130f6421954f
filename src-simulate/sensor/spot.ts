import type { EchoKind } from './brightness.ts';
import type { Echo } from './ray-tracer.ts';

/**
 * Surfaces closer than this along a beam come back as one pulse, m: half the length of a light pulse of some 3 ns;
 * its range lies between them. Of surfaces farther apart the strongest pulse counts.
 */
const PULSE = 0.45;

/** Rays that stand for a spot: four, exact to degree 3 over a disc (Abramowitz and Stegun 25.4.61). */
const SPOT_RAYS = 4;
/** Order in which they are cast: the two of a diagonal first. */
export const SPOT_ORDER = [0, 2, 1, 3] as const;
const SPOT_RADIUS = Math.SQRT1_2;

/**
 * Unit direction of the k-th ray of a spot.
 *
 * @param ray origin and unit direction of its middle, world
 * @param angle full angle of the spot, rad
 * @param out its last three numbers are filled
 */
export function spotRay(ray: Float64Array, angle: number, k: number, out: Float64Array): void {
  const reach = (angle / 2) * SPOT_RADIUS;
  const turn = (Math.PI / 2) * (k + 0.5);
  const [dx, dy, dz] = [ray[3], ray[4], ray[5]];
  const flat = Math.hypot(dx, dy);
  // Horizontal and upright directions across the ray.
  const [hx, hy] = flat > 0 ? [-dy / flat, dx / flat] : [1, 0];
  const [ux, uy, uz] = [-dz * hy, dz * hx, dx * hy - dy * hx];
  const [c, s] = [reach * Math.cos(turn), reach * Math.sin(turn)];
  const length = Math.sqrt(1 + reach * reach);
  out[3] = (dx + c * hx + s * ux) / length;
  out[4] = (dy + c * hy + s * uy) / length;
  out[5] = (dz + s * uz) / length;
}

/**
 * Largest difference in range of the two opposite rays that are cast first, m: if they meet one surface as close as
 * this, the two others would meet it too.
 */
const ONE_SURFACE = 0.05;

/** The echoes of the rays of a spot, and what the sensor makes of them. */
export class SpotEchoes {
  readonly #rays = Array.from({ length: SPOT_RAYS }, () => ({
    kind: 'none' as EchoKind,
    range: 0,
    albedo: 0,
    cosine: 1,
    light: 0,
    chancy: false,
  }));
  #count = 0;

  /** Stores the echo of a further ray. */
  put({ kind, range, albedo, cosine, gain, chancy }: Echo): void {
    const ray = this.#rays[this.#count++];
    ray.kind = kind;
    ray.range = range;
    ray.albedo = albedo;
    ray.cosine = cosine;
    ray.light = range < Number.POSITIVE_INFINITY ? (albedo * cosine * gain) / (range * range) : 0;
    ray.chancy = chancy;
  }

  /** Whether the first two rays met one surface, so that no more are needed. */
  isOneSurface(): boolean {
    const [a, b] = this.#rays;
    return this.#count === 2 && !a.chancy && a.kind === b.kind && Math.abs(a.range - b.range) < ONE_SURFACE;
  }

  /** Merges the echoes into the one pulse that the sensor takes, the strongest, and forgets them. */
  merge(out: Echo): void {
    const rays = this.#rays;
    const count = this.#count;
    this.#count = 0;
    this.#sort(count);
    let [first, last, strongest] = [0, 0, 0];
    for (let from = 0; from < count; ) {
      let to = from + 1;
      while (to < count && rays[to].range - rays[to - 1].range < PULSE) to++;
      const light = lightOf(rays, from, to);
      if (light > strongest) [first, last, strongest] = [from, to, light];
      from = to;
    }
    out.kind = 'none';
    out.range = Number.POSITIVE_INFINITY;
    if (strongest === 0) return;
    let [range, albedo, cosine, brightest] = [0, 0, 0, 0];
    for (let i = first; i < last; i++) {
      const weight = rays[i].light / strongest;
      range += weight * rays[i].range;
      albedo += weight * rays[i].albedo;
      cosine += weight * rays[i].cosine;
      if (weight <= brightest) continue;
      brightest = weight;
      out.kind = rays[i].kind;
    }
    out.range = range;
    out.albedo = albedo;
    out.cosine = cosine;
    out.gain = (strongest * range * range) / (count * albedo * cosine);
  }

  /** By range, in place: four at most. */
  #sort(count: number): void {
    const rays = this.#rays;
    for (let i = 1; i < count; i++)
      for (let k = i; k > 0 && rays[k].range < rays[k - 1].range; k--)
        [rays[k], rays[k - 1]] = [rays[k - 1], rays[k]];
  }
}

function lightOf(rays: readonly { light: number }[], from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += rays[i].light;
  return sum;
}
