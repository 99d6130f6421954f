import { fixed } from '../texts/format.ts';
import type { MapClasses } from './map-classes.ts';
import { LETTER, LINE, PALETTE } from './palette.ts';
import { element, label } from './svg.ts';

/** Width and height of a colour box, mm. */
const BOX = { width: 9, height: 2.6 };

/**
 * Legend of map classes: a row of colours with the class limits between them and a title above.
 *
 * @param x @param y upper left corner, mm; 9 mm high
 */
export function classLegend(x: number, y: number, title: string, { ends, colours }: MapClasses): string {
  const decimals = decimalsNeeded(ends);
  const top = y + 3.2;
  return [
    label(x, y + 2, title, LETTER.normal, { fill: PALETTE.ink }),
    ...colours.map((colour, i) => element('rect', { x: x + i * BOX.width, y: top, ...BOX, fill: colour })),
    element('rect', {
      x,
      y: top,
      width: colours.length * BOX.width,
      height: BOX.height,
      fill: 'none',
      stroke: PALETTE.frame,
      'stroke-width': LINE.thin,
    }),
    ...ends.map((end, i) =>
      label(
        x + (i + 1) * BOX.width,
        top + BOX.height + 2.4,
        signed(end, decimals, ends[0] < 0),
        LETTER.small,
        {
          fill: PALETTE.quiet,
          'text-anchor': 'middle',
        },
      ),
    ),
  ].join('');
}

function signed(value: number, decimals: number, withSign: boolean): string {
  return `${withSign && value > 0 ? '+' : ''}${fixed(value, decimals)}`;
}

/** Decimals needed to distinguish the class limits exactly, at most four. */
function decimalsNeeded(ends: readonly number[]): number {
  for (let decimals = 0; decimals < 4; decimals++)
    if (ends.every((end) => Math.abs(end - Number(end.toFixed(decimals))) < 1e-9)) return decimals;
  return 4;
}
