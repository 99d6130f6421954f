/** 3u^2 - 2u^3 between 0 and 1, constant outside: once differentiable everywhere. */
export function smoothstep(u: number): number {
  if (u <= 0) return 0;
  if (u >= 1) return 1;
  return u * u * (3 - 2 * u);
}

/** d smoothstep / du. */
export function smoothstepSlope(u: number): number {
  return u <= 0 || u >= 1 ? 0 : 6 * u * (1 - u);
}

/** Integral of `smoothstep` from 0 to u. */
export function smoothstepIntegral(u: number): number {
  if (u <= 0) return 0;
  if (u >= 1) return u - 0.5;
  return u * u * u * (1 - u / 2);
}
