import type { Stretch } from '../../model/axis.ts';
import type { ClearanceStation, ClearanceStudy } from '../../model/clearance.ts';
import type { Profile } from '../../model/tunnel.ts';
import { squareProfile } from '../../tunnel/square-profile.ts';
import { chainageText, fixed } from '../format.ts';
import type { WallMapTexts } from '../texts/wall-map.ts';
import type { Texts } from '../texts.ts';
import { type ChartBox, chainageAxis, chartX, chartY, valueAxis } from './chart-axes.ts';
import { legend } from './legend.ts';
import { LETTER, LINE, PALETTE } from './palette.ts';
import { chooseScale, niceStep, toPaper } from './scale.ts';
import { scaleBar } from './scale-bar.ts';
import { drawing, element, label, line, pathData } from './svg.ts';

export interface ClearanceInput {
  readonly study: ClearanceStudy;
  readonly words: WallMapTexts;
}

const LEFT = 14;
const RIGHT = 6;
const CHART_HEIGHT = 38;
const STRIP_HEIGHT = 3;
const DASH = { left: '', right: '2.4 1', top: '0.7 0.7' } as const;
/** Room beyond this is shown as this, m: what matters is near 0. */
const MOST_SHOWN = 3;

/** Free way to the left, to the right and above a vehicle against chainage, and what does not fit or was not seen. @param width mm */
export function clearanceFigure({ study, words }: ClearanceInput, width: number): string {
  const { stations, blocked, unseen, open } = study;
  const ends = [
    ...stations,
    ...open.map(({ from }) => ({ chainage: from })),
    ...open.map(({ to }) => ({ chainage: to })),
  ];
  const chainages = ends.map(({ chainage }) => chainage);
  const box: ChartBox = {
    left: LEFT,
    right: width - RIGHT,
    top: 1,
    bottom: 1 + CHART_HEIGHT,
    chainage: [Math.min(...chainages), Math.max(...chainages)],
    value: rangeOf(stations),
  };
  const strip: ChartBox = { ...box, top: box.bottom + 1.2, bottom: box.bottom + 1.2 + STRIP_HEIGHT };
  return drawing(width, strip.bottom + 16, words.clearanceTitle, [
    chainageAxis({ ...box, bottom: strip.bottom }, 3.2),
    valueAxis(box, 7),
    line(box.left, chartY(box, 0), box.right, chartY(box, 0), {
      stroke: PALETTE.alert,
      'stroke-width': LINE.normal,
    }),
    ...(['left', 'right', 'top'] as const).map((side) =>
      element('path', {
        d: pathData(
          stations.flatMap(({ chainage, free }, i) => {
            const way = free[side];
            const shown = way === null ? Number.NaN : Math.max(box.value[0], Math.min(box.value[1], way));
            const before = stations[i - 1]?.chainage ?? chainage;
            const isCut = open.some(({ from, to }) => from < chainage && to > before);
            return [...(isCut ? [Number.NaN, Number.NaN] : []), chartX(box, chainage), chartY(box, shown)];
          }),
          false,
        ),
        fill: 'none',
        stroke: side === 'top' ? PALETTE.design : PALETTE.ink,
        'stroke-width': LINE.normal,
        'stroke-linejoin': 'round',
        ...(DASH[side] ? { 'stroke-dasharray': DASH[side] } : {}),
      }),
    ),
    ...open.map((stretch) => band(strip, stretch, '#ffffff', PALETTE.frame)),
    ...unseen.map((stretch) => band(strip, stretch, PALETTE.share, PALETTE.share)),
    ...blocked.map((stretch) => band(strip, stretch, PALETTE.alert, PALETTE.alert)),
    element('rect', {
      x: strip.left,
      y: strip.top,
      width: strip.right - strip.left,
      height: STRIP_HEIGHT,
      fill: 'none',
      stroke: PALETTE.frame,
      'stroke-width': LINE.thin,
    }),
    label(2.4, (box.top + box.bottom) / 2, words.free, LETTER.small, {
      fill: PALETTE.quiet,
      'text-anchor': 'middle',
      transform: `rotate(-90 2.4 ${((box.top + box.bottom) / 2).toFixed(2)})`,
    }),
    legend(LEFT, strip.bottom + 8.5, [
      { kind: 'line', color: PALETTE.ink, text: words.left },
      { kind: 'line', color: PALETTE.ink, dash: DASH.right, text: words.right },
      { kind: 'line', color: PALETTE.design, dash: DASH.top, text: words.top },
    ]),
    legend(LEFT, strip.bottom + 13.5, [
      ...(blocked.length > 0 ? [{ kind: 'fill' as const, color: PALETTE.alert, text: words.blocked }] : []),
      ...(unseen.length > 0 ? [{ kind: 'fill' as const, color: PALETTE.share, text: words.unseen }] : []),
      ...(open.length > 0
        ? [{ kind: 'fill' as const, color: '#ffffff', stroke: PALETTE.frame, text: words.unknown }]
        : []),
    ]),
  ]);
}

export interface ClearanceSectionInput {
  readonly profile: Profile;
  readonly station: ClearanceStation;
  readonly study: ClearanceStudy;
  readonly texts: Texts;
  readonly words: WallMapTexts;
}

/** One section with the vehicle in it, seen up-chainage: its box, and what it sweeps on the bend. @param width mm */
export function clearanceSectionFigure(
  { profile, station, study, texts, words }: ClearanceSectionInput,
  width: number,
): string {
  const { outline, measured } = squareProfile(profile);
  const { vehicle } = study;
  const { middle, floorUp, swept } = station;
  const extent = extentOf(outline);
  const scale = Math.max(50, chooseScale(Math.max(extent.left - extent.right, 0.1), width - 4));
  const x = (left: number): number => 2 + toPaper(extent.left - left, scale);
  const y = (up: number): number => 2 + toPaper(extent.top - up, scale);
  const foot = y(extent.bottom);
  const rectangle = (
    left: number,
    right: number,
    low: number,
    high: number,
  ): Readonly<Record<string, number>> => ({
    x: x(left),
    y: y(high),
    width: toPaper(left - right, scale),
    height: toPaper(high - low, scale),
  });
  const half = vehicle.width / 2;
  const isSwept = Math.max(swept.left, swept.right, swept.up, swept.down) > 0.005;
  const low = floorUp + vehicle.groundClearance;
  const high = floorUp + vehicle.height;
  const n = measured.length;
  const sides = (wanted: boolean): string => {
    const points: number[] = [];
    for (let i = 0; i < n; i++) {
      const j = (i + 1) % n;
      if ((measured[i] === 1 && measured[j] === 1) !== wanted) continue;
      points.push(
        Number.NaN,
        Number.NaN,
        x(outline[2 * i]),
        y(outline[2 * i + 1]),
        x(outline[2 * j]),
        y(outline[2 * j + 1]),
      );
    }
    return pathData(points, false);
  };
  return drawing(width, foot + (isSwept ? 25 : 21), chainageText(profile.chainage), [
    element('rect', {
      ...rectangle(
        middle + half + swept.left,
        middle - half - swept.right,
        low - swept.down,
        high + swept.up,
      ),
      fill: PALETTE.under,
      'fill-opacity': '0.5',
      stroke: PALETTE.design,
      'stroke-width': LINE.thin,
      'stroke-dasharray': '1 0.6',
    }),
    element('rect', {
      ...rectangle(middle + half, middle - half, low, high),
      fill: PALETTE.under,
      stroke: PALETTE.design,
      'stroke-width': LINE.normal,
    }),
    element('path', {
      d: sides(false),
      fill: 'none',
      stroke: PALETTE.alert,
      'stroke-width': LINE.normal,
      'stroke-dasharray': '1 0.6',
    }),
    element('path', {
      d: sides(true),
      fill: 'none',
      stroke: PALETTE.ink,
      'stroke-width': LINE.heavy,
      'stroke-linecap': 'round',
    }),
    label(2, foot + 5, `${chainageText(profile.chainage)}  ·  ${freeText(station, words)}`, LETTER.normal, {
      fill: PALETTE.ink,
    }),
    scaleBar(2, foot + 9.5, scale, texts),
    legend(2, foot + 18.5, [
      { kind: 'line', color: PALETTE.ink, width: LINE.heavy, text: words.rock },
      { kind: 'line', color: PALETTE.alert, dash: '1 0.6', text: words.filled },
      { kind: 'fill', color: PALETTE.under, stroke: PALETTE.design, text: words.vehicle },
    ]),
    ...(isSwept
      ? [legend(2, foot + 23, [{ kind: 'line', color: PALETTE.design, dash: '1 0.6', text: words.swept }])]
      : []),
  ]);
}

function freeText({ free, filled }: ClearanceStation, words: WallMapTexts): string {
  const one = (name: string, way: number | null, isFilled: boolean): string =>
    `${name} ${way === null ? '–' : `${isFilled ? '≤ ' : ''}${fixed(way, 2)}`}`;
  return [
    one(words.left, free.left, filled.left),
    one(words.right, free.right, filled.right),
    `${one(words.top, free.top, filled.top)} m`,
  ].join(', ');
}

function extentOf(outline: Float64Array): { left: number; right: number; top: number; bottom: number } {
  const extent = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
  for (let i = 0; i < outline.length; i += 2) {
    extent.left = Math.max(extent.left, outline[i]);
    extent.right = Math.min(extent.right, outline[i]);
    extent.top = Math.max(extent.top, outline[i + 1]);
    extent.bottom = Math.min(extent.bottom, outline[i + 1]);
  }
  return extent;
}

function rangeOf(stations: readonly ClearanceStation[]): [number, number] {
  let [low, high] = [0, 0.1];
  for (const { free } of stations)
    for (const way of [free.left, free.right, free.top]) {
      if (way === null) continue;
      low = Math.min(low, Math.max(-MOST_SHOWN, way));
      high = Math.max(high, Math.min(MOST_SHOWN, way));
    }
  const step = niceStep((high - low) / 4);
  return [Math.floor(low / step) * step, Math.ceil(high / step) * step];
}

function band(box: ChartBox, { from, to }: Stretch, fill: string, stroke: string): string {
  return element('rect', {
    x: chartX(box, from),
    y: box.top,
    width: Math.max(0.3, chartX(box, to) - chartX(box, from)),
    height: box.bottom - box.top,
    fill,
    stroke,
    'stroke-width': LINE.hair,
  });
}
