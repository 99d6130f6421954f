import { isUnobserved, type ScanPose } from '../../../model/pose.ts';

/** Odometry drift per metre (1 sigma) where the geometry constrains it, and where the texture does. */
const WALLS_SHARE = 0.003;
const TEXTURE_SHARE = 0.01;

/** Uncertainty of the odometry between any two scans of a trajectory, from the quality stored with its poses. */
export class PathDrift {
  readonly #indices: number[] = [];
  /** Cumulative at each pose: error of the constrained stretches, m, and variance of the unconstrained ones, m^2. */
  readonly #constrained: number[] = [];
  readonly #bridged: number[] = [];

  constructor(poses: readonly ScanPose[]) {
    let [constrained, bridged, grown] = [0, 0, 0];
    poses.forEach((pose, i) => {
      const { quality } = pose;
      if (isUnobserved(quality)) {
        // Cumulative since the last constrained scan: only the increase is added.
        bridged += Math.max(quality.alongSigma ** 2 - grown, 0);
        grown = quality.alongSigma ** 2;
      } else {
        grown = 0;
        if (i > 0) {
          const { t } = poses[i - 1].T_map_sensor;
          const step = Math.hypot(...pose.T_map_sensor.t.map((value, k) => value - t[k]));
          constrained += (quality.degenerate ? TEXTURE_SHARE : WALLS_SHARE) * step;
        }
      }
      this.#indices.push(pose.scanIndex);
      this.#constrained.push(constrained);
      this.#bridged.push(bridged);
    });
  }

  /** Standard deviation of the position of one scan relative to the other, m. */
  sigma(fromScan: number, toScan: number): number {
    const [a, b] = [this.#placeOf(fromScan), this.#placeOf(toScan)];
    return Math.hypot(
      this.#constrained[b] - this.#constrained[a],
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
