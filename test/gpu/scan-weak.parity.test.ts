import { describe, expect, it } from 'vitest';
import { solveCholesky } from '../../src-core/math/cholesky.ts';
import { addRow, type NormalSystem, normalSystem } from '../../src-core/math/normal-system.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { expSo3, rotateVector } from '../../src-core/math/se3.ts';
import { symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';
import { pointToPlaneJacobian } from '../../src-core/odometry/match/point-to-plane.ts';
import { releaseDirection, weakestTranslation } from '../../src-core/odometry/match/weak-direction.ts';
import { runTestKernel } from './run-test-kernel.ts';
import { describeOnGpu } from './software-device.ts';

const SEED = 83;
const POINTS = 2000;
const WEIGHT = 1 / 0.03 ** 2;

/** What is expected, sigmas of the turn (rad) and of the shift (m). */
const PRIORS = [
  ['a prior as of constant velocity', 0.01, 0.02],
  ['a tight prior', 1e-6, 1e-6],
  ['a prior after lost scans, which is less than the rounding of the walls', 0.1, 8],
] as const;
type PriorSigmas = readonly [rotation: number, translation: number];
/** What f32 keeps of a step, m, and as a part of the doubt that the prior leaves; turns are counted at the walls. */
const keptOf = ([, onShift]: PriorSigmas): number => 2e-5 + 1e-3 * onShift;
/** Where the pose stands, seen from the expected one, in rad and m. */
const OFF = [0.002, -0.001, 0.003, 0.04, -0.02, 0.03];

/** A wall: a point and its unit normal, seen from a sensor on the axis, which is x. */
type Wall = (along: number, around: number) => readonly [point: number[], normal: number[]];

const circular: Wall = (along, around) => {
  const [y, z] = [Math.cos(around), Math.sin(around)];
  return [
    [along, 2.3 * y, 2.3 * z],
    [0, y, z],
  ];
};
const box: Wall = (along, around) => {
  const side = Math.floor(around / (Math.PI / 2)) % 4;
  const across = 2 * (around / (Math.PI / 2) - side) - 1;
  const sign = side < 2 ? 1 : -1;
  return side % 2 === 0
    ? [
        [along, 2.5 * sign, 2 * across],
        [0, sign, 0],
      ]
    : [
        [along, 2.5 * across, 2 * sign],
        [0, 0, sign],
      ];
};
const floorOnly: Wall = (along, around) => [
  [along, around - Math.PI, -2],
  [0, 0, 1],
];

interface Drive {
  readonly wall: Wall;
  readonly points: number;
  /** Scatter of the normals along the drive, rad, and what the tilt of the planes is said to be. */
  readonly relief: number;
  readonly tilt: number;
  /** Residuals as if the sensor stood so far from where it is, m and rad, beside noise. */
  readonly off: number;
}

const DRIVE: Drive = { wall: box, points: POINTS, relief: 0, tilt: 0, off: 0.05 };
const DRIVES: readonly (readonly [string, Drive])[] = [
  ['a rough drive', { ...DRIVE, relief: 0.25, tilt: 0.02 }],
  ['a smooth drive', { ...DRIVE, relief: 0.03, tilt: 0.02 }],
  ['a smooth drive whose normals feign all', { ...DRIVE, relief: 0.02, tilt: 0.05 }],
  ['a smooth round drive', { ...DRIVE, wall: circular, relief: 0.03, tilt: 0.01 }],
  ['a perfect tube', { ...DRIVE, wall: box }],
  ['a perfect round tube', { ...DRIVE, wall: circular }],
  ['a floor alone', { ...DRIVE, wall: floorOnly }],
  ['three points', { ...DRIVE, points: 3, relief: 0.3 }],
  ['one point', { ...DRIVE, points: 1 }],
  ['no point', { ...DRIVE, points: 0 }],
];

/** A system, and what the noise of the planes' normals feigns in it along each direction. */
interface Walls extends NormalSystem {
  readonly tilts: number;
}

/** The system of a drive in a sensor that looks any way. */
function systemOf({ wall, points, relief, tilt, off }: Drive, seed: number): Walls {
  const random = seededRandom(seed);
  const R = expSo3(3 * random.normal(), 3 * random.normal(), 3 * random.normal());
  const system = normalSystem();
  const away = Array.from({ length: 6 }, (_, k) => off * random.normal() * (k < 3 ? 0.2 : 1));
  const J = new Float64Array(6);
  for (let i = 0; i < points; i++) {
    const [point, normal] = wall(20 * (2 * random.uniform() - 1), 2 * Math.PI * random.uniform());
    const scattered = normal.map((value, k) => value + (k === 0 ? relief : relief / 3) * random.normal());
    const norm = Math.hypot(...scattered);
    const p = rotateVector(R, point[0], point[1], point[2]);
    const l = rotateVector(R, scattered[0] / norm, scattered[1] / norm, scattered[2] / norm);
    pointToPlaneJacobian(...p, ...l, J);
    const e = J.reduce((sum, value, k) => sum + value * away[k], 0.01 * random.normal());
    addRow(system, J, e, WEIGHT);
  }
  const tilts = points * WEIGHT * tilt ** 2;
  for (let i = 0; i < 3; i++)
    for (let j = 0; j <= i; j++)
      system.translation[3 * i + j] = system.H[6 * (i + 3) + j + 3] - (i === j ? tilts : 0);
  return { ...system, tilts };
}

/** The step of the f64 twin. */
function stepOnCpu({ H, b, translation }: NormalSystem, minShare: number, sigmas: PriorSigmas): Float64Array {
  const [left, right] = [H.slice(), b.slice()];
  const weak = weakestTranslation(translation);
  if (weak.share < minShare) releaseDirection(left, right, weak.direction);
  for (let i = 0; i < 6; i++) {
    const information = 1 / sigmas[i < 3 ? 0 : 1] ** 2;
    left[7 * i] += information;
    right[i] -= information * OFF[i];
  }
  const step = solveCholesky(left, right, 6);
  if (step === null) expect.unreachable('the prior holds all');
  return step as Float64Array;
}

interface OnGpu {
  readonly direction: readonly number[];
  readonly share: number;
  readonly step: readonly number[];
}

describeOnGpu(`weak directions in f32 (seed ${SEED})`, (gpu) => {
  const onGpu = async (
    systems: readonly (Walls & { readonly minShare: number })[],
    [onTurn, onShift]: PriorSigmas,
  ): Promise<OnGpu[]> => {
    const words = 29;
    const input = systems.flatMap(({ H, b, tilts, minShare }) => [
      ...[...H].filter((_, k) => k % 6 <= Math.floor(k / 6)),
      ...b,
      tilts,
      minShare,
    ]);
    const output = await runTestKernel(
      gpu(),
      ['jacobi', 'eigen3', 'cholesky6', 'scan-weak'],
      'var<private> total: array<f32, 32>;',
      `for (var k = 0u; k < ${words}u; k++) { total[k] = input[${words}u * i + k]; }
       let walls = System6(symmetric6(0u), vec3f(total[21], total[22], total[23]), vec3f(total[24], total[25], total[26]));
       let prior = Prior(vec3f(${OFF.slice(0, 3)}), vec3f(${OFF.slice(3)}), ${1 / onTurn ** 2}, ${1 / onShift ** 2});
       let weak = weakestTranslation(walls.H, total[27]);
       var x = stepHeld(walls, prior);
       if (weak.share < total[28]) { x = stepReleased(walls, prior, weak.direction); }
       for (var k = 0u; k < 3u; k++) {
         output[10u * i + k] = weak.direction[k];
         output[10u * i + 3u + k] = x.rotation[k];
         output[10u * i + 6u + k] = x.translation[k];
       }
       output[10u * i + 9u] = weak.share;`,
      Float32Array.from(input),
      systems.length,
      10,
    );
    return systems.map((_, i) => {
      const own = [...output.subarray(10 * i, 10 * i + 10)];
      return { direction: own.slice(0, 3), step: own.slice(3, 9), share: own[9] };
    });
  };

  /** Largest difference over turns counted at the walls and shifts, m. */
  const metresApart = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
    Math.max(...Array.from(a, (value, k) => Math.abs(value - b[k]) * (k < 3 ? 2.5 : 1)));

  describe.each(PRIORS)('with %s', (_prior, ...sigmas) => {
    it.each(DRIVES)('are found in %s and left to it, however the sensor is turned', async (_name, drive) => {
      const systems = Array.from({ length: 12 }, (_, k) => ({
        ...systemOf(drive, SEED + k),
        minShare: 0.012,
      }));
      const solved = await onGpu(systems, sigmas);
      systems.forEach((system, k) => {
        const { share } = weakestTranslation(system.translation);
        expect(Math.abs(solved[k].share - share), `share of ${k}`).toBeLessThan(1e-6);
        const full = Float64Array.from({ length: 9 }, (_, at) => {
          const [i, j] = [Math.floor(at / 3), at % 3];
          return system.translation[3 * Math.max(i, j) + Math.min(i, j)];
        });
        const { values, vectors } = symmetricEigen(full, 3);
        expect(solved[k].step.every(Number.isFinite)).toBe(true);
        // Where two directions are equally weak, either will do.
        const gap = (values[1] - values[0]) / (Math.max(...values.map(Math.abs)) || 1);
        if (gap < 1e-4) return;
        const aligned = Math.abs(vectors[0].reduce((sum, v, i) => sum + v * solved[k].direction[i], 0));
        expect(1 - aligned, `direction of ${k}`).toBeLessThan(1e-6 / gap);
        const expected = stepOnCpu(system, 0.012, sigmas);
        expect(metresApart(solved[k].step, expected), `step of ${k}`).toBeLessThan(keptOf(sigmas));
      });
    });
  });

  it('are released only below the share that is asked, right up to it', async () => {
    const sigmas = PRIORS[0].slice(1) as unknown as PriorSigmas;
    const shares = Array.from({ length: 12 }, (_, k) => {
      const system = systemOf({ ...DRIVE, relief: 0.1, tilt: 0.02, off: 0.2 }, SEED + k);
      return { system, share: weakestTranslation(system.translation).share };
    });
    // What f32 keeps of a share is a millionth of the whole.
    const around = [-2e-6, 0, 2e-6];
    const request = shares.flatMap(({ system, share }) =>
      around.map((off) => ({ ...system, minShare: share + off })),
    );
    const solved = await onGpu(request, sigmas);
    shares.forEach(({ system, share }, k) => {
      const [held, free] = [stepOnCpu(system, 0, sigmas), stepOnCpu(system, 1, sigmas)];
      expect(metresApart(held, free), 'the two ways are far apart').toBeGreaterThan(1e-3);
      const [below, at, above] = solved.slice(3 * k, 3 * k + 3).map(({ step }) => step);
      expect(metresApart(below, held), `${share} is enough`).toBeLessThan(keptOf(sigmas));
      expect(metresApart(above, free), `${share} is too little`).toBeLessThan(keptOf(sigmas));
      expect(Math.min(metresApart(at, held), metresApart(at, free))).toBeLessThan(keptOf(sigmas));
    });
  });
});
