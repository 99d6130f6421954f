import { SIMULATE_DEFAULTS, type SimulateOptions } from '../../src-simulate/options.ts';
import { EXACT_ROCK } from '../../src-simulate/rock/roughness.ts';

/** The shortest drive that the simulator takes, gone through in 3 s: 30 scans. */
export const SHORT_DRIVE: SimulateOptions = {
  ...SIMULATE_DEFAULTS,
  length: 16,
  alignment: [{ length: 16, radius: 25, grade: 0.1 }],
  speed: 5,
  stillStart: 0,
  stillEnd: 0,
  seed: 5,
};

/** A straight level drive that is its nominal section exactly, open at its end. */
export const EXACT_DRIVE: SimulateOptions = {
  ...SIMULATE_DEFAULTS,
  length: 30,
  alignment: [{ length: 30, radius: null, grade: 0 }],
  roughness: EXACT_ROCK,
  face: 'open',
};
