import { isUnobserved, type ScanPose } from '../../../model/pose.ts';

/** Error that odometry gathers per metre (1 sigma) where the shape of the walls holds it, and where their texture does. */
const WALLS_SHARE = 0.003;
const TEXTURE_SHARE = 0.01;

/** How far odometry may have drifted between any two scans of a trajectory, by the evidence kept with its poses. */
export class PathDrift {
  readonly #indices: number[] = [];
  /** Up to each pose: error of the held stretches, m, and variance of those that no wall holds, m^2. */
  readonly #held: number[] = [];
  readonly #bridged: number[] = [];

  constructor(poses: readonly ScanPose[]) {
    let [held, bridged, grown] = [0, 0, 0];
    poses.forEach((pose, i) => {
      const { quality } = pose;
      if (isUnobserved(quality)) {
        // Grown since the last held scan: what it has grown by now comes on top.
        bridged += Math.max(quality.alongSigma ** 2 - grown, 0);
        grown = quality.alongSigma ** 2;
      } else {
        grown = 0;
        if (i > 0) {
          const { t } = poses[i - 1].T_map_sensor;
          const step = Math.hypot(...pose.T_map_sensor.t.map((value, k) => value - t[k]));
          held += (quality.degenerate ? TEXTURE_SHARE : WALLS_SHARE) * step;
        }
      }
      this.#indices.push(pose.scanIndex);
      this.#held.push(held);
      this.#bridged.push(bridged);
    });
  }

  /** Standard deviation of the place of one scan seen from the other, m. */
  sigma(fromScan: number, toScan: number): number {
    const [a, b] = [this.#placeOf(fromScan), this.#placeOf(toScan)];
    return Math.hypot(
      this.#held[b] - this.#held[a],
      Math.sqrt(Math.abs(this.#bridged[b] - this.#bridged[a])),
    );
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
