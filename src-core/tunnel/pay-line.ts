import type { DesignSection } from '../model/design.ts';

/**
 * The limit up to which excavation outside of the design is paid: walls and crown (of a circle all of it) moved outwards
 * by the same distance, the floor as it is.
 *
 * @param limit m
 * @returns null for a free outline, whose floor nobody names
 */
export function payLine(design: DesignSection, limit: number): DesignSection | null {
  switch (design.shape) {
    case 'baul': {
      const half = design.width / 2;
      const rise = design.height - design.wallHeight;
      const radius = (half * half + rise * rise) / (2 * rise);
      const centre = design.height - radius;
      // The arch keeps its middle, so that it lies everywhere as far from the design's.
      const wallHeight = centre + Math.sqrt((radius + limit) ** 2 - (half + limit) ** 2);
      return { ...design, width: design.width + 2 * limit, height: design.height + limit, wallHeight };
    }
    case 'circle':
      return { ...design, diameter: design.diameter + 2 * limit, axisHeight: design.axisHeight + limit };
    case 'rectangle':
      return { ...design, width: design.width + 2 * limit, height: design.height + limit };
    case 'polyline':
      return null;
  }
}
