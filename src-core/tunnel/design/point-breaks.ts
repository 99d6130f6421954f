import { DesignDistances } from '../../math/design-distances.ts';
import type { PointCloud } from '../../model/cloud.ts';
import type { DesignProgramme } from '../../model/design.ts';
import type { AxisGeometry } from '../axis/axis-geometry.ts';
import { AxisLocator } from '../axis/axis-locator.ts';
import { type DesignLines, designLinesAt } from './design-lines.ts';

/** Greatest distance of the wall of a drive from its axis, m. */
export const WALL_REACH = 30;

/**
 * Over- and underbreak of single points: a function for their signed distance to the line of excavation along an axis.
 *
 * @returns function of points in the frame of the axis: distance of each, m, outside positive; NaN outside of the drive,
 *   beyond an end of the axis, where nothing is measured either, and where there is no design
 */
export function pointBreaks(
  axis: AxisGeometry,
  design: DesignProgramme,
): (points: Pick<PointCloud, 'origin' | 'xyz' | 'count'>) => Float32Array {
  const locator = new AxisLocator(axis, WALL_REACH);
  const linesAt = designLinesAt(design);
  const sections = new Map<DesignLines, DesignDistances>();
  const distanceAt = (chainage: number, left: number, up: number): number => {
    const lines = linesAt(chainage);
    if (lines === null) return Number.NaN;
    const section = sections.get(lines) ?? new DesignDistances(lines.excavation);
    sections.set(lines, section);
    // A design is drawn square to the axis.
    return section.at(left, up / axis.heightStretchAt(chainage));
  };
  return ({ origin, xyz, count }) => {
    const [ox, oy, oz] = origin.map((value, k) => value - axis.origin[k]);
    const distances = new Float32Array(count);
    for (let i = 0; i < count; i++) {
      const isInside = locator.locate(ox + xyz[3 * i], oy + xyz[3 * i + 1], oz + xyz[3 * i + 2]);
      const isAlong = isInside && locator.chainage >= axis.start && locator.chainage <= axis.end;
      distances[i] = isAlong ? distanceAt(locator.chainage, locator.left, locator.up) : Number.NaN;
    }
    return distances;
  };
}
