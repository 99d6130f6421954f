/** Unit vector against gravity, frame of the map. */
export type Plumb = readonly [number, number, number];

/**
 * Largest angle between z and the accelerometer's mean that its bias explains, rad: 0.6 degrees of each axis for a
 * consumer unit (0.1 m/s^2), twice. A map that is placed by control or begins on the level is better along z.
 */
const BIAS = 0.021;

/** Sum of the accelerometer's means of a drive, from which its plumb direction follows. */
export class ForceSum {
  readonly #sum: [number, number, number] = [0, 0, 0];

  /** @param force of one scan, m/s^2; undefined: it is not known */
  add(force: Plumb | undefined): void {
    if (force === undefined) return;
    for (let k = 0; k < 3; k++) this.#sum[k] += force[k];
  }

  get up(): Plumb {
    return plumbUp(this.#sum);
  }

  /** Sum of the forces; the same sum again when it is set. */
  get sum(): Plumb {
    return [...this.#sum];
  }

  set sum(sum: Plumb) {
    for (let k = 0; k < 3; k++) this.#sum[k] = sum[k];
  }
}

/**
 * The plumb direction of a map by the mean of the accelerometer over the drive: what the robot gains in speed it
 * loses again. A map begins with the frame of its first scan, so on a ramp its z leans with the robot.
 *
 * @param force sum of specific forces, any scale; zero: there was no inertial unit, and z is taken
 */
export function plumbUp(force: Plumb): Plumb {
  const size = Math.hypot(...force);
  if (!(size > 0)) return [0, 0, 1];
  const up: Plumb = [force[0] / size, force[1] / size, force[2] / size];
  return up[2] > Math.cos(BIAS) ? [0, 0, 1] : up;
}
