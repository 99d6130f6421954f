import { measurePolygon } from '../../math/polygon.ts';
import { message } from '../../messages/message.ts';
import type { Axis, SectionPlane } from '../../model/axis.ts';
import {
  type DesignPlace,
  type DesignProgramme,
  type DesignStretch,
  NO_OFFSETS,
  NO_TOLERANCE,
  type PolylineDesign,
} from '../../model/design.ts';
import { designRefusal } from '../../model/design-refusal.ts';
import type { TriangleMesh } from '../../model/mesh.ts';
import { AxisGeometry } from '../axis/axis-geometry.ts';
import { sliceMesh } from '../sections/solid-section.ts';

/** Distance between two cuts, m; larger where the axis has more of them than `MOST_CUTS`. */
const EVERY = 0.5;
const MOST_CUTS = 1000;
/** An outline farther from the axis is that of another working, m. */
const FARTHEST = 1;
/** Points that lie closer to the line between their neighbours are left out, m. */
const STRAIGHT = 1e-3;
/** Outlines that differ by less are the same design, m. */
const ALIKE = 2e-3;

type OutlineSection = PolylineDesign & DesignPlace;

/** A design that was cut from a solid, with the length of the axis that lies in it, m. */
interface SolidDesign {
  readonly programme: DesignProgramme;
  readonly length: number;
  /** Distance between two cuts, m. */
  readonly every: number;
}

/**
 * Design programme of a closed solid in the frame of the survey, such as the mesh of a designed drive or of an earlier void:
 * its outlines in the planes of the sections of an axis, each for the length between two cuts; like ones are one stretch.
 * Of several outlines in a plane the one about the axis, or within a metre of it, is taken. Where there is none, nothing
 * is designed.
 *
 * @param name of the file, shown in messages
 * @throws SocavonError design-unusable: the axis passes through no part of it
 */
export function designOfSolid(
  mesh: TriangleMesh,
  axis: Axis,
  sections: SectionPlane,
  name: string,
): SolidDesign {
  const geometry = new AxisGeometry(axis, sections);
  const span = geometry.end - geometry.start;
  const count = Math.min(MOST_CUTS, Math.max(1, Math.ceil(span / EVERY)));
  const every = span / count;
  const stretches: DesignStretch[] = [];
  let length = 0;
  for (let i = 0; i < count; i++) {
    const from = geometry.start + i * every;
    const to = i === count - 1 ? geometry.end : geometry.start + (i + 1) * every;
    const section = sectionOf(sliceMesh(mesh, geometry.frameAt((from + to) / 2)));
    if (section === null) continue;
    length += to - from;
    const last = stretches.at(-1);
    if (last?.to === from && isAlike(last.section as OutlineSection, section))
      stretches[stretches.length - 1] = { ...last, to };
    else stretches.push({ name: '', from, to, section });
  }
  if (stretches.length === 0) throw designRefusal(name, message('design-solid-apart'));
  return { programme: { stretches, offsets: NO_OFFSETS, tolerance: NO_TOLERANCE }, length, every };
}

/** The outline about the axis as a section; null: there is none near it. */
function sectionOf(loops: readonly Float64Array[]): OutlineSection | null {
  const near = loops
    .map((loop) => ({ loop, distance: isInside(loop, 0, 0) ? 0 : distanceTo(loop, 0, 0) }))
    .filter(({ distance }) => distance <= FARTHEST);
  if (near.length === 0) return null;
  // Of two about the axis the larger: the other one is a pillar, or a hole.
  const { loop } = near.reduce((a, b) =>
    b.distance < a.distance || (b.distance === a.distance && areaOf(b.loop) > areaOf(a.loop)) ? b : a,
  );
  const points = straightened(loop);
  if (points.length < 3) return null;
  const floor = Math.min(...points.map(([, up]) => up));
  return {
    shape: 'polyline',
    points: points.map(([left, up]) => [left, up - floor] as const),
    axisHeight: -floor,
  };
}

function areaOf(loop: Float64Array): number {
  return Math.abs(measurePolygon(loop).area);
}

/** Corners of an outline without those that lie on the line between their neighbours (Ramer, Douglas, Peucker). */
function straightened(loop: Float64Array): (readonly [number, number])[] {
  const points = Array.from({ length: loop.length / 2 }, (_, i) => [loop[2 * i], loop[2 * i + 1]] as const);
  if (points.length < 4) return points;
  // Two corners that stay: the lowest left one, and the one farthest from it.
  const first = extreme(points, ([x, y]) => -x - y);
  const turned = [...points.slice(first), ...points.slice(0, first), points[first]];
  const second = extreme(turned, ([x, y]) => Math.hypot(x - turned[0][0], y - turned[0][1]));
  const corners = new Set([0, second]);
  const open: [number, number][] = [
    [0, second],
    [second, turned.length - 1],
  ];
  for (let piece = open.pop(); piece !== undefined; piece = open.pop()) {
    const [from, to] = piece;
    let [farthest, most] = [-1, STRAIGHT];
    for (let i = from + 1; i < to; i++) {
      const distance = distanceToSide(turned[from], turned[to], ...turned[i]);
      if (distance > most) [farthest, most] = [i, distance];
    }
    if (farthest < 0) continue;
    corners.add(farthest);
    open.push([from, farthest], [farthest, to]);
  }
  return [...corners].sort((a, b) => a - b).map((i) => turned[i]);
}

function extreme(
  points: readonly (readonly [number, number])[],
  of: (point: readonly [number, number]) => number,
): number {
  const values = points.map(of);
  return values.indexOf(values.reduce((a, b) => Math.max(a, b)));
}

/** True if no corner of either outline is away from the other one, about the same axis. */
function isAlike(a: OutlineSection, b: OutlineSection): boolean {
  const [one, other] = [a, b].map((section) =>
    Float64Array.from(section.points.flatMap(([left, height]) => [left, height - section.axisHeight])),
  );
  return isWithin(one, other) && isWithin(other, one);
}

function isWithin(corners: Float64Array, loop: Float64Array): boolean {
  for (let i = 0; i < corners.length; i += 2)
    if (distanceTo(loop, corners[i], corners[i + 1]) > ALIKE) return false;
  return true;
}

function distanceTo(loop: Float64Array, x: number, y: number): number {
  let least = Infinity;
  for (let i = 0, j = loop.length - 2; i < loop.length; j = i, i += 2)
    least = Math.min(least, distanceToSide([loop[j], loop[j + 1]], [loop[i], loop[i + 1]], x, y));
  return least;
}

function distanceToSide(
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
  x: number,
  y: number,
): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const u = square > 0 ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square)) : 0;
  return Math.hypot(x - ax - u * dx, y - ay - u * dy);
}

function isInside(loop: Float64Array, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = loop.length - 2; i < loop.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [loop[j], loop[j + 1], loop[i], loop[i + 1]];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}
