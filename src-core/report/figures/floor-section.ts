import type { FloorGrade, GradeStation } from '../../model/grade.ts';
import { fill, fixed } from '../texts/format.ts';
import type { WallMapTexts } from '../texts/wall-map.ts';
import { type ChartBox, chainageAxis, chartX, chartY, valueAxis } from './chart-axes.ts';
import { legend } from './legend.ts';
import { LETTER, LINE, PALETTE } from './palette.ts';
import { niceStep } from './scale.ts';
import { closedPath, drawing, element, label, openPath } from './svg.ts';

interface FloorSectionInput {
  readonly grade: FloorGrade;
  readonly words: WallMapTexts;
}

/** Paper left of the first chainage and right of the last, mm. */
const LEFT = 15;
const RIGHT = 6;
const FLOOR_HEIGHT = 38;
const GRADIENT_HEIGHT = 26;
const FILLED_DASH = '1 0.6';

/**
 * Chart of the floor elevation against chainage, exaggerated, and below it its gradient with its ±. @param width mm
 */
export function floorSectionFigure({ grade, words }: FloorSectionInput, width: number): string {
  const { stations } = grade;
  const chainage = [stations[0].chainage, stations[stations.length - 1].chainage] as const;
  const heights = stations.flatMap(({ elevation, designElevation }) => [
    elevation,
    designElevation ?? elevation,
  ]);
  const floor: ChartBox = {
    left: LEFT,
    right: width - RIGHT,
    top: 1,
    bottom: 1 + FLOOR_HEIGHT,
    chainage,
    value: rounded(heights, 0.5),
  };
  const gradient: ChartBox = {
    ...floor,
    top: floor.bottom + 4,
    bottom: floor.bottom + 4 + GRADIENT_HEIGHT,
    value: rounded(gradientsShown(stations), 1),
  };
  const hasDesign = stations.some(({ designGradient }) => designGradient !== null);
  return drawing(width, gradient.bottom + 18, words.gradientTitle, [
    chainageAxis({ ...gradient, top: floor.top }, 3.2),
    valueAxis(floor, 7),
    valueAxis(gradient, 6),
    element('path', { d: bandPath(gradient, stations), fill: PALETTE.share, 'fill-opacity': '0.3' }),
    curve(floor, stations, ({ designElevation }) => designElevation, { stroke: PALETTE.design }),
    curve(gradient, stations, ({ designGradient }) => percentOf(designGradient), { stroke: PALETTE.design }),
    curve(floor, stations, ({ elevation, measured }) => (measured ? elevation : null), {
      stroke: PALETTE.ink,
      'stroke-width': LINE.heavy,
    }),
    element('path', {
      d: filledPath(floor, stations),
      fill: 'none',
      stroke: PALETTE.alert,
      'stroke-width': LINE.normal,
      'stroke-dasharray': FILLED_DASH,
    }),
    curve(gradient, stations, (station) => percentOf(station.gradient), {
      stroke: PALETTE.ink,
      'stroke-width': LINE.heavy,
    }),
    upright(2.4, floor, words.elevation),
    upright(2.4, gradient, words.gradient),
    label(
      LEFT,
      gradient.bottom + 8,
      fill(words.exaggerated, { times: fixed(exaggeration(floor), 1) }),
      LETTER.normal,
      { fill: PALETTE.ink },
    ),
    legend(LEFT, gradient.bottom + 14, [
      { kind: 'line', color: PALETTE.ink, width: LINE.heavy, text: words.floor },
      ...(stations.some(({ measured }) => !measured)
        ? [{ kind: 'line' as const, color: PALETTE.alert, dash: FILLED_DASH, text: words.floorFilled }]
        : []),
      ...(hasDesign ? [{ kind: 'line' as const, color: PALETTE.design, text: words.design }] : []),
      {
        kind: 'fill',
        color: '#d8dbdf',
        text: fill(words.gradientBand, { base: fixed(grade.baseLength, 1) }),
      },
    ]),
  ]);
}

/** Gradients with their ±, per cent. */
function gradientsShown(stations: readonly GradeStation[]): number[] {
  return stations.flatMap(({ gradient, plusMinus, designGradient }) =>
    [
      gradient !== null && plusMinus !== null ? gradient - plusMinus : null,
      gradient !== null && plusMinus !== null ? gradient + plusMinus : null,
      designGradient,
    ]
      .filter((value) => value !== null)
      .map((value) => 100 * value),
  );
}

/** Range in whole steps around the values, with space for the labels. */
function rounded(values: readonly number[], least: number): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (!(high >= low)) return [0, least];
  const step = niceStep(Math.max(least, (high - low) / 4));
  const bottom = Math.floor(low / step) * step;
  return [bottom, Math.max(bottom + step, Math.ceil(high / step) * step)];
}

/** True if sections without a closed outline precede a station: its spacing is larger than that of its neighbours. */
function afterGap(stations: readonly GradeStation[], i: number): boolean {
  if (i === 0) return false;
  const spacing = (k: number): number => stations[k].chainage - stations[k - 1].chainage;
  const usual = Math.max(i > 1 ? spacing(i - 1) : 0, i + 1 < stations.length ? spacing(i + 1) : 0);
  return usual > 0 && spacing(i) > 1.5 * usual;
}

function percentOf(gradient: number | null): number | null {
  return gradient === null ? null : 100 * gradient;
}

function curve(
  box: ChartBox,
  stations: readonly GradeStation[],
  valueAt: (station: GradeStation) => number | null,
  attributes: Readonly<Record<string, string | number>>,
): string {
  const points = stations.flatMap((station, i) => {
    const value = valueAt(station);
    const gap = afterGap(stations, i) ? [Number.NaN, Number.NaN] : [];
    return [...gap, chartX(box, station.chainage), value === null ? Number.NaN : chartY(box, value)];
  });
  return element('path', {
    d: openPath(points),
    fill: 'none',
    'stroke-width': LINE.normal,
    'stroke-linejoin': 'round',
    ...attributes,
  });
}

/** Path of the floor where either end of a segment was interpolated. */
function filledPath(box: ChartBox, stations: readonly GradeStation[]): string {
  const points: number[] = [];
  for (let i = 0; i + 1 < stations.length; i++) {
    const [a, b] = [stations[i], stations[i + 1]];
    if ((a.measured && b.measured) || afterGap(stations, i + 1)) continue;
    points.push(Number.NaN, Number.NaN);
    for (const { chainage, elevation } of [a, b]) points.push(chartX(box, chainage), chartY(box, elevation));
  }
  return openPath(points);
}

/** Path of the ± band of the gradient, by contiguous runs. */
function bandPath(box: ChartBox, stations: readonly GradeStation[]): string {
  const runs: GradeStation[][] = [[]];
  stations.forEach((station, i) => {
    if (station.gradient === null || afterGap(stations, i)) runs.push([]);
    if (station.gradient !== null) runs[runs.length - 1].push(station);
  });
  const edge = (run: readonly GradeStation[], sign: 1 | -1): number[] =>
    run.flatMap(({ chainage, gradient, plusMinus }) => [
      chartX(box, chainage),
      chartY(box, 100 * ((gradient ?? 0) + sign * (plusMinus ?? 0))),
    ]);
  return runs
    .filter((run) => run.length > 1)
    .map((run) => closedPath([...edge(run, 1), ...edge([...run].reverse(), -1)]))
    .join('');
}

function upright(x: number, { top, bottom }: ChartBox, text: string): string {
  const y = (top + bottom) / 2;
  return label(x, y, text, LETTER.small, {
    fill: PALETTE.quiet,
    'text-anchor': 'middle',
    transform: `rotate(-90 ${x} ${y.toFixed(2)})`,
  });
}

/** Vertical exaggeration: vertical over horizontal scale. */
function exaggeration({ left, right, top, bottom, chainage, value }: ChartBox): number {
  const perMetre = (right - left) / (chainage[1] - chainage[0]);
  return (bottom - top) / (value[1] - value[0]) / perMetre;
}
