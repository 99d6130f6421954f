import { type Message, message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import { READING_LIMITS } from '../../../model/reading-limits.ts';
import type { LandXmlAlignment } from './landxml-reader.ts';
import { isCurved, type PlanElement, planPoint } from './plan-element.ts';

interface AlignmentLineOptions {
  /** Spacing of the vertices, m of station; element ends and breaks of grade are vertices too. */
  readonly step: number;
  /** Largest distance of a chord from its curve in plan, m: refines the spacing in curves. */
  readonly sagitta: number;
  /** Elevation for an alignment without profile, m; null refuses it. */
  readonly flatElevation: number | null;
}

export const ALIGNMENT_LINE_DEFAULTS: AlignmentLineOptions = { step: 1, sagitta: 5e-4, flatElevation: null };

/** An alignment as a 3D polyline. */
interface AlignmentLine {
  readonly name: string;
  /** Station of each vertex, m, ascending: horizontal length along the curves themselves, not their chords. */
  readonly chainage: Float64Array;
  /** 3 per vertex: easting, northing, elevation, m. */
  readonly points: Float64Array;
  /** Omissions, one sentence each. */
  readonly notes: readonly Message[];
}

/** Tolerance of equal stations, m: those of plan and profile are sums and texts with their own rounding. */
const SAME = 0.005;

/**
 * Converts an alignment to a polyline between the stations that have both plan and elevations.
 *
 * @param name of the file, for messages
 * @throws SocavonError alignment-heights if there is no profile, or none over the plan; drawing-format if it is longer than
 *   any drive
 */
export function alignmentLine(
  alignment: LandXmlAlignment,
  name: string,
  { step, sagitta, flatElevation }: AlignmentLineOptions = ALIGNMENT_LINE_DEFAULTS,
): AlignmentLine {
  const { profile, startStation, length, plan } = alignment;
  const title = message('landxml-alignment', { name, alignment: alignment.name });
  if (profile === null && flatElevation === null)
    throw new SocavonError('alignment-heights', message('landxml-no-profile', { title }));
  const [from, to] = [startStation, startStation + length];
  const first = profile && profile.from - from > SAME ? profile.from : from;
  const last = profile && to - profile.to > SAME ? profile.to : to;
  if (last - first <= SAME)
    throw new SocavonError(
      'alignment-heights',
      message('landxml-profile-short', {
        title,
        from: from.toFixed(3),
        to: to.toFixed(3),
        first: profile?.from.toFixed(3) ?? '-',
        last: profile?.to.toFixed(3) ?? '-',
      }),
    );
  if (!(verticesOf(alignment, last - first, step, sagitta) <= READING_LIMITS.axisVertices))
    throw new SocavonError(
      'drawing-format',
      message('landxml-long', { title, kilometres: (length / 1000).toPrecision(3) }),
    );
  const within = (station: number): boolean => station >= first && station <= last;
  const stations = merged(
    [first, ...planStations(alignment, sagitta).filter(within), last],
    [
      ...(profile?.breaks ?? []),
      ...Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step),
    ].filter(within),
  );
  const ends: number[] = [];
  for (const element of plan) ends.push((ends[ends.length - 1] ?? 0) + element.length);
  const points = new Float64Array(3 * stations.length);
  let at = 0;
  stations.forEach((station, i) => {
    const along = station - startStation;
    while (at < plan.length - 1 && along >= ends[at]) at++;
    const [easting, northing] = planPoint(plan[at], along - (ends[at - 1] ?? 0));
    points.set([easting, northing, profile ? profile.elevation(station) : (flatElevation as number)], 3 * i);
  });
  return {
    name: alignment.name,
    chainage: Float64Array.from(stations),
    points,
    notes: [
      ...(profile === null ? [message('landxml-flat', { title, metres: flatElevation ?? 0 })] : []),
      ...(first - from > SAME || to - last > SAME
        ? [
            message('landxml-heights-end', {
              title,
              from: from.toFixed(3),
              to: to.toFixed(3),
              first: first.toFixed(3),
              last: last.toFixed(3),
            }),
          ]
        : []),
    ],
  };
}

/** Vertices of an alignment, about. */
function verticesOf({ plan }: LandXmlAlignment, length: number, step: number, sagitta: number): number {
  return plan.reduce((sum, element) => sum + piecesOf(element, sagitta), length / step);
}

function piecesOf(element: PlanElement, sagitta: number): number {
  const curvature = Math.max(Math.abs(element.startCurvature), Math.abs(element.endCurvature));
  return isCurved(element) ? Math.ceil(element.length / Math.sqrt((8 * sagitta) / curvature)) : 1;
}

/** Ends of the elements, and points on the curves as dense as the sagitta requires. */
function planStations({ plan, startStation }: LandXmlAlignment, sagitta: number): number[] {
  const stations: number[] = [];
  let at = startStation;
  for (const element of plan) {
    const pieces = piecesOf(element, sagitta);
    for (let i = 0; i < pieces; i++) stations.push(at + (i * element.length) / pieces);
    at += element.length;
  }
  stations.push(at);
  return stations;
}

/** All of the ends, and those of the others that are apart from them and from each other; ascending. */
function merged(ends: readonly number[], others: readonly number[]): number[] {
  const taken: number[] = [];
  const all = [
    ...ends.map((station) => ({ station, end: true })),
    ...others.map((station) => ({ station, end: false })),
  ].sort((a, b) => a.station - b.station);
  let takenIsEnd = false;
  for (const { station, end } of all) {
    const apart = taken.length === 0 || station - taken[taken.length - 1] > SAME;
    if (apart) taken.push(station);
    // Of two equal stations, that of the plan stays.
    else if (end && !takenIsEnd) taken[taken.length - 1] = station;
    takenIsEnd = apart ? end : takenIsEnd || end;
  }
  return taken;
}
