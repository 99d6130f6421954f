import type { CaptureHealth, Scan } from '../../../model/scan.ts';
import { TIME_SLICES, type TimedPoints, timedCloudScan } from '../../../model/timed-cloud.ts';

/** Duration of a frame, s, as drivers cut it: a stream of points has no seam of its own. */
export const FRAME_SECONDS = 0.1;
/** Points that come later than this after their successors are left out, s. */
const LATEST = 0.05;
const FRAME_IDS = 0x1_0000;

/**
 * Puts points that are measured one after another into scans of a tenth of a second, or less where one is full: none is
 * left out. Points without times become a scan of their own, thinned evenly where they are more than it holds.
 */
export class PointsBatcher {
  readonly #rows: number;
  readonly #health: CaptureHealth;
  readonly #xyz: Float32Array;
  readonly #reflectivity: Uint16Array;
  readonly #seconds: Float64Array;
  #count = 0;
  #startNs: bigint | null = null;
  #frameId = -1;
  #ready: Scan[] = [];
  /** Points of frames without times that had no room. */
  leftOut = 0;

  /** @param rows of the image of the sensor */
  constructor(rows: number, health: CaptureHealth) {
    const points = rows * TIME_SLICES;
    this.#rows = rows;
    this.#health = health;
    this.#xyz = new Float32Array(3 * points);
    this.#reflectivity = new Uint16Array(points);
    this.#seconds = new Float64Array(points);
  }

  /** @param points in the order of their times @returns scans that are complete now, in order; usually none */
  add(points: TimedPoints): Scan[] {
    if (points.seconds === null) this.#addInstant(points);
    else this.#addTimed(points, points.seconds);
    const ready = this.#ready;
    if (ready.length > 0) this.#ready = [];
    return ready;
  }

  #addTimed({ count, xyz, reflectivity, stampNs }: TimedPoints, seconds: Float64Array): void {
    let late = 0;
    for (let i = 0; i < count; i++) {
      const start = this.#startNs ?? this.#begin(stampNs, seconds[i]);
      let after = Number(stampNs - start) * 1e-9 + seconds[i];
      if (after < -LATEST) {
        late++;
        continue;
      }
      if (after >= FRAME_SECONDS || this.#count === this.#reflectivity.length) {
        this.#close();
        after = Number(stampNs - this.#begin(stampNs, seconds[i])) * 1e-9 + seconds[i];
      }
      this.#put(xyz, reflectivity, i);
      this.#seconds[this.#count - 1] = after;
    }
    if (late > 0) this.#health.reorderedPackets++;
  }

  #addInstant({ count, xyz, reflectivity, stampNs }: TimedPoints): void {
    if (count === 0) return;
    const room = Math.min(count, this.#reflectivity.length);
    this.#begin(stampNs, 0);
    for (let k = 0; k < room; k++) this.#put(xyz, reflectivity, Math.floor((k * count) / room));
    this.#seconds.fill(0, 0, room);
    this.leftOut += count - room;
    this.#close();
  }

  #put(xyz: Float32Array, reflectivity: Uint16Array, i: number): void {
    const at = this.#count++;
    for (let axis = 0; axis < 3; axis++) this.#xyz[3 * at + axis] = xyz[3 * i + axis];
    this.#reflectivity[at] = reflectivity[i];
  }

  /** @returns the scan that is open at the end */
  end(): Scan[] {
    this.#close();
    return this.#ready;
  }

  #begin(stampNs: bigint, seconds: number): bigint {
    this.#startNs = stampNs + BigInt(Math.round(seconds * 1e9));
    return this.#startNs;
  }

  #close(): void {
    if (this.#startNs === null || this.#count === 0) return;
    this.#frameId = (this.#frameId + 1) % FRAME_IDS;
    const scan = timedCloudScan(
      {
        count: this.#count,
        xyz: this.#xyz,
        reflectivity: this.#reflectivity,
        seconds: this.#seconds.subarray(0, this.#count),
        stampNs: this.#startNs,
      },
      this.#frameId,
      this.#rows,
    );
    this.#count = 0;
    this.#startNs = null;
    const health = this.#health;
    health.scans++;
    health.firstStampNs ??= scan.stampNs[0];
    health.lastStampNs = scan.stampNs[TIME_SLICES - 1];
    this.#ready.push(scan);
  }
}
