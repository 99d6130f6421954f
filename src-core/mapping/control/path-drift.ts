import type { ScanPose } from '../../model/pose.ts';

/** Error that odometry gathers per metre where the walls hold it (1 sigma): bench accuracy, with room to spare. */
const HELD_SHARE = 0.003;
/** Where they do not hold it, its speed may be this wrong, m/s (see `alignment-quality`). */
const LOOSE_SPEED = 0.6;
/** Stamps farther apart say that the clock was set or the recording paused, s. */
const LONGEST_STEP = 2;

/** How far odometry may have drifted between any two scans of a trajectory. */
export class PathDrift {
  readonly #indices: number[] = [];
  readonly #held: number[] = [];
  readonly #loose: number[] = [];

  constructor(poses: readonly ScanPose[]) {
    let [held, loose] = [0, 0];
    poses.forEach((pose, i) => {
      if (i > 0) {
        const before = poses[i - 1];
        const seconds = Number(pose.stampNs - before.stampNs) * 1e-9;
        if (pose.quality.degenerate) loose += Math.min(Math.max(seconds, 0), LONGEST_STEP);
        else held += Math.hypot(...pose.T_map_sensor.t.map((value, k) => value - before.T_map_sensor.t[k]));
      }
      this.#indices.push(pose.scanIndex);
      this.#held.push(held);
      this.#loose.push(loose);
    });
  }

  /** Standard deviation of the place of one scan seen from the other, m. */
  sigma(fromScan: number, toScan: number): number {
    const [a, b] = [this.#placeOf(fromScan), this.#placeOf(toScan)];
    const held = Math.abs(this.#held[b] - this.#held[a]);
    const loose = Math.abs(this.#loose[b] - this.#loose[a]);
    return Math.hypot(HELD_SHARE * held, LOOSE_SPEED * loose);
  }

  #placeOf(scanIndex: number): number {
    let [low, high] = [0, this.#indices.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#indices[middle] <= scanIndex) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
