import { across } from '../../math/across.ts';
import { rotateVector, transpose3 } from '../../math/se3.ts';
import { dot3 } from '../../math/vec3.ts';
import type { Rigid } from '../../model/rigid.ts';
import type { ImuSample } from '../../model/scan.ts';
import type { SensorModel } from '../../model/sensor.ts';
import { forceSpan } from '../frame/accelerometer.ts';
import type { ScanMotion } from '../frame/deskewed-scan.ts';
import { rateSamples } from '../frame/gyro-rotation.ts';
import type { Observability } from '../match/observability.ts';
import type { ReflectivityMap } from '../match/reflectivity-map.ts';
import type { OdometryOptions } from '../odometry-options.ts';
import type { AlongEvidence } from '../pose-evidence.ts';
import { LONGEST_BRIDGED, type PreparedScan } from '../prepared-scan.ts';
import { InertialFilter, type InertialState, type UnconstrainedDirection } from './inertial-filter.ts';
import { TextureMatcher } from './texture-matcher.ts';

/** State needed to resume; plain JSON. */
export interface AlongState {
  readonly inertial: InertialState;
  readonly unheldSeconds: number;
  readonly degenerate: boolean;
}

type Vector = readonly [number, number, number];

/** A matched scan with its prior. */
interface Matched {
  readonly scan: PreparedScan;
  /** Result of the match: pose at the middle of the rotation. */
  readonly T_map_middle: Rigid;
  readonly seen: Observability;
  readonly motion: ScanMotion;
  /** Standard deviation of the predicted position, m. */
  readonly priorSigma: number;
}

export interface ResolvedMotion extends AlongEvidence {
  readonly T_map_middle: Rigid;
}

/**
 * Standard deviation of the assumed speed along the drive where no sensor constrains it, m/s. The position
 * uncertainty grows with it over time: a robot moves at up to 2 m/s, and a solution in which it stands still would
 * fit perfectly there.
 */
export const UNOBSERVED_SPEED_SIGMA = 0.6;
/**
 * Least standard deviation of the positions observed by the filter, m: positions of neighbouring scans have
 * correlated errors.
 */
const POSITION_SIGMA = 0.004;
/**
 * Search range of the texture match, m. It is bounded because scans that were passed unconstrained have joined the
 * map at their estimated positions, so that the uncertainty to search is that of the last scans, not of the whole
 * path since.
 */
const GATE = { least: 0.3, most: 1.5 };

/**
 * Standard deviation of what the filter leaves out over a gap, m/s^2: the rotation drifts by the gyro alone, and turns
 * gravity into an acceleration along the drive (`npm run bench -- gaps`).
 */
const UNMODELLED_ACCELERATION = 0.04;

/** Least number of readings for a decision. */
const MIN_READINGS = 5;
/** Upper limits of the scatter of a still consumer IMU, with a margin; a driving robot shakes ten times as much. */
const GYRO_SCATTER = 0.003;
const FORCE_SCATTER = 0.05;

/** True if neither rates (rad/s) nor forces (m/s^2) scatter by more than the noise of a still IMU. */
export function isStill(samples: readonly ImuSample[]): boolean {
  if (samples.length < MIN_READINGS) return false;
  return [0, 1, 2].every(
    (axis) =>
      scatter(samples.map(({ gyro }) => gyro[axis])) < GYRO_SCATTER &&
      scatter(samples.map(({ accel }) => accel[axis])) < FORCE_SCATTER,
  );
}

function scatter(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

/**
 * Selects what constrains the motion along the degenerate direction: the reflectivity texture where it is reliable,
 * else the accelerometer since the last constrained scan, else only the assumption of constant velocity. One object
 * per scan: the result of `next` is discarded if the scan is not matched.
 */
export class AlongMotion {
  readonly #sensor: SensorModel;
  readonly #options: OdometryOptions;
  readonly #texture: TextureMatcher;
  readonly #inertial: InertialFilter;
  /** True if the accelerometer covers the whole span since the previous scan. */
  #hasForce = false;
  #unheldSeconds = 0;
  #degenerate = false;

  /** @param position sensor position at the middle of the first scan, map frame, m */
  constructor(
    sensor: SensorModel,
    options: OdometryOptions,
    position: ArrayLike<number> = [0, 0, 0],
    matcher = new TextureMatcher(sensor, options.filter, options.texture),
    inertial = new InertialFilter(position),
  ) {
    this.#sensor = sensor;
    this.#options = options;
    this.#texture = matcher;
    this.#inertial = inertial;
  }

  /**
   * Returns a copy advanced to the next scan; this object is not changed.
   *
   * @param R_map_previous rotation of the sensor at the middle of the previous scan
   * @param gyroBias rad/s
   */
  next(
    previous: PreparedScan,
    prepared: PreparedScan,
    R_map_previous: Float64Array,
    gyroBias: Vector,
    seconds: number,
  ): AlongMotion {
    const next = new AlongMotion(
      this.#sensor,
      this.#options,
      undefined,
      this.#texture,
      this.#inertial.clone(),
    );
    next.#unheldSeconds = this.#unheldSeconds + seconds;
    next.#degenerate = this.#degenerate;
    const force = this.#options.accelerometer ? this.#forceBetween(previous, prepared, gyroBias) : null;
    next.#hasForce = force !== null;
    if (force !== null) {
      next.#inertial.predict(force, R_map_previous);
      if (seconds > LONGEST_BRIDGED) next.#inertial.loosen(UNMODELLED_ACCELERATION, seconds);
    } else next.#inertial.coast(seconds, this.#options.accelerationSigma);
    return next;
  }

  /**
   * Sensor position predicted by the accelerometer, map frame, m; null: not needed, or the accelerometer is not
   * reliable.
   */
  get predictedPosition(): [number, number, number] | null {
    return this.#degenerate && this.#isInertial ? this.#inertial.position : null;
  }

  /**
   * Position, m, and velocity, m/s, after a gap in the recording over which the accelerometer went on, map frame, and
   * the standard deviation of the position along a direction, m; null: it did not, or is not reliable.
   */
  acrossGap(
    direction: Vector,
  ): { readonly position: Vector; readonly velocity: Vector; readonly sigma: number } | null {
    if (!this.#isInertial) return null;
    return {
      position: this.#inertial.position,
      velocity: this.#inertial.velocity,
      sigma: Math.sqrt(this.#inertial.varianceAlong(direction)),
    };
  }

  /** Returns a copy that knows nothing but the position: after a gap over which nothing constrained the motion. */
  restartedAt(position: ArrayLike<number>): AlongMotion {
    const restarted = new AlongMotion(this.#sensor, this.#options, position, this.#texture);
    restarted.#unheldSeconds = this.#unheldSeconds;
    return restarted;
  }

  /**
   * Resolves the position along the weak direction and stores it.
   *
   * @param texture reflectivity map of the submap
   * @param isUnobserved after a gap in the recording whose end the walls did not tell: the match then says nothing
   *   about the position along the drive
   */
  resolve(matched: Matched, texture: ReflectivityMap, isUnobserved = false): ResolvedMotion {
    const { seen, T_map_middle } = matched;
    const resolved = isUnobserved
      ? { ...this.#unobserved(seen.weakDirection), T_map_middle }
      : seen.degenerate
        ? this.#constrainedByTexture(matched, texture)
        : { heldBy: 'walls' as const, sigma: seen.weakSigma, T_map_middle };
    const isObserved = resolved.heldBy === 'walls' || resolved.heldBy === 'reflectivity';
    if (isObserved) this.#unheldSeconds = 0;
    this.#degenerate = seen.degenerate;
    const { t } = resolved.T_map_middle;
    const inMap = seen.weakDirection;
    const inSensor = rotateVector(transpose3(resolved.T_map_middle.R), ...inMap);
    const observe = (u: Vector, sigma: number, unconstrained: UnconstrainedDirection | null): void => {
      const position = dot3(u, t);
      this.#inertial.observe(u, position, Math.max(sigma, POSITION_SIGMA), unconstrained);
    };
    for (const u of across(inMap)) observe(u, 0, isObserved ? null : { inMap, inSensor });
    if (isObserved) observe(inMap, resolved.sigma, null);
    if (this.#hasForce && isStill(matched.scan.imu)) this.#inertial.stand();
    return resolved;
  }

  /** Applies a change of the map frame: a manual correction of the scan's pose. */
  move(T_new_found: Rigid): void {
    this.#inertial.move(T_new_found);
  }

  get state(): AlongState {
    return {
      inertial: this.#inertial.state,
      unheldSeconds: this.#unheldSeconds,
      degenerate: this.#degenerate,
    };
  }

  set state({ inertial, unheldSeconds, degenerate }: AlongState) {
    this.#inertial.state = inertial;
    this.#unheldSeconds = unheldSeconds;
    this.#degenerate = degenerate;
  }

  #constrainedByTexture(
    { scan, T_map_middle, seen, motion, priorSigma }: Matched,
    texture: ReflectivityMap,
  ): ResolvedMotion {
    const u = seen.weakDirection;
    const unobserved = this.#unobserved(u);
    const uncertainty = Math.hypot(priorSigma, unobserved.sigma);
    if (this.#options.reflectivity) {
      const gate = Math.min(GATE.most, GATE.least + 3 * uncertainty);
      const measured = this.#texture.ask(texture, scan, T_map_middle, motion, u, gate);
      if (measured.verdict === 'believed') {
        const gain = uncertainty ** 2 / (uncertainty ** 2 + measured.sigma ** 2);
        const t = T_map_middle.t.map((value, i) => value + gain * measured.shift * u[i]);
        return { heldBy: 'reflectivity', sigma: measured.sigma, T_map_middle: { R: T_map_middle.R, t } };
      }
    }
    return { ...unobserved, T_map_middle };
  }

  /** Evidence without texture: accelerometer or assumed constant velocity, whichever has the smaller sigma. */
  #unobserved(u: Vector): AlongEvidence {
    const assumed = UNOBSERVED_SPEED_SIGMA * this.#unheldSeconds;
    const inertial = Math.sqrt(this.#inertial.varianceAlong(u));
    return this.#isInertial && inertial < assumed
      ? { heldBy: 'inertial', sigma: inertial }
      : { heldBy: 'assumed', sigma: assumed };
  }

  get #isInertial(): boolean {
    return this.#hasForce && this.#inertial.believable;
  }

  #forceBetween(previous: PreparedScan, prepared: PreparedScan, gyroBias: Vector) {
    const { R } = this.#sensor.T_sensor_imu;
    const samples = [...previous.imu, ...prepared.imu];
    const origin = prepared.clock.firstNs;
    const from = Number(previous.middleNs - origin) * 1e-9;
    const to = Number(prepared.middleNs - origin) * 1e-9;
    return forceSpan(samples, R, rateSamples(samples, R, origin), gyroBias, origin, from, to);
  }
}
