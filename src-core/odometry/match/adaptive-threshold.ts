import { compose, invert, logSo3 } from '../../math/se3.ts';
import type { Rigid } from '../../model/rigid.ts';

/** Distance at which an angular error is turned into metres: where most of a drive's walls are matched. */
const LEVER = 15;
/** Scans over which old deviations are forgotten. */
const MEMORY = 20;

/**
 * How far the kernel must open at first: three times the usual error of the motion prediction, measured at the
 * end of the sensor's useful range (KISS-ICP, Vizzo et al. 2023, eq. 6-9, with forgetting so that it calms down
 * again after a rough start).
 */
export class AdaptiveThreshold {
  /** Mean squared deviation, m^2. */
  #meanSquare: number;

  /** @param initial threshold before anything was seen, metres */
  constructor(initial: number) {
    this.#meanSquare = (initial / 3) ** 2;
  }

  get value(): number {
    return 3 * Math.sqrt(this.#meanSquare);
  }

  /** Tells how a prediction turned out. */
  learn(predicted: Rigid, found: Rigid): void {
    const error = compose(invert(predicted), found);
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
