import { seededRandom, subSeed } from '../../src-core/math/random.ts';
import { expSo3, rotateVector } from '../../src-core/math/se3.ts';

/** Errors of one individual IMU beyond bias and noise; each is zero where absent. */
export interface ImuErrorOptions {
  /** Scale errors per axis: a reading is too large by this share. */
  readonly accelScale?: readonly number[];
  readonly gyroScale?: readonly number[];
  /** Rotation vector of the true axes in those of the metadata, degrees. */
  readonly misalignmentDeg?: readonly number[];
  /** Stamps are late by this on the lidar's clock, s. */
  readonly timeOffset?: number;
  readonly vibration?: VibrationOptions;
}

/** Vibration of the machine on the IMU: too fast to move the lidar by a measurable amount. */
interface VibrationOptions {
  /** Frequency of the machine, Hz; its second harmonic has half the amplitude. */
  readonly frequency: number;
  /** Amplitudes, m/s^2 and rad/s. */
  readonly accel: number;
  readonly gyro: number;
}

/** Realistic sizes of the errors of a consumer unit inside a lidar, one sigma. */
const DRAWN = { accelScale: 0.003, gyroScale: 0.003, misalignmentDeg: 0.3, timeOffset: 0.004 };
const VIBRATION: VibrationOptions = { frequency: 27, accel: 0.4, gyro: 0.01 };

/** Draws a realistic IMU: scale 0.3 %, axes 0.3 degrees off, stamps some milliseconds late, a machine's vibration. */
export function drawnImuErrors(seed: number): Required<ImuErrorOptions> {
  const random = seededRandom(subSeed(seed, 'imu errors'));
  const perAxis = (sigma: number) => [0, 1, 2].map(() => sigma * random.normal());
  return {
    accelScale: perAxis(DRAWN.accelScale),
    gyroScale: perAxis(DRAWN.gyroScale),
    misalignmentDeg: perAxis(DRAWN.misalignmentDeg),
    timeOffset: DRAWN.timeOffset * random.normal(),
    vibration: VIBRATION,
  };
}

/** Distorts true specific forces and rates as an IMU of these errors would. */
export class ImuDistortion {
  readonly timeOffset: number;
  readonly #options: ImuErrorOptions;
  readonly #R_true_nominal: Float64Array;
  readonly #phases: readonly number[];

  constructor(options: ImuErrorOptions, seed: number) {
    this.#options = options;
    this.timeOffset = options.timeOffset ?? 0;
    const [x, y, z] = (options.misalignmentDeg ?? [0, 0, 0]).map((angle) => (angle * Math.PI) / 180);
    this.#R_true_nominal = expSo3(-x, -y, -z);
    const random = seededRandom(subSeed(seed, 'vibration'));
    this.#phases = Array.from({ length: 12 }, () => 2 * Math.PI * random.uniform());
  }

  /** Specific force as read, m/s^2. */
  force(value: readonly number[], seconds: number): number[] {
    const { accelScale, vibration } = this.#options;
    return this.#distorted(value, accelScale, vibration?.accel ?? 0, 0, seconds);
  }

  /** Angular rate as read, rad/s. */
  rate(value: readonly number[], seconds: number): number[] {
    const { gyroScale, vibration } = this.#options;
    return this.#distorted(value, gyroScale, vibration?.gyro ?? 0, 6, seconds);
  }

  #distorted(
    value: readonly number[],
    scale: readonly number[] | undefined,
    amplitude: number,
    phase: number,
    seconds: number,
  ): number[] {
    const turned = rotateVector(this.#R_true_nominal, value[0], value[1], value[2]);
    const angle = 2 * Math.PI * (this.#options.vibration?.frequency ?? 0) * seconds;
    return Array.from(turned, (component, axis) => {
      const [first, second] = [this.#phases[phase + 2 * axis], this.#phases[phase + 2 * axis + 1]];
      const shaken = amplitude * (Math.sin(angle + first) + 0.5 * Math.sin(2 * angle + second));
      return component * (1 + (scale?.[axis] ?? 0)) + shaken;
    });
  }
}
