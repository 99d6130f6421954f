import { giveBack } from '../../model/give-back.ts';
import type { Rigid } from '../../model/rigid.ts';
import type { SensorModel } from '../../model/sensor.ts';
import type { DynamicOptions } from './dynamic-options.ts';
import { OCCUPIED, type RangeView, SEEN_THROUGH } from './range-view.ts';
import { ReturnImage } from './return-image.ts';

/** A view and the pose of a scan in it. */
interface PlacedView {
  readonly view: RangeView;
  /** `T_view_scan`: from the scan's points to the view's lidar frame. */
  readonly T_view_scan: Rigid;
}

/** Number of views that are applied to all returns; the others only to those that one of these saw through. */
const FIRST_VIEWS = 2;

/** Free-space vote on the returns of a scan; reuses its buffers between scans. */
export class FreeSpaceVote {
  readonly #options: DynamicOptions;
  readonly #through: Uint8Array;
  readonly #seen: Uint8Array;
  readonly #image: ReturnImage;
  /** A return in the frame of a view. */
  readonly #place = new Float64Array(3);

  constructor(sensor: SensorModel, options: DynamicOptions) {
    const pixels = sensor.beams * sensor.columnsPerFrame;
    this.#options = options;
    this.#through = new Uint8Array(pixels);
    this.#seen = new Uint8Array(pixels);
    this.#image = new ReturnImage(sensor, options.bodyStep);
  }

  /**
   * Finds the dynamic returns: pixels of the returns that other views see through and hardly any sees, and of those
   * connected to them that hardly any view sees: the legs of a person are below the field of view of a later
   * sensor.
   *
   * @param xyz 3 * count, lidar frame, m
   * @param pixel of each, ascending
   * @param views the most discriminating first
   * @returns ascending
   */
  moved(xyz: Float32Array, pixel: Uint32Array, count: number, views: readonly PlacedView[]): Uint32Array {
    const through = this.#through;
    const seen = this.#seen;
    through.fill(0, 0, count);
    let indices = new Uint32Array(count);
    for (let i = 0; i < count; i++) indices[i] = i;
    for (const view of views.slice(0, FIRST_VIEWS)) this.#ask(xyz, indices, view, true);
    const all = indices;
    indices = all.filter((i) => through[i] > 0);
    giveBack(all);
    this.#judge(xyz, indices, views);
    const { minThrough, maxSeenShare } = this.#options;
    const dynamic = indices.filter(
      (i) => through[i] >= minThrough && seen[i] <= maxSeenShare * (seen[i] + through[i]),
    );
    if (dynamic.length === 0) return dynamic;
    return this.#withBodies(dynamic, xyz, pixel, count, views)
      .sort()
      .map((i) => pixel[i]);
  }

  /** Adds the connected returns that hardly any view sees. */
  #withBodies(
    seeds: Uint32Array,
    xyz: Float32Array,
    pixel: Uint32Array,
    count: number,
    views: readonly PlacedView[],
  ): Uint32Array {
    this.#image.fill(xyz, pixel, count);
    const all = [...seeds];
    for (let rim = seeds; rim.length > 0; all.push(...rim)) {
      const beside = this.#image.beside(rim);
      this.#judge(xyz, beside, views);
      rim = beside.filter((i) => this.#seen[i] <= this.#options.bodySeenShare * views.length);
    }
    return Uint32Array.from(all);
  }

  /** Recounts the verdicts of all views on some returns. */
  #judge(xyz: Float32Array, indices: Uint32Array, views: readonly PlacedView[]): void {
    for (const i of indices) {
      this.#through[i] = 0;
      this.#seen[i] = 0;
    }
    for (const view of views) this.#ask(xyz, indices, view, false);
  }

  #ask(
    xyz: Float32Array,
    indices: Uint32Array,
    { view, T_view_scan: { R, t } }: PlacedView,
    onlyThrough: boolean,
  ): void {
    const options = this.#options;
    const place = this.#place;
    for (let k = 0; k < indices.length; k++) {
      const i = indices[k];
      const x = xyz[3 * i];
      const y = xyz[3 * i + 1];
      const z = xyz[3 * i + 2];
      place[0] = R[0] * x + R[1] * y + R[2] * z + t[0];
      place[1] = R[3] * x + R[4] * y + R[5] * z + t[1];
      place[2] = R[6] * x + R[7] * y + R[8] * z + t[2];
      const verdict = view.verdictOn(place, options, onlyThrough);
      if (verdict === SEEN_THROUGH) this.#through[i]++;
      else if (verdict === OCCUPIED) this.#seen[i]++;
    }
  }
}
