import { beforeAll, describe, expect, it } from 'vitest';
import { compose, invert, logSo3, rotateVector, transpose3 } from '../../src-core/math/se3.ts';
import { ALONG_CONSTRAINTS, type ScanPose } from '../../src-core/model/pose.ts';
import { alignmentQuality } from '../../src-core/odometry/alignment-quality.ts';
import { Odometry } from '../../src-core/odometry/odometry.ts';
import { ODOMETRY_DEFAULTS, type OdometryOptions } from '../../src-core/odometry/odometry-options.ts';
import { axisFromTrajectory } from '../../src-core/tunnel/axis/axis-from-trajectory.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { reliability } from '../../src-core/tunnel/axis/reliability.ts';
import { lengthSigma } from '../../src-core/tunnel/axis/reliability-lengths.ts';
import { placeWith, type Run, simulatedRun, travelled } from './simulated-run.ts';

const SEED = 79;

/** Who may speak, besides the shape of the walls. */
const WITNESSES = {
  'the texture of the walls and the accelerometer': {},
  'the texture of the walls alone': { accelerometer: false, gyro: false },
  'the accelerometer alone': { reflectivity: false },
  'no one': { reflectivity: false, accelerometer: false, gyro: false },
} satisfies Record<string, Partial<OdometryOptions>>;

describe(`odometry along a smooth drive without an end in sight (seed ${SEED})`, () => {
  let run: Run;
  const placed = new Map<string, ScanPose[]>();

  beforeAll(async () => {
    run = await simulatedRun('smooth', 22, SEED);
    for (const [name, options] of Object.entries(WITNESSES)) {
      const odometry = new Odometry(run.simulated.sensor, { ...ODOMETRY_DEFAULTS, ...options });
      placed.set(name, await placeWith(odometry, run.scans));
    }
  }, 1_800_000);

  const posesBy = (name: keyof typeof WITNESSES): ScanPose[] => placed.get(name) as ScanPose[];
  const holders = (poses: ScanPose[]): Set<string> => new Set(poses.slice(1).map((p) => p.quality.heldBy));

  /** Where the last scan is along the drive, less where it should be, m. */
  function endError(poses: ScanPose[]): number {
    const last = poses[poses.length - 1];
    const { trajectory } = run.simulated.drive;
    const truth = compose(invert(trajectory.poseAt(0)), trajectory.poseAt(last.scanIndex / 10)).t;
    const length = Math.hypot(...truth);
    return last.T_map_sensor.t.reduce((sum, value, k) => sum + ((value - truth[k]) * truth[k]) / length, 0);
  }

  it('knows at nearly every scan that the shape of the walls does not hold it', () => {
    for (const poses of placed.values()) {
      const degenerate = poses.slice(1).filter(({ quality }) => quality.degenerate);
      expect(degenerate.length).toBeGreaterThan(0.95 * (poses.length - 1));
      for (const { quality } of degenerate) expect(quality.heldBy).not.toBe('walls');
    }
  });

  it('names the axis of the drive as the weak direction', () => {
    const { drive } = run.simulated;
    const T_world_first = drive.trajectory.poseAt(0);
    for (const { scanIndex, quality } of posesBy('the texture of the walls alone').slice(1)) {
      const chainage = drive.schedule.at(scanIndex / 10).chainage;
      const [x, y, z] = drive.scene.line.frameAt(chainage).T;
      const axis = rotateVector(transpose3(T_world_first.R), x, y, z);
      const along = axis.reduce((sum, value, k) => sum + value * quality.weakDirection[k], 0);
      expect(Math.abs(along)).toBeGreaterThan(0.99);
    }
  });

  it.each(['the texture of the walls and the accelerometer', 'the texture of the walls alone'] as const)(
    'by %s finds the length to a thousandth and a half, and says so without a warning',
    (name) => {
      const poses = posesBy(name);
      const truth = travelled(run, 0, run.scans.length - 1);
      expect(Math.abs(endError(poses))).toBeLessThan(0.0015 * truth);
      const { warnings, alongSigma, unobservedLength } = alignmentQuality({ poses });
      expect(warnings).toEqual([]);
      expect(unobservedLength).toBeLessThan(0.05 * truth);
      expect(Math.abs(endError(poses))).toBeLessThan(3 * alongSigma);
    },
  );

  it('by the accelerometer alone finds the motion, and a doubt that covers its error', () => {
    const poses = posesBy('the accelerometer alone');
    expect(holders(poses)).toContain('inertial');
    const { warnings, alongSigma } = alignmentQuality({ poses });
    expect(warnings.map(({ code }) => code)).toEqual(['length-unobserved']);
    const truth = travelled(run, 0, run.scans.length - 1);
    expect(Math.abs(endError(poses))).toBeLessThan(0.1 * truth);
    expect(Math.abs(endError(poses))).toBeLessThan(2 * alongSigma);
  });

  it('by no one warns that the length was not observed, with a doubt as large as the way itself', () => {
    const poses = posesBy('no one');
    expect(holders(poses)).toEqual(new Set(['assumed']));
    const { warnings, alongSigma } = alignmentQuality({ poses });
    expect(warnings.map(({ code }) => code)).toEqual(['length-unobserved']);
    expect(Math.abs(endError(poses))).toBeLessThan(2 * alongSigma);
  });

  it('has a covariance that is as wide along the drive as what held it says, and narrow across', () => {
    for (const poses of placed.values())
      for (const { quality, T_map_sensor } of poses.slice(1)) {
        const u = rotateVector(transpose3(T_map_sensor.R), ...quality.weakDirection);
        const variance = (v: readonly number[]): number => {
          let sum = 0;
          for (let i = 0; i < 3; i++)
            for (let j = 0; j < 3; j++) sum += v[i] * v[j] * quality.covariance[6 * (i + 3) + j + 3];
          return sum;
        };
        // The pose is at the first column, the covariance at the middle: they are turned by less than a degree or two.
        expect(Math.sqrt(variance(u)) / quality.alongSigma).toBeCloseTo(1, 1);
        expect(Math.sqrt(variance([0, 0, 1]))).toBeLessThan(0.01 + 0.05 * quality.alongSigma);
      }
  });

  it('holds what the walls do hold: height, side and direction', () => {
    for (const [name, poses] of placed) {
      const last = poses[poses.length - 1];
      const { trajectory } = run.simulated.drive;
      const truth = compose(invert(trajectory.poseAt(0)), trajectory.poseAt(last.scanIndex / 10));
      // A straight drive: across it and in rotation the pose does not depend on how far the robot went.
      const length = Math.hypot(...truth.t);
      const axis = truth.t.map((value) => value / length);
      const along = last.T_map_sensor.t.reduce((sum, value, k) => sum + value * axis[k], 0);
      const across = last.T_map_sensor.t.map((value, k) => value - along * axis[k]);
      expect(Math.hypot(...across), name).toBeLessThan(0.15);
      const turned = logSo3(compose(invert(truth), last.T_map_sensor).R);
      expect((Math.hypot(...turned) * 180) / Math.PI, name).toBeLessThan(0.5);
    }
  });

  it('has a reliability strip that covers where each of them ends, in every direction, by what held it', () => {
    const { trajectory } = run.simulated.drive;
    const T_first_world = invert(trajectory.poseAt(0));
    const truth = (scan: number): Float64Array => compose(T_first_world, trajectory.poseAt(scan / 10)).t;
    // The true one: who stands still has no axis of his own.
    const axis = axisFromTrajectory(
      Float64Array.from(run.scans.flatMap((_, scan) => [...truth(scan)])),
    ).value;
    const { tangent, left, up } = new AxisGeometry(axis).frameAt(axis.chainage[axis.chainage.length - 1]);
    const worst = new Map<string, number>();
    for (const [name, poses] of placed) {
      const strip = reliability({ poses }, axis);
      const last = poses[poses.length - 1];
      const error = last.T_map_sensor.t.map((value, k) => value - truth(last.scanIndex)[k]);
      // Where nothing is known but that it stood, the place is another, and its axes with it.
      const directions = name === 'no one' ? [tangent] : [tangent, left, up];
      directions.forEach((u, i) => {
        const along = u[0] * error[0] + u[1] * error[1] + u[2] * error[2];
        expect(Math.abs(along), `${name}, ${i}`).toBeLessThan(
          2 * strip.position[strip.position.length - 3 + i],
        );
      });
      worst.set(name, strip.heldBy[strip.heldBy.length - 1]);
      const held = name.startsWith('the texture');
      const ends = lengthSigma(strip, strip.edges[0], strip.edges[strip.edges.length - 1]);
      if (held) expect(ends, name).toBeLessThan(0.002 * 14);
      else expect(ends, name).toBeGreaterThan(0.1);
    }
    expect([...worst.values()].map((code) => ALONG_CONSTRAINTS[code])).toEqual([
      'reflectivity',
      'reflectivity',
      'inertial',
      'assumed',
    ]);
  });
});
