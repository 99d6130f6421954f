/** Growable columns of points, relative to an origin that the owner defines, m. */
export class PointColumns {
  count = 0;
  xyz: Float32Array<ArrayBuffer>;
  reflectivity: Uint16Array<ArrayBuffer>;
  scanIndex: Uint32Array<ArrayBuffer>;

  constructor(capacity = 256) {
    this.xyz = new Float32Array(3 * capacity);
    this.reflectivity = new Uint16Array(capacity);
    this.scanIndex = new Uint32Array(capacity);
  }

  push(x: number, y: number, z: number, reflectivity: number, scanIndex: number): void {
    const i = this.count;
    if (i === this.scanIndex.length) this.reserve(2 * i + 256);
    this.xyz[3 * i] = x;
    this.xyz[3 * i + 1] = y;
    this.xyz[3 * i + 2] = z;
    this.reflectivity[i] = reflectivity;
    this.scanIndex[i] = scanIndex;
    this.count++;
  }

  /** Adds a point of another set, whose origin is at (dx, dy, dz) from the origin of this one. */
  pushFrom(other: PointColumns, i: number, dx: number, dy: number, dz: number): void {
    const { xyz } = other;
    this.push(
      xyz[3 * i] + dx,
      xyz[3 * i + 1] + dy,
      xyz[3 * i + 2] + dz,
      other.reflectivity[i],
      other.scanIndex[i],
    );
  }

  reserve(capacity: number): void {
    if (capacity <= this.scanIndex.length) return;
    this.xyz = grown(this.xyz, new Float32Array(3 * capacity));
    this.reflectivity = grown(this.reflectivity, new Uint16Array(capacity));
    this.scanIndex = grown(this.scanIndex, new Uint32Array(capacity));
  }

  clear(): void {
    this.count = 0;
  }
}

function grown<T extends Float32Array | Uint16Array | Uint32Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}
