import { LETTER, LINE, PALETTE } from './palette.ts';
import { element, label, line } from './svg.ts';

interface LegendEntry {
  readonly text: string;
  readonly color: string;
  /** A line sample, or a filled box. */
  readonly kind: 'line' | 'fill';
  readonly dash?: string;
  readonly width?: number;
  /** Height of a filled box as a share of the full height; default: full. */
  readonly share?: number;
  /** Stroke colour of a filled box. */
  readonly stroke?: string;
}

/** Mean character width as a share of the text height, for the spacing of entries. */
const LETTER_WIDTH = 0.52;

/** Row of line and area samples with their names, from the left. */
export function legend(x: number, y: number, entries: readonly LegendEntry[]): string {
  let at = x;
  return entries
    .map((entry) => {
      const sample =
        entry.kind === 'line'
          ? line(at, y - 0.8, at + 7, y - 0.8, {
              stroke: entry.color,
              'stroke-width': entry.width ?? LINE.normal,
              ...(entry.dash ? { 'stroke-dasharray': entry.dash } : {}),
            })
          : element('rect', {
              x: at,
              y: y + 0.3 - 2.2 * (entry.share ?? 1),
              width: 7,
              height: 2.2 * (entry.share ?? 1),
              fill: entry.color,
              ...(entry.stroke ? { stroke: entry.stroke, 'stroke-width': LINE.thin } : {}),
            });
      const text = label(at + 8.2, y, entry.text, LETTER.normal, { fill: PALETTE.quiet });
      at += 13.5 + entry.text.length * LETTER_WIDTH * LETTER.normal;
      return sample + text;
    })
    .join('');
}
