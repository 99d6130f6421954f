import { chainageText, fixed } from '../texts/format.ts';
import { LETTER, LINE, PALETTE } from './palette.ts';
import { decimalsOf, niceStep, ticks } from './scale.ts';
import { element, label, line } from './svg.ts';

/** Box of a chart on paper (mm): chainage to the right, a value upwards. */
export interface ChartBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly chainage: readonly [from: number, to: number];
  readonly value: readonly [low: number, high: number];
}

export function chartX(box: ChartBox, chainage: number): number {
  const [from, to] = box.chainage;
  return box.left + ((box.right - box.left) * (chainage - from)) / (to - from);
}

export function chartY(box: ChartBox, value: number): number {
  const [low, high] = box.value;
  return box.bottom - ((box.bottom - box.top) * (value - low)) / (high - low);
}

/** Frame and grid, with the values labelled on the left. */
export function valueAxis(box: ChartBox, lineDistance: number): string {
  const [low, high] = box.value;
  const step = niceStep(((high - low) * lineDistance) / (box.bottom - box.top));
  const lines = ticks(low, high, step).map((value) => {
    const y = chartY(box, value);
    return (
      line(box.left, y, box.right, y, { stroke: PALETTE.grid, 'stroke-width': LINE.hair }) +
      label(box.left - 1, y + 0.75, fixed(value, decimalsOf(step)), LETTER.small, {
        fill: PALETTE.quiet,
        'text-anchor': 'end',
      })
    );
  });
  return lines.join('') + frameOf(box);
}

/** Chainage grid over the box, labelled `below` mm under it. */
export function chainageAxis(box: ChartBox, below: number): string {
  const [from, to] = box.chainage;
  const step = niceStep(((to - from) * 16) / (box.right - box.left));
  return ticks(from, to, step)
    .map((chainage) => {
      const x = chartX(box, chainage);
      return (
        line(x, box.top, x, box.bottom, { stroke: PALETTE.grid, 'stroke-width': LINE.hair }) +
        label(x, box.bottom + below, chainageText(chainage, step < 1 ? 1 : 0), LETTER.small, {
          fill: PALETTE.quiet,
          'text-anchor': 'middle',
        })
      );
    })
    .join('');
}

function frameOf(box: ChartBox): string {
  return element('rect', {
    x: box.left,
    y: box.top,
    width: box.right - box.left,
    height: box.bottom - box.top,
    fill: 'none',
    stroke: PALETTE.frame,
    'stroke-width': LINE.thin,
  });
}
