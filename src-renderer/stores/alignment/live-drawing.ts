import type { Points } from '../../../src-core/contract/shapes.ts';
import { type Changes, LiveMap } from '../live-map.ts';

/** Scans fetched to draw an alignment resumed from the project. */
const SCANS_OF_BEFORE = 80;

/** Drawing of the growing map: sends changes to the current viewer, and the whole map to a new one. */
export class LiveDrawing {
  #map = new LiveMap();
  #most = Number.POSITIVE_INFINITY;
  #draw: (changes: Changes) => void = () => {};

  /** @param clouds by scan */
  add(clouds: Iterable<readonly [scan: number, points: Points]>): void {
    this.#draw(this.#map.add(clouds));
  }

  /** Removes a scan and those after it. */
  cutFrom(scan: number): void {
    this.#draw(this.#map.cutFrom(scan));
  }

  /** Removes everything, for another session. */
  clear(): void {
    this.#draw(new Map([...this.#map.all().keys()].map((id) => [id, null])));
    this.#map = new LiveMap();
    this.#map.keepAtMost(this.#most);
  }

  /**
   * Sets the viewer that receives changes; it first receives the whole map.
   *
   * @param most points that the viewer draws smoothly
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
   * Draws scans aligned earlier; a decimated selection if there are many.
   *
   * @param isPlaced checked after each read: a scan may be removed meanwhile, and then this ends
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
