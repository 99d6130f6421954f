import type { DesignSection } from '../../model/design.ts';
import { designRefusal } from '../../model/design-refusal.ts';
import { SocavonError } from '../../model/errors.ts';
import type { NamedPolyline } from '../../model/polyline.ts';
import { type Sentence, sentence } from '../../model/sentences.ts';

/** Coordinates of a drawing that make the section: the first runs across it, the second upwards. */
export type DrawnPlane = 'easting-northing' | 'easting-elevation' | 'northing-elevation';

/** What a person says of a section that was drawn. */
export interface DrawnSectionOptions {
  /** DXF layer or Surpac string number; null: the only outline. */
  readonly line: string | null;
  /** Null: the two coordinates that vary. */
  readonly plane: DrawnPlane | null;
  /** Where the axis stands in that plane, m; null: at the drawing's origin, where that lies in the outline. */
  readonly axisAt: readonly [across: number, upwards: number] | null;
  /** Which way the section was drawn: looking up-chainage the left wall is on the left. */
  readonly view: 'up-chainage' | 'down-chainage';
}

export const DRAWN_SECTION_DEFAULTS: DrawnSectionOptions = {
  line: null,
  plane: null,
  axisAt: null,
  view: 'up-chainage',
};

/** Coordinates by plane, as places in (easting, northing, elevation). */
const PLANES: Readonly<Record<DrawnPlane, readonly [number, number]>> = {
  'easting-northing': [0, 1],
  'easting-elevation': [0, 2],
  'northing-elevation': [1, 2],
};
/** A coordinate that varies by less does not vary, m. */
const LEVEL = 1e-3;
/** Ends of an outline nearer than this are one, m. */
const CLOSING = 1e-3;
/** Names of lines that a message lists. */
const LISTED = 8;

/** A section from a drawing, with one sentence on how it was understood. */
export interface DrawnSection {
  readonly section: DesignSection;
  readonly note: string;
}

/**
 * The section that a drawing's only closed outline, or the named one, makes; its floor lies at its lowest point.
 *
 * @param name of the file, shown in messages
 * @throws SocavonError design-unusable: open or without area; design-choice: which outline, which plane, or where the axis
 *   stands is not clear, with what to say
 */
export function sectionOfDrawing(
  polylines: readonly NamedPolyline[],
  name: string,
  { line, plane, axisAt, view }: DrawnSectionOptions,
): DrawnSection {
  const outline = only(polylines, name, line);
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
  const note = `${name}: outline ${outline.name}, ${extent(places, 0).toFixed(3)} m wide and ${height.toFixed(3)} m high, drawn as seen looking ${view}; the axis runs ${section.axisHeight.toFixed(3)} m above its floor.`;
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
    throw choice(
      name,
      `it holds no line named "${wanted}"; it has ${listed}`,
      sentence('design-line-none', { name, line: wanted ?? '', lines: listed }),
    );
  const where = (closed.length > 0 ? closed : named).slice(0, LISTED).map((one) => one.line);
  const at = where.join(', ');
  if (closed.length === 0)
    throw choice(
      name,
      `none of its ${named.length} lines is closed (file lines ${at}); join the section into one closed polyline`,
      sentence('design-none-closed', { name, count: named.length, at }),
    );
  throw choice(
    name,
    `it holds ${closed.length} closed outlines (${listed}; file lines ${at}); say by its layer or string which one is the section, and leave only that one there`,
    sentence('design-several-closed', { name, count: closed.length, lines: listed, at }),
  );
}

function gapOf({ points }: NamedPolyline): number {
  const last = points.length - 3;
  return Math.hypot(points[last] - points[0], points[last + 1] - points[1], points[last + 2] - points[2]);
}

function isClosed(line: NamedPolyline): boolean {
  return line.closed || gapOf(line) <= CLOSING;
}

/** The outline's points without its repeats. */
function closedPoints(line: NamedPolyline, name: string): number[][] {
  if (!isClosed(line))
    throw designRefusal(
      name,
      `outline ${line.name} (file line ${line.line}) is open: its ends lie ${gapOf(line).toFixed(3)} m apart; close it`,
      sentence('design-outline-open', {
        name,
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
    `outline ${line.name} (file line ${line.line}) has ${points.length} points; an outline needs three`,
    sentence('design-outline-short', { name, line: line.name, at: line.line, points: points.length }),
  );
}

function varying(points: readonly number[][], line: NamedPolyline, name: string): DrawnPlane {
  const varies = [0, 1, 2].map((k) => extent(points, k) > LEVEL);
  const planes = (Object.keys(PLANES) as DrawnPlane[]).filter((plane) =>
    PLANES[plane].every((k) => varies[k]),
  );
  if (planes.length === 1) return planes[0];
  if (planes.length === 0)
    throw choice(
      name,
      `outline ${line.name} is a straight line in its coordinates`,
      sentence('design-straight', { name, line: line.name }),
    );
  throw choice(
    name,
    `easting, northing and elevation of outline ${line.name} all vary; say which two make the section: easting-northing, easting-elevation or northing-elevation`,
    sentence('design-plane', { name, line: line.name }),
  );
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
  const [across, upwards] = ranges.map(([low, high]) => `${low.toFixed(3)} to ${high.toFixed(3)}`);
  throw choice(
    name,
    `outline ${line.name} lies from ${across} m across and ${upwards} m upwards, away from the drawing's origin; say where the axis stands in it`,
    sentence('design-axis-where', { name, line: line.name, across, upwards }),
  );
}

function extent(points: readonly (readonly number[])[], k: number): number {
  const values = points.map((point) => point[k]);
  return Math.max(...values) - Math.min(...values);
}

/** @param what is not clear, without a full stop */
function choice(name: string, what: string, said: Sentence): SocavonError {
  return new SocavonError('design-choice', `Design ${name}: ${what}.`, { sentence: said });
}
