import type { BreakPlusMinus, BreakVolumes, SectorBreak } from '../../../src-core/model/breaks.ts';
import type { UncertaintySource, Volume, VolumeMethods } from '../../../src-core/model/tunnel.ts';
import { fixed } from '../../../src-core/report/texts/format.ts';

/** A part of the ±, and which share of the variance it is; largest first. */
export interface UncertaintyShare {
  readonly source: UncertaintySource;
  /** m^3, one standard deviation. */
  readonly sigma: number;
  readonly share: number;
  /** What the larger parts add up to. */
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

/** From the smallest to the largest of what the rules give, m^3, and as a share of the reported value. */
export function methodSpread(methods: VolumeMethods): { readonly metres3: number; readonly share: number } {
  const values = Object.values(methods).filter(Number.isFinite);
  const metres3 = Math.max(...values) - Math.min(...values);
  return { metres3, share: metres3 / methods.integral };
}

/** The sectors from the crown down to the floor, as a person reads a section. */
const ORDER = ['crown', 'leftShoulder', 'rightShoulder', 'leftWall', 'rightWall', 'floor'] as const;

/** What broke in a sector, and how far from that the truth may lie; null: nothing is known of that. */
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

/** A volume with its ±, where that is known, m^3. */
export function statedText(value: number, plusMinus: number | undefined): string {
  return plusMinus === undefined ? fixed(value, 2) : `${fixed(value, 2)} ± ${fixed(plusMinus, 2)}`;
}
