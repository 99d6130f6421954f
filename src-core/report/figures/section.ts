import type { BreakDepth, SectionBreak, Sector, SectorBreak } from '../../model/breaks.ts';
import type { Profile } from '../../model/tunnel.ts';
import { chainageText, fill, fixed, percent } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';
import { legend } from './legend.ts';
import { outlineRuns } from './outline-runs.ts';
import { LETTER, LINE, PALETTE } from './palette.ts';
import { ticks, toPaper } from './scale.ts';
import { scaleBar } from './scale-bar.ts';
import { closedPath, drawing, element, label, line, openPath } from './svg.ts';

interface SectionFigureInput {
  readonly profile: Profile;
  /** Design outline, (left, up) pairs about the axis, metres; null if there is none. */
  readonly design: Float64Array | null;
  /** Pay line: outline up to which excavation is paid, in the format of the design; null if there is none. */
  readonly payLine: Float64Array | null;
  /** Over- and underbreak of the profile against its design; null if there is none. */
  readonly breaks: SectionBreak | null;
  /** Window of the section plane to show, metres about the axis; the same for all sections of a sheet. */
  readonly window: SectionWindow;
  /** Scale denominator. */
  readonly scale: number;
  /** Identifier unique in the document, for the clip path of the overbreak. */
  readonly id: string;
}

export interface SectionWindow {
  readonly left: readonly [from: number, to: number];
  readonly up: readonly [from: number, to: number];
}

/** Height of the caption under the drawing, mm: without and with a design. */
const CAPTION_HEIGHT = 8.5;
/** Columns of the small table, each for one sector or for both of its sides. */
const COLUMNS = [
  { key: 'sector.crown', sectors: ['crown'] },
  { key: 'sector.shoulders', sectors: ['leftShoulder', 'rightShoulder'] },
  { key: 'sector.walls', sectors: ['leftWall', 'rightWall'] },
  { key: 'sector.floor', sectors: ['floor'] },
] as const satisfies readonly { readonly key: string; readonly sectors: readonly Sector[] }[];

/** Width of the row names, mm. */
const NAMES = 17;
const LINE_HEIGHT = 3.1;
const DEPTHS_HEIGHT = 3 * LINE_HEIGHT;

/**
 * Table of the greatest depths of over- and underbreak by sector, m, with their side; in brackets if no point
 * measured the wall there.
 *
 * @param y baseline of the headings, mm
 */
function sectorDepths(sectors: readonly SectorBreak[], y: number, width: number, texts: Texts): string[] {
  const cell = (width - NAMES) / COLUMNS.length;
  const at = (column: number): number => NAMES + (column + 0.5) * cell;
  const style = { fill: PALETTE.quiet, 'text-anchor': 'middle' };
  const rows = [
    { name: texts['sector.over'], pick: (sector: SectorBreak) => sector.deepestOver },
    { name: texts['sector.under'], pick: (sector: SectorBreak) => sector.deepestUnder },
  ];
  return [
    ...COLUMNS.map(({ key }, c) => label(at(c), y, texts[key], LETTER.small, style)),
    ...rows.flatMap(({ name, pick }, r) => {
      const foot = y + LINE_HEIGHT * (r + 1);
      return [
        label(1, foot, name, LETTER.small, { fill: PALETTE.quiet }),
        ...COLUMNS.map(({ sectors: wanted }, c) => {
          const depths = sectors
            .filter(({ sector }) => wanted.some((one) => one === sector))
            .flatMap((sector) => pick(sector) ?? []);
          return label(at(c), foot, depthText(depths, wanted.length > 1, texts), LETTER.small, {
            ...style,
            fill: PALETTE.ink,
          });
        }),
      ];
    }),
  ];
}

/** Text of the greatest depth; a dash if there is none. */
function depthText(depths: readonly BreakDepth[], hasSides: boolean, texts: Texts): string {
  if (depths.length === 0) return fixed(Number.NaN, 2);
  const { depth, left, measured } = depths.reduce((a, b) => (b.depth > a.depth ? b : a));
  const side = hasSides ? ` ${texts[left > 0 ? 'sector.left' : 'sector.right']}` : '';
  const value = `${fixed(depth, 2)}${side}`;
  return measured ? value : `(${value})`;
}

const BREAKS_HEIGHT = 4 + DEPTHS_HEIGHT;
const FILLED_DASH = '1 0.6';
const PAY_DASH = '2 1';

/** Smallest window, in multiples of half a metre, that contains all outlines. */
export function sectionWindow(outlines: readonly Float64Array[]): SectionWindow {
  let [left0, left1, up0, up1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const outline of outlines)
    for (let i = 0; i < outline.length; i += 2) {
      left0 = Math.min(left0, outline[i]);
      left1 = Math.max(left1, outline[i]);
      up0 = Math.min(up0, outline[i + 1]);
      up1 = Math.max(up1, outline[i + 1]);
    }
  const down = (value: number): number => Math.floor(2 * value - 0.2) / 2;
  const up = (value: number): number => Math.ceil(2 * value + 0.2) / 2;
  return { left: [down(left0), up(left1)], up: [down(up0), up(up1)] };
}

/**
 * Section seen in the direction of increasing chainage, left to the left: measured outline as a solid line,
 * interpolated outline dashed, the design with over- and underbreak shaded.
 */
export function sectionFigure(input: SectionFigureInput, texts: Texts): string {
  const { profile, design, payLine, breaks, window, scale, id } = input;
  const width = toPaper(window.left[1] - window.left[0], scale);
  const height = toPaper(window.up[1] - window.up[0], scale);
  const x = (left: number): number => toPaper(window.left[1] - left, scale);
  const y = (up: number): number => toPaper(window.up[1] - up, scale);
  const paper = (outline: Float64Array): number[] => {
    const points: number[] = [];
    for (let i = 0; i < outline.length; i += 2) points.push(x(outline[i]), y(outline[i + 1]));
    return points;
  };
  const outline = paper(profile.outline);
  // Across the mouth of a recess the drive's own wall is compared.
  const ring = closedPath(paper(profile.driveOutline ?? profile.outline));
  const title = chainageText(profile.chainage);
  const details = [
    fill(texts['section.area'], {
      area: fixed(profile.area, 2),
      share: percent(profile.measuredShare, 0),
    }),
    ...(breaks
      ? [
          fill(texts['section.breaks'], {
            over: fixed(breaks.overbreak, 2),
            under: fixed(breaks.underbreak, 2),
            design: fixed(breaks.designArea, 2),
          }),
        ]
      : []),
  ];
  const words = CAPTION_HEIGHT + (breaks ? BREAKS_HEIGHT : 0);
  return drawing(width, height + words, title, [
    ...ticks(window.left[0], window.left[1], 1).map((left) =>
      line(x(left), 0, x(left), height, { stroke: PALETTE.grid, 'stroke-width': LINE.hair }),
    ),
    ...ticks(window.up[0], window.up[1], 1).map((up) =>
      line(0, y(up), width, y(up), { stroke: PALETTE.grid, 'stroke-width': LINE.hair }),
    ),
    element('path', { d: closedPath(outline), fill: PALETTE.void }),
    ...(design ? breakShading(ring, closedPath(paper(design)), id) : []),
    ...(payLine
      ? [
          element('path', {
            d: closedPath(paper(payLine)),
            fill: 'none',
            stroke: PALETTE.pay,
            'stroke-width': LINE.normal,
            'stroke-dasharray': PAY_DASH,
          }),
        ]
      : []),
    element('path', {
      d: runsPath(outline, profile.measured, 0),
      fill: 'none',
      stroke: PALETTE.alert,
      'stroke-width': LINE.normal,
      'stroke-dasharray': FILLED_DASH,
    }),
    element('path', {
      d: runsPath(outline, profile.measured, 1),
      fill: 'none',
      stroke: PALETTE.ink,
      'stroke-width': LINE.heavy,
      'stroke-linejoin': 'round',
    }),
    line(x(0) - 1.2, y(0), x(0) + 1.2, y(0), { stroke: PALETTE.ink, 'stroke-width': LINE.thin }),
    line(x(0), y(0) - 1.2, x(0), y(0) + 1.2, { stroke: PALETTE.ink, 'stroke-width': LINE.thin }),
    label(width / 2, height + 3.2, title, LETTER.title, {
      fill: PALETTE.ink,
      'text-anchor': 'middle',
      'font-weight': 'bold',
    }),
    ...details.map((detail, i) =>
      label(width / 2, height + 6.6 + 3.4 * i, detail, LETTER.normal, {
        fill: PALETTE.quiet,
        'text-anchor': 'middle',
      }),
    ),
    ...(breaks ? sectorDepths(breaks.sectors, height + 13.8, width, texts) : []),
  ]);
}

/** Scale of the sections with its bar, and the legend of lines and shading. @param width mm */
export function sectionLegend(
  has: { readonly design: boolean; readonly payLine: boolean; readonly scale: number },
  texts: Texts,
  width: number,
): string {
  return drawing(width, 11.5, texts['sections.title'], [
    scaleBar(0, 3, has.scale, texts),
    legend(0, 9.6, [
      { kind: 'line', color: PALETTE.ink, width: LINE.heavy, text: texts['legend.measured'] },
      { kind: 'line', color: PALETTE.alert, dash: FILLED_DASH, text: texts['legend.filled'] },
      ...(has.design
        ? [
            { kind: 'line' as const, color: PALETTE.design, text: texts['legend.design'] },
            { kind: 'fill' as const, color: PALETTE.over, text: texts['legend.over'] },
            { kind: 'fill' as const, color: PALETTE.under, text: texts['legend.under'] },
          ]
        : []),
      ...(has.payLine
        ? [{ kind: 'line' as const, color: PALETTE.pay, dash: PAY_DASH, text: texts['legend.pay'] }]
        : []),
    ]),
  ]);
}

/**
 * Draws underbreak by filling the design and overbreak by filling the profile; their common part is covered again.
 */
function breakShading(profile: string, design: string, id: string): string[] {
  return [
    element('clipPath', { id }, element('path', { d: design })),
    element('path', { d: design, fill: PALETTE.under }),
    element('path', { d: profile, fill: PALETTE.over }),
    element('path', { d: profile, fill: PALETTE.void, 'clip-path': `url(#${id})` }),
    element('path', { d: design, fill: 'none', stroke: PALETTE.design, 'stroke-width': LINE.normal }),
  ];
}

/** Path data of the measured (1) or interpolated (0) parts of the outline. */
function runsPath(outline: readonly number[], measured: Uint8Array, wanted: 0 | 1): string {
  return outlineRuns(measured, wanted)
    .map(({ vertices, closed }) =>
      (closed ? closedPath : openPath)(
        vertices.flatMap((vertex) => [outline[2 * vertex], outline[2 * vertex + 1]]),
      ),
    )
    .join('');
}
