import { describe, expect, it } from 'vitest';
import { bearingOf, levelledPose } from '../../src-core/math/levelled-pose.ts';
import { multiply3, rotationAngle, transpose3 } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { startDirections } from '../../src-core/survey/start-directions.ts';
import { simulateDrive } from '../../src-simulate/drive.ts';
import { presetOptions } from '../../src-simulate/presets.ts';
import { surveyOf, truePoses } from '../closing/joins/two-sessions.ts';

const SEED = 3;

describe(`how a drive stands at its first scan (seed ${SEED})`, () => {
  const drive = simulateDrive({
    ...presetOptions('rough', 20),
    speed: 2,
    stillStart: 1,
    standoff: 10,
    seed: SEED,
  });
  const survey = surveyOf(drive, drive);
  const poses = truePoses(survey);
  const store = {
    sensor: survey.source.sensor,
    count: poses.length,
    read: async (index: number) => ({ index, ...(await survey.source.read(index)) }),
  };

  it('places it where the simulator has it, from E, N, Z and the true azimuth of its first 5 m', async () => {
    const found = await startDirections(store, poses, SILENT_CONTEXT);
    expect(found.upBy).toBe('accelerometer');
    expect(found.forwardBy).toBe('travel');
    const truth = survey.truth(0);
    const away = poses.findIndex((_, scan) => {
      const { t } = survey.truth(scan);
      return Math.hypot(t[0] - truth.t[0], t[1] - truth.t[1], t[2] - truth.t[2]) >= 5;
    });
    const { t } = survey.truth(away);
    const azimuth = Math.atan2(t[0] - truth.t[0], t[1] - truth.t[1]);
    const pose = levelledPose(truth.t, azimuth, found)!;
    // The bias of the accelerometer tilts it, and nothing else: 3 sigma, and the rotation of 5 m's chord with it.
    expect(rotationAngle(multiply3(transpose3(truth.R), pose.R))).toBeLessThan(3 * found.upSigma!);
    expect([...pose.t]).toEqual([...truth.t]);
    const back = bearingOf(pose, found);
    expect(Math.cos(back.azimuth - azimuth)).toBeCloseTo(1, 10);
    expect(back.tilt).toBeCloseTo(0, 7);
  });

  it('takes the axes of the sensor where it neither stood still nor moved, and says so', async () => {
    const still = { ...store, read: async (index: number) => ({ ...(await store.read(index)), imu: [] }) };
    const found = await startDirections(still, poses.slice(0, 3), SILENT_CONTEXT);
    expect(found).toMatchObject({ upBy: 'sensor', upSigma: null, forwardBy: 'sensor' });
    const { R } = poses[0].T_map_sensor;
    expect(found.up).toEqual([R[2], R[5], R[8]]);
    expect(found.forward).toEqual([R[0], R[3], R[6]]);
  });
});
