import { compose, invert, logSo3 } from '../../math/se3.ts';
import type { Rigid } from '../../model/rigid.ts';

/** Lever at which a rotation error is converted to metres: the range of most matched wall points of a drive. */
const LEVER = 15;
/** Number of scans over which old deviations fade out. */
const MEMORY = 20;

/**
 * Initial width of the robust kernel: three times the usual error of the motion prediction, at the end of the
 * sensor's useful range (KISS-ICP, Vizzo et al. 2023, eq. 6-9, with exponential forgetting so that it narrows again
 * after a rough start).
 */
export class AdaptiveThreshold {
  /** Mean squared deviation, m^2. */
  #meanSquare: number;

  /** @param initial threshold before the first scan, metres */
  constructor(initial: number) {
    this.#meanSquare = (initial / 3) ** 2;
  }

  get value(): number {
    return 3 * Math.sqrt(this.#meanSquare);
  }

  /** Updates with the error of one prediction. */
  learn(predicted: Rigid, matched: Rigid): void {
    const error = compose(invert(predicted), matched);
    const angle = Math.hypot(...logSo3(error.R));
    const deviation = Math.hypot(...error.t) + 2 * LEVER * Math.sin(angle / 2);
    this.#meanSquare += (deviation * deviation - this.#meanSquare) / MEMORY;
  }

  get state(): number {
    return this.#meanSquare;
  }

  set state(meanSquare: number) {
    this.#meanSquare = meanSquare;
  }
}
