import type { BreakPlusMinus, BreakVolumes, SectorBreak } from '../../../src-core/model/breaks.ts';
import type { UncertaintySource, Volume, VolumeMethods } from '../../../src-core/model/tunnel.ts';
import { fixed } from '../../../src-core/report/texts/format.ts';

/** Component of the uncertainty budget with its share of the variance; sorted, largest first. */
interface UncertaintyShare {
  readonly source: UncertaintySource;
  /** m^3, one standard deviation. */
  readonly sigma: number;
  readonly share: number;
  /** Cumulative share of the larger components. */
  readonly before: number;
}

export function uncertaintyShares({ uncertainty }: Volume): UncertaintyShare[] {
  const variance = uncertainty.reduce((sum, { sigma }) => sum + sigma ** 2, 0);
  let before = 0;
  return uncertainty
    .toSorted((a, b) => b.sigma - a.sigma)
    .map(({ source, sigma }) => {
      const share = variance > 0 ? sigma ** 2 / variance : 0;
      const part = { source, sigma, share, before };
      before += share;
      return part;
    });
}

/** Spread between the least and greatest volume of the methods, m^3, and as a share of the reported value. */
export function methodSpread(methods: VolumeMethods): { readonly metres3: number; readonly share: number } {
  const values = Object.values(methods).filter(Number.isFinite);
  const metres3 = Math.max(...values) - Math.min(...values);
  return { metres3, share: metres3 / methods.integral };
}

/** Order of the sectors, from the crown down to the floor. */
const ORDER = ['crown', 'leftShoulder', 'rightShoulder', 'leftWall', 'rightWall', 'floor'] as const;

/** Break of a sector with its expanded uncertainty; null: uncertainty unknown. */
export interface StatedSector extends SectorBreak {
  readonly plusMinus: BreakPlusMinus | null;
}

export function sectorsDown({
  sectors,
  plusMinus,
}: Pick<BreakVolumes, 'sectors' | 'plusMinus'>): readonly StatedSector[] {
  const stated = sectors.map((sector, k) => ({ ...sector, plusMinus: plusMinus?.sectors[k] ?? null }));
  return ORDER.flatMap((wanted) => stated.filter(({ sector }) => sector === wanted));
}

/** Volume as text, with its ± if known, m^3. */
export function statedText(value: number, plusMinus: number | undefined): string {
  return plusMinus === undefined ? fixed(value, 2) : `${fixed(value, 2)} ± ${fixed(plusMinus, 2)}`;
}
