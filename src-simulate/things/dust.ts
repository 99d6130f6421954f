/** A stretch of the drive with dust in the air. */
export interface DustOptions {
  readonly from: number;
  readonly to: number;
  /** Rate at which rays return from the dust, 1/m: the share that does is 1 - exp(-rate x path in the stretch). */
  readonly rate: number;
  /** Extinction of the light, 1/m, one way. */
  readonly extinction: number;
}

/** Albedo of the cloud that sends a ray back early: grains fill a small part of the spot. */
export const DUST_ALBEDO = 0.05;

/** Part of a ray inside a stretch, as distances along it, m; `enter` >= `leave`: none. */
interface DustPath {
  enter: number;
  leave: number;
}

/**
 * Part of a ray between two chainages; chainage is taken as linear along the ray.
 *
 * @param s0 chainage of its origin, m
 * @param s1 chainage of its end, m
 * @param length of the ray, m
 */
export function dustPath(dust: DustOptions, s0: number, s1: number, length: number, out: DustPath): void {
  const along = s1 - s0;
  if (Math.abs(along) < 1e-6) {
    const inside = s0 >= dust.from && s0 <= dust.to;
    out.enter = 0;
    out.leave = inside ? length : 0;
    return;
  }
  const [a, b] = [(dust.from - s0) / along, (dust.to - s0) / along];
  out.enter = length * Math.min(Math.max(Math.min(a, b), 0), 1);
  out.leave = length * Math.min(Math.max(Math.max(a, b), 0), 1);
}

/**
 * Distance along the path at which a ray returns from the dust, m; Infinity: it passes (Beer-Lambert).
 *
 * @param luck uniform in [0, 1)
 */
export function dustReturn({ rate }: DustOptions, path: DustPath, luck: number): number {
  const free = -Math.log(1 - luck) / rate;
  return free < path.leave - path.enter ? path.enter + free : Number.POSITIVE_INFINITY;
}
