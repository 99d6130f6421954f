import type { Poses } from '../../src-core/contract/shapes.ts';

type Typed = Float32Array | Float64Array | Uint32Array | Uint8Array;

/** A typed array that grows: amortised O(1) to append, O(1) to cut. */
class GrowingColumn<Values extends Typed> {
  #room: Values;
  #length = 0;
  readonly #make: (length: number) => Values;

  /** @param make creates an array of the given length */
  constructor(make: (length: number) => Values) {
    this.#make = make;
    this.#room = make(1024);
  }

  get length(): number {
    return this.#length;
  }

  /** Current values; valid until the next `append`. */
  get values(): Values {
    return this.#room.subarray(0, this.#length) as Values;
  }

  append(values: Values): void {
    const needed = this.#length + values.length;
    if (needed > this.#room.length) {
      const wider = this.#make(Math.max(needed, 2 * this.#room.length));
      wider.set(this.values);
      this.#room = wider;
    }
    this.#room.set(values, this.#length);
    this.#length = needed;
  }

  cut(length: number): void {
    this.#length = Math.min(this.#length, length);
  }
}

/** Columns of the poses of an alignment as they arrive, with the quality of each; as in the contract's shapes. */
export class PoseTrack {
  readonly #scanIndex = new GrowingColumn((length) => new Uint32Array(length));
  readonly #T_map_sensor = new GrowingColumn((length) => new Float64Array(length));
  readonly #rms = new GrowingColumn((length) => new Float32Array(length));
  readonly #inliers = new GrowingColumn((length) => new Uint32Array(length));
  readonly #matched = new GrowingColumn((length) => new Uint32Array(length));
  readonly #eigenvalues = new GrowingColumn((length) => new Float64Array(length));
  readonly #weakDirection = new GrowingColumn((length) => new Float32Array(length));
  readonly #weakSigma = new GrowingColumn((length) => new Float32Array(length));
  readonly #heldBy = new GrowingColumn((length) => new Uint8Array(length));
  readonly #alongSigma = new GrowingColumn((length) => new Float32Array(length));

  get count(): number {
    return this.#scanIndex.length;
  }

  get scanIndex(): Uint32Array {
    return this.#scanIndex.values;
  }

  /** 12 per pose: R row-major, t in metres. */
  get T_map_sensor(): Float64Array {
    return this.#T_map_sensor.values;
  }

  /** Metres. */
  get rms(): Float32Array {
    return this.#rms.values;
  }

  get inliers(): Uint32Array {
    return this.#inliers.values;
  }

  get matched(): Uint32Array {
    return this.#matched.values;
  }

  /** 6 per pose, ascending. */
  get eigenvalues(): Float64Array {
    return this.#eigenvalues.values;
  }

  /** 3 per pose: unit vector, map frame; its sign is arbitrary. */
  get weakDirection(): Float32Array {
    return this.#weakDirection.values;
  }

  /** Metres, 1 sigma along the weakest direction from the geometry of the walls alone. */
  get weakSigma(): Float32Array {
    return this.#weakSigma.values;
  }

  /** Codes of `ALONG_HOLDERS`. */
  get heldBy(): Uint8Array {
    return this.#heldBy.values;
  }

  /** Metres, 1 sigma along the weakest direction with all constraints. */
  get alongSigma(): Float32Array {
    return this.#alongSigma.values;
  }

  append(poses: Poses): void {
    this.#scanIndex.append(poses.scanIndex);
    this.#T_map_sensor.append(poses.T_map_sensor);
    this.#rms.append(poses.rms);
    this.#inliers.append(poses.inliers);
    this.#matched.append(poses.matched);
    this.#eigenvalues.append(poses.eigenvalues);
    this.#weakDirection.append(poses.weakDirection);
    this.#weakSigma.append(poses.weakSigma);
    this.#heldBy.append(poses.heldBy);
    this.#alongSigma.append(poses.alongSigma);
  }

  /** Removes the poses of a scan and of those after it. */
  cutFrom(scan: number): void {
    const count = this.#firstFrom(scan);
    this.#scanIndex.cut(count);
    this.#T_map_sensor.cut(12 * count);
    this.#rms.cut(count);
    this.#inliers.cut(count);
    this.#matched.cut(count);
    this.#eigenvalues.cut(6 * count);
    this.#weakDirection.cut(3 * count);
    this.#weakSigma.cut(count);
    this.#heldBy.cut(count);
    this.#alongSigma.cut(count);
  }

  /** Index of a scan's pose, or -1 if it has none: left out, or not aligned yet. */
  placeOf(scan: number): number {
    const place = this.#firstFrom(scan);
    return this.scanIndex[place] === scan ? place : -1;
  }

  /** Index of the first pose of a scan at or after `scan`. */
  #firstFrom(scan: number): number {
    const scans = this.scanIndex;
    let [low, high] = [0, scans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (scans[middle] < scan) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
