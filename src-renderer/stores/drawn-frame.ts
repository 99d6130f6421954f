import type { ControlFound, Refinement } from '../../src-core/contract/refine-requests.ts';
import { applyToPoint, invert } from '../../src-core/math/se3.ts';
import { rigidOf, toMap } from '../viewer/mine-frame.ts';
import { add, type Vector } from '../viewer/vector.ts';

/** Transforms into the drawn frame: that of the refined poses, or of the odometry if there are none. */
interface DrawnFrame {
  /** From the mine grid; null if the survey is not georeferenced. */
  fromGrid(point: Vector): Vector | null;
  /** From the odometry map, at a scan. */
  fromOdometry(point: Vector, scan: number): Vector;
}

export function drawnFrame(control: ControlFound | null, refinement: Refinement | null): DrawnFrame {
  const first = rigidOf(refinement?.T_grid_map ?? null);
  const placing = rigidOf(control?.T_grid_map ?? null);
  const T_drawn_grid = placing && invert(placing);
  return {
    fromGrid(point) {
      if (refinement?.frame === 'mine-grid') return point;
      return T_drawn_grid && applyToPoint(T_drawn_grid, ...point);
    },
    fromOdometry(point, scan) {
      if (refinement === null) return point;
      return add(toMap(first, point), correctionOf(refinement, scan));
    },
  };
}

/** Displacement of a scan by the refinement, m. */
function correctionOf({ corrections: { scanIndex, moved } }: Refinement, scan: number): Vector {
  const place = scanIndex.indexOf(scan);
  return place < 0 ? [0, 0, 0] : [moved[3 * place], moved[3 * place + 1], moved[3 * place + 2]];
}
