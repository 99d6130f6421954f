import type { Stretch } from '../model/axis.ts';
import type { BreakDepth, BreakParts, BreakPlusMinus, BreakVolumes, Sector } from '../model/breaks.ts';

/**
 * Over- and underbreak in `volume.json`: cubic metres, depths in metres; quantities that the contract does not define
 * are absent.
 */
export interface BreaksJson extends PartsJson {
  /** Design volume within the line of excavation. */
  readonly design: number;
  /** Half-widths of the confidence intervals. */
  readonly plusMinus?: BreakPlusMinus & { readonly confidence: number };
  readonly sectors: readonly (PartsJson & {
    readonly sector: Sector;
    readonly plusMinus?: BreakPlusMinus;
    readonly deepestOver?: BreakDepth;
    readonly deepestUnder?: BreakDepth;
  })[];
  readonly stretches: readonly (PartsJson & Stretch & { readonly name: string; readonly design: number })[];
  /** Stretches of the range without a design; excluded from all sums. */
  readonly undesigned: readonly Stretch[];
}

interface PartsJson {
  readonly overbreak: number;
  readonly underbreak: number;
  /** Overbreak up to the pay line, and beyond it. */
  readonly paid?: number;
  readonly unpaid?: number;
  /** Overbreak beyond the tolerance. */
  readonly overBeyond?: number;
  readonly underBeyond?: number;
}

/** @param rounded rounds a number for the file */
export function breaksJson(breaks: BreakVolumes, rounded: (value: number) => number): BreaksJson {
  const parts = ({ overbreak, underbreak, ...contract }: BreakParts): PartsJson => {
    const { paid, unpaid, overBeyond, underBeyond } = contract;
    const named = Object.entries({ paid, unpaid, overBeyond, underBeyond }).flatMap(([key, value]) =>
      value === null ? [] : [[key, rounded(value)]],
    );
    return {
      overbreak: rounded(overbreak),
      underbreak: rounded(underbreak),
      ...Object.fromEntries(named),
    };
  };
  const { plusMinus } = breaks;
  const half = ({ overbreak, underbreak }: BreakPlusMinus): BreakPlusMinus => ({
    overbreak: rounded(overbreak),
    underbreak: rounded(underbreak),
  });
  const depth = ({ depth, chainage, left, up, measured }: BreakDepth): BreakDepth => ({
    depth: rounded(depth),
    chainage: rounded(chainage),
    left: rounded(left),
    up: rounded(up),
    measured,
  });
  const stretch = ({ from, to }: Stretch): Stretch => ({ from: rounded(from), to: rounded(to) });
  return {
    design: rounded(breaks.design),
    ...parts(breaks),
    ...(plusMinus && { plusMinus: { ...half(plusMinus), confidence: plusMinus.confidence } }),
    sectors: breaks.sectors.map((sector, i) => ({
      sector: sector.sector,
      ...parts(sector),
      ...(plusMinus && { plusMinus: half(plusMinus.sectors[i]) }),
      ...(sector.deepestOver && { deepestOver: depth(sector.deepestOver) }),
      ...(sector.deepestUnder && { deepestUnder: depth(sector.deepestUnder) }),
    })),
    stretches: breaks.stretches.map((one) => ({
      name: one.name,
      ...stretch(one),
      design: rounded(one.design),
      ...parts(one),
    })),
    undesigned: breaks.undesigned.map(stretch),
  };
}
