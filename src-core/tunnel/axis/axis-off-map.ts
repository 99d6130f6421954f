import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { AxisGeometry } from '../axis-geometry.ts';

/** Box round the points that no section of an axis holds. */
export class StrayExtent {
  readonly #low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  readonly #high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  /** @param x, y, z relative to the origin of the geometry; what is not finite is passed over */
  add(x: number, y: number, z: number): void {
    if (!Number.isFinite(x + y + z)) return;
    const place = [x, y, z];
    for (let k = 0; k < 3; k++) {
      this.#low[k] = Math.min(this.#low[k], place[k]);
      this.#high[k] = Math.max(this.#high[k], place[k]);
    }
  }

  get isEmpty(): boolean {
    return !(this.#low[0] <= this.#high[0]);
  }

  /** What to say of an axis that no point lies near: how far off the map it runs, and where the map lies. */
  refusal(geometry: AxisGeometry): SocavonError {
    const { node, nodeCount, origin } = geometry;
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < nodeCount; i++)
      nearest = Math.min(
        nearest,
        Math.hypot(
          ...[0, 1, 2].map((k) =>
            Math.max(0, this.#low[k] - node[3 * i + k], node[3 * i + k] - this.#high[k]),
          ),
        ),
      );
    const [east, north, level] = [0, 1, 2].map(
      (k) => `${(this.#low[k] + origin[k]).toFixed(0)} ... ${(this.#high[k] + origin[k]).toFixed(0)}`,
    );
    const figures = { metres: nearest.toFixed(0), east, north, level };
    return new SocavonError('axis-off-map', message('axis-off-map', figures));
  }
}
