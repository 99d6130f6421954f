import type { ClearanceStation, ClearanceStudy } from '../../model/clearance.ts';
import type { Profile } from '../../model/tunnel.ts';
import { squareProfile } from '../../tunnel/sections/square-profile.ts';
import { chainageText, fixed } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';
import type { WallMapTexts } from '../texts/wall-map.ts';
import { legend } from './legend.ts';
import { LETTER, LINE, PALETTE } from './palette.ts';
import { chooseScale, toPaper } from './scale.ts';
import { scaleBar } from './scale-bar.ts';
import { drawing, element, label, openPath } from './svg.ts';

interface ClearanceSectionInput {
  readonly profile: Profile;
  readonly station: ClearanceStation;
  readonly study: ClearanceStudy;
  readonly texts: Texts;
  readonly words: WallMapTexts;
}

/** Section with the vehicle in it, seen up-chainage: its box, and its swept width on the bend. @param width mm */
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
    return openPath(points);
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
  const one = (name: string, clearance: number | null, isFilled: boolean): string =>
    `${name} ${clearance === null ? '–' : `${isFilled ? '≤ ' : ''}${fixed(clearance, 2)}`}`;
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
