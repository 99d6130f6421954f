import type { Axis, Stretch } from '../../model/axis.ts';
import type { Profile } from '../../model/tunnel.ts';
import { AxisGeometry } from '../../tunnel/axis/axis-geometry.ts';
import { fill, fixed, percent } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';
import { type ChartBox, chainageAxis, chartX, chartY, valueAxis } from './chart-axes.ts';
import { hiddenStretches } from './hidden-stretches.ts';
import { legend } from './legend.ts';
import { LETTER, LINE, PALETTE } from './palette.ts';
import { chooseScale, toPaper } from './scale.ts';
import { sectionShape, verticalThrough } from './section-shape.ts';
import { closedPath, drawing, element, label, openPath } from './svg.ts';

interface LongSectionInput {
  readonly axis: Axis;
  readonly profiles: readonly Profile[];
  /** Design outline at a chainage, (left, up) pairs about the axis, metres; null if there is none. */
  readonly design: (chainage: number) => Float64Array | null;
  readonly unobserved: readonly Stretch[];
  readonly texts: Texts;
}

/** Sections with a smaller measured share of the outline are marked. */
export const HIDDEN_BELOW = 0.7;
const MAX_HEIGHT = 52;
/** Space left of the first chainage for the elevation labels, mm. */
const LEFT = 14;
/** Space right of the last chainage for half of its label, mm. */
export const END_LABEL = 5;
/** Elevation shown above the crown and below the floor, m. */
const HEADROOM = 0.4;

/** Scale denominator (horizontal) at which a drive is drawn. @param width mm */
export function longSectionScale(profiles: readonly Profile[], width: number): number {
  const length = profiles[profiles.length - 1].chainage - profiles[0].chainage;
  return chooseScale(length, width - LEFT - END_LABEL);
}

/** Long section: crown and floor elevations in the map against chainage, both scales true. @param width mm */
export function longSectionFigure(input: LongSectionInput, width: number): string {
  const { profiles, texts } = input;
  const geometry = new AxisGeometry(input.axis);
  const shapes = profiles.map(sectionShape);
  const chainages = profiles.map((profile) => profile.chainage);
  const design = designLines(input.design, geometry, chainages);
  const heights = [...shapes.flatMap(({ crown, floor }) => [crown, floor]), ...design.flat()].filter(
    Number.isFinite,
  );
  const hasDesign = design.some((values) => values.some(Number.isFinite));
  const [low, high] = [Math.min(...heights) - HEADROOM, Math.max(...heights) + HEADROOM];
  const [from, to] = [chainages[0], chainages[chainages.length - 1]];
  const left = LEFT;
  const horizontal = longSectionScale(profiles, width);
  const vertical = Math.min(horizontal, chooseScale(high - low, MAX_HEIGHT));
  const top = 1;
  const bottom = top + toPaper(high - low, vertical);
  const box: ChartBox = {
    left,
    right: left + toPaper(to - from, horizontal),
    top,
    bottom,
    chainage: [from, to],
    value: [low, high],
  };
  const points = (values: readonly number[]): number[] =>
    values.flatMap((value, i) => [chartX(box, chainages[i]), chartY(box, value)]);
  const crown = points(shapes.map((shape) => shape.crown));
  const floor = points(shapes.map((shape) => shape.floor));
  const stroke = (color: string, strokeWidth: number, dash = '') => ({
    fill: 'none',
    stroke: color,
    'stroke-width': strokeWidth,
    ...(dash ? { 'stroke-dasharray': dash } : {}),
  });
  const axis = points(chainages.map((chainage) => geometry.frameAt(chainage).origin[2]));
  const hidden = hiddenStretches(profiles, HIDDEN_BELOW);
  return drawing(width, bottom + 15, texts['long.title'], [
    element('path', { fill: PALETTE.void, d: `${closedPath([...crown, ...reversedPairs(floor)])}` }),
    ...input.unobserved.map((stretch) => band(box, stretch, PALETTE.alert, '0.18')),
    ...hidden.map((stretch) => band(box, stretch, PALETTE.share, '0.25')),
    chainageAxis(box, 3.2),
    valueAxis(box, 7),
    element('path', { ...stroke(PALETTE.quiet, LINE.thin, '3 0.8 0.5 0.8'), d: openPath(axis) }),
    ...(hasDesign ? design : []).map((values) =>
      element('path', { ...stroke(PALETTE.design, LINE.normal), d: openPath(points(values)) }),
    ),
    element('path', { ...stroke(PALETTE.ink, LINE.normal), d: openPath(crown) }),
    element('path', { ...stroke(PALETTE.ink, LINE.normal), d: openPath(floor) }),
    label(2.4, (top + bottom) / 2, texts['long.elevation'], LETTER.small, {
      fill: PALETTE.quiet,
      'text-anchor': 'middle',
      transform: `rotate(-90 2.4 ${((top + bottom) / 2).toFixed(2)})`,
    }),
    label(
      left,
      bottom + 8,
      fill(texts['scale.two'], { horizontal: fixed(horizontal, 0), vertical: fixed(vertical, 0) }),
      LETTER.normal,
      { fill: PALETTE.ink },
    ),
    legend(left, bottom + 13, [
      {
        kind: 'line',
        color: PALETTE.ink,
        text: `${texts['table.crown']}, ${texts['table.floor'].toLowerCase()}`,
      },
      { kind: 'line', color: PALETTE.quiet, dash: '3 0.8 0.5 0.8', text: texts['legend.axis'] },
      ...(hasDesign ? [{ kind: 'line' as const, color: PALETTE.design, text: texts['legend.design'] }] : []),
      ...(hidden.length > 0
        ? [
            {
              kind: 'fill' as const,
              color: '#dddfe3',
              text: fill(texts['legend.hidden'], { share: percent(HIDDEN_BELOW, 0) }),
            },
          ]
        : []),
      ...(input.unobserved.length > 0
        ? [{ kind: 'fill' as const, color: PALETTE.alertWash, text: texts['legend.unobserved'] }]
        : []),
    ]),
  ]);
}

/** Elevations of the design's crown and floor on the axis, per chainage; NaN where there is no design. */
function designLines(
  outlineAt: LongSectionInput['design'],
  geometry: AxisGeometry,
  chainages: readonly number[],
): number[][] {
  const elevations = (end: 'top' | 'bottom'): number[] =>
    chainages.map((chainage) => {
      const outline = outlineAt(chainage);
      if (outline === null) return Number.NaN;
      const frame = geometry.frameAt(chainage);
      return frame.origin[2] + frame.up[2] * verticalThrough(outline, 0)[end];
    });
  return [elevations('top'), elevations('bottom')];
}

function band(box: ChartBox, { from, to }: Stretch, color: string, opacity: string): string {
  const x1 = Math.max(box.left, chartX(box, from));
  const x2 = Math.min(box.right, chartX(box, to));
  if (x2 <= x1) return '';
  return element('rect', {
    x: x1,
    y: box.top,
    width: x2 - x1,
    height: box.bottom - box.top,
    fill: color,
    'fill-opacity': opacity,
  });
}

function reversedPairs(points: readonly number[]): number[] {
  const reversed: number[] = [];
  for (let i = points.length - 2; i >= 0; i -= 2) reversed.push(points[i], points[i + 1]);
  return reversed;
}
