import { mirrorLower, timesMatrix, timesTransposed, timesVector } from '../../math/dense.ts';
import { multiply3, rotateVector } from '../../math/se3.ts';
import { STANDARD_GRAVITY } from '../../model/gravity.ts';
import type { Rigid } from '../../model/rigid.ts';
import type { ForceSpan } from '../frame/accelerometer.ts';

/** Filter state needed to resume; plain JSON. */
export interface InertialState {
  readonly x: readonly number[];
  /** Lower triangle of the covariance, row-major. */
  readonly P: readonly number[];
  /** Moving mean of the squared innovation over its expected variance; about 1 if the model fits. */
  readonly consistency: number;
  readonly scans: number;
}

type Vector = readonly [number, number, number];

/** Unconstrained direction, unit vector in the map and in the sensor frame. */
export interface UnconstrainedDirection {
  readonly inMap: Vector;
  readonly inSensor: Vector;
}

const N = 12;
/**
 * Offsets in the state: position, velocity and gravity reaction (reading of a still accelerometer), map frame;
 * bias, sensor frame.
 */
const [P0, V0, G0, B0] = [0, 3, 6, 9];

/**
 * Standard deviation of gravity from the standard value, over the mines of the Earth and the scale error of the
 * IMU, m/s^2.
 */
const GRAVITY_SIGMA = 0.04;
/** Initial standard deviations: speed (m/s), acceleration of the first span and bias (m/s^2). */
const START = { speed: 1.5, acceleration: 0.7, bias: 0.15 };
/**
 * White noise of the velocity, m/s per square root of a second: several times that of a consumer IMU, to allow for
 * vibration.
 */
const VELOCITY_NOISE = 0.006;
/**
 * Random walk of gravity in the map frame (small rotation errors of the map) and of the bias, m/s^2 per root
 * second.
 */
const GRAVITY_WALK = 0.003;
const BIAS_WALK = 0.002;
/** Speed of a robot whose IMU is still, m/s, 1 sigma. */
const STANDING_SIGMA = 0.01;
/** Ratio of squared innovation to expected variance above which the accelerometer is rejected. */
const MAX_INCONSISTENCY = 9;
/** Scans before which the filter makes no prediction: bias and gravity still have their assumed values. */
const WARM_UP = 10;

/**
 * Position from the accelerometer, corrected by scan matching: a linear Kalman filter of position p, velocity v,
 * gravity reaction G (map frame) and accelerometer bias b (sensor frame). Over a span of T seconds that starts at
 * rotation R, with the force preintegrated as in `frame/accelerometer`,
 *
 *     v' = v + R F1 - R A1 b - T G,      p' = p + T v + R F2 - R A2 b - T^2/2 G.
 *
 * Along directions that neither geometry nor texture constrains, only the filter propagates the position, and its
 * covariance is the uncertainty of that position.
 */
export class InertialFilter {
  #x: Float64Array = new Float64Array(N);
  #P: Float64Array = new Float64Array(N * N);
  #consistency = 1;
  #scans = 0;

  /** @param position sensor position, map frame, m */
  constructor(position: ArrayLike<number> = [0, 0, 0]) {
    for (let i = 0; i < 3; i++) {
      this.#x[P0 + i] = position[i];
      this.#P[(N + 1) * (V0 + i)] = START.speed ** 2;
      this.#P[(N + 1) * (G0 + i)] = 100 ** 2;
      this.#P[(N + 1) * (B0 + i)] = START.bias ** 2;
    }
  }

  clone(): InertialFilter {
    const copy = new InertialFilter();
    copy.#x.set(this.#x);
    copy.#P.set(this.#P);
    copy.#consistency = this.#consistency;
    copy.#scans = this.#scans;
    return copy;
  }

  /** False during warm-up, and once the accelerometer has disagreed with scan matching for long. */
  get believable(): boolean {
    return this.#scans >= WARM_UP && this.#consistency < MAX_INCONSISTENCY;
  }

  get position(): [number, number, number] {
    return [this.#x[P0], this.#x[P0 + 1], this.#x[P0 + 2]];
  }

  get velocity(): [number, number, number] {
    return [this.#x[V0], this.#x[V0 + 1], this.#x[V0 + 2]];
  }

  /** Variance of the position along a unit vector of the map frame, m^2. */
  varianceAlong(u: readonly [number, number, number]): number {
    let sum = 0;
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) sum += u[i] * u[j] * this.#P[N * i + j];
    return Math.max(0, sum);
  }

  /** Propagates the state over a span. @param R_map_start rotation of the sensor at the start of the span */
  predict(span: ForceSpan, R_map_start: Float64Array): void {
    const T = span.seconds;
    if (this.#scans === 0) this.#weigh(span, R_map_start);
    const A1 = multiply3(R_map_start, span.biasVelocity);
    const A2 = multiply3(R_map_start, span.biasPosition);
    const F1 = rotateVector(R_map_start, ...span.velocity);
    const F2 = rotateVector(R_map_start, ...span.position);
    const transition = new Float64Array(N * N);
    for (let i = 0; i < N; i++) transition[(N + 1) * i] = 1;
    for (let i = 0; i < 3; i++) {
      transition[N * (P0 + i) + V0 + i] = T;
      transition[N * (P0 + i) + G0 + i] = (-T * T) / 2;
      transition[N * (V0 + i) + G0 + i] = -T;
      for (let j = 0; j < 3; j++) {
        transition[N * (P0 + i) + B0 + j] = -A2[3 * i + j];
        transition[N * (V0 + i) + B0 + j] = -A1[3 * i + j];
      }
    }
    const x = timesVector(transition, this.#x, N);
    for (let i = 0; i < 3; i++) {
      x[P0 + i] += F2[i];
      x[V0 + i] += F1[i];
    }
    this.#x = x;
    const P = timesTransposed(timesMatrix(transition, this.#P, N), transition, N);
    const q = VELOCITY_NOISE ** 2;
    for (let i = 0; i < 3; i++) {
      P[(N + 1) * (P0 + i)] += (q * T ** 3) / 3;
      P[N * (P0 + i) + V0 + i] += (q * T * T) / 2;
      P[N * (V0 + i) + P0 + i] += (q * T * T) / 2;
      P[(N + 1) * (V0 + i)] += q * T;
      P[(N + 1) * (G0 + i)] += GRAVITY_WALK ** 2 * T;
      P[(N + 1) * (B0 + i)] += BIAS_WALK ** 2 * T;
    }
    this.#P = mirrorLower(P, N);
    this.#scans++;
  }

  /**
   * Propagates the state without readings: constant velocity, with random accelerations of `accelerationSigma`,
   * m/s^2.
   */
  coast(seconds: number, accelerationSigma: number): void {
    const q = accelerationSigma ** 2 * seconds;
    for (let i = 0; i < 3; i++) this.#x[P0 + i] += seconds * this.#x[V0 + i];
    const transition = new Float64Array(N * N);
    for (let i = 0; i < N; i++) transition[(N + 1) * i] = 1;
    for (let i = 0; i < 3; i++) transition[N * (P0 + i) + V0 + i] = seconds;
    this.#P = timesTransposed(timesMatrix(transition, this.#P, N), transition, N);
    for (let i = 0; i < 3; i++) this.#P[(N + 1) * (V0 + i)] += q * seconds;
    mirrorLower(this.#P, N);
  }

  /**
   * Adds the uncertainty of an unmodelled constant acceleration over a span that was just propagated.
   *
   * @param sigma m/s^2, each axis
   */
  loosen(sigma: number, seconds: number): void {
    const [shift, speed] = [(sigma * seconds ** 2) / 2, sigma * seconds];
    for (let i = 0; i < 3; i++) {
      this.#P[(N + 1) * (P0 + i)] += shift * shift;
      this.#P[N * (P0 + i) + V0 + i] += shift * speed;
      this.#P[N * (V0 + i) + P0 + i] += shift * speed;
      this.#P[(N + 1) * (V0 + i)] += speed * speed;
    }
  }

  /**
   * Updates with a position along a unit vector of the map frame, from geometry or texture.
   *
   * @param unconstrained unconstrained direction that this update must not correct: the directions across it are known
   *   only as well as it is, and over many scans their small errors would add up to a false certainty (Schmidt,
   *   1966)
   */
  observe(
    u: Vector,
    position: number,
    sigma: number,
    unconstrained: UnconstrainedDirection | null = null,
  ): void {
    const h = new Float64Array(N);
    for (let i = 0; i < 3; i++) h[P0 + i] = u[i];
    const normalised = this.#update(h, position, sigma * sigma, unconstrained);
    if (this.#scans > WARM_UP) this.#consistency += (Math.min(normalised, 100) - this.#consistency) / 60;
  }

  /** Updates with zero velocity (the robot stands still), unless the estimated speed contradicts it. */
  stand(): void {
    for (let i = 0; i < 3; i++) {
      const variance = this.#P[(N + 1) * (V0 + i)] + STANDING_SIGMA ** 2;
      if (this.#x[V0 + i] ** 2 > 9 * variance) return;
    }
    for (let i = 0; i < 3; i++) {
      const h = new Float64Array(N);
      h[V0 + i] = 1;
      this.#update(h, 0, STANDING_SIGMA ** 2);
    }
  }

  /** Applies a change of the map frame: a manual correction of the scan's pose. */
  move({ R, t }: Rigid): void {
    const turned = new Float64Array(N * N);
    for (let block = 0; block < 3; block++)
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) turned[N * (3 * block + i) + 3 * block + j] = R[3 * i + j];
    for (let i = 0; i < 3; i++) turned[(N + 1) * (B0 + i)] = 1;
    this.#x = timesVector(turned, this.#x, N);
    for (let i = 0; i < 3; i++) this.#x[P0 + i] += t[i];
    this.#P = mirrorLower(timesTransposed(timesMatrix(turned, this.#P, N), turned, N), N);
  }

  get state(): InertialState {
    const P: number[] = [];
    for (let i = 0; i < N; i++) for (let j = 0; j <= i; j++) P.push(this.#P[N * i + j]);
    return { x: [...this.#x], P, consistency: this.#consistency, scans: this.#scans };
  }

  set state({ x, P, consistency, scans }: InertialState) {
    this.#x = Float64Array.from(x);
    let at = 0;
    for (let i = 0; i < N; i++)
      for (let j = 0; j <= i; j++) {
        this.#P[N * i + j] = P[at];
        this.#P[N * j + i] = P[at++];
      }
    this.#consistency = consistency;
    this.#scans = scans;
  }

  /**
   * Initialises gravity: the first span reads gravity, bias and the robot's own acceleration, and the magnitude of
   * gravity is known.
   */
  #weigh({ seconds, velocity }: ForceSpan, R_map_start: Float64Array): void {
    const force = rotateVector(R_map_start, ...velocity).map((value) => value / seconds);
    for (let i = 0; i < 3; i++) {
      const h = new Float64Array(N);
      h[G0 + i] = 1;
      for (let j = 0; j < 3; j++) h[B0 + j] = R_map_start[3 * i + j];
      this.#update(h, force[i], START.acceleration ** 2);
    }
    const norm = Math.hypot(this.#x[G0], this.#x[G0 + 1], this.#x[G0 + 2]);
    if (norm === 0) return;
    const h = new Float64Array(N);
    for (let i = 0; i < 3; i++) h[G0 + i] = this.#x[G0 + i] / norm;
    this.#update(h, STANDARD_GRAVITY, GRAVITY_SIGMA ** 2);
  }

  /**
   * Kalman update by one scalar `z = h x + noise`.
   *
   * @param unconstrained see `observe`
   * @returns squared innovation over its variance
   */
  #update(
    h: Float64Array,
    z: number,
    variance: number,
    unconstrained: UnconstrainedDirection | null = null,
  ): number {
    const P = this.#P;
    const Ph = timesVector(P, h, N);
    let expected = variance;
    let innovation = z;
    for (let i = 0; i < N; i++) {
      expected += h[i] * Ph[i];
      innovation -= h[i] * this.#x[i];
    }
    const gain = Ph.map((value) => value / expected);
    if (unconstrained !== null) leaveOut(gain, unconstrained);
    // Joseph form, valid for any gain: (I - K h) P (I - K h)^T + K r K^T.
    for (let i = 0; i < N; i++) {
      this.#x[i] += gain[i] * innovation;
      for (let j = 0; j < N; j++)
        P[N * i + j] += gain[i] * gain[j] * expected - gain[i] * Ph[j] - Ph[i] * gain[j];
    }
    mirrorLower(P, N);
    return (innovation * innovation) / expected;
  }
}

/** Removes the component along the unconstrained direction from a gain. */
function leaveOut(gain: Float64Array, { inMap, inSensor }: UnconstrainedDirection): void {
  for (const [at, u] of [
    [P0, inMap],
    [V0, inMap],
    [G0, inMap],
    [B0, inSensor],
  ] as const) {
    const along = u[0] * gain[at] + u[1] * gain[at + 1] + u[2] * gain[at + 2];
    for (let i = 0; i < 3; i++) gain[at + i] -= along * u[i];
  }
}
