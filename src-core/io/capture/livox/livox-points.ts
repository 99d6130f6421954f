import type { CaptureHealth, Scan } from '../../../model/scan.ts';
import { TIME_SLICES, timedCloudScan } from '../../../model/timed-cloud.ts';

/** Points of a packet or a message of a Livox, in the order in which they were measured. */
export interface LivoxPoints {
  readonly count: number;
  /** 3 * count and more, m. */
  readonly xyz: Float32Array;
  readonly reflectivity: Uint16Array;
  /** s after `stampNs`. */
  readonly seconds: Float64Array;
  readonly stampNs: bigint;
}

/** Duration of a frame, s, as the drivers cut it: the rosette has no seam of its own. */
export const LIVOX_FRAME_SECONDS = 0.1;
/** Points that come later than this after their successors are left out, s. */
const LATEST = 0.05;
const FRAME_IDS = 0x1_0000;

/** Puts the points of a Livox into scans of a tenth of a second, or fewer where one is full: none is left out. */
export class LivoxBatcher {
  readonly #rows: number;
  readonly #health: CaptureHealth;
  readonly #xyz: Float32Array;
  readonly #reflectivity: Uint16Array;
  readonly #seconds: Float64Array;
  #count = 0;
  #startNs: bigint | null = null;
  #frameId = -1;
  #ready: Scan[] = [];

  /** @param rows of the image of the sensor */
  constructor(rows: number, health: CaptureHealth) {
    const points = rows * TIME_SLICES;
    this.#rows = rows;
    this.#health = health;
    this.#xyz = new Float32Array(3 * points);
    this.#reflectivity = new Uint16Array(points);
    this.#seconds = new Float64Array(points);
  }

  /** @returns scans that are complete now, in order; usually none */
  add({ count, xyz, reflectivity, seconds, stampNs }: LivoxPoints): Scan[] {
    let late = 0;
    for (let i = 0; i < count; i++) {
      const start = this.#startNs ?? this.#begin(stampNs, seconds[i]);
      let after = Number(stampNs - start) * 1e-9 + seconds[i];
      if (after < -LATEST) {
        late++;
        continue;
      }
      if (after >= LIVOX_FRAME_SECONDS || this.#count === this.#reflectivity.length) {
        this.#close();
        after = Number(stampNs - this.#begin(stampNs, seconds[i])) * 1e-9 + seconds[i];
      }
      const at = this.#count++;
      for (let axis = 0; axis < 3; axis++) this.#xyz[3 * at + axis] = xyz[3 * i + axis];
      this.#reflectivity[at] = reflectivity[i];
      this.#seconds[at] = after;
    }
    if (late > 0) this.#health.reorderedPackets++;
    const ready = this.#ready;
    if (ready.length > 0) this.#ready = [];
    return ready;
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
