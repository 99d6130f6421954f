import type { Points } from '../../../src-core/contract/shapes.ts';
import { type Changes, LiveMap } from '../live-map.ts';

/** Scans that are fetched to show what was aligned before. */
const SCANS_OF_BEFORE = 80;

/** The growing map as it is shown: the viewer that is there, or comes later, draws what changed. */
export class LiveDrawing {
  #map = new LiveMap();
  #most = Number.POSITIVE_INFINITY;
  #draw: (changes: Changes) => void = () => {};

  /** @param clouds by scan */
  add(clouds: Iterable<readonly [scan: number, points: Points]>): void {
    this.#draw(this.#map.add(clouds));
  }

  /** Takes back a scan and those after it. */
  cutFrom(scan: number): void {
    this.#draw(this.#map.cutFrom(scan));
  }

  /** Takes back all, for another session. */
  clear(): void {
    this.#draw(new Map([...this.#map.all().keys()].map((id) => [id, null])));
    this.#map = new LiveMap();
    this.#map.keepAtMost(this.#most);
  }

  /**
   * Where changes are drawn from now on; all that is there comes first.
   *
   * @param most points that the viewer draws well
   */
  showIn(viewer: (changes: Changes) => void, most: number): void {
    this.#most = most;
    this.#map.keepAtMost(most);
    this.#draw = viewer;
    this.#draw(this.#map.all());
  }

  hide(): void {
    this.#draw = () => {};
  }

  /**
   * Draws scans that were placed before, some of them where they are many.
   *
   * @param isPlaced asked after each reading: one may be taken back meanwhile, and then this ends
   */
  async fetch(
    scans: ArrayLike<number>,
    read: (scan: number) => Promise<Points>,
    isPlaced: (scan: number) => boolean,
  ): Promise<void> {
    const map = this.#map;
    const stride = Math.max(1, Math.ceil(scans.length / SCANS_OF_BEFORE));
    for (let i = 0; i < scans.length; i += stride) {
      const points = await read(scans[i]);
      if (this.#map !== map || !isPlaced(scans[i])) return;
      this.add([[scans[i], points]]);
    }
  }
}
