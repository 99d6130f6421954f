import { ALONG_CONSTRAINTS } from '../../model/pose.ts';
import { COVERAGE_95, type ReliabilityProfile } from '../../model/reliability.ts';
import type { Texts } from '../texts/texts.ts';
import { type ChartBox, chainageAxis, chartX, chartY, valueAxis } from './chart-axes.ts';
import { legend } from './legend.ts';
import { CONSTRAINT_COLOURS, CONSTRAINT_HEIGHT, LETTER, LINE, PALETTE } from './palette.ts';
import { niceStep, toPaper } from './scale.ts';
import { drawing, element, label, openPath } from './svg.ts';

interface ReliabilityFigureInput {
  readonly strip: ReliabilityProfile;
  /** Range of chainages shown, m. */
  readonly chainage: readonly [from: number, to: number];
  /** Scale denominator of the long section above it. */
  readonly horizontal: number;
  readonly texts: Texts;
}

const CHART_HEIGHT = 20;
const BAND_HEIGHT = 6;
const LEFT = 14;
/** Line styles of the three directions of a position: dashes distinguish them without colour. */
const LINES = [
  { text: 'strip.along', dash: '', color: PALETTE.ink, width: LINE.heavy },
  { text: 'strip.across', dash: '2.2 0.9', color: PALETTE.design, width: LINE.normal },
  { text: 'strip.up', dash: '0.6 0.7', color: PALETTE.trajectory, width: LINE.normal },
] as const;

/**
 * Chart of the ± (95 %) of the position along, across and up over chainage, and below it a band of the constraint on
 * the sensor's motion, the taller the weaker, so that it is legible without colour. @param width mm
 */
export function reliabilityFigure(input: ReliabilityFigureInput, width: number): string {
  const { strip, chainage, texts } = input;
  const cells = shownCells(strip, chainage);
  const most = Math.max(...cells.flatMap((k) => [0, 1, 2].map((i) => plusMinus(strip, k, i))), 0.01);
  const box: ChartBox = {
    left: LEFT,
    right: LEFT + toPaper(chainage[1] - chainage[0], input.horizontal),
    top: 1,
    bottom: 1 + CHART_HEIGHT,
    chainage,
    value: [0, rangeTop(most)],
  };
  const band = { top: box.bottom + 1.5, bottom: box.bottom + 1.5 + BAND_HEIGHT };
  const middle = (box.top + box.bottom) / 2;
  return drawing(width, band.bottom + 14.5, texts['strip.title'], [
    chainageAxis({ ...box, bottom: band.bottom }, 3.2),
    valueAxis(box, 6),
    ...LINES.map(({ dash, color, width: stroke }, i) =>
      element('path', {
        d: openPath(steps(box, strip, cells, i)),
        fill: 'none',
        stroke: color,
        'stroke-width': stroke,
        ...(dash ? { 'stroke-dasharray': dash } : {}),
      }),
    ),
    ...cells.map((k) => constraintCell(box, band, strip, k)),
    element('rect', {
      x: box.left,
      y: band.top,
      width: box.right - box.left,
      height: BAND_HEIGHT,
      fill: 'none',
      stroke: PALETTE.frame,
      'stroke-width': LINE.thin,
    }),
    label(2.4, middle, texts['strip.axis'], LETTER.small, {
      fill: PALETTE.quiet,
      'text-anchor': 'middle',
      transform: `rotate(-90 2.4 ${middle.toFixed(2)})`,
    }),
    label(box.left - 1, (band.top + band.bottom) / 2 + 0.75, texts['strip.held'], LETTER.small, {
      fill: PALETTE.quiet,
      'text-anchor': 'end',
    }),
    legend(
      LEFT,
      band.bottom + 8.5,
      LINES.map(({ text, dash, color, width: stroke }) => ({
        kind: 'line',
        color,
        width: stroke,
        text: texts[text],
        ...(dash ? { dash } : {}),
      })),
    ),
    legend(
      LEFT,
      band.bottom + 13,
      ALONG_CONSTRAINTS.map((holder, code) => ({
        kind: 'fill',
        color: CONSTRAINT_COLOURS[holder],
        share: CONSTRAINT_HEIGHT[code],
        text: texts[`strip.short.${holder}`],
      })),
    ),
  ]);
}

/** Cells at least partly within the range shown. */
function shownCells({ edges, heldBy }: ReliabilityProfile, [from, to]: readonly [number, number]): number[] {
  return [...heldBy.keys()].filter((k) => edges[k] < to && edges[k + 1] > from);
}

function plusMinus({ position }: ReliabilityProfile, k: number, direction: number): number {
  return COVERAGE_95 * position[3 * k + direction];
}

/** Smallest whole step above a value. */
function rangeTop(most: number): number {
  const step = niceStep(most / 3);
  return step * Math.ceil(most / step + 1e-9);
}

/** Line through the midpoints of the cells, from edge to edge. */
function steps(
  box: ChartBox,
  strip: ReliabilityProfile,
  cells: readonly number[],
  direction: number,
): number[] {
  return cells.flatMap((k, i) => {
    const y = chartY(box, plusMinus(strip, k, direction));
    const [from, to] = ends(box, strip, k);
    const middle = [(from + to) / 2, y];
    return [...(i === 0 ? [from, y] : []), ...middle, ...(i === cells.length - 1 ? [to, y] : [])];
  });
}

function ends(box: ChartBox, { edges }: ReliabilityProfile, k: number): [number, number] {
  return [Math.max(box.left, chartX(box, edges[k])), Math.min(box.right, chartX(box, edges[k + 1]))];
}

function constraintCell(
  box: ChartBox,
  band: { readonly top: number; readonly bottom: number },
  strip: ReliabilityProfile,
  k: number,
): string {
  const code = strip.heldBy[k];
  const [from, to] = ends(box, strip, k);
  const height = CONSTRAINT_HEIGHT[code] * (band.bottom - band.top);
  return element('rect', {
    x: from,
    y: band.bottom - height,
    width: to - from,
    height,
    fill: CONSTRAINT_COLOURS[ALONG_CONSTRAINTS[code]],
    // Without anti-aliasing: it would show white gaps between the cells.
    'shape-rendering': 'crispEdges',
  });
}
