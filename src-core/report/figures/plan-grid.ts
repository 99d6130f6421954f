import { fixed } from '../texts/format.ts';
import { LETTER, LINE, PALETTE } from './palette.ts';
import type { PlanFrame } from './plan-frame.ts';
import { niceStep, ticks } from './scale.ts';
import { label, line } from './svg.ts';

/** Minimum spacing of grid lines, and of two grid labels, mm. */
const LINE_DISTANCE = 25;
const LABEL_DISTANCE = 20;

/** Grid of round eastings and northings, labelled at the left and the lower edge of the frame. */
export function planGrid(frame: PlanFrame): string[] {
  const step = niceStep((LINE_DISTANCE * frame.scale) / 1000);
  const corners = [
    frame.toMap(frame.left, frame.top),
    frame.toMap(frame.right, frame.top),
    frame.toMap(frame.left, frame.bottom),
    frame.toMap(frame.right, frame.bottom),
  ];
  const drawn: string[] = [];
  const lettered = { left: [] as number[], bottom: [] as number[] };
  for (const axis of [0, 1] as const) {
    const values = corners.map((corner) => corner[axis]);
    for (const value of ticks(Math.min(...values), Math.max(...values), step)) {
      const segment = gridLine(frame, axis, value, corners);
      if (!segment) continue;
      const [x1, y1, x2, y2] = segment;
      drawn.push(line(x1, y1, x2, y2, { stroke: PALETTE.grid, 'stroke-width': LINE.hair }));
      const text = `${fixed(value, 0)} ${axis === 0 ? 'E' : 'N'}`;
      drawn.push(...gridLabel(frame, segment, text, lettered));
    }
  }
  return drawn;
}

/** Segment of the line easting (axis 0) or northing (axis 1) = value inside the frame, or null. */
function gridLine(
  frame: PlanFrame,
  axis: 0 | 1,
  value: number,
  corners: readonly (readonly [number, number])[],
): [number, number, number, number] | null {
  const across = corners.map((corner) => corner[1 - axis]);
  const ends = [Math.min(...across), Math.max(...across)].map((other) => {
    const [e, n] = axis === 0 ? [value, other] : [other, value];
    return [frame.toX(e, n), frame.toY(e, n)];
  });
  return clipped(frame, ends[0][0], ends[0][1], ends[1][0], ends[1][1]);
}

/** Liang-Barsky clipping of a segment to the frame. */
function clipped(
  { left, right, top, bottom }: PlanFrame,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): [number, number, number, number] | null {
  const [dx, dy] = [x2 - x1, y2 - y1];
  let [from, to] = [0, 1];
  for (const [p, q] of [
    [-dx, x1 - left],
    [dx, right - x1],
    [-dy, y1 - top],
    [dy, bottom - y1],
  ]) {
    if (p === 0) {
      if (q < 0) return null;
    } else if (p < 0) from = Math.max(from, q / p);
    else to = Math.min(to, q / p);
  }
  return from < to ? [x1 + from * dx, y1 + from * dy, x1 + to * dx, y1 + to * dy] : null;
}

function gridLabel(
  frame: PlanFrame,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
  text: string,
  lettered: { left: number[]; bottom: number[] },
): string[] {
  const style = { fill: PALETTE.quiet, 'text-anchor': 'middle' };
  const free = (taken: number[], at: number, low: number, high: number): boolean =>
    at > low + LABEL_DISTANCE / 3 &&
    at < high - LABEL_DISTANCE / 3 &&
    taken.every((other) => Math.abs(other - at) >= LABEL_DISTANCE);
  for (const [x, y] of [
    [x1, y1],
    [x2, y2],
  ]) {
    if (Math.abs(y - frame.bottom) < 1e-6 && free(lettered.bottom, x, frame.left, frame.right)) {
      lettered.bottom.push(x);
      return [label(x, frame.bottom + 2.9, text, LETTER.small, style)];
    }
    if (Math.abs(x - frame.left) < 1e-6 && free(lettered.left, y, frame.top, frame.bottom)) {
      lettered.left.push(y);
      const turned = { ...style, transform: `rotate(-90 ${frame.left - 1.2} ${y.toFixed(2)})` };
      return [label(frame.left - 1.2, y, text, LETTER.small, turned)];
    }
  }
  return [];
}
