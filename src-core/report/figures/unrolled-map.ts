import type { Stretch } from '../../model/axis.ts';
import type { UnrolledWall } from '../../model/unrolled.ts';
import { chainageText, fixed } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';
import type { WallMapTexts } from '../texts/wall-map.ts';
import { cellAreas, markedEdges } from './cell-areas.ts';
import { legend } from './legend.ts';
import type { MapClasses } from './map-classes.ts';
import { LETTER, LINE, PALETTE } from './palette.ts';
import { coarsened, type DrawnLayer, hatch } from './paper-grid.ts';
import { niceStep, ticks, toPaper } from './scale.ts';
import { scaleBar } from './scale-bar.ts';
import { drawing, element, label, line } from './svg.ts';

interface UnrolledMapInput extends DrawnLayer {
  /** Name of the layer. */
  readonly layer: string;
  readonly texts: Texts;
  readonly words: WallMapTexts;
}

/** Paper left of the map for the sector names, and right of it for the perimeter positions, mm. */
const LEFT = 19;
const RIGHT = 10;
/** Paper below the map: chainages, colours, scale, mm. */
const FOOT = 27;
/** Minimum spacing of the hatch lines over interpolated cells, one cell row each at least, mm. */
const HATCH = 0.9;

/** Splits an unrolled wall into strips of equal length that fit a paper width at a scale. @param width mm */
export function unrolledStrips(
  { chainageFrom, chainageTo }: UnrolledWall,
  scale: number,
  width: number,
): Stretch[] {
  const length = chainageTo - chainageFrom;
  const count = Math.max(1, Math.ceil(toPaper(length, scale) / (width - LEFT - RIGHT) - 1e-9));
  const edge = (i: number): number => chainageFrom + (length * i) / count;
  return Array.from({ length: count }, (_, i) => ({ from: edge(i), to: edge(i + 1) }));
}

/** Width and height of a colour box, mm. */
const BOX = { width: 9, height: 2.6 };

/**
 * Legend of map classes: a row of colours with the class limits between them and a title above.
 *
 * @param x @param y upper left corner, mm; 9 mm high
 */
function classLegend(x: number, y: number, title: string, { ends, colours }: MapClasses): string {
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

/** Map of the unrolled wall: chainage to the right, the left wall above, the crown in the middle. @param width mm */
export function unrolledMapFigure(input: UnrolledMapInput, width: number): string {
  const { unrolled, stretch, scale, texts, words, classes } = input;
  const top = 1;
  const grid = coarsened(input);
  const cell = toPaper(grid.cell, scale);
  const place = { left: LEFT, right: LEFT + toPaper(stretch.to - stretch.from, scale) };
  const y = (position: number): number => top + toPaper(unrolled.girthLeft - position, scale);
  const bottom = y(unrolled.girthRight);
  const x = (chainage: number): number => place.left + toPaper(chainage - stretch.from, scale);
  const placed = `translate(${place.left} ${y(unrolled.girthTop).toFixed(4)}) scale(${cell.toFixed(6)})`;
  const hasFilled = grid.filled.includes(1);
  const hasRecess = grid.beyond.includes(1);
  const hasOpen = grid.classes.includes(-1);
  return drawing(width, bottom + FOOT, words.title, [
    element('clipPath', { id: clipId(input) }, frame(place.left, top, place.right, bottom, {})),
    element(
      'g',
      { 'clip-path': `url(#${clipId(input)})` },
      element(
        'g',
        { transform: placed, 'shape-rendering': 'crispEdges' },
        [...cellAreas(grid.classes, grid.columns, grid.rows)]
          .map(([index, d]) => element('path', { d, fill: classes.colours[index] }))
          .join(''),
      ) +
        element(
          'g',
          { transform: placed },
          element('path', {
            d: hatch(grid, Math.max(1, Math.round(HATCH / cell))),
            stroke: '#ffffff',
            'stroke-width': (LINE.thin / cell).toFixed(4),
            fill: 'none',
          }) +
            element('path', {
              d: markedEdges(grid.beyond, grid.columns, grid.rows),
              stroke: PALETTE.alert,
              'stroke-width': (LINE.heavy / cell).toFixed(4),
              fill: 'none',
            }),
        ),
    ),
    frame(place.left, top, place.right, bottom, {
      fill: 'none',
      stroke: PALETTE.frame,
      'stroke-width': LINE.thin,
    }),
    ...unrolled.parts.map((part) => {
      const [upper, lower] = [y(part.to), y(part.from)];
      const name =
        lower - upper >= LETTER.small + 0.4
          ? label(place.left - 1.2, (upper + lower) / 2 + 0.75, words.sector[part.sector], LETTER.small, {
              fill: PALETTE.quiet,
              'text-anchor': 'end',
            })
          : '';
      return (
        line(place.left - 1, lower, place.right, lower, {
          stroke: PALETTE.frame,
          'stroke-width': LINE.hair,
        }) + name
      );
    }),
    perimeterAxis(unrolled, place.right, y, scale),
    chainageTicks(stretch, x, bottom),
    label(place.right + 8.5, (top + bottom) / 2, words.girth, LETTER.small, {
      fill: PALETTE.quiet,
      'text-anchor': 'middle',
      transform: `rotate(-90 ${place.right + 8.5} ${((top + bottom) / 2).toFixed(2)})`,
    }),
    classLegend(place.left, bottom + 5, input.layer, classes),
    legend(place.left, bottom + 18, [
      ...(hasFilled
        ? [{ kind: 'fill' as const, color: classes.colours[classes.colours.length >> 1], text: words.filled }]
        : []),
      ...(hasOpen
        ? [{ kind: 'fill' as const, color: '#ffffff', stroke: PALETTE.frame, text: words.open }]
        : []),
      ...(hasRecess
        ? [{ kind: 'line' as const, color: PALETTE.alert, width: LINE.heavy, text: words.recess }]
        : []),
    ]),
    ...(hasFilled ? hatchSample(place.left, bottom + 18) : []),
    scaleBar(place.left, bottom + 23, scale, texts),
  ]);
}

/** Hatch lines over the first sample of the legend. */
function hatchSample(x: number, y: number): string[] {
  return [y - 1.25, y - 0.5].map((at) =>
    line(x, at, x + 7, at, { stroke: '#ffffff', 'stroke-width': LINE.thin }),
  );
}

function perimeterAxis(
  { girthLeft, girthRight }: UnrolledWall,
  right: number,
  y: (position: number) => number,
  scale: number,
): string {
  const step = niceStep((7 * scale) / 1000);
  return ticks(girthRight, girthLeft, step)
    .map(
      (position) =>
        line(right, y(position), right + 1, y(position), {
          stroke: PALETTE.frame,
          'stroke-width': LINE.thin,
        }) +
        label(right + 1.5, y(position) + 0.75, fixed(position, step < 1 ? 1 : 0), LETTER.small, {
          fill: PALETTE.quiet,
        }),
    )
    .join('');
}

function chainageTicks({ from, to }: Stretch, x: (chainage: number) => number, bottom: number): string {
  const step = niceStep((16 * (to - from)) / (x(to) - x(from)));
  return ticks(from, to, step)
    .map(
      (chainage) =>
        line(x(chainage), bottom, x(chainage), bottom + 1, {
          stroke: PALETTE.frame,
          'stroke-width': LINE.thin,
        }) +
        label(x(chainage), bottom + 3.6, chainageText(chainage, step < 1 ? 1 : 0), LETTER.small, {
          fill: PALETTE.quiet,
          'text-anchor': 'middle',
        }),
    )
    .join('');
}

function frame(
  left: number,
  top: number,
  right: number,
  bottom: number,
  attributes: Readonly<Record<string, string | number>>,
): string {
  return element('rect', { x: left, y: top, width: right - left, height: bottom - top, ...attributes });
}

/** Identifier unique in a document with several stretches and layers. */
function clipId({ stretch, layer }: UnrolledMapInput): string {
  return `unrolled-${layer.replace(/[^a-z]/gi, '').slice(0, 12)}-${Math.round(100 * stretch.from)}`;
}
