/** Seeded random numbers: the same seed gives the same numbers on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  uniform(): number;
  /** Normal, mean 0, standard deviation 1. */
  normal(): number;
  /** Whole number in [0, n). */
  below(n: number): number;
}

/** xoshiro128** (Blackman, Vigna 2018), seeded through splitmix32 so that similar seeds diverge at once. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const splitmix = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  let s0 = splitmix();
  let s1 = splitmix();
  let s2 = splitmix();
  let s3 = splitmix();
  const next = (): number => {
    const product = Math.imul(s1, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = (s3 << 11) | (s3 >>> 21);
    return result;
  };
  const uniform = (): number => (next() * 2 ** 21 + (next() >>> 11)) * 2 ** -53;
  let spare: number | null = null;
  const normal = (): number => {
    if (spare !== null) {
      const value = spare;
      spare = null;
      return value;
    }
    // Box-Muller; 1 - u keeps the logarithm away from zero.
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  return { uniform, normal, below: (n) => Math.floor(uniform() * n) };
}

/** Derives the seed of a part of a simulation, so that parts have independent random streams. */
export function subSeed(seed: number, part: string): number {
  let hash = seed >>> 0;
  for (let i = 0; i < part.length; i++) hash = Math.imul(hash ^ part.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

/**
 * Stateless random number: pcg3d, a hash of three whole numbers (Jarzynski and Olano 2020, Hash Functions for GPU
 * Rendering), the first of its three results. GPU twin: shaders/hash.wgsl.
 *
 * @returns a whole number in [0, 2^32)
 */
export function hash3(a: number, b: number, c: number): number {
  let x = scrambled(a);
  let y = scrambled(b);
  let z = scrambled(c);
  x += Math.imul(y, z);
  y += Math.imul(z, x);
  z += Math.imul(x, y);
  x ^= x >>> 16;
  y ^= y >>> 16;
  z ^= z >>> 16;
  return (x + Math.imul(y, z)) >>> 0;
}

function scrambled(value: number): number {
  return Math.imul(value, 1_664_525) + 1_013_904_223;
}
