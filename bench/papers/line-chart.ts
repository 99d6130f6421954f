import { LETTER, LINE, PALETTE } from '../../src-core/report/figures/palette.ts';
import { niceStep, ticks } from '../../src-core/report/figures/scale.ts';
import { element, label, line, openPath } from '../../src-core/report/figures/svg.ts';

/** One curve: x and y of its points, one after another. */
interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly dashed?: boolean;
}

interface Axis {
  readonly label: string;
  /** Decades instead of even steps; values not above zero are left out. */
  readonly log?: boolean;
}

interface LineChart {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
}

/** Size of a chart and of the room around its box, mm on paper. */
const SIZE = { width: 160, height: 92, left: 18, right: 44, top: 9, bottom: 13 } as const;
const COLORS = [
  PALETTE.design,
  PALETTE.trajectory,
  '#2f7d4f',
  PALETTE.alert,
  '#6b4fa0',
  PALETTE.share,
  '#1b1f24',
];

interface Scale {
  readonly at: (value: number) => number;
  readonly marks: readonly { readonly value: number; readonly text: string }[];
}

/** A line chart as a self-contained file. */
export function lineChart({ title, x, y, series }: LineChart): string {
  const { width, height, left, right, top, bottom } = SIZE;
  const shown = series.map((one) => ({
    ...one,
    points: one.points.filter(([px, py]) => !(x.log && px <= 0) && !(y.log && py <= 0)),
  }));
  const across = scaleOf(
    x,
    shown.flatMap(({ points }) => points.map(([px]) => px)),
    left,
    width - right,
  );
  const up = scaleOf(
    y,
    shown.flatMap(({ points }) => points.map(([, py]) => py)),
    height - bottom,
    top,
  );
  const grid = [
    ...across.marks.map(({ value, text }) => {
      const at = across.at(value);
      return (
        line(at, top, at, height - bottom, { stroke: PALETTE.grid, 'stroke-width': LINE.hair }) +
        label(at, height - bottom + 3.5, text, LETTER.normal, {
          fill: PALETTE.quiet,
          'text-anchor': 'middle',
        })
      );
    }),
    ...up.marks.map(({ value, text }) => {
      const at = up.at(value);
      return (
        line(left, at, width - right, at, { stroke: PALETTE.grid, 'stroke-width': LINE.hair }) +
        label(left - 1.2, at + 0.9, text, LETTER.normal, { fill: PALETTE.quiet, 'text-anchor': 'end' })
      );
    }),
  ];
  const middle = (left + width - right) / 2;
  const upright = `rotate(-90 4 ${(top + height - bottom) / 2})`;
  const letters = [
    label(middle, 5, title, LETTER.title, { fill: PALETTE.ink, 'text-anchor': 'middle' }),
    label(middle, height - 3, x.label, LETTER.normal, { fill: PALETTE.ink, 'text-anchor': 'middle' }),
    label(4, (top + height - bottom) / 2, y.label, LETTER.normal, {
      fill: PALETTE.ink,
      'text-anchor': 'middle',
      transform: upright,
    }),
  ];
  const curves = shown.map(({ name, points, dashed }, k) => {
    const places = points.flatMap(([px, py]) => [across.at(px), up.at(py)]);
    const stroke = COLORS[k % COLORS.length];
    const style = { stroke, 'stroke-width': LINE.heavy, ...(dashed ? { 'stroke-dasharray': '1.6 1' } : {}) };
    const keyY = top + 3 + 4.2 * k;
    const keyX = width - right + 3;
    return [
      element('path', { d: openPath(places), fill: 'none', ...style }),
      ...(points.length > 12
        ? []
        : points.map(([px, py]) =>
            element('circle', { cx: across.at(px), cy: up.at(py), r: 0.7, fill: stroke }),
          )),
      line(keyX, keyY - 0.9, keyX + 6, keyY - 0.9, style),
      label(keyX + 7.2, keyY, name, LETTER.normal, { fill: PALETTE.ink }),
    ].join('');
  });
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width: `${4 * width}`,
      height: `${4 * height}`,
      'font-family': 'Helvetica, Arial, sans-serif',
      role: 'img',
      'aria-label': title,
    },
    [
      element('rect', { width, height, fill: '#ffffff' }),
      ...grid,
      element('rect', {
        x: left,
        y: top,
        width: width - right - left,
        height: height - bottom - top,
        fill: 'none',
        stroke: PALETTE.frame,
        'stroke-width': LINE.thin,
      }),
      ...letters,
      ...curves,
    ].join('\n'),
  );
}

/** From a value to a place between `from` and `to`, mm, with the values that are marked. */
function scaleOf({ log }: Axis, values: readonly number[], from: number, to: number): Scale {
  const place = log ? Math.log10 : (value: number) => value;
  const placed = values.map(place);
  // A linear axis shows its zero, a logarithmic one whole decades.
  const low = log ? Math.floor(Math.min(...placed)) : Math.min(0, ...placed);
  let high = log ? Math.ceil(Math.max(...placed)) : Math.max(...placed);
  if (!(high > low)) high = low + 1;
  const step = niceStep((high - low) / (log ? 8 : 6));
  const spacing = log ? Math.max(1, Math.round(step)) : step;
  if (!log) high = spacing * Math.ceil(high / spacing - 1e-9);
  return {
    at: (value) => from + ((to - from) * (place(value) - low)) / (high - low),
    marks: ticks(low, high, spacing).map((at) => ({ value: log ? 10 ** at : at, text: markText(at, log) })),
  };
}

function markText(at: number, log = false): string {
  if (!log) return String(Number(at.toPrecision(6)));
  return at >= -3 && at <= 6 ? String(Number((10 ** at).toPrecision(3))) : `1e${Math.round(at)}`;
}
