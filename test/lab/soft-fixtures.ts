import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../src-core/math/random.ts';
import { applyToPoint, compose, identity } from '../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import {
  type PointSet,
  REGISTRATION_DEFAULTS,
  type RegistrationOptions,
  type RegistrationProblem,
} from '../../src-lab/problem/method.ts';

/** Points without symmetry, within about 0.15 m as the bunny is. */
export function lopsidedCloud(random: Random, count: number): PointSet {
  const xyz = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const u = random.uniform();
    xyz[3 * i] = 0.15 * u * u;
    xyz[3 * i + 1] = 0.1 * random.uniform() * u;
    xyz[3 * i + 2] = 0.05 * random.uniform() ** 2 + 0.03 * u;
  }
  return centred({ count, xyz }).points;
}

export function movedCloud(T: Rigid, { count, xyz }: PointSet): PointSet {
  const moved = new Float64Array(3 * count);
  for (let at = 0; at < 3 * count; at += 3) moved.set(applyToPoint(T, xyz[at], xyz[at + 1], xyz[at + 2]), at);
  return { count, xyz: moved };
}

export function centred({ count, xyz }: PointSet): { points: PointSet; mean: Float64Array } {
  const mean = new Float64Array(3);
  for (let at = 0; at < 3 * count; at++) mean[at % 3] += xyz[at] / count;
  return { points: { count, xyz: xyz.map((v, at) => v - mean[at % 3]) }, mean };
}

export function alignable(
  source: PointSet,
  target: PointSet,
  options: Partial<RegistrationOptions> = {},
  T_target_source: Rigid = identity(),
): RegistrationProblem {
  const all = { ...REGISTRATION_DEFAULTS, ...options };
  return { source, target, T_target_source, options: all, cancel: NEVER_CANCELLED };
}

/** The two point sets of the authors' program about their means, and how to go back. */
export function bunny(
  shared: string,
  oneOf: number,
): { problem: RegistrationProblem; inFile(T: Rigid): Rigid } {
  const read = (name: string): PointSet => {
    const lines = readFileSync(join(shared, 'bunny', name), 'utf8')
      .trim()
      .split('\n');
    const matchingLines = lines.filter((_, i) => i % oneOf === 0);
    return {
      count: matchingLines.length,
      xyz: Float64Array.from(matchingLines.flatMap((line) => line.trim().split(/\s+/).map(Number))),
    };
  };
  const target = centred(read('P5032.txt'));
  const source = centred(read('Qnew5032.txt'));
  const T_file_target = { ...identity(), t: target.mean };
  const T_source_file = { ...identity(), t: source.mean.map((v) => -v) };
  const T_file_source = { ...identity(), t: source.mean };
  const T_target_file = { ...identity(), t: target.mean.map((v) => -v) };
  return {
    // Their program starts from the identity in the coordinates of the files.
    problem: alignable(source.points, target.points, {}, compose(T_target_file, T_file_source)),
    inFile: (T) => compose(compose(T_file_target, T), T_source_file),
  };
}
