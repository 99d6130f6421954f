import type { Profile } from '../../model/tunnel.ts';
import type { Texts } from '../texts/texts.ts';
import { type ChartBox, chainageAxis, chartX, chartY, valueAxis } from './chart-axes.ts';
import { legend } from './legend.ts';
import { END_LABEL, HIDDEN_BELOW } from './long-section.ts';
import { LETTER, LINE, PALETTE } from './palette.ts';
import { niceStep } from './scale.ts';
import { drawing, element, label, openPath } from './svg.ts';

interface AreaStripInput {
  readonly profiles: readonly Profile[];
  /** Area of the design section for each profile, m^2, NaN where there is no design; null without any design. */
  readonly designAreas: readonly number[] | null;
  readonly texts: Texts;
}

const CHART_HEIGHT = 34;
const STRIP_HEIGHT = 5;

/** Chart of area against chainage, with a strip of the measured share of each outline. @param width mm */
export function areaStripFigure({ profiles, designAreas, texts }: AreaStripInput, width: number): string {
  const areas = profiles.map((profile) => profile.area);
  const [from, to] = [profiles[0].chainage, profiles[profiles.length - 1].chainage];
  const box: ChartBox = {
    left: 14,
    right: width - END_LABEL,
    top: 1,
    bottom: 1 + CHART_HEIGHT,
    chainage: [from, to],
    value: rangeOf([...areas, ...(designAreas ?? []).filter(Number.isFinite)]),
  };
  const strip: ChartBox = {
    ...box,
    top: box.bottom + 1.5,
    bottom: box.bottom + 1.5 + STRIP_HEIGHT,
    value: [0, 1],
  };
  const line = profiles.flatMap((profile) => [chartX(box, profile.chainage), chartY(box, profile.area)]);
  return drawing(width, strip.bottom + (designAreas === null ? 5 : 10), texts['area.title'], [
    chainageAxis({ ...box, bottom: strip.bottom }, 3.2),
    valueAxis(box, 7),
    ...(designAreas === null
      ? []
      : [
          element('path', {
            d: openPath(
              designAreas.flatMap((area, i) => [chartX(box, profiles[i].chainage), chartY(box, area)]),
            ),
            fill: 'none',
            stroke: PALETTE.design,
            'stroke-width': LINE.normal,
          }),
        ]),
    element('path', {
      d: openPath(line),
      fill: 'none',
      stroke: PALETTE.ink,
      'stroke-width': LINE.normal,
      'stroke-linejoin': 'round',
    }),
    ...profiles.map((profile, i) => shareCell(strip, profiles, i, profile.measuredShare)),
    element('rect', {
      x: strip.left,
      y: strip.top,
      width: strip.right - strip.left,
      height: STRIP_HEIGHT,
      fill: 'none',
      stroke: PALETTE.frame,
      'stroke-width': LINE.thin,
    }),
    label(strip.left - 1, strip.top + STRIP_HEIGHT / 2 + 0.75, texts['area.share'], LETTER.small, {
      fill: PALETTE.quiet,
      'text-anchor': 'end',
    }),
    label(2.4, (box.top + box.bottom) / 2, texts['area.axis'], LETTER.small, {
      fill: PALETTE.quiet,
      'text-anchor': 'middle',
      transform: `rotate(-90 2.4 ${((box.top + box.bottom) / 2).toFixed(2)})`,
    }),
    ...(designAreas === null
      ? []
      : [
          legend(box.left, strip.bottom + 8.5, [
            { kind: 'line', color: PALETTE.ink, text: texts['legend.measured'] },
            { kind: 'line', color: PALETTE.design, text: texts['legend.design'] },
          ]),
        ]),
  ]);
}

/** Range in whole steps around the values, not starting at zero: the chart is meant to show changes. */
function rangeOf(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = niceStep(Math.max(0.2, (high - low) / 4));
  const bottom = Math.floor(low / step) * step;
  const top = Math.ceil(high / step) * step;
  return [bottom, top > bottom ? top : bottom + step];
}

function shareCell(strip: ChartBox, profiles: readonly Profile[], i: number, share: number): string {
  const here = profiles[i].chainage;
  const from = chartX(strip, (here + (profiles[i - 1]?.chainage ?? here)) / 2);
  const to = chartX(strip, (here + (profiles[i + 1]?.chainage ?? here)) / 2);
  const top = chartY(strip, share);
  return element('rect', {
    x: from,
    y: top,
    width: to - from,
    height: strip.bottom - top,
    fill: share < HIDDEN_BELOW ? PALETTE.alert : PALETTE.share,
    // Without anti-aliasing: it would show white gaps between the cells.
    'shape-rendering': 'crispEdges',
  });
}
