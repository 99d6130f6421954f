import type { Axis, Stretch } from '../../model/axis.ts';
import type { Profile } from '../../model/tunnel.ts';
import { AxisGeometry } from '../../tunnel/axis/axis-geometry.ts';
import { chainageText } from '../texts/format.ts';
import type { Texts } from '../texts/texts.ts';
import { legend } from './legend.ts';
import { LETTER, LINE, PALETTE } from './palette.ts';
import { type PlanFrame, planFrame } from './plan-frame.ts';
import { planGrid } from './plan-grid.ts';
import { niceStep, ticks, toPaper } from './scale.ts';
import { scaleBar } from './scale-bar.ts';
import { sectionShape } from './section-shape.ts';
import { closedPath, drawing, element, label, line, openPath } from './svg.ts';

interface PlanInput {
  readonly axis: Axis;
  readonly profiles: readonly Profile[];
  /** Sensor positions, x y z each, map frame, metres. */
  readonly trajectory: Float64Array;
  readonly unobserved: readonly Stretch[];
  readonly texts: Texts;
}

const AXIS_DASH = '3 0.8 0.5 0.8';
/** Paper below the frame for grid labels, scale and legend, mm. */
const FOOT = 17.5;
/** Minimum spacing of chainage marks, mm. */
const MARK_DISTANCE = 18;

/**
 * Plan: walls at their widest, axis with chainages, sensor path, grid of the map's coordinates, scale bar and north
 * arrow.
 * @param width mm
 */
export function planFigure(input: PlanInput, width: number): string {
  const { axis, profiles, trajectory, unobserved, texts } = input;
  const geometry = new AxisGeometry(axis);
  const [from, to] = [profiles[0].chainage, profiles[profiles.length - 1].chainage];
  const walls = wallRing(profiles);
  const [first, last] = [geometry.frameAt(from).origin, geometry.frameAt(to).origin];
  const along = Math.atan2(last[1] - first[1], last[0] - first[0]);
  const surveyed = planOf(trajectory);
  const frame = planFrame([first[0], first[1], last[0], last[1], ...walls, ...surveyed], along, width);
  const stroke = (color: string, strokeWidth: number) => ({
    fill: 'none',
    stroke: color,
    'stroke-width': strokeWidth,
    'stroke-linejoin': 'round',
  });
  return drawing(width, frame.bottom + FOOT, texts['plan.title'], [
    ...planGrid(frame),
    element('path', {
      ...stroke(PALETTE.ink, LINE.normal),
      fill: PALETTE.void,
      d: closedPath(onPaper(walls, frame)),
    }),
    ...unobserved.map((stretch) =>
      element('path', {
        ...stroke(PALETTE.alert, 1.2),
        'stroke-opacity': '0.55',
        d: openPath(onPaper(axisLine(geometry, stretch.from, stretch.to), frame)),
      }),
    ),
    element('path', {
      ...stroke(PALETTE.trajectory, LINE.thin),
      d: openPath(onPaper(surveyed, frame)),
    }),
    element('path', {
      ...stroke(PALETTE.quiet, LINE.thin),
      'stroke-dasharray': AXIS_DASH,
      d: openPath(onPaper(axisLine(geometry, from, to), frame)),
    }),
    ...chainageMarks(geometry, profiles, frame),
    element('rect', {
      ...stroke(PALETTE.frame, LINE.thin),
      x: frame.left,
      y: frame.top,
      width: frame.right - frame.left,
      height: frame.bottom - frame.top,
    }),
    scaleBar(frame.left, frame.bottom + 7.5, frame.scale, texts),
    northArrow(frame, texts),
    legend(frame.left, frame.bottom + 15.5, [
      { kind: 'fill', color: PALETTE.void, stroke: PALETTE.ink, text: texts['legend.wall'] },
      { kind: 'line', color: PALETTE.quiet, dash: AXIS_DASH, text: texts['legend.axis'] },
      { kind: 'line', color: PALETTE.trajectory, text: texts['legend.trajectory'] },
      ...(unobserved.length > 0
        ? [{ kind: 'line' as const, color: PALETTE.alert, width: 1.2, text: texts['legend.unobserved'] }]
        : []),
    ]),
  ]);
}

/** Closed plan outline, left walls forward, right walls back: x y pairs, map frame. */
function wallRing(profiles: readonly Profile[]): number[] {
  const shapes = profiles.map(sectionShape);
  return [
    ...shapes.map((shape) => shape.leftWall),
    ...shapes.map((shape) => shape.rightWall).reverse(),
  ].flat();
}

function planOf(xyz: Float64Array): number[] {
  const plan: number[] = [];
  for (let i = 0; i < xyz.length; i += 3) plan.push(xyz[i], xyz[i + 1]);
  return plan;
}

function onPaper(plan: readonly number[], frame: PlanFrame): number[] {
  const paper: number[] = [];
  for (let i = 0; i < plan.length; i += 2)
    paper.push(frame.toX(plan[i], plan[i + 1]), frame.toY(plan[i], plan[i + 1]));
  return paper;
}

function axisLine(geometry: AxisGeometry, from: number, to: number): number[] {
  const steps = Math.max(1, Math.ceil((to - from) / 0.5));
  return Array.from(
    { length: steps + 1 },
    (_, i) => geometry.frameAt(from + ((to - from) * i) / steps).origin,
  ).flatMap((point) => [point[0], point[1]]);
}

/** Chainage marks: a short stroke across the axis, with the chainage outside the left wall. */
function chainageMarks(geometry: AxisGeometry, profiles: readonly Profile[], frame: PlanFrame): string[] {
  const [from, to] = [profiles[0].chainage, profiles[profiles.length - 1].chainage];
  const step = niceStep((MARK_DISTANCE * frame.scale) / 1000);
  return ticks(from, to, step).flatMap((chainage) => {
    const { origin, left } = geometry.frameAt(chainage);
    const [x, y] = [frame.toX(origin[0], origin[1]), frame.toY(origin[0], origin[1])];
    const dx = frame.toX(origin[0] + left[0], origin[1] + left[1]) - x;
    const dy = frame.toY(origin[0] + left[0], origin[1] + left[1]) - y;
    const norm = Math.hypot(dx, dy);
    const [nx, ny] = [dx / norm, dy / norm];
    const clear = toPaper(wallLeftOf(profiles, chainage), frame.scale) + 2.2;
    const text = chainageText(chainage, step < 1 ? 1 : 0);
    return [
      line(x - 1.2 * nx, y - 1.2 * ny, x + 1.2 * nx, y + 1.2 * ny, {
        stroke: PALETTE.ink,
        'stroke-width': LINE.thin,
      }),
      label(x + clear * nx, y + clear * ny + LETTER.small / 3, text, LETTER.small, {
        fill: PALETTE.ink,
        'text-anchor': Math.abs(nx) < 0.5 ? 'middle' : nx > 0 ? 'start' : 'end',
      }),
    ];
  });
}

/** Distance of the left wall from the axis at the profile nearest to a chainage, m. */
function wallLeftOf(profiles: readonly Profile[], chainage: number): number {
  const nearest = profiles.reduce((best, profile) =>
    Math.abs(profile.chainage - chainage) < Math.abs(best.chainage - chainage) ? profile : best,
  );
  let widest = 0;
  for (let i = 0; i < nearest.outline.length; i += 2) widest = Math.max(widest, nearest.outline[i]);
  return widest;
}

function northArrow(frame: PlanFrame, texts: Texts): string {
  const [x, y] = [frame.right - 8, frame.bottom + 8.5];
  const turn = (frame.rotation * 180) / Math.PI;
  return element(
    'g',
    { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${turn.toFixed(2)})` },
    element('path', { d: 'M0 -4.4L1.6 2.4L0 1.2Z', fill: PALETTE.ink }) +
      element('path', {
        d: 'M0 -4.4L-1.6 2.4L0 1.2Z',
        fill: '#ffffff',
        stroke: PALETTE.ink,
        'stroke-width': LINE.hair,
      }) +
      label(0, 5.2, texts['plan.north'], LETTER.normal, { fill: PALETTE.ink, 'text-anchor': 'middle' }),
  );
}
