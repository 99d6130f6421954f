import type { Rigid } from '../../model/rigid.ts';
import type { PointSet } from '../method.ts';
import type { Template } from '../template.ts';

/** Source points transformed by a pose, and the template element matched to each. */
export class Matches {
  readonly source: PointSet;
  readonly template: Template;
  /** Source points under the pose, m. */
  readonly moved: Float64Array;
  /** Matched element of each source point, -1 for none. */
  readonly element: Int32Array;
  /** Weight of each source point, w_q; null: 1. */
  readonly weights: Float64Array | null;

  constructor(source: PointSet, template: Template) {
    this.source = source;
    this.template = template;
    this.weights = source.weights ?? null;
    this.moved = new Float64Array(3 * source.count);
    this.element = new Int32Array(source.count).fill(-1);
  }

  update({ R, t }: Rigid): void {
    const { moved, element, template } = this;
    const { count, xyz } = this.source;
    for (let i = 0, at = 0; i < count; i++, at += 3) {
      const px = xyz[at];
      const py = xyz[at + 1];
      const pz = xyz[at + 2];
      const x = R[0] * px + R[1] * py + R[2] * pz + t[0];
      const y = R[3] * px + R[4] * py + R[5] * pz + t[1];
      const z = R[6] * px + R[7] * py + R[8] * pz + t[2];
      moved[at] = x;
      moved[at + 1] = y;
      moved[at + 2] = z;
      element[i] = template.find(x, y, z, element[i]);
    }
  }
}
