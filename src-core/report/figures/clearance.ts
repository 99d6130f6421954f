import type { Stretch } from '../../model/axis.ts';
import type { ClearanceStation, ClearanceStudy } from '../../model/clearance.ts';
import type { WallMapTexts } from '../texts/wall-map.ts';
import { type ChartBox, chainageAxis, chartX, chartY, valueAxis } from './chart-axes.ts';
import { legend } from './legend.ts';
import { LETTER, LINE, PALETTE } from './palette.ts';
import { niceStep } from './scale.ts';
import { drawing, element, label, line, openPath } from './svg.ts';

interface ClearanceInput {
  readonly study: ClearanceStudy;
  readonly words: WallMapTexts;
}

const LEFT = 14;
const RIGHT = 6;
const CHART_HEIGHT = 38;
const STRIP_HEIGHT = 3;
const DASH = { left: '', right: '2.4 1', top: '0.7 0.7' } as const;
/** Clearance is cut off at this value, m: only values near 0 matter. */
const MOST_SHOWN = 3;

/**
 * Chart of the clearance left, right and above a vehicle against chainage, marking conflicts and unobserved
 * stretches. @param width mm
 */
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
        d: openPath(
          stations.flatMap(({ chainage, free }, i) => {
            const clearance = free[side];
            const shown =
              clearance === null ? Number.NaN : Math.max(box.value[0], Math.min(box.value[1], clearance));
            const before = stations[i - 1]?.chainage ?? chainage;
            const isCut = open.some(({ from, to }) => from < chainage && to > before);
            return [...(isCut ? [Number.NaN, Number.NaN] : []), chartX(box, chainage), chartY(box, shown)];
          }),
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

function rangeOf(stations: readonly ClearanceStation[]): [number, number] {
  let [low, high] = [0, 0.1];
  for (const { free } of stations)
    for (const clearance of [free.left, free.right, free.top]) {
      if (clearance === null) continue;
      low = Math.min(low, Math.max(-MOST_SHOWN, clearance));
      high = Math.max(high, Math.min(MOST_SHOWN, clearance));
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
