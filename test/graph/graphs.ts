import { type Factor, factorOf } from '../../src-core/graph/factor.ts';
import { posePrior } from '../../src-core/graph/pose-prior.ts';
import { relativePose } from '../../src-core/graph/relative-pose.ts';
import type { Random } from '../../src-core/math/random.ts';
import { compose, exp, invert, log } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';

/** Standard deviations of a measured relative pose: rad, m. */
export const EDGE = { rotation: 0.002, translation: 0.01 };

export function information(rotation: number, translation: number): Float64Array {
  const out = new Float64Array(36);
  for (let i = 0; i < 6; i++) out[7 * i] = 1 / (i < 3 ? rotation : translation) ** 2;
  return out;
}

/** A twist of normal numbers. */
export function noise(random: Random, rotation: number, translation: number): number[] {
  return [0, 1, 2, 3, 4, 5].map((i) => (i < 3 ? rotation : translation) * random.normal());
}

/** A pose anywhere. @param angle of its rotation, rad */
export function anyPose(random: Random, angle: number, reach = 5): Rigid {
  const axis = [random.normal(), random.normal(), random.normal()];
  const norm = Math.hypot(...axis);
  return exp([...axis.map((v) => (v * angle) / norm), ...[0, 1, 2].map(() => reach * random.normal())]);
}

/** Node j as it was measured from node i. */
export function measured(truth: readonly Rigid[], i: number, j: number, error: readonly number[]): Rigid {
  return compose(compose(invert(truth[i]), truth[j]), exp(error));
}

export function edge(
  truth: readonly Rigid[],
  i: number,
  j: number,
  random: Random,
  gate: number | null = null,
  sigmas = EDGE,
): Factor {
  const T = measured(truth, i, j, noise(random, sigmas.rotation, sigmas.translation));
  return factorOf(relativePose(i, j, T), information(sigmas.rotation, sigmas.translation), gate);
}

export function prior(node: number, T: Rigid, sigma = 1e-4): Factor {
  return factorOf(posePrior(node, T), information(sigma, sigma));
}

/** Poses round a circle, one metre apart, looking along it, on a slope. */
export function ringTruth(count: number): Rigid[] {
  const radius = count / (2 * Math.PI);
  return Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    const turned = exp([0, 0, angle + Math.PI / 2, 0, 0, 0]);
    return compose(
      {
        R: exp([0, 0, 0, 0, 0, 0]).R,
        t: Float64Array.of(radius * Math.cos(angle), radius * Math.sin(angle), 0),
      },
      turned,
    );
  });
}

/** Where the nodes are by the odometry alone: one after another from the first. */
export function deadReckoned(first: Rigid, steps: readonly Rigid[]): Rigid[] {
  const poses = [first];
  for (const step of steps) poses.push(compose(poses[poses.length - 1], step));
  return poses;
}

/** Largest distance (m) and angle (rad) between two lists of poses. */
export function farthest(a: readonly Rigid[], b: readonly Rigid[]): { metres: number; radians: number } {
  const apart = a.map((pose, k) => log(compose(invert(pose), b[k])));
  return {
    metres: Math.max(...apart.map((d) => Math.hypot(d[3], d[4], d[5]))),
    radians: Math.max(...apart.map((d) => Math.hypot(d[0], d[1], d[2]))),
  };
}
