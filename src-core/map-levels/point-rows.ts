/** Growable rows of points: coordinates in integer steps, and bytes that are carried along as they are. */
export class PointRows {
  count = 0;
  /** Bytes of a point besides its coordinates. */
  readonly restBytes: number;
  /** x, y, z of each point, steps. */
  xyz: Int32Array<ArrayBuffer>;
  rest: Uint8Array<ArrayBuffer>;

  constructor(restBytes: number, capacity = 256) {
    this.restBytes = restBytes;
    this.xyz = new Int32Array(3 * capacity);
    this.rest = new Uint8Array(restBytes * capacity);
  }

  /** Adds a point of other rows of as many bytes. */
  pushFrom({ xyz, rest }: PointRows, i: number): void {
    const { count, restBytes } = this;
    if (3 * count === this.xyz.length) this.reserve(2 * count + 256);
    this.xyz[3 * count] = xyz[3 * i];
    this.xyz[3 * count + 1] = xyz[3 * i + 1];
    this.xyz[3 * count + 2] = xyz[3 * i + 2];
    for (let to = restBytes * count, from = restBytes * i, end = from + restBytes; from < end; )
      this.rest[to++] = rest[from++];
    this.count++;
  }

  /** Adds all points of other rows of as many bytes. */
  append({ count, xyz, rest }: PointRows): void {
    if (this.count + count > this.xyz.length / 3) this.reserve(Math.max(this.count + count, 2 * this.count));
    this.xyz.set(xyz.subarray(0, 3 * count), 3 * this.count);
    this.rest.set(rest.subarray(0, this.restBytes * count), this.restBytes * this.count);
    this.count += count;
  }

  /** The points of these rows, in their order. */
  picked(rows: Uint32Array): PointRows {
    const picked = new PointRows(this.restBytes, rows.length);
    for (const row of rows) picked.pushFrom(this, row);
    return picked;
  }

  reserve(capacity: number): void {
    if (3 * capacity <= this.xyz.length) return;
    const xyz = new Int32Array(3 * capacity);
    xyz.set(this.xyz);
    this.xyz = xyz;
    const rest = new Uint8Array(this.restBytes * capacity);
    rest.set(this.rest);
    this.rest = rest;
  }
}
