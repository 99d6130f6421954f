/** Standard plan scales: those of the scale ruler, times powers of ten. */
const STANDARD_SCALES = [1, 10, 100, 1000, 10_000].flatMap((power) =>
  [1, 1.25, 2, 2.5, 5, 7.5].map((factor) => factor * power),
);

/**
 * Largest standard scale at which an extent fits on paper.
 * @param extent metres
 * @param available millimetres
 * @returns scale denominator
 */
export function chooseScale(extent: number, available: number): number {
  const fitting = STANDARD_SCALES.find((denominator) => toPaper(extent, denominator) <= available);
  return fitting ?? STANDARD_SCALES[STANDARD_SCALES.length - 1];
}

/** Converts metres in nature to millimetres on paper. */
export function toPaper(metres: number, denominator: number): number {
  return (1000 * metres) / denominator;
}

/** Smallest step of 1, 2 or 5 times a power of ten that is at least `least`. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= least * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Multiples of `step` from `from` to `to`, both included. */
export function ticks(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step);
}

/** Decimals needed to show a multiple of `step` exactly. */
export function decimalsOf(step: number): number {
  return Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
}
