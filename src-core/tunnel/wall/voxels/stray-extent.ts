import { message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { AxisGeometry } from '../../axis/axis-geometry.ts';

/** Bounding box of the points that are in no section of an axis. */
export class StrayExtent {
  readonly #low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  readonly #high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  /** @param x, y, z relative to the origin of the geometry; non-finite points are skipped */
  add(x: number, y: number, z: number): void {
    if (!Number.isFinite(x + y + z)) return;
    const place = [x, y, z];
    for (let k = 0; k < 3; k++) {
      this.#low[k] = Math.min(this.#low[k], place[k]);
      this.#high[k] = Math.max(this.#high[k], place[k]);
    }
  }

  /** Its two corners. */
  get corners(): Float64Array {
    return Float64Array.of(...this.#low, ...this.#high);
  }

  set corners(corners: Float64Array) {
    for (let k = 0; k < 3; k++) [this.#low[k], this.#high[k]] = [corners[k], corners[3 + k]];
  }

  get isEmpty(): boolean {
    return !(this.#low[0] <= this.#high[0]);
  }

  /** Error for an axis with no point near it: its distance from the map, and the extent of the map. */
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
