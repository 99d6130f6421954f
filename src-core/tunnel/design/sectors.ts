import { measurePolygon } from '../../math/polygon.ts';
import { SECTORS, type Sector } from '../../model/breaks.ts';
import type { DesignSection } from '../../model/design.ts';
import { designLine } from './design.ts';
import type { DesignLine } from './lines/design-line.ts';

/**
 * Share of the arch, from springline to springline, that is the crown: its middle third; the rest are the
 * shoulders.
 */
const CROWN_SHARE = 1 / 3;

/** A part of the section plane between two rays from the centroid of the design, counter-clockwise. */
export interface SectorWedge {
  readonly sector: Sector;
  /** (left, up) about the axis, m. */
  readonly centre: readonly [number, number];
  /** Angles of the rays, radians from the abscissa (left) counter-clockwise, `from <= to <= from + 2 pi`. */
  readonly from: number;
  readonly to: number;
}

/**
 * Divides the section plane into its sectors by rays from the centroid of the design through the corners of
 * its floor, its springlines and the ends of the crown: every point belongs to exactly one of them, so that
 * they sum to the whole.
 *
 * @returns in the order of `SECTORS`; an empty one (a semicircle from the floor has no walls) has `from` =
 *   `to`
 */
export function sectorWedges(section: DesignSection): SectorWedge[] {
  const line = designLine(section);
  const { area, momentX, momentY } = measurePolygon(line.outline);
  const centre = [momentX / area, momentY / area] as const;
  const vertex = (i: number): [number, number] => [line.outline[2 * i], line.outline[2 * i + 1]];
  const marks = [
    vertex(line.rightFloor),
    vertex(line.leftFloor),
    vertex(line.leftSpring),
    alongArch(line, (1 - CROWN_SHARE) / 2),
    alongArch(line, (1 + CROWN_SHARE) / 2),
    vertex(line.rightSpring),
  ];
  const angles = marks.map(([left, up]) => Math.atan2(up - centre[1], left - centre[0]));
  // Counter-clockwise from the first; a mark before its predecessor makes its sector empty.
  let from = angles[0];
  const end = from + 2 * Math.PI;
  return SECTORS.map((sector, i) => {
    const start = from;
    if (i === SECTORS.length - 1) from = end;
    else {
      const turn = (angles[i + 1] - start + 4 * Math.PI) % (2 * Math.PI);
      from = turn > Math.PI * 1.5 ? start : Math.min(start + turn, end);
    }
    return { sector, centre, from: start, to: from };
  });
}

/** Point on the outline by its share of the arch length from the left springline to the right one. */
function alongArch({ outline, leftSpring, rightSpring }: DesignLine, share: number): [number, number] {
  const n = outline.length / 2;
  const count = (rightSpring - leftSpring + n) % n;
  const places = Array.from({ length: count + 1 }, (_, i): [number, number] => {
    const at = (leftSpring + i) % n;
    return [outline[2 * at], outline[2 * at + 1]];
  });
  const lengths = places
    .slice(1)
    .map(([x, y], i) => Math.sqrt((x - places[i][0]) ** 2 + (y - places[i][1]) ** 2));
  let left = share * lengths.reduce((sum, length) => sum + length, 0);
  for (let i = 0; i < count; i++) {
    if (left <= lengths[i] && lengths[i] > 0) {
      const [[x0, y0], [x1, y1]] = [places[i], places[i + 1]];
      return [x0 + ((x1 - x0) * left) / lengths[i], y0 + ((y1 - y0) * left) / lengths[i]];
    }
    left -= lengths[i];
  }
  return places[count];
}

/** The sector of a point. */
export function sectorAt(wedges: readonly SectorWedge[], left: number, up: number): Sector {
  const { centre, from: first } = wedges[0];
  const angle = Math.atan2(up - centre[1], left - centre[0]);
  const turned = first + ((angle - first + 4 * Math.PI) % (2 * Math.PI));
  return (wedges.find(({ from, to }) => turned >= from && turned < to) ?? wedges[wedges.length - 1]).sector;
}

/**
 * Clips a polygon to a wedge: its pieces, each within less than half a turn. Where the polygon leaves the
 * wedge and returns, its pieces are joined along the rays by coincident sides, which enclose no area.
 *
 * @param outline (left, up) pairs
 */
export function withinWedge(outline: ArrayLike<number>, { centre, from, to }: SectorWedge): number[][] {
  if (to === from) return [];
  const parts = Math.ceil((to - from) / (Math.PI * 0.75));
  return Array.from({ length: parts }, (_, i) => {
    // The rays themselves are those of the wedge, so that neighbours are cut at exactly the same point.
    const a = i === 0 ? from : from + ((to - from) * i) / parts;
    const b = i === parts - 1 ? to : from + ((to - from) * (i + 1)) / parts;
    return cutBy(cutBy(outline, centre, a, 1), centre, b, -1);
  });
}

/** Part of a polygon on the left (side 1) or on the right (side -1) of the line through a point at an angle. */
function cutBy(
  outline: ArrayLike<number>,
  [cx, cy]: readonly [number, number],
  angle: number,
  side: 1 | -1,
): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const n = outline.length / 2;
  const half: number[] = [];
  for (let i = 0; i < n; i++) {
    const j = i + 1 === n ? 0 : i + 1;
    const [x0, y0, x1, y1] = [outline[2 * i], outline[2 * i + 1], outline[2 * j], outline[2 * j + 1]];
    const a = side * (c * (y0 - cy) - s * (x0 - cx));
    const b = side * (c * (y1 - cy) - s * (x1 - cx));
    if (a >= 0) half.push(x0, y0);
    if (a > 0 !== b > 0 && a !== 0 && b !== 0) {
      const share = a / (a - b);
      half.push(x0 + share * (x1 - x0), y0 + share * (y1 - y0));
    }
  }
  return half;
}
