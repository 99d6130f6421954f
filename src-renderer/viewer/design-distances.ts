import type { Points } from '../../src-core/contract/shapes.ts';
import type { DesignProgramme } from '../../src-core/model/design.ts';
import type { AxisGeometry } from '../../src-core/tunnel/axis-geometry.ts';
import { AxisLocator } from '../../src-core/tunnel/axis-locator.ts';
import { DesignDistances } from '../../src-core/tunnel/design-distances.ts';
import { type DesignLines, designLinesAt } from '../../src-core/tunnel/design-lines.ts';
import { NO_VALUE } from './colour.ts';

/** Greatest distance of the drive's wall from the axis, m. */
const REACH = 30;

/**
 * Creates a function for the signed distance to the design along an axis.
 *
 * @returns function of points: signed distance of each to the design, m, outside positive; `NO_VALUE` for points
 *   outside the drive, beyond an end of the axis (not measured either), or without a design there
 */
export function designDistances(
  axis: AxisGeometry,
  design: DesignProgramme,
): (points: Points) => Float32Array {
  const locator = new AxisLocator(axis, REACH);
  const linesAt = designLinesAt(design);
  const sections = new Map<DesignLines, DesignDistances>();
  const distanceAt = (chainage: number, left: number, up: number): number => {
    const lines = linesAt(chainage);
    if (lines === null) return NO_VALUE;
    const section = sections.get(lines) ?? new DesignDistances(lines.excavation);
    sections.set(lines, section);
    return section.at(left, up);
  };
  return ({ origin, xyz }) => {
    const [ox, oy, oz] = origin.map((value, k) => value - axis.origin[k]);
    const distances = new Float32Array(xyz.length / 3);
    for (let i = 0; i < distances.length; i++) {
      const found = locator.locate(ox + xyz[3 * i], oy + xyz[3 * i + 1], oz + xyz[3 * i + 2]);
      const isAlong = found && locator.chainage >= axis.start && locator.chainage <= axis.end;
      distances[i] = isAlong ? distanceAt(locator.chainage, locator.left, locator.up) : NO_VALUE;
    }
    return distances;
  };
}
