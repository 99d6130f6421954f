import { describe, expect } from 'vitest';
import { odometryOf } from '../../bench/support/odometry-of.ts';
import { biasByControl } from '../../src-core/calibration/check-control.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { TARGET_KIND_DEFAULT } from '../../src-core/model/control.ts';
import { controlSightings } from '../../src-core/survey/control-sightings.ts';
import { simulateDrive } from '../../src-simulate/drive.ts';
import { SIMULATE_DEFAULTS, type SimulateOptions } from '../../src-simulate/options.ts';
import { EXACT_ROCK } from '../../src-simulate/rock/roughness.ts';
import { simulateScans } from '../../src-simulate/simulate-scans.ts';
import { surveyedTargets } from '../../src-simulate/targets.ts';
import { it, tiered } from '../support/tier.ts';

const SEED = 33;
const ROOM = { length: 20, start: 5, standoff: 9 };
const { size, shape } = TARGET_KIND_DEFAULT;
/** Chainage and direction in the section of targets around the sensor. */
const TARGETS = [
  [4.2, 0],
  [5.1, 170],
  [6.3, 25],
  [7.4, 200],
  [8.6, -15],
  [9.5, 150],
  [7.9, 80],
].map(([chainage, angleDeg]) => ({ chainage, angleDeg, size, shape }));

const roomOf = (rangeBias: number): SimulateOptions => ({
  ...SIMULATE_DEFAULTS,
  ...ROOM,
  alignment: [{ length: ROOM.length, radius: null, grade: 0 }],
  roughness: EXACT_ROCK,
  speed: 0.8,
  targets: TARGETS,
  portal: [350_000, 8_400_000, 4_100],
  rangeBias,
  seed: SEED,
});

describe(`surveyed targets around a sensor (seed ${SEED})`, () => {
  it.each(tiered([-20, 8], [8]))('show that its ranges are off by %d mm', async (millimetres) => {
    const bias = millimetres / 1000;
    const options = roomOf(bias);
    const points = surveyedTargets(simulateDrive(options).targets);
    const scans = simulateScans(options, SILENT_CONTEXT);
    const trajectory = await odometryOf(scans);
    const found = await controlSightings(
      scans,
      trajectory,
      { points, kind: TARGET_KIND_DEFAULT },
      SILENT_CONTEXT,
    );
    expect(found.sightings.length).toBeGreaterThanOrEqual(6);
    const { value, sigma } = biasByControl({ ...found, sheeting: 0 });
    expect(Math.abs(value - bias)).toBeLessThan(2.5 * sigma);
    expect(sigma).toBeLessThan(0.004);
  });
});
