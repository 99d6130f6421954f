import { beforeAll, describe, expect } from 'vitest';
import type { ScanPose } from '../../src-core/model/pose.ts';
import { alignmentQuality } from '../../src-core/odometry/alignment-quality.ts';
import { Odometry, type OdometryState } from '../../src-core/odometry/odometry.ts';
import type { OdometryInput } from '../../src-core/odometry/prepared-scan.ts';
import { presetOptions } from '../../src-simulate/presets.ts';
import type { Survey } from '../closing/joins/two-sessions.ts';
import { it, tiered } from '../support/tier.ts';
import { bump, covered, errorAt, handledDrive, placed, ramp, restarted, scansOf } from './handled-drive.ts';

const SEED = 4;
const DEGREE = Math.PI / 180;
/** Largest error of a pose while the sensor is not handled, and at its worst within a jolt without a gyro, m. */
const CALM = 0.03;

/** Instants of what happens to the sensor, s; the robot stands from 5.3 m to 8.3 s. */
const JOLT = 2.73;
const LIFT = 6.2;
const TURN = 6.9;

/** Stands 1 s, drives 4 m, stands 3 s, and drives on; jolted, lifted by hand and turned on the spot. */
function handledSurvey(): Survey {
  const options = {
    ...presetOptions('rough', 34),
    stillStart: 1,
    stillEnd: 0,
    standoff: 19,
    manoeuvres: [{ kind: 'stand' as const, chainage: 8, seconds: 3 }],
    seed: SEED,
  };
  return handledDrive(options, (t) => ({
    turn: [
      6 * DEGREE * bump(t, JOLT, 0.2),
      -5 * DEGREE * bump(t, JOLT + 1, 0.2),
      Math.PI * ramp(t, TURN, 1.6),
    ],
    up: 0.4 * bump(t, LIFT, 0.9),
  }));
}

describe(`a sensor that is handled roughly (seed ${SEED})`, () => {
  let survey: Survey;
  let scans: OdometryInput[];
  beforeAll(async () => {
    survey = handledSurvey();
    scans = await scansOf(survey);
  }, 120_000);

  const codesOf = (poses: readonly ScanPose[]): string[] =>
    alignmentQuality({ poses }).warnings.map(({ code }) => code);

  it.each(tiered([true, false], [true]))(
    'jolts of 5-6 degrees, a lift, a stop and a half turn, IMU %s',
    async (imu) => {
      const poses = await placed(survey, imu ? scans : scans.map((scan) => ({ ...scan, imu: [] })));
      const handled = (at: number): boolean =>
        [JOLT, JOLT + 1, LIFT, TURN].some((from) => at > 10 * from - 2 && at < 10 * from + 18);
      for (const pose of poses) {
        const { metres, degrees } = errorAt(survey, poses[0], pose);
        if (imu || !handled(pose.scanIndex)) expect(metres).toBeLessThan(CALM);
        if (imu) expect(degrees).toBeLessThan(0.3);
      }
      expect(errorAt(survey, poses[0], poses.at(-1)!).metres).toBeLessThan(0.015);
      expect(codesOf(poses)).toEqual([]);
    },
  );

  // Without readings the robot stops and turns half round under the cover, and nothing but the walls can tell.
  const FROM = 48;
  const TO = 98;
  const cover = (all: readonly OdometryInput[]): OdometryInput[] =>
    all.map((one) => (one.index >= FROM && one.index < TO ? { ...one, scan: covered(one.scan) } : one));

  it.each(tiered([true, false], [true]))('covered for 5 s while it stops and turns, IMU %s', async (imu) => {
    const input = cover(imu ? scans : scans.map((scan) => ({ ...scan, imu: [] })));
    const poses = await placed(survey, input);
    expect(poses).toHaveLength(scans.length);
    for (const pose of poses.slice(FROM, TO)) {
      expect(pose.quality.matched).toBe(0);
      expect(pose.isKeyframe).toBe(false);
      // What is assumed meanwhile says how far off it may be.
      const { metres } = errorAt(survey, poses[0], pose);
      expect(metres).toBeLessThan(3 * pose.quality.alongSigma + 0.1);
    }
    expect(poses[TO].quality.gapSeconds).toBeCloseTo(5.1, 1);
    for (const pose of poses.slice(TO + 2)) expect(errorAt(survey, poses[0], pose).metres).toBeLessThan(CALM);
    // It is told; the length is not in doubt, because the walls told the place afterwards.
    expect(codesOf(poses)).toEqual(['recording-gap', 'scans-not-matched']);
    expect(alignmentQuality({ poses }).alongSigma).toBeLessThan(0.1);
  });

  // A sector of 36 degrees once was matched metres away, and told as held by the walls.
  it.each(tiered([true, false], [true]))(
    'the cover is taken off in mid-rotation: a sector tells no place, IMU %s',
    async (imu) => {
      const [from, to] = [25, 44];
      const seen = (column: number): boolean => column >= 920;
      const input = scans.map(({ scan, ...rest }) => {
        const isUnder = rest.index >= from && rest.index < to;
        const rangeMm = scan.rangeMm.map((mm, pixel) =>
          isUnder || (rest.index === to && !seen(pixel % scan.columns)) ? 0 : mm,
        );
        return { ...rest, ...(!imu && { imu: [] }), scan: { ...scan, rangeMm } };
      });
      const poses = await placed(survey, input);
      expect(poses[to].quality.heldBy).not.toBe('walls');
      for (const pose of poses.slice(to + 1))
        expect(errorAt(survey, poses[0], pose).metres).toBeLessThan(CALM);
      expect(codesOf(poses)).toContain('scans-not-matched');
    },
  );

  it('resumes under the cover to the last bit', async () => {
    const input = cover(scans).slice(0, TO + 5);
    const odometry = new Odometry(survey.source.sensor);
    const poses: ScanPose[] = [];
    let stored = '';
    for (const scan of input) {
      poses.push(...(await odometry.next(scan)));
      if (scan.index === TO - 9) stored = JSON.stringify(odometry.state);
    }
    const state = JSON.parse(stored) as OdometryState;
    expect(state.covered?.seen).toBe(FROM - 1);
    const resumed = new Odometry(survey.source.sensor);
    for (const pose of poses)
      if (pose.isKeyframe && pose.scanIndex < TO - 8)
        await resumed.replayKeyframe(scans[pose.scanIndex], pose);
    await resumed.restore(state, TO - 9, async (index) => scans[index]);
    const again: ScanPose[] = [];
    for (const scan of input.slice(TO - 8)) again.push(...(await resumed.next(scan)));
    expect(again).toEqual(poses.slice(TO - 8));
  });

  it('the recorder and the clock of the sensor begin anew in mid-drive: it is placed and told', async () => {
    const [from, to] = [42, 90];
    const originNs = scans[to].scan.stampNs.find((stamp) => stamp > 0n)! - 3_000_000_000n;
    const input = scans.flatMap((scan, i) =>
      i < from ? [scan] : i < to ? [] : [restarted(scan, originNs, 17 + i - to)],
    );
    const poses = await placed(survey, input);
    expect(poses[from].quality.heldBy).toBe('walls');
    expect(errorAt(survey, poses[0], poses.at(-1)!).metres).toBeLessThan(CALM);
    expect(codesOf(poses)).toEqual(['recording-gap']);
  });
});

describe(`a robot that brakes from 2 m/s while its sensor is covered for two seconds (seed ${SEED})`, () => {
  const options = {
    ...presetOptions('rough', 34),
    speed: 2,
    stillStart: 1,
    stillEnd: 0,
    standoff: 23,
    manoeuvres: [{ kind: 'stand' as const, chainage: 9, seconds: 1 }],
    seed: SEED,
  };

  const reported = [
    ['by the accelerometer', true],
    ['by the walls, where there are no readings', false],
  ] as const;
  it.each(tiered(reported, reported.slice(0, 1)))('is found again %s', async (_, imu) => {
    const survey = handledDrive(options, () => ({ turn: [0, 0, 0], up: 0 }));
    const scans = await scansOf(survey);
    const place = (index: number): Float64Array => survey.truth(index).t;
    const stops = scans.findIndex(
      ({ index }) => index > 20 && Math.hypot(...place(index).map((v, i) => v - place(index - 1)[i])) < 0.002,
    );
    const input = scans.map((one) => ({
      ...one,
      ...(imu ? {} : { imu: [] }),
      ...(one.index > stops - 15 && one.index < stops + 4 ? { scan: covered(one.scan) } : {}),
    }));
    const poses = await placed(survey, input);
    for (const { quality } of poses.slice(stops - 14, stops + 4)) expect(quality.matched).toBe(0);
    for (const pose of poses.slice(stops + 5))
      expect(errorAt(survey, poses[0], pose).metres).toBeLessThan(CALM);
    expect(poses[stops + 4].quality.gapSeconds).toBeUndefined();
  });
});
