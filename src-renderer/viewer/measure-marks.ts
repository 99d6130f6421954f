import { project, type View, type ViewSize } from './camera.ts';
import type { MeasureKind } from './measure-figures.ts';
import type { Vector } from './vector.ts';

/** A measure to be drawn. */
export interface MarkedMeasure {
  readonly id: string;
  readonly kind: MeasureKind;
  /** Map frame, m. */
  readonly points: readonly Vector[];
  readonly text: string;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Its marks in a picture, in the pixels of the size that they are asked for. */
export interface MeasureMark {
  readonly id: string;
  readonly kind: MeasureKind;
  readonly places: readonly Place[];
  /** Of an SVG path; '' for a single point. */
  readonly path: string;
  readonly text: string;
  /** Left end of the text's base line. */
  readonly label: Place;
}

/** Marks of a measure in a view; none if one of its points lies behind the eye. */
export function marksOf(
  { id, kind, points, text }: MarkedMeasure,
  view: View,
  size: ViewSize,
): MeasureMark[] {
  const places = points.map((point) => project(view, size, point));
  if (view.projection === 'perspective' && places.some(({ depth }) => depth <= 0)) return [];
  const line = places.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L');
  const path = places.length > 1 ? `M${line}${kind === 'area' ? 'Z' : ''}` : '';
  const { x, y } = labelPlace(kind, places);
  return [{ id, kind, places, path, text, label: { x: x + 8, y: y - 8 } }];
}

/** Middle of the longest side of a distance, corner of an angle, middle of an area, and the point itself. */
function labelPlace(kind: MeasureKind, places: readonly Place[]): Place {
  if (kind === 'angle') return places[1] ?? places[0];
  if (kind === 'area') {
    const mean = (axis: 'x' | 'y'): number =>
      places.reduce((sum, place) => sum + place[axis], 0) / places.length;
    return { x: mean('x'), y: mean('y') };
  }
  let [best, longest] = [places[0], -1];
  for (let i = 1; i < places.length; i++) {
    const [a, b] = [places[i - 1], places[i]];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length > longest) [best, longest] = [{ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, length];
  }
  return best;
}
