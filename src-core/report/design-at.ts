import type { ReportDesign } from './report-input.ts';

/** Design outlines in a section, (left, up) pairs about the axis, m. */
interface DesignOutlines {
  readonly outline: Float64Array;
  readonly payOutline: Float64Array | null;
}

/** Returns the design outlines at a chainage; null if no design applies there. */
export function designAt(design: ReportDesign | null, chainage: number): DesignOutlines | null {
  if (design === null) return null;
  if (design.stretches === undefined)
    return { outline: design.outline, payOutline: design.pay?.outline ?? null };
  const contains = ({ from, to }: { readonly from: number | null; readonly to: number | null }): boolean =>
    chainage >= (from ?? -Infinity) && chainage < (to ?? Infinity);
  return design.stretches.find(contains) ?? design.stretches.find(({ to }) => to === chainage) ?? null;
}
