/** Cells of tables: numbers as short as they stay true. */

/** Milliseconds with three digits, seconds from ten thousand on; a dash where nothing was timed. */
export function msText(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '-';
  if (ms >= 10_000) return `${Number((ms / 1000).toPrecision(3))} s`;
  return ms >= 100 ? ms.toFixed(0) : String(Number(ms.toPrecision(3)));
}

/** Few digits and an exponent, for errors. */
export function smallText(value: number | null | undefined): string {
  return value === null || value === undefined ? '-' : value.toExponential(1);
}

/** 10000 as 10^4, 250000 as 2.5 x 10^5. */
export function sizeText(count: number): string {
  const power = Math.floor(Math.log10(count));
  const factor = Number((count / 10 ** power).toPrecision(3));
  return factor === 1 ? `10^${power}` : `${factor} x 10^${power}`;
}
