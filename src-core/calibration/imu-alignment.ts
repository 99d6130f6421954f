import { invertSymmetric, solveCholesky } from '../math/cholesky.ts';
import { logSo3, multiply3, transpose3 } from '../math/se3.ts';
import { median, SIGMA_OF_MAD } from '../math/statistics.ts';
import { covers, integrateRates, type RateSamples } from '../odometry/frame/gyro-rotation.ts';
import { PRIOR_SIGMA } from './parameter-layout.ts';

/** Delay, rotation (3), bias (3). */
const UNKNOWNS = 7;
/** Bias of a MEMS gyroscope, rad/s, one standard deviation. */
const BIAS_SIGMA = 0.03;
/** Readings either side of an instant that its rate is averaged over, s: two at 100 Hz. */
const HALF_WINDOW = 0.02;
/** Least noise of a rotation by scan matching, rad. */
const LEAST_NOISE = 1e-4;
const TUKEY = 4.685;

/** Delay and rotation of the inertial unit with their standard deviations. */
interface ImuAlignment {
  /** Stamp less time of the motion, s. */
  readonly delay: { readonly value: number; readonly sigma: number };
  /** Rotation vector, rad, sensor frame: measured rates are those of the sensor turned by it. */
  readonly rotation: readonly { readonly value: number; readonly sigma: number }[];
  readonly pairs: number;
}

/** Accumulates pairs of consecutive scans, each of them turned by the gyroscope and by scan matching. */
export class ImuPairs {
  /** Rows of seven coefficients and an observation. */
  readonly #rows: number[][] = [];

  /**
   * Adds a pair.
   *
   * @param R_from_to by scan matching, from the middle of one rotation to that of the next
   * @param rates readings around both, sensor frame, bias not removed
   * @param from, to the two instants on the clock of the rates, s
   */
  add(R_from_to: Float64Array, rates: RateSamples, from: number, to: number): void {
    if (!covers(rates, from - HALF_WINDOW, to + HALF_WINDOW)) return;
    const byGyro = integrateRates(rates, [0, 0, 0], from, [to]);
    const difference = logSo3(multiply3(transpose3(R_from_to), byGyro));
    const turned = logSo3(R_from_to);
    const before = meanRate(rates, from);
    const after = meanRate(rates, to);
    // measured = w(t - delay) + rotation x w + bias, integrated from one instant to the other.
    for (let axis = 0; axis < 3; axis++) {
      const row = new Array<number>(UNKNOWNS + 1).fill(0);
      row[0] = before[axis] - after[axis];
      const [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
      row[1 + next] = turned[last];
      row[1 + last] = -turned[next];
      row[4 + axis] = to - from;
      row[UNKNOWNS] = difference[axis];
      this.#rows.push(row);
    }
  }

  /** Robust least squares; null: fewer than ten pairs. */
  estimate(): ImuAlignment | null {
    const rows = this.#rows;
    if (rows.length < 30) return null;
    let x = new Float64Array(UNKNOWNS);
    let inverse: Float64Array | null = null;
    const prior = [
      PRIOR_SIGMA['imu-delay'],
      ...Array(3).fill(PRIOR_SIGMA['imu-rotation']),
      ...Array(3).fill(BIAS_SIGMA),
    ];
    for (let round = 0; round < 4; round++) {
      const residuals = rows.map(
        (row) => row[UNKNOWNS] - row.slice(0, UNKNOWNS).reduce((s, v, k) => s + v * x[k], 0),
      );
      const scatter = Math.max(LEAST_NOISE, SIGMA_OF_MAD * median(residuals.map(Math.abs)));
      const A = new Float64Array(UNKNOWNS * UNKNOWNS);
      const b = new Float64Array(UNKNOWNS);
      rows.forEach((row, r) => {
        const u = residuals[r] / (TUKEY * scatter);
        if (round > 0 && Math.abs(u) >= 1) return;
        const weight = (round === 0 ? 1 : (1 - u * u) ** 2) / scatter ** 2;
        for (let i = 0; i < UNKNOWNS; i++) {
          b[i] += weight * row[i] * row[UNKNOWNS];
          for (let j = 0; j < UNKNOWNS; j++) A[UNKNOWNS * i + j] += weight * row[i] * row[j];
        }
      });
      for (let i = 0; i < UNKNOWNS; i++) A[UNKNOWNS * i + i] += prior[i] ** -2;
      const solved = solveCholesky(A, b, UNKNOWNS);
      if (solved === null) return null;
      x = Float64Array.from(solved);
      inverse = invertSymmetric(A, UNKNOWNS);
    }
    if (inverse === null) return null;
    const estimated = (k: number): { value: number; sigma: number } => ({
      value: x[k],
      sigma: Math.sqrt(inverse![UNKNOWNS * k + k]),
    });
    return { delay: estimated(0), rotation: [1, 2, 3].map(estimated), pairs: rows.length / 3 };
  }
}

/** Mean rate about an instant, rad/s. */
function meanRate(rates: RateSamples, at: number): readonly number[] {
  const turned = logSo3(integrateRates(rates, [0, 0, 0], at - HALF_WINDOW, [at + HALF_WINDOW]));
  return turned.map((value) => value / (2 * HALF_WINDOW));
}
