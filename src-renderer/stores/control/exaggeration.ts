/** Longest arrow that is drawn, m: seen from outside of the drive, and not longer than it is wide. */
const LONGEST = 2;
/** More would make a drama of noise. */
const MOST = 1000;

/** By how much differences are drawn longer than they are: 1, 2 or 5 times a power of ten. @param largest m */
export function exaggeration(largest: number): number {
  if (!(largest > 0)) return 1;
  const wanted = Math.min(MOST, LONGEST / largest);
  if (wanted <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [5, 2, 1].find((factor) => factor * power <= wanted * (1 + 1e-9)) ?? 1;
  return step * power;
}
