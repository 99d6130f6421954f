import type { Stretch } from '../../../src-core/model/axis.ts';
import { type ChartBox, chartX, chartY } from '../../../src-core/report/figures/chart-axes.ts';
import { niceStep } from '../../../src-core/report/figures/scale.ts';

/** Size of a strip, the input of its layout. */
interface StripSize {
  readonly width: number;
  readonly height: number;
  /** Font size, px. */
  readonly rem: number;
}

/** Layout of the strip along the drive. */
export interface StripLayout {
  /** Plot box of the areas. */
  readonly box: ChartBox;
  /** Upper edges of the thin rows below: measured share of the wall, and observed length. */
  readonly measuredRow: number;
  readonly observedRow: number;
  readonly rowHeight: number;
  /** Lower edge of the rows. */
  readonly bottom: number;
  readonly rem: number;
  /** Label intervals, m^2 and m. */
  readonly areaStep: number;
  readonly chainageStep: number;
  x(chainage: number): number;
  y(area: number): number;
}

/** Computes the layout of a strip. @param areas all that are drawn; not empty */
export function stripLayout(
  { width, height, rem }: StripSize,
  surveyed: Stretch,
  areas: readonly number[],
): StripLayout {
  const rowHeight = 0.5 * rem;
  const gap = 0.25 * rem;
  const bottom = Math.max(4 * rem, height - 1.4 * rem);
  const observedRow = bottom - rowHeight;
  const measuredRow = observedRow - gap - rowHeight;
  const left = 3.25 * rem;
  const box: ChartBox = {
    left,
    right: Math.max(left + 1, width - 2 * rem),
    top: 0.5 * rem,
    bottom: measuredRow - gap,
    chainage: [surveyed.from, surveyed.to],
    value: valuesOf(areas),
  };
  const [low, high] = box.value;
  return {
    box,
    measuredRow,
    observedRow,
    rowHeight,
    bottom,
    rem,
    areaStep: niceStep(((high - low) * 1.7 * rem) / (box.bottom - box.top)),
    chainageStep: niceStep(((surveyed.to - surveyed.from) * 4.75 * rem) / (box.right - box.left)),
    x: (chainage) => chartX(box, chainage),
    y: (area) => chartY(box, area),
  };
}

/** Visible part of a stretch in the strip; null: none. At least two pixels wide, to be visible. */
export function bandOf({ box, x }: StripLayout, { from, to }: Stretch): { x: number; width: number } | null {
  const [left, right] = [Math.max(box.left, x(from)), Math.min(box.right, x(to))];
  return right < left ? null : { x: left, width: Math.max(2, right - left) };
}

/** Range of whole steps that contains all areas. */
function valuesOf(areas: readonly number[]): [low: number, high: number] {
  const [low, high] = [Math.min(...areas), Math.max(...areas)];
  const step = niceStep(Math.max(0.2, (high - low) / 4));
  const bottom = Math.floor(low / step) * step;
  return [bottom, Math.max(bottom + step, Math.ceil(high / step) * step)];
}
