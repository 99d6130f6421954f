import { expect } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import { applyToPoint } from '../../src-core/math/se3.ts';
import { symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { completeOptions } from '../../src-lab/clouds/complete-options.ts';
import { registerOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import { centroidOf } from '../../src-lab/problem/centroid.ts';
import type { PointSet, RegistrationOptions, RegistrationResult } from '../../src-lab/problem/method.ts';
import { register } from '../../src-lab/register/register.ts';

/** What rounding to f32 may change of a number, as a part of it. */
export const F32 = 2 ** -24;

/**
 * Roundings that a residual q - R p - t gathers, as parts of the clouds' size: one for each of p, q and t, and two for
 * each product of a row of R, the entries of R being rounded themselves. A pose is ruled by many residuals, which round
 * independently, so that this bound for one is ample for the pose, as long as the clouds hold it firmly.
 */
const ROUNDINGS = 16;

/** Additions of like numbers that a sum in f32 chains at most, in a thread, its workgroup and over the workgroups. */
const CHAINED_ADDITIONS = 96;

export interface BothEngines {
  readonly gpu: RegistrationResult;
  readonly cpu: RegistrationResult;
}

export async function onBothEngines(
  gpu: GpuContext,
  [source, target]: Pair,
  options: Partial<RegistrationOptions>,
): Promise<BothEngines> {
  return {
    gpu: await registerOnGpu(gpu, source, target, options),
    // A card tries no step that is longer than a whole one.
    cpu: register(source, target, { ...options, armijoLongest: 1 }),
  };
}

/** A source and a target. */
export type Pair = readonly [source: PointSet, target: PointSet];

/** How far from their origin the device's coordinates of two clouds reach, m: from the means of the clouds, and where the start puts one from the other. */
export function reachOf([source, target]: Pair, start: Rigid | null = null): number {
  const [sx, sy, sz] = centroidOf(source);
  const [x, y, z] = start === null ? [sx, sy, sz] : applyToPoint(start, sx, sy, sz);
  const [tx, ty, tz] = centroidOf(target);
  return Math.max(radiusOf(source), radiusOf(target)) + Math.hypot(x - tx, y - ty, z - tz);
}

function radiusOf(cloud: PointSet): number {
  const [mx, my, mz] = centroidOf(cloud);
  const { count, xyz } = cloud;
  let most = 0;
  for (let at = 0; at < 3 * count; at += 3)
    most = Math.max(most, Math.hypot(xyz[at] - mx, xyz[at + 1] - my, xyz[at + 2] - mz));
  return most;
}

/** Least sum of squares about the axis of a turn that the points hold, over their number, m^2; 0 in one place. */
export function shortestLever2({ count, xyz }: PointSet): number {
  const mean = centroidOf({ count, xyz });
  const scatter = new Float64Array(9);
  for (let at = 0; at < 3 * count; at += 3) {
    const d = mean.map((m, k) => xyz[at + k] - m);
    for (let k = 0; k < 9; k++) scatter[k] += (d[Math.floor(k / 3)] * d[k % 3]) / count;
  }
  const [a, b, c] = symmetricEigen(scatter, 3).values;
  return [a + b, a + c].find((lever2) => lever2 > 1e-9 * c) ?? 0;
}

/** What f32 may change of where a pose puts the points of two clouds, m. */
export function f32Metres(pair: Pair, start: Rigid | null = null): number {
  return ROUNDINGS * F32 * reachOf(pair, start);
}

/** Farthest that two transforms place a point of the cloud from each other, m. */
export function apart(a: Rigid, b: Rigid, { count, xyz }: PointSet): number {
  let most = 0;
  for (let at = 0; at < 3 * count; at += 3) {
    const p = applyToPoint(a, xyz[at], xyz[at + 1], xyz[at + 2]);
    const q = applyToPoint(b, xyz[at], xyz[at + 1], xyz[at + 2]);
    most = Math.max(most, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
  }
  return most;
}

/**
 * Expects the same run of both engines, step by step.
 *
 * @param options of the run
 * @param metres that poses and distances may differ by, where the clouds hold the pose less firmly than `f32Metres` says
 */
export function expectTwins(
  { gpu, cpu }: BothEngines,
  pair: Pair,
  options: Partial<RegistrationOptions> = {},
  metres = f32Metres(pair, options.T_target_source),
): void {
  const slack = iterationSlack(cpu, completeOptions(options, ...pair), metres);
  expect(Math.abs(gpu.iterations - cpu.iterations), 'iterations apart').toBeLessThanOrEqual(slack);
  if (slack === 0) expect(gpu.stopped).toBe(cpu.stopped);
  expect(gpu.inliers).toBe(cpu.inliers);
  expect(apart(gpu.T_target_source, cpu.T_target_source, pair[0]), 'metres apart').toBeLessThan(metres);
  expect(gpu.rmsPerIteration).toHaveLength(gpu.iterations);
  // Beyond that only the end can be the same, not the way.
  const compared = slack > 1 ? 0 : Math.min(gpu.iterations, cpu.iterations);
  gpu.rmsPerIteration.slice(0, compared).forEach((rms, k) => {
    expect(Math.abs(rms - cpu.rmsPerIteration[k]), `rms of iteration ${k + 1}`).toBeLessThan(metres);
  });
  // The soft methods take the root on the host.
  const last = gpu.rmsPerIteration.at(-1) ?? gpu.rms;
  expect(Math.abs(gpu.rms - last), 'rms of the last iteration').toBeLessThanOrEqual(2 * F32 * last);
  expect(Math.abs(gpu.rms - cpu.rms), 'rms').toBeLessThan(metres);
  expectSameNormalMatrix({ gpu, cpu }, metres, metres / reachOf(pair, options.T_target_source));
}

/**
 * H entry by entry, its eigenvalues, and the directions that it leaves open.
 *
 * @param metres, turn that the poses may differ by, m and rad
 */
function expectSameNormalMatrix({ gpu, cpu }: BothEngines, metres: number, turn: number): void {
  const part = CHAINED_ADDITIONS * F32 + 2 * turn;
  // Rotation in m^2, translation without a unit: each block by its own largest number.
  const largest = [0, 21].map((first) => Math.max(...[0, 7, 14].map((k) => cpu.H[first + k])));
  for (let k = 0; k < 36; k++) {
    const [i, j] = [Math.floor(k / 6), k % 6];
    const scale = Math.sqrt(largest[i < 3 ? 0 : 1] * largest[j < 3 ? 0 : 1]);
    // Levers that are nothing but rounding, where all points are in one place.
    const levers = (i < 3 ? metres : 1) * (j < 3 ? metres : 1);
    const rounding = levers < 1 ? cpu.inliers * levers : 0;
    expect(Math.abs(gpu.H[k] - cpu.H[k]), `H ${i} ${j}`).toBeLessThanOrEqual(part * scale + rounding);
  }
  cpu.eigenvalues.forEach((value, k) => {
    // Weyl: eigenvalues move by no more than the norm of what the matrix changes by.
    expect(Math.abs(gpu.eigenvalues[k] - value), `eigenvalue ${k}`).toBeLessThanOrEqual(
      6 * part * cpu.eigenvalues[5],
    );
  });
  expect(gpu.undetermined.length, 'undetermined directions').toBe(cpu.undetermined.length);
  // Turns are counted in arcs over the points' lever, of which rounding leaves nothing where all are in one place.
  if (largest[0] > largest[1] * metres ** 2) expectSameSpan(gpu.undetermined, cpu.undetermined);
}

/** Each unit vector of one orthonormal set is a sum of those of the other. */
function expectSameSpan(gpu: readonly Float64Array[], cpu: readonly Float64Array[]): void {
  for (const direction of gpu) {
    const within = cpu.reduce(
      (sum, v) => sum + v.reduce((dot, value, k) => dot + value * direction[k], 0) ** 2,
      0,
    );
    expect(within).toBeCloseTo(1, 3);
  }
}

/**
 * Iterations that rounding may add or save: none, but where a rule of the thesis came so close to deciding otherwise
 * that rounding may have chosen, where the line search found that the last step gains nothing, which f32 sees only after
 * it, or where distances are so long that f32 cannot tell what the rules ask.
 */
function iterationSlack(
  { rmsPerIteration, stopped }: RegistrationResult,
  { rmsTolerance, rmsThreshold, maxIterations }: RegistrationOptions,
  metres: number,
): number {
  // The errors of two iterations are those of nearly the same pairs and round alike.
  const rounding = metres / ROUNDINGS;
  if (rounding > rmsTolerance) return maxIterations;
  const changes = rmsPerIteration.map((rms, k) =>
    k === 0 ? Number.POSITIVE_INFINITY : Math.abs(rms - rmsPerIteration[k - 1]),
  );
  const isClose =
    rmsPerIteration.some((rms) => Math.abs(rms - rmsThreshold) < rounding) ||
    changes.some((change) => Math.abs(change - rmsTolerance) < rounding);
  const byLineSearch = stopped === 'converged' && !(changes[changes.length - 1] < rmsTolerance);
  return isClose || byLineSearch ? 1 : 0;
}
