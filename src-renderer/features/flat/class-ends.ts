import type { MapClasses } from '../../../src-core/report/figures/map-classes.ts';
import { fixed } from '../../../src-core/report/texts/format.ts';

/** Class limits as text, with as many decimals as needed to distinguish them, at most four. */
export function classEnds({ ends }: MapClasses, factor: number): string[] {
  const values = ends.map((end) => factor * end);
  const isExact = (decimals: number): boolean =>
    values.every(
      (value) => Math.abs(value - Number(value.toFixed(decimals))) < 1e-6 * Math.max(1, Math.abs(value)),
    );
  const decimals = [0, 1, 2, 3].find(isExact) ?? 4;
  const hasSigns = values[0] < 0;
  return values.map((value) => `${hasSigns && value > 0 ? '+' : ''}${fixed(value, decimals)}`);
}
