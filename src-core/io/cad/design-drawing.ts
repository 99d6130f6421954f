import { type Message, message } from '../../messages/message.ts';
import type { DesignSection } from '../../model/design.ts';
import { designRefusal } from '../../model/design-refusal.ts';
import { SocavonError } from '../../model/errors.ts';
import type { NamedPolyline } from '../../model/polyline.ts';
import { READING_LIMITS } from '../../model/reading-limits.ts';

/** Coordinates of a drawing that span the section: the first runs across it, the second upwards. */
export type DrawnPlane = 'easting-northing' | 'easting-elevation' | 'northing-elevation';

/** Options for reading a drawn section. */
export interface DrawnSectionOptions {
  /** DXF layer or Surpac string number; null: the only outline. */
  readonly line: string | null;
  /** Null: the two coordinates that vary. */
  readonly plane: DrawnPlane | null;
  /** Position of the axis in that plane, m; null: at the drawing's origin, if that lies in the outline. */
  readonly axisAt: readonly [across: number, upwards: number] | null;
  /** View direction of the drawn section: looking up-chainage the left wall is on the left. */
  readonly view: 'up-chainage' | 'down-chainage';
}

export const DRAWN_SECTION_DEFAULTS: DrawnSectionOptions = {
  line: null,
  plane: null,
  axisAt: null,
  view: 'up-chainage',
};

/** Coordinates by plane, as indices in (easting, northing, elevation). */
const PLANES: Readonly<Record<DrawnPlane, readonly [number, number]>> = {
  'easting-northing': [0, 1],
  'easting-elevation': [0, 2],
  'northing-elevation': [1, 2],
};
/** Range below which a coordinate counts as constant, m. */
const LEVEL = 1e-3;
/** Tolerance for closing an outline, m. */
const CLOSING = 1e-3;
/** Maximum number of line names in a message. */
const LISTED = 8;

/** A section from a drawing, with a remark on how it was interpreted, one sentence. */
interface DrawnSection {
  readonly section: DesignSection;
  readonly note: Message;
}

/**
 * Makes the section from a drawing's only closed outline, or from the named one; its floor is at its lowest point.
 *
 * @param name of the file, shown in messages
 * @throws SocavonError design-unusable: open or without area; design-choice: outline, plane or axis position is
 *   ambiguous; the message says what to state
 */
export function sectionOfDrawing(
  polylines: readonly NamedPolyline[],
  name: string,
  { line, plane, axisAt, view }: DrawnSectionOptions,
): DrawnSection {
  const outline = only(polylines, name, line);
  if (outline.points.length > 3 * READING_LIMITS.outlinePoints)
    throw designRefusal(
      name,
      message('design-outline-long', {
        line: outline.name,
        at: outline.line,
        points: outline.points.length / 3,
        most: READING_LIMITS.outlinePoints,
      }),
    );
  const points = closedPoints(outline, name);
  const [across, upwards] = PLANES[plane ?? varying(points, outline, name)];
  const places = points.map((point) => [point[across], point[upwards]] as const);
  const [axisX, axisY] = axisAt ?? originWithin(places, outline, name);
  const floor = Math.min(...places.map(([, y]) => y));
  const side = view === 'up-chainage' ? -1 : 1;
  const section: DesignSection = {
    shape: 'polyline',
    points: places.map(([x, y]) => [side * (x - axisX), y - floor]),
    axisHeight: axisY - floor,
  };
  const height = Math.max(...places.map(([, y]) => y)) - floor;
  const note = message('design-drawn', {
    name,
    line: outline.name,
    width: extent(places, 0).toFixed(3),
    height: height.toFixed(3),
    view: message(view === 'up-chainage' ? 'design-view-up' : 'design-view-down'),
    axis: section.axisHeight.toFixed(3),
  });
  return { section, note };
}

function only(polylines: readonly NamedPolyline[], name: string, wanted: string | null): NamedPolyline {
  const named = wanted === null ? polylines : polylines.filter((line) => line.name === wanted);
  const closed = named.filter((line) => isClosed(line));
  if (closed.length === 1) return closed[0];
  if (closed.length === 0 && named.length === 1) return named[0];
  const names = [...new Set(polylines.map((line) => line.name))];
  const listed = names.slice(0, LISTED).join(', ') + (names.length > LISTED ? ' ...' : '');
  if (named.length === 0)
    throw choice(name, message('design-line-none', { line: wanted ?? '', lines: listed }));
  const where = (closed.length > 0 ? closed : named).slice(0, LISTED).map((one) => one.line);
  const at = where.join(', ');
  if (closed.length === 0) throw choice(name, message('design-none-closed', { count: named.length, at }));
  throw choice(name, message('design-several-closed', { count: closed.length, lines: listed, at }));
}

function gapOf({ points }: NamedPolyline): number {
  const last = points.length - 3;
  return Math.hypot(points[last] - points[0], points[last + 1] - points[1], points[last + 2] - points[2]);
}

function isClosed(line: NamedPolyline): boolean {
  return line.closed || gapOf(line) <= CLOSING;
}

/** The outline's points without duplicates. */
function closedPoints(line: NamedPolyline, name: string): number[][] {
  if (!isClosed(line))
    throw designRefusal(
      name,
      message('design-outline-open', {
        line: line.name,
        at: line.line,
        metres: gapOf(line).toFixed(3),
      }),
    );
  const all = Array.from({ length: line.points.length / 3 }, (_, i) => [
    ...line.points.subarray(3 * i, 3 * i + 3),
  ]);
  if (!line.closed) all.pop();
  const points = all.filter((point, i) => {
    const before = all[(i + all.length - 1) % all.length];
    return point.some((value, k) => value !== before[k]);
  });
  if (points.length >= 3) return points;
  throw designRefusal(
    name,
    message('design-outline-short', { line: line.name, at: line.line, points: points.length }),
  );
}

function varying(points: readonly number[][], line: NamedPolyline, name: string): DrawnPlane {
  const varies = [0, 1, 2].map((k) => extent(points, k) > LEVEL);
  const planes = (Object.keys(PLANES) as DrawnPlane[]).filter((plane) =>
    PLANES[plane].every((k) => varies[k]),
  );
  if (planes.length === 1) return planes[0];
  if (planes.length === 0) throw choice(name, message('design-straight', { line: line.name }));
  throw choice(name, message('design-plane', { line: line.name }));
}

function originWithin(
  places: readonly (readonly [number, number])[],
  line: NamedPolyline,
  name: string,
): readonly [number, number] {
  const ranges = [0, 1].map((k) => [
    Math.min(...places.map((p) => p[k])),
    Math.max(...places.map((p) => p[k])),
  ]);
  if (ranges.every(([low, high]) => low <= LEVEL && high >= -LEVEL)) return [0, 0];
  const [across, upwards] = ranges.map(([low, high]) =>
    message('range', { from: low.toFixed(3), to: high.toFixed(3) }),
  );
  throw choice(name, message('design-axis-where', { line: line.name, across, upwards }));
}

function extent(points: readonly (readonly number[])[], k: number): number {
  const values = points.map((point) => point[k]);
  return Math.max(...values) - Math.min(...values);
}

/** @param what is ambiguous, without a full stop */
function choice(name: string, what: Message): SocavonError {
  return new SocavonError('design-choice', message('design-refused', { name, what }));
}
