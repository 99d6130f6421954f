import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import { coordinateText } from '../bytes/coordinate-text.ts';
import { xmlText } from '../bytes/xml-text.ts';

export interface LandXmlExport {
  readonly project: string;
  readonly application: { readonly name: string; readonly version: string };
  /** The schema requires a date; null omits it, so that the same content gives the same bytes. */
  readonly date: Date | null;
  readonly alignments: readonly WrittenAlignment[];
  readonly surfaces: readonly WrittenSurface[];
}

interface WrittenAlignment {
  readonly name: string;
  readonly description: string;
  /** 3 per vertex: easting, northing, elevation, m; at least two. Its segments are straight. */
  readonly points: Float64Array;
  /**
   * Station of the first vertex, m. Stations of LandXML are horizontal lengths, whatever the survey's chainage is.
   */
  readonly startStation: number;
}

interface WrittenSurface {
  readonly name: string;
  readonly description: string;
  /** Map coordinates that `xyz` is relative to. */
  readonly origin: readonly [number, number, number];
  readonly xyz: Float64Array;
  /** 3 vertex numbers per triangle. */
  readonly triangles: Uint32Array;
}

/** Points or faces per piece of text. */
const BATCH = 1000;

/**
 * Encodes LandXML 1.2 in metres: alignments of straight lines with their profile, surfaces as TIN. Northing,
 * easting, elevation, in that order, to a hundredth of a millimetre.
 *
 * @returns the text in pieces, for `writeText` (UTF-8)
 * @throws SocavonError export-range for a coordinate that is not finite or a vertical alignment
 */
export function* landXmlPieces(content: LandXmlExport): Generator<string, void, undefined> {
  const { project, application, date } = content;
  const stamp = date
    ? ` date="${date.toISOString().slice(0, 10)}" time="${date.toISOString().slice(11, 19)}"`
    : '';
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.landxml.org/schema/LandXML-1.2 http://www.landxml.org/schema/LandXML-1.2/LandXML-1.2.xsd" version="1.2"${stamp}>\n`;
  yield '<Units><Metric areaUnit="squareMeter" linearUnit="meter" volumeUnit="cubicMeter" temperatureUnit="celsius" pressureUnit="milliBars" angularUnit="decimal degrees" directionUnit="decimal degrees"/></Units>\n';
  yield `<Project name="${xmlText(project)}"/>\n`;
  yield `<Application name="${xmlText(application.name)}" version="${xmlText(application.version)}"/>\n`;
  if (content.alignments.length > 0) {
    yield '<Alignments>\n';
    for (const alignment of content.alignments) yield* alignmentPieces(alignment);
    yield '</Alignments>\n';
  }
  if (content.surfaces.length > 0) {
    yield '<Surfaces>\n';
    for (const surface of content.surfaces) yield* surfacePieces(surface);
    yield '</Surfaces>\n';
  }
  yield '</LandXML>\n';
}

function* alignmentPieces({
  name,
  description,
  points,
  startStation,
}: WrittenAlignment): Generator<string, void, undefined> {
  const count = points.length / 3;
  const stations = [startStation];
  for (let i = 1; i < count; i++) {
    const length = Math.hypot(points[3 * i] - points[3 * i - 3], points[3 * i + 1] - points[3 * i - 2]);
    if (length === 0) throw new SocavonError('export-range', message('landxml-upright', { name }));
    stations.push(stations[i - 1] + length);
  }
  const length = coordinateText(stations[count - 1] - startStation);
  yield `<Alignment name="${xmlText(name)}" desc="${xmlText(description)}" length="${length}" staStart="${coordinateText(startStation)}">\n<CoordGeom>\n`;
  for (let i = 1; i < count; i++) {
    const part = coordinateText(stations[i] - stations[i - 1]);
    yield `<Line length="${part}"><Start>${plan(points, i - 1)}</Start><End>${plan(points, i)}</End></Line>\n`;
  }
  yield `</CoordGeom>\n<Profile name="${xmlText(name)}">\n<ProfAlign name="${xmlText(name)}">\n`;
  for (let i = 0; i < count; i++)
    yield `<PVI>${coordinateText(stations[i])} ${coordinateText(points[3 * i + 2])}</PVI>\n`;
  yield '</ProfAlign>\n</Profile>\n</Alignment>\n';
}

function* surfacePieces({
  name,
  description,
  origin,
  xyz,
  triangles,
}: WrittenSurface): Generator<string, void, undefined> {
  yield `<Surface name="${xmlText(name)}" desc="${xmlText(description)}">\n<Definition surfType="TIN">\n<Pnts>\n`;
  yield* batches(xyz.length / 3, (i) => {
    const at = [1, 0, 2].map((k) => coordinateText(origin[k] + xyz[3 * i + k])).join(' ');
    return `<P id="${i + 1}">${at}</P>\n`;
  });
  yield '</Pnts>\n<Faces>\n';
  yield* batches(
    triangles.length / 3,
    (i) => `<F>${triangles[3 * i] + 1} ${triangles[3 * i + 1] + 1} ${triangles[3 * i + 2] + 1}</F>\n`,
  );
  yield '</Faces>\n</Definition>\n</Surface>\n';
}

function* batches(count: number, item: (i: number) => string): Generator<string, void, undefined> {
  for (let from = 0; from < count; from += BATCH) {
    const lines: string[] = [];
    for (let i = from; i < Math.min(count, from + BATCH); i++) lines.push(item(i));
    yield lines.join('');
  }
}

function plan(points: Float64Array, i: number): string {
  return `${coordinateText(points[3 * i + 1])} ${coordinateText(points[3 * i])}`;
}
