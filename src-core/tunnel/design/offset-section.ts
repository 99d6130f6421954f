import { offsetPolygon } from '../../math/polygon-offset.ts';
import { message } from '../../messages/message.ts';
import type { DesignSection, TrapezoidDesign } from '../../model/design.ts';
import { baulArch, threeCentreCrown } from '../../model/design-arcs.ts';
import { SocavonError } from '../../model/errors.ts';
import { designLine, designOutline } from './design.ts';
import { freeFloor } from './lines/free-line.ts';

/**
 * Outline of the section with walls and crown offset along their normal: corners stay corners. A circle has
 * no floor and is offset all round.
 *
 * @param distance m; positive outwards
 * @param floor offset of the floor, m; positive outwards
 * @returns (left, up) pairs about the axis, as `designOutline` returns them
 * @throws SocavonError design-unusable: inwards by so much that nothing of the section, or more than one
 *   piece, is left
 */
export function offsetOutline(section: DesignSection, distance: number, floor = 0): Float64Array {
  if (distance === 0 && floor === 0) return designOutline(section);
  if (section.shape === 'polyline') {
    const moves = freeFloor(section).map((isFloor) => (isFloor ? floor : distance));
    const moved = offsetPolygon(designLine(section).outline, moves);
    if (moved === null) throw nothingLeft(distance);
    return moved;
  }
  const moved = offsetShape(section, distance);
  return designOutline(floor === 0 ? moved : lowered(moved, floor));
}

type RegularSection = Exclude<DesignSection, { shape: 'polyline' }>;

/** Section with walls and crown offset, the floor in place. */
function offsetShape(section: RegularSection, distance: number): RegularSection {
  switch (section.shape) {
    case 'rectangle':
      return sized({ ...section, width: section.width + 2 * distance, height: section.height + distance });
    case 'trapezoid':
      return offsetTrapezoid(section, distance);
    case 'baul':
    case 'baul-radius': {
      // The arch keeps its centre, so that it has the same distance from the design's everywhere.
      const { centre, radius } = baulArch(section);
      const { axisHeight, axisLeft } = section;
      const moved = radius + distance;
      // An arch that starts at the floor is extended to it; else the offset of the arch changes the height of
      // the walls.
      const width = section.wallHeight > 0 ? section.width + 2 * distance : chord(moved, centre);
      return archedBaul(width, centre, moved, { axisHeight, axisLeft });
    }
    case 'horseshoe':
      return sized({
        ...section,
        width: section.width + 2 * distance,
        height: section.height + distance,
        wallRadius: section.wallRadius + distance,
      });
    case 'circle':
      return sized({
        ...section,
        diameter: section.diameter + 2 * distance,
        axisHeight: section.axisHeight + distance,
      });
    case 'three-centre': {
      const shoulderRadius = section.shoulderRadius + distance;
      const width = section.width + 2 * distance;
      if (shoulderRadius > 0)
        return sized({ ...section, width, height: section.height + distance, shoulderRadius });
      // Offset inwards by more than their radius the small arcs vanish: the large one meets the walls in
      // corners.
      const { centre, radius } = threeCentreCrown(section);
      const { axisHeight, axisLeft } = section;
      return archedBaul(width, centre, radius + distance, { axisHeight, axisLeft });
    }
  }
}

function offsetTrapezoid<T extends TrapezoidDesign>(section: T, distance: number): T {
  const lean = (section.bottomWidth - section.topWidth) / (2 * section.height);
  const aside = 2 * distance * Math.sqrt(1 + lean * lean);
  return sized({
    ...section,
    bottomWidth: section.bottomWidth + aside,
    topWidth: section.topWidth + aside - 2 * lean * distance,
    height: section.height + distance,
  });
}

/** Width of a circle at the floor, m; 0 if it does not reach it. */
function chord(radius: number, centre: number): number {
  return 2 * Math.sqrt(Math.max(0, radius * radius - centre * centre));
}

/** D-shape from the circle of its arch; the springlines are where the circle meets the walls. */
function archedBaul(
  width: number,
  centre: number,
  radius: number,
  place: { readonly axisHeight: number; readonly axisLeft: number | undefined },
): RegularSection {
  const half = width / 2;
  if (!(half > 0) || !(centre + radius > 0)) throw nothingLeft(width);
  const wallHeight = centre + Math.sqrt(Math.max(0, radius * radius - half * half));
  return { shape: 'baul', width, height: centre + radius, wallHeight, ...withPlace(place) };
}

/** Section with the floor lowered, walls and crown in place. */
function lowered(section: RegularSection, distance: number): RegularSection {
  const axisHeight = section.axisHeight + distance;
  switch (section.shape) {
    case 'rectangle':
      return sized({ ...section, height: section.height + distance, axisHeight });
    case 'trapezoid': {
      const lean = (section.bottomWidth - section.topWidth) / section.height;
      const bottomWidth = section.bottomWidth + lean * distance;
      return sized({ ...section, bottomWidth, height: section.height + distance, axisHeight });
    }
    case 'baul':
    case 'three-centre':
      return sized({
        ...section,
        height: section.height + distance,
        wallHeight: section.wallHeight + distance,
        axisHeight,
      });
    case 'baul-radius':
      return { ...section, wallHeight: section.wallHeight + distance, axisHeight };
    case 'horseshoe': {
      const invertRadius = section.invertRadius === 0 ? 0 : section.invertRadius + distance;
      return sized({ ...section, height: section.height + distance, invertRadius, axisHeight });
    }
    case 'circle':
      return section;
  }
}

function withPlace({ axisHeight, axisLeft }: { axisHeight: number; axisLeft: number | undefined }): {
  axisHeight: number;
  axisLeft?: number;
} {
  return axisLeft === undefined ? { axisHeight } : { axisHeight, axisLeft };
}

/** Returns the section. @throws SocavonError design-unusable if a dimension is not positive */
function sized<T extends object>(section: T): T {
  for (const [key, value] of Object.entries(section))
    if (typeof value === 'number' && !['axisHeight', 'axisLeft', 'wallHeight', 'invertRadius'].includes(key))
      if (!(value > 0)) throw nothingLeft(value);
  return section;
}

function nothingLeft(distance: number): SocavonError {
  return new SocavonError(
    'design-unusable',
    message('design-offset-none', { metres: Math.abs(distance).toFixed(3) }),
  );
}
