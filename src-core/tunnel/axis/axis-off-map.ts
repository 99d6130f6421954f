import { SocavonError } from '../../model/errors.ts';
import { sentence } from '../../model/sentences.ts';
import type { AxisGeometry } from '../axis-geometry.ts';

/** Box round the points that no section of an axis holds. */
export class StrayExtent {
  private readonly low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  private readonly high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  /** @param x, y, z relative to the origin of the geometry; what is not finite is passed over */
  add(x: number, y: number, z: number): void {
    if (!Number.isFinite(x + y + z)) return;
    const place = [x, y, z];
    for (let k = 0; k < 3; k++) {
      this.low[k] = Math.min(this.low[k], place[k]);
      this.high[k] = Math.max(this.high[k], place[k]);
    }
  }

  get isEmpty(): boolean {
    return !(this.low[0] <= this.high[0]);
  }

  /** What to say of an axis that no point lies near: how far off the map it runs, and where the map lies. */
  refusal(geometry: AxisGeometry): SocavonError {
    const { node, nodeCount, origin } = geometry;
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < nodeCount; i++)
      nearest = Math.min(
        nearest,
        Math.hypot(
          ...[0, 1, 2].map((k) => Math.max(0, this.low[k] - node[3 * i + k], node[3 * i + k] - this.high[k])),
        ),
      );
    const [east, north, level] = [0, 1, 2].map(
      (k) => `${(this.low[k] + origin[k]).toFixed(0)} ... ${(this.high[k] + origin[k]).toFixed(0)}`,
    );
    const figures = { metres: nearest.toFixed(0), east, north, level };
    return new SocavonError(
      'axis-off-map',
      `No point of the map lies near the axis: it runs ${figures.metres} m off the map, which reaches in easting ${east}, in northing ${north}, in elevation ${level}; check the order of its coordinates, their grid, and the pose of the first scan.`,
      { sentence: sentence('axis-off-map', figures) },
    );
  }
}
