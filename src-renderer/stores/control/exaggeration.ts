/** Greatest length of a drawn arrow, m: visible from outside the drive, and not longer than its width. */
const LONGEST = 2;
/** Greatest exaggeration; more would only magnify noise. */
const MOST = 1000;

/** Exaggeration of drawn differences: 1, 2 or 5 times a power of ten. @param largest m */
export function exaggeration(largest: number): number {
  if (!(largest > 0)) return 1;
  const wanted = Math.min(MOST, LONGEST / largest);
  if (wanted <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [5, 2, 1].find((factor) => factor * power <= wanted * (1 + 1e-9)) ?? 1;
  return step * power;
}
