import type { DriveSchedule } from '../drive-schedule.ts';

/** A knock that tilts the sensor and lets it swing back, where the robot first comes to a chainage. */
export interface JoltOptions {
  /** Chainage, m. */
  readonly chainage: number;
  /** Largest angles, degrees. */
  readonly rollDeg: number;
  readonly pitchDeg: number;
  readonly yawDeg: number;
  /** From beginning to end, s. */
  readonly seconds: number;
}

/** Duration of a jolt, s, where nothing else is said. */
export const JOLT_SECONDS = 0.2;

/** A jolt on the clock of the drive. */
export interface TimedJolt {
  /** Beginning, s since the start of the drive. */
  readonly at: number;
  readonly seconds: number;
  /** Largest angles, rad. */
  readonly roll: number;
  readonly pitch: number;
  readonly yaw: number;
}

/** Places jolts on the clock of a drive. */
export function timedJolts(jolts: readonly JoltOptions[], schedule: DriveSchedule): TimedJolt[] {
  const degrees = Math.PI / 180;
  return jolts.map(({ chainage, rollDeg, pitchDeg, yawDeg, seconds }) => ({
    at: schedule.timeAt(chainage),
    seconds,
    roll: rollDeg * degrees,
    pitch: pitchDeg * degrees,
    yaw: yawDeg * degrees,
  }));
}

/** Angles of all jolts at an instant, rad; a jolt rises and falls by a curve of three continuous derivatives. */
export function joltAt(jolts: readonly TimedJolt[], t: number): { roll: number; pitch: number; yaw: number } {
  let [roll, pitch, yaw] = [0, 0, 0];
  for (const jolt of jolts) {
    const u = (t - jolt.at) / jolt.seconds;
    if (u <= 0 || u >= 1) continue;
    const share = (4 * u * (1 - u)) ** 4;
    roll += share * jolt.roll;
    pitch += share * jolt.pitch;
    yaw += share * jolt.yaw;
  }
  return { roll, pitch, yaw };
}
