import { seededRandom, subSeed } from '../../src-core/math/random.ts';
import { compose, expSo3 } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { DriveSchedule } from '../drive-schedule.ts';
import type { Centreline } from './centreline.ts';
import { joltAt, type TimedJolt } from './jolts.ts';
import { UniformSpline } from './uniform-spline.ts';

/** Sway of the robot about its path: amplitudes at full speed, all zero when it stands still. */
export interface SwayOptions {
  /** Gait frequency, Hz, at full speed; divided by the speed it gives the steps per metre. */
  readonly frequency: number;
  readonly rollDeg: number;
  readonly pitchDeg: number;
  readonly yawDeg: number;
  /** Vertical amplitude, m. */
  readonly heave: number;
  /** Lateral amplitude, m. */
  readonly lateral: number;
  /** Amplitude of the slow weave across the drive, m. */
  readonly weave: number;
}

/** A walking machine at a steady pace. */
export const SWAY_DEFAULTS: SwayOptions = {
  frequency: 1.6,
  rollDeg: 1.2,
  pitchDeg: 0.9,
  yawDeg: 1,
  heave: 0.012,
  lateral: 0.015,
  weave: 0.12,
};

/** Wavelength of the weave along the path, m. */
const WEAVE_LENGTH = 11;
/** Spacing of the control values of the trajectory, s. */
const KNOT = 0.02;
/** Tilt of the sensor in a hand that raises it, rad/m: 4 degrees at 0.4 m. */
const LIFT_TILT = 0.17;

/** Motion of the sensor at an instant, world frame unless stated otherwise. */
export interface SensorMotion {
  readonly T_world_sensor: Rigid;
  /** m/s^2. */
  readonly acceleration: Float64Array;
  /** Angular velocity, rad/s, and its derivative, rad/s^2, in the sensor frame. */
  readonly angularVelocity: Float64Array;
  readonly angularAcceleration: Float64Array;
}

/**
 * True trajectory of the sensor: six cubic splines (position; yaw, pitch, roll), so that pose, velocity and
 * acceleration derive from one curve and the IMU agrees with the poses exactly.
 */
export class SensorTrajectory {
  readonly duration: number;
  readonly #position: UniformSpline[];
  /** Yaw, pitch (nose down positive) and roll: R = Rz(yaw) Ry(pitch) Rx(roll). */
  readonly #angles: UniformSpline[];

  /**
   * @param mount height of the sensor over the axis and offset of the robot's path to the left of it, m
   * @param jolts knocks that tilt the sensor
   */
  constructor(
    line: Centreline,
    schedule: DriveSchedule,
    sway: SwayOptions,
    mount: { up: number; left: number },
    speed: number,
    seed: number,
    jolts: readonly TimedJolt[] = [],
  ) {
    this.duration = schedule.duration;
    const count = Math.ceil(this.duration / KNOT) + 8;
    const channels = Array.from({ length: 6 }, () => new Float64Array(count));
    const gait = new Gait(sway, seed);
    let travelled = 0;
    for (let i = 0; i < count; i++) {
      const { chainage, speed: now, turn, lift } = schedule.at((i - 1) * KNOT);
      travelled += Math.abs(now) * KNOT;
      const share = Math.min(Math.abs(now) / speed, 1);
      const swing = gait.at((i - 1) * KNOT, share, travelled, now < 0 ? -1 : 1);
      const { C, T, N, B } = line.frameAt(chainage);
      const left = mount.left + swing.left;
      const up = mount.up + swing.up + lift;
      const jolted = joltAt(jolts, (i - 1) * KNOT);
      const R_world_tunnel = Float64Array.of(T[0], N[0], B[0], T[1], N[1], B[1], T[2], N[2], B[2]);
      const facing = rotate(R_world_tunnel, 0, 0, turn + swing.yaw + jolted.yaw);
      const pitch = swing.pitch + jolted.pitch + LIFT_TILT * lift;
      const R = rotate(rotate(facing, 0, pitch, 0), swing.roll + jolted.roll, 0, 0);
      for (let k = 0; k < 3; k++) channels[k][i] = C[k] + left * N[k] + up * B[k];
      channels[3][i] = unwrapped(Math.atan2(R[3], R[0]), i > 0 ? channels[3][i - 1] : 0);
      channels[4][i] = Math.atan2(-R[6], Math.hypot(R[7], R[8]));
      channels[5][i] = Math.atan2(R[7], R[8]);
    }
    const splines = channels.map((channel) => new UniformSpline(channel, KNOT));
    this.#position = splines.slice(0, 3);
    this.#angles = splines.slice(3);
  }

  /** `T_world_sensor` at seconds since the start; fills `out` (R row-major, t) and allocates nothing else. */
  poseInto(t: number, out: Rigid): void {
    const at = t + KNOT; // the first control value is one knot before the start
    const [yaw, pitch, roll] = [
      this.#angles[0].value(at),
      this.#angles[1].value(at),
      this.#angles[2].value(at),
    ];
    const [cy, sy] = [Math.cos(yaw), Math.sin(yaw)];
    const [cp, sp] = [Math.cos(pitch), Math.sin(pitch)];
    const [cr, sr] = [Math.cos(roll), Math.sin(roll)];
    const { R } = out;
    R[0] = cy * cp;
    R[1] = cy * sp * sr - sy * cr;
    R[2] = cy * sp * cr + sy * sr;
    R[3] = sy * cp;
    R[4] = sy * sp * sr + cy * cr;
    R[5] = sy * sp * cr - cy * sr;
    R[6] = -sp;
    R[7] = cp * sr;
    R[8] = cp * cr;
    for (let i = 0; i < 3; i++) out.t[i] = this.#position[i].value(at);
  }

  /** `T_world_sensor` at seconds since the start. */
  poseAt(t: number): Rigid {
    const pose = { R: new Float64Array(9), t: new Float64Array(3) };
    this.poseInto(t, pose);
    return pose;
  }

  /** Pose with its derivatives at seconds since the start. */
  motionAt(t: number): SensorMotion {
    const at = t + KNOT; // the first control value is one knot before the start
    const [, pitch, roll] = this.#angles.map((angle) => angle.value(at));
    const [yawRate, pitchRate, rollRate] = this.#angles.map((angle) => angle.rate(at));
    const [yawAcc, pitchAcc, rollAcc] = this.#angles.map((angle) => angle.acceleration(at));
    const [cp, sp] = [Math.cos(pitch), Math.sin(pitch)];
    const [cr, sr] = [Math.cos(roll), Math.sin(roll)];
    return {
      T_world_sensor: this.poseAt(t),
      acceleration: Float64Array.from(this.#position, (axis) => axis.acceleration(at)),
      // Body rates of R = Rz Ry Rx, and their derivatives term by term.
      angularVelocity: Float64Array.of(
        rollRate - yawRate * sp,
        pitchRate * cr + yawRate * cp * sr,
        yawRate * cp * cr - pitchRate * sr,
      ),
      angularAcceleration: Float64Array.of(
        rollAcc - yawAcc * sp - yawRate * cp * pitchRate,
        pitchAcc * cr -
          pitchRate * sr * rollRate +
          yawAcc * cp * sr -
          yawRate * sp * pitchRate * sr +
          yawRate * cp * cr * rollRate,
        yawAcc * cp * cr -
          yawRate * sp * pitchRate * cr -
          yawRate * cp * sr * rollRate -
          pitchAcc * sr -
          pitchRate * cr * rollRate,
      ),
    };
  }
}

/** Sway of a walking machine: two harmonics per coordinate with seeded phases. */
class Gait {
  readonly #phases: number[];
  readonly #sway: SwayOptions;

  constructor(sway: SwayOptions, seed: number) {
    this.#sway = sway;
    const random = seededRandom(subSeed(seed, 'gait'));
    this.#phases = Array.from({ length: 12 }, () => 2 * Math.PI * random.uniform());
  }

  at(t: number, share: number, travelled: number, direction: number) {
    const { frequency, rollDeg, pitchDeg, yawDeg, heave, lateral, weave } = this.#sway;
    const wave = (channel: number, harmonic: number): number => {
      const angle = 2 * Math.PI * frequency * t * harmonic;
      const [first, second] = [this.#phases[2 * channel], this.#phases[2 * channel + 1]];
      return share * (0.8 * Math.sin(angle + first) + 0.2 * Math.sin(2.3 * angle + second));
    };
    const degrees = Math.PI / 180;
    // The weave starts at zero with zero slope, so that a standing robot is on its path.
    const wavenumber = (2 * Math.PI) / WEAVE_LENGTH;
    const drift = (weave / 2) * (1 - Math.cos(wavenumber * travelled)) * Math.cos(this.#phases[10]);
    const slope = (weave / 2) * wavenumber * Math.sin(wavenumber * travelled) * Math.cos(this.#phases[10]);
    return {
      roll: rollDeg * degrees * wave(0, 0.5),
      pitch: pitchDeg * degrees * wave(1, 1),
      yaw: yawDeg * degrees * wave(2, 0.5) + direction * share * Math.atan(slope),
      up: heave * wave(3, 1),
      left: lateral * wave(4, 0.5) + drift,
    };
  }
}

function rotate(R: Float64Array, x: number, y: number, z: number): Float64Array {
  const none = new Float64Array(3);
  return compose({ R, t: none }, { R: expSo3(x, y, z), t: none }).R;
}

function unwrapped(angle: number, before: number): number {
  return angle + 2 * Math.PI * Math.round((before - angle) / (2 * Math.PI));
}
