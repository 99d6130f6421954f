import type { Profile } from '../../../src-core/model/tunnel.ts';
import type { SectionWindow } from '../../../src-core/report/figures/section.ts';
import { closedPath, openPath } from '../../../src-core/report/figures/svg.ts';

/** Drawing units per metre: path data has two decimals, and a millimetre must be visible. */
const UNITS = 100;

/** Mapping of the section plane to the drawing: left to the left, up to the top. */
export interface SectionScale {
  readonly width: number;
  readonly height: number;
  x(left: number): number;
  y(up: number): number;
  /** Place in the section of a point of the drawing. */
  left(x: number): number;
  up(y: number): number;
}

export function sectionScale({ left, up }: SectionWindow): SectionScale {
  return {
    width: UNITS * (left[1] - left[0]),
    height: UNITS * (up[1] - up[0]),
    x: (metres) => UNITS * (left[1] - metres),
    y: (metres) => UNITS * (up[1] - metres),
    left: (x) => left[1] - x / UNITS,
    up: (y) => up[1] - y / UNITS,
  };
}

/** SVG path of a closed outline, (left, up) pairs. */
export function ringPath({ x, y }: SectionScale, outline: Float64Array): string {
  const points: number[] = [];
  for (let i = 0; i < outline.length; i += 2) points.push(x(outline[i]), y(outline[i + 1]));
  return closedPath(points);
}

/** SVG path of an open line, (left, up) pairs. */
export function linePath({ x, y }: SectionScale, line: Float64Array): string {
  const points: number[] = [];
  for (let i = 0; i < line.length; i += 2) points.push(x(line[i]), y(line[i + 1]));
  return openPath(points);
}

/** SVG path of the edges of a section that are (1) or are not (0) measured at both ends. */
export function edgesPath({ x, y }: SectionScale, { outline: o, measured }: Profile, wanted: 0 | 1): string {
  const points: number[] = [];
  for (let i = 0; i < measured.length; i++) {
    const j = (i + 1) % measured.length;
    if ((measured[i] & measured[j]) !== wanted) continue;
    // NaN lifts the pen.
    points.push(Number.NaN, Number.NaN, x(o[2 * i]), y(o[2 * i + 1]), x(o[2 * j]), y(o[2 * j + 1]));
  }
  return openPath(points);
}

/** Vertex of an outline nearest to a point of the drawing. */
export function nearestVertex(
  { x, y }: SectionScale,
  outline: Float64Array,
  at: { readonly x: number; readonly y: number },
): number {
  let best = 0;
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < outline.length / 2; i++) {
    const distance = (x(outline[2 * i]) - at.x) ** 2 + (y(outline[2 * i + 1]) - at.y) ** 2;
    if (distance < nearest) [nearest, best] = [distance, i];
  }
  return best;
}
