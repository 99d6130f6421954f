import { expect, it } from 'vitest';
import { hash3, seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, identity, quaternionOf, rotationOf } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { PicpAcceleration } from '../../src-lab/picp/picp-acceleration.ts';
import { filledWith } from '../lab/clouds.ts';
import { runTestKernel } from './run-test-kernel.ts';
import { describeOnGpu } from './software-device.ts';
import { apart, F32 } from './twins.ts';

const SEED = 151;
const SPREAD = 2.5;

/** Poses one after another, each by a step composed on the left, with their mean square errors, m^2. */
interface Course {
  readonly steps: readonly Rigid[];
  readonly errors: readonly number[];
}

/** Steps of one twist, each shorter than the last by a factor, turned aside by a part of their length. */
function steps(factor: number, aside: number, random = seededRandom(SEED)): readonly Rigid[] {
  return [0, 1, 2, 3].map((k) =>
    exp([0.02, -0.01, 0.03, 0.1, 0.05, -0.08].map((v) => factor ** k * (v + aside * random.normal()))),
  );
}

const COURSES: Readonly<Record<string, Course>> = {
  'straight, the error a parabola': { steps: steps(0.9, 0), errors: [1.2, 1, 0.85, 0.75] },
  'nearly straight': { steps: steps(0.9, 2e-3), errors: [1.2, 1, 0.85, 0.75] },
  'straight, the error a line, which meets zero first': { steps: steps(1, 0), errors: [0.4, 0.3, 0.2, 0.1] },
  'straight, the error bent downwards': { steps: steps(1, 0), errors: [1, 0.9, 0.7, 0.3] },
  'straight, the error hardly less': { steps: steps(1, 0), errors: [1, 0.999, 0.998, 0.997] },
  'straight, the error rising': { steps: steps(1, 0), errors: [1, 1.2, 1.5, 2] },
  'short steps': {
    steps: steps(0.9, 0).map((_, k) => exp([2e-6, 1e-6, 0, 1e-5 * 0.9 ** k, 0, 0])),
    errors: [1.2, 1, 0.85, 0.75],
  },
  bent: { steps: steps(0.9, 0).with(2, exp([0, 0, 0, -0.1, 0.1, 0])), errors: [1.2, 1, 0.85, 0.75] },
  'the rotation bent only': {
    steps: steps(0.9, 0).map((step, k) => ({
      R: k === 2 ? exp([0, 0.03, 0, 0, 0, 0]).R : step.R,
      t: step.t,
    })),
    errors: [1.2, 1, 0.85, 0.75],
  },
  'the steps of rotation shorter than those of translation': {
    steps: [0, 1, 2, 3].map((k) => exp([0.02 * 0.7 ** k, 0, 0, 0.1, 0.05, -0.08])),
    errors: [1.2, 1, 0.85, 0.75],
  },
  'no rotation': {
    steps: steps(0.9, 0).map(({ t }) => ({ R: identity().R, t })),
    errors: [1.2, 1, 0.85, 0.75],
  },
  'standing still': { steps: steps(0.9, 0).with(3, exp([0, 0, 0, 0, 0, 0])), errors: [1.2, 1, 0.85, 0.85] },
};

const KINDS = ['coupled', 'decoupled'] as const;

describeOnGpu(`what pICP adds to the kernels (seed ${SEED})`, (gpu) => {
  it('the hash of three numbers, to the bit', async () => {
    const edges = [0, 1, 65_535, 65_536, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1];
    const random = seededRandom(SEED);
    const triples = [
      ...edges.flatMap((a) => edges.flatMap((b) => edges.map((c) => [a, b, c] as const))),
      ...Array.from({ length: 200 }, () => {
        const word = (): number => random.below(2 ** 32);
        return [word(), word(), word()] as const;
      }),
    ];
    // Halves of 16 bits, which floats hold.
    const halves = triples.flatMap((words) => words.flatMap((word) => [word & 0xffff, word >>> 16]));
    const output = await runTestKernel(
      gpu(),
      ['hash'],
      'fn word(at: u32) -> u32 { return u32(input[at]) | (u32(input[at + 1u]) << 16u); }',
      `let hash = hash3(word(6u * i), word(6u * i + 2u), word(6u * i + 4u));
       output[2u * i] = f32(hash & 0xffffu);
       output[2u * i + 1u] = f32(hash >> 16u);`,
      Float32Array.from(halves),
      triples.length,
      2,
    );
    const hashes = triples.map((_, i) => output[2 * i] + 65_536 * output[2 * i + 1]);
    expect(hashes).toEqual(triples.map(([a, b, c]) => hash3(a, b, c)));
  });

  const cases = Object.entries(COURSES).flatMap(([name, course]) =>
    KINDS.map((kind) => [kind, name, course] as const),
  );
  it.each(cases)('where a course leads, %s: %s', async (kind, _, { steps, errors }) => {
    const start = exp([0.3, -0.5, 0.2, 1, -2, 0.5]);
    const course = new PicpAcceleration(kind, SPREAD);
    let T = start;
    let leap: Rigid | null = null;
    steps.forEach((step, k) => {
      T = compose(step, T);
      leap = course.leap(T, errors[k]);
    });
    const numbers = (pose: Rigid): number[] => [...quaternionOf(pose.R), ...pose.t];
    const output = await runTestKernel(
      gpu(),
      ['rigid', 'course'],
      `fn poseAt(at: u32) -> Pose {
         return Pose(vec4f(input[at], input[at + 1u], input[at + 2u], input[at + 3u]),
           vec3f(input[at + 4u], input[at + 5u], input[at + 6u]));
       }`,
      `var course: Course;
       var pose = poseAt(0u);
       for (var k = 0u; k < 4u; k++) {
         let step = poseAt(7u + 8u * k);
         course.next = wayOf(step, pose, ${SPREAD});
         pose = composed(step, pose);
         notePose(&course, input[14u + 8u * k]);
       }
       let lengths = leapOf(course, input[39u] == 1.0);
       let leap = along(pose, course.last, lengths, ${SPREAD});
       output[0] = lengths.x + lengths.y;
       for (var k = 0u; k < 4u; k++) { output[1u + k] = leap.rotation[k]; }
       for (var k = 0u; k < 3u; k++) { output[5u + k] = leap.translation[k]; }`,
      Float32Array.from([
        ...numbers(start),
        ...steps.flatMap((step, k) => [...numbers(step), errors[k]]),
        kind === 'decoupled' ? 1 : 0,
      ]),
      1,
      8,
    );
    const [lengths, x, y, z, w] = output;
    expect(lengths > 0).toBe(leap !== null);
    if (leap === null) return;
    const own = { R: rotationOf([x, y, z, w]), t: Float64Array.from(output.subarray(5)) };
    const corners = filledWith(8, (i) => [i & 1, (i >> 1) & 1, i >> 2].map((v) => 4 * v - 2));
    const way = apart(leap, T, corners);
    // Second differences of the errors are a hundredth of them or more, and rounding counts as many times more there.
    const hundredfold = 8 * 100 * F32 * way;
    expect(apart(own, leap, corners)).toBeLessThan(hundredfold + 16 * F32 * 6);
  });
});
