import { singleStep } from '../../cloud/coordinate-step.ts';

/** Step of numbers of single precision about the farthest of some coordinates. */
export function farthestSingleStep(coordinates: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < coordinates.length; i++) most = Math.max(most, Math.abs(coordinates[i]));
  return most > 0 && most < Infinity ? singleStep(most) : 0;
}

/** A number with an exponent: its decimals and the exponent. */
const WITH_EXPONENT = /^[+-]?\d+\.(\d+)e([+-]?\d+)$/i;

/**
 * Step of coordinates that a text writes with an exponent, as programs do that keep a certain count of digits: `9.12346e+06`
 * has steps of 10. Numbers without an exponent say nothing, because zeros at their end may be left out.
 */
export class ExponentStep {
  /** Of each axis the largest exponent, and the finest step of the numbers that have it. */
  readonly #axes = [0, 1, 2].map(() => ({ exponent: -Infinity, step: 0 }));

  /** Looks at the text of coordinate k. */
  see(word: string, k: number): void {
    if (!word.includes('e') && !word.includes('E')) return;
    const [, decimals, digits] = WITH_EXPONENT.exec(word) ?? [];
    // The exponent of zero is not that of its size.
    if (decimals === undefined || Number(word) === 0) return;
    const exponent = Number(digits);
    const axis = this.#axes[k];
    if (exponent < axis.exponent) return;
    const step = 10 ** (exponent - decimals.length);
    axis.step = exponent > axis.exponent ? step : Math.min(axis.step, step);
    axis.exponent = exponent;
  }

  /** The coarsest of the three axes; 0: no exponent was seen. */
  get step(): number {
    return Math.max(...this.#axes.map(({ step }) => step));
  }
}
