import { describe, expect, it } from 'vitest';
import type { Residual } from '../../src-core/graph/factor.ts';
import { pointSighting } from '../../src-core/graph/factors/control-factors.ts';
import { gravityDirection } from '../../src-core/graph/factors/gravity-direction.ts';
import { linearisePathLength } from '../../src-core/graph/factors/path-length.ts';
import { posePrior } from '../../src-core/graph/pose-prior.ts';
import { relativePose } from '../../src-core/graph/relative-pose.ts';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, invert, rotateVector } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { anyPose } from './graphs.ts';

const SEED = 5;
const STEP = 1e-5;
/** Of the residual's rotation, rad: at the identity, near it, far from it, near the half turn. */
const ANGLES = [0, 1e-6, 0.05, 1, 2.5, 3.1];

const unit = (random: Random): [number, number, number] => {
  const v = [random.normal(), random.normal(), random.normal()];
  const norm = Math.hypot(...v);
  return [v[0] / norm, v[1] / norm, v[2] / norm];
};

/** Turned from a unit vector by an angle, rad. */
const turnedFrom = (
  up: readonly [number, number, number],
  angle: number,
  random: Random,
): [number, number, number] => {
  const [a, b, c] = unit(random);
  const axis = [up[1] * c - up[2] * b, up[2] * a - up[0] * c, up[0] * b - up[1] * a];
  const norm = Math.hypot(...axis) / angle;
  return angle === 0 ? [...up] : rotateVector(exp([...axis.map((v) => v / norm), 0, 0, 0]).R, ...up);
};

/** Each residual with poses at which its rotation is about `angle`. */
const CASES: Record<string, (angle: number, random: Random) => { residual: Residual; poses: Rigid[] }> = {
  'relative pose': (angle, random) => {
    const poses = [anyPose(random, 2), anyPose(random, 0.1), anyPose(random, 1.5)];
    const Z = compose(compose(invert(poses[2]), poses[0]), anyPose(random, angle, 1));
    return { residual: relativePose(2, 0, Z), poses };
  },
  'pose prior': (angle, random) => {
    const poses = [anyPose(random, 2)];
    return { residual: posePrior(0, compose(poses[0], anyPose(random, angle, 1))), poses };
  },
  'pose prior of a scan beside its node': (angle, random) => {
    const poses = [anyPose(random, 2)];
    const offset = anyPose(random, 0.3, 1);
    return {
      residual: posePrior(0, compose(compose(poses[0], offset), anyPose(random, angle, 1)), offset),
      poses,
    };
  },
  'point sighting': (angle, random) => ({
    residual: pointSighting(0, [3, -1, 0.5], [10, 4, -2], anyPose(random, 0.2, 1)),
    poses: [anyPose(random, angle)],
  }),
  'gravity direction': (angle, random) => {
    const pose = anyPose(random, 2);
    const offset = anyPose(random, 0.2, 1);
    const up = unit(random);
    const seen = rotateVector(invert(compose(pose, offset)).R, ...turnedFrom(up, angle, random));
    return { residual: gravityDirection(0, seen, up, offset), poses: [pose] };
  },
};

describe.each(Object.entries(CASES))(`%s (seed ${SEED})`, (_name, make) => {
  const random = seededRandom(SEED);
  it.each(ANGLES)('has the Jacobian that moving the poses gives, at %d rad', (angle) => {
    const { residual, poses } = make(angle, random);
    const { nodes, dimension } = residual;
    const room = () => [new Float64Array(36), new Float64Array(36)];
    const J = room();
    residual.linearise(poses, new Float64Array(6), J);
    nodes.forEach((node, at) => {
      for (let k = 0; k < 6; k++) {
        const moved = (size: number): Float64Array => {
          const d = new Float64Array(6);
          d[k] = size;
          const r = new Float64Array(6);
          residual.linearise(
            poses.map((pose, i) => (i === node ? compose(pose, exp(d)) : pose)),
            r,
            room(),
          );
          return r;
        };
        const [plus, minus] = [moved(STEP), moved(-STEP)];
        for (let i = 0; i < dimension; i++) {
          const numeric = (plus[i] - minus[i]) / (2 * STEP);
          expect(Math.abs(J[at][6 * i + k] - numeric)).toBeLessThan(5e-7 * Math.max(1, Math.abs(numeric)));
        }
      }
    });
  });
});

describe('residuals at known places', () => {
  const random = seededRandom(SEED);

  it('are zero where the poses are as measured', () => {
    const poses = [anyPose(random, 1), anyPose(random, 2)];
    const r = new Float64Array(6).fill(7);
    const J = [new Float64Array(36), new Float64Array(36)];
    relativePose(0, 1, compose(invert(poses[0]), poses[1])).linearise(poses, r, J);
    expect(Math.hypot(...r)).toBeLessThan(1e-12);
  });

  it('tell the tilt of up as an angle, up to the half turn', () => {
    const pose = [{ R: exp([0, 0, 0, 0, 0, 0]).R, t: new Float64Array(3) }];
    for (const tilt of [1e-7, 0.3, 1.6, 3]) {
      const r = new Float64Array(6);
      const J = [new Float64Array(36)];
      gravityDirection(0, [Math.sin(tilt), 0, Math.cos(tilt)], [0, 0, 1]).linearise(pose, r, J);
      expect(Math.hypot(r[0], r[1])).toBeCloseTo(tilt, 12);
    }
  });

  it('keep a tenth of a millimetre at the northings of Peru', () => {
    const t = Float64Array.of(350_000, 8_700_000, 4_300);
    const r = new Float64Array(6);
    pointSighting(0, [1, 2, 3], [350_001.0001, 8_700_002, 4_303]).linearise(
      [{ ...anyPose(random, 0), t }],
      r,
      [new Float64Array(36)],
    );
    expect(r[0]).toBeCloseTo(-1e-4, 8);
  });
});

describe('length of a way', () => {
  const random = seededRandom(SEED);
  const poses = Array.from({ length: 6 }, (_, k) => {
    const pose = anyPose(random, 1, 0.3);
    return { R: pose.R, t: Float64Array.of(pose.t[0] + 1.5 * k, pose.t[1], pose.t[2]) };
  });
  const known = { from: 1, to: 4, length: 5, sigma: 0.02 };

  it('has the row that moving the poses gives, and none outside its way', () => {
    const row = new Float64Array(36);
    linearisePathLength(known, poses, row);
    for (let k = 0; k < 36; k++) {
      const moved = (size: number): number => {
        const d = new Float64Array(6);
        d[k % 6] = size;
        const at = Math.floor(k / 6);
        return linearisePathLength(
          known,
          poses.map((pose, i) => (i === at ? compose(pose, exp(d)) : pose)),
          new Float64Array(36),
        );
      };
      expect(row[k]).toBeCloseTo((moved(STEP) - moved(-STEP)) / (2 * STEP), 4);
    }
    expect([...row.subarray(0, 6), ...row.subarray(30)]).toEqual(new Array(12).fill(0));
  });

  it('stands where two nodes are at one place', () => {
    const still = [poses[0], poses[1], poses[1], poses[2]];
    const row = new Float64Array(24);
    linearisePathLength({ from: 0, to: 3, length: 3, sigma: 0.01 }, still, row);
    expect(row.every(Number.isFinite)).toBe(true);
  });
});
