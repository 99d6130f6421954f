/**
 * Value noise: random numbers in -1..1 at the points of a unit lattice, blended by smooth cubic weights, so
 * that its energy lies around wavelengths of two lattice steps. The same seed gives the same field.
 */
export function valueNoise3(seed: number, x: number, y: number, z: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const iz = Math.floor(z);
  const u = blend(x - ix);
  const v = blend(y - iy);
  const w = blend(z - iz);
  const x0 = seed ^ Math.imul(ix, 0x27d4eb2d);
  const x1 = seed ^ Math.imul(ix + 1, 0x27d4eb2d);
  const y0 = Math.imul(iy, 0x165667b1);
  const y1 = Math.imul(iy + 1, 0x165667b1);
  const z0 = Math.imul(iz, 0x5bd1e995);
  const z1 = Math.imul(iz + 1, 0x5bd1e995);
  const a = lerp(lattice(x0 ^ y0 ^ z0), lattice(x1 ^ y0 ^ z0), u);
  const b = lerp(lattice(x0 ^ y1 ^ z0), lattice(x1 ^ y1 ^ z0), u);
  const c = lerp(lattice(x0 ^ y0 ^ z1), lattice(x1 ^ y0 ^ z1), u);
  const d = lerp(lattice(x0 ^ y1 ^ z1), lattice(x1 ^ y1 ^ z1), u);
  return lerp(lerp(a, b, v), lerp(c, d, v), w);
}

/** Standard deviation of `valueNoise3`: 1/sqrt(3) at the lattice, less by 26/35 of its square per blended axis. */
export const VALUE_NOISE_SIGMA = Math.sqrt((1 / 3) * (26 / 35) ** 3);

function blend(t: number): number {
  return t * t * (3 - 2 * t);
}

function lerp(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

/** Pseudo-random number in -1..1 from the hashed bits of a lattice point. */
function lattice(point: number): number {
  let h = Math.imul(point ^ (point >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) * 2 ** -31;
}
