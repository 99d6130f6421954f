import { beforeAll, describe, expect, it } from 'vitest';
import { alignmentQuality } from '../../src-core/mapping/alignment-quality.ts';
import { compose, invert, logSo3, rotateVector, transpose3 } from '../../src-core/math/se3.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import { place, type Run, simulatedRun, travelled } from './simulated-run.ts';

const SEED = 79;

describe(`odometry along a smooth drive without an end in sight (seed ${SEED})`, () => {
  let run: Run;
  let poses: ScanPose[];
  beforeAll(async () => {
    run = await simulatedRun('smooth', 22, SEED);
    poses = await place(run, run.scans);
  });

  it('knows at nearly every scan that nothing holds it along the drive, and what helped instead', () => {
    const placed = poses.slice(1);
    const degenerate = placed.filter(({ quality }) => quality.degenerate);
    expect(degenerate.length).toBeGreaterThan(0.95 * placed.length);
    for (const { quality } of degenerate) expect(quality.prior).toMatch(/^constant-velocity/);
    expect(degenerate.some(({ quality }) => quality.prior === 'constant-velocity+gyro')).toBe(true);
  });

  it('names the axis of the drive as the weak direction', () => {
    const { drive } = run.simulated;
    for (const { scanIndex, quality } of poses.slice(1)) {
      const T_world_first = drive.trajectory.poseAt(0);
      const chainage = drive.schedule.at(scanIndex / 10).chainage;
      const [x, y, z] = drive.scene.line.frameAt(chainage).T;
      const axis = rotateVector(transpose3(T_world_first.R), x, y, z);
      const along = axis.reduce((sum, value, k) => sum + value * quality.weakDirection[k], 0);
      expect(Math.abs(along)).toBeGreaterThan(0.99);
    }
  });

  it('warns that the length was not observed, with a doubt as large as the way itself', () => {
    const { warnings, alongSigma, unobservedLength, pathLength } = alignmentQuality({ poses });
    expect(warnings.map(({ code }) => code)).toContain('length-unobserved');
    expect(unobservedLength).toBeGreaterThan(0.9 * pathLength);
    const truth = travelled(run, 0, run.scans.length - 1);
    expect(Math.abs(pathLength - truth)).toBeLessThan(3 * alongSigma);
  });

  it('holds what the walls do hold: height, side and direction', () => {
    const last = poses[poses.length - 1];
    const { trajectory } = run.simulated.drive;
    const truth = compose(invert(trajectory.poseAt(0)), trajectory.poseAt(last.scanIndex / 10));
    // A straight drive: across it and in rotation the pose does not depend on how far the robot went.
    const length = Math.hypot(...truth.t);
    const axis = truth.t.map((value) => value / length);
    const along = last.T_map_sensor.t.reduce((sum, value, k) => sum + value * axis[k], 0);
    const across = last.T_map_sensor.t.map((value, k) => value - along * axis[k]);
    expect(Math.hypot(...across)).toBeLessThan(0.15);
    const turned = logSo3(compose(invert(truth), last.T_map_sensor).R);
    expect((Math.hypot(...turned) * 180) / Math.PI).toBeLessThan(0.5);
  });
});
