import { fill, fixed } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';
import { LETTER, LINE, PALETTE } from './palette.ts';
import { niceStep, toPaper } from './scale.ts';
import { element, label } from './svg.ts';

/** Space for the text left of the bar, mm. */
const WORDS = 28;
/** Minimum length of a segment of the bar, mm. */
const CELL = 10;
const CELLS = 4;

/**
 * Scale as text with, to its right, a scale bar, which stays true when the drawing is enlarged.
 *
 * @param x @param y left end and baseline of the text, mm
 * @param scale denominator
 */
export function scaleBar(x: number, y: number, scale: number, texts: Texts): string {
  const step = niceStep((CELL * scale) / 1000);
  const cell = toPaper(step, scale);
  const start = x + WORDS;
  const words = fill(texts['scale.one'], { scale: fixed(scale, 0) });
  const parts = [label(x, y + 0.4, words, LETTER.normal, { fill: PALETTE.ink })];
  for (let i = 0; i < CELLS; i++)
    parts.push(
      element('rect', {
        x: start + i * cell,
        y: y - 1,
        width: cell,
        height: 1,
        fill: i % 2 === 0 ? PALETTE.ink : '#ffffff',
        stroke: PALETTE.ink,
        'stroke-width': LINE.hair,
      }),
    );
  for (const i of [0, CELLS / 2, CELLS]) {
    const text = `${fixed(i * step, step < 1 ? 1 : 0)}${i === CELLS ? ' m' : ''}`;
    parts.push(
      label(start + i * cell, y + 2.4, text, LETTER.small, { fill: PALETTE.ink, 'text-anchor': 'middle' }),
    );
  }
  return parts.join('');
}
