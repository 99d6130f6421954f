import type { Stretch } from '../model/axis.ts';
import type { BreakDepth, BreakParts, BreakPlusMinus, BreakVolumes, Sector } from '../model/breaks.ts';

/** Over- and underbreak in `volume.json`: cubic metres, depths in metres; what the contract does not name is absent. */
export interface BreaksJson extends PartsJson {
  /** Within the line of excavation. */
  readonly design: number;
  /** Half-widths of the intervals. */
  readonly plusMinus?: BreakPlusMinus & { readonly confidence: number };
  readonly sectors: readonly (PartsJson & {
    readonly sector: Sector;
    readonly plusMinus?: BreakPlusMinus;
    readonly deepestOver?: BreakDepth;
    readonly deepestUnder?: BreakDepth;
  })[];
  readonly stretches: readonly (PartsJson & Stretch & { readonly name: string; readonly design: number })[];
  /** Parts of the range without a design; nothing is counted there. */
  readonly undesigned: readonly Stretch[];
}

interface PartsJson {
  readonly overbreak: number;
  readonly underbreak: number;
  /** Of the overbreak: up to the pay line and beyond it. */
  readonly paid?: number;
  readonly unpaid?: number;
  /** Beyond the tolerance. */
  readonly overBeyond?: number;
  readonly underBeyond?: number;
}

/** @param rounded a figure as the file tells it */
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
