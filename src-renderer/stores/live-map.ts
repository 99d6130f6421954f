import type { Points } from '../../src-core/contract/shapes.ts';

/** So many scans are drawn as one batch: few batches draw fast, small ones change fast. */
const SCANS_IN_BATCH = 50;
/** Batches that changed: to be drawn anew, or (null) to be taken away. */
export type Changes = Map<string, Points | null>;

/** The growing map of the alignment as it is drawn. */
export class LiveMap {
  #most: number;
  /** By scan, in the order of the drive. */
  readonly #scans = new Map<number, Points>();
  #points = 0;
  /** One scan in this many is kept. */
  #stride = 1;

  /** @param most points that are kept; beyond them fewer scans are shown, evenly over the drive */
  constructor(most = 3_000_000) {
    this.#most = most;
  }

  get points(): number {
    return this.#points;
  }

  /** @param clouds by scan */
  add(clouds: Iterable<readonly [scan: number, points: Points]>): Changes {
    const changed = new Set<number>();
    for (const [scan, points] of clouds) {
      if (scan % this.#stride !== 0) continue;
      this.#drop(scan);
      this.#scans.set(scan, points);
      this.#points += points.xyz.length / 3;
      changed.add(batchOf(scan));
    }
    this.#keepToMost(changed);
    return this.#changes(changed);
  }

  /** Takes back a scan and those after it. */
  cutFrom(scan: number): Changes {
    const gone = [...this.#scans.keys()].filter((other) => other >= scan);
    for (const other of gone) this.#drop(other);
    return this.#changes(new Set(gone.map(batchOf)));
  }

  /** All of it, for a viewer that is new. */
  all(): Changes {
    return this.#changes(new Set([...this.#scans.keys()].map(batchOf)));
  }

  /** Keeps fewer points from now on; what is left out does not come back. */
  keepAtMost(points: number): void {
    this.#most = Math.min(this.#most, points);
    this.#keepToMost(new Set());
  }

  #keepToMost(changed: Set<number>): void {
    while (this.#points > this.#most && this.#scans.size > 1)
      for (const batch of this.#thin()) changed.add(batch);
  }

  /** Leaves out every second scan that is kept. @returns batches that changed */
  #thin(): number[] {
    this.#stride *= 2;
    const gone = [...this.#scans.keys()].filter((scan) => scan % this.#stride !== 0);
    for (const scan of gone) this.#drop(scan);
    return gone.map(batchOf);
  }

  #drop(scan: number): void {
    this.#points -= (this.#scans.get(scan)?.xyz.length ?? 0) / 3;
    this.#scans.delete(scan);
  }

  #changes(batches: Set<number>): Changes {
    const changes: Changes = new Map();
    for (const batch of batches) {
      const scans: [number, Points][] = [];
      for (let scan = batch * SCANS_IN_BATCH; scan < (batch + 1) * SCANS_IN_BATCH; scan++) {
        const points = this.#scans.get(scan);
        if (points !== undefined) scans.push([scan, points]);
      }
      changes.set(`scans-${batch}`, scans.length > 0 ? joined(scans) : null);
    }
    return changes;
  }
}

function batchOf(scan: number): number {
  return Math.floor(scan / SCANS_IN_BATCH);
}

/** Points of scans as one cloud about the origin of the first. */
function joined(scans: readonly (readonly [scan: number, points: Points])[]): Points {
  const count = scans.reduce((sum, [, { xyz }]) => sum + xyz.length / 3, 0);
  const { origin } = scans[0][1];
  const xyz = new Float32Array(3 * count);
  const reflectivity = new Uint16Array(count);
  const scanIndex = new Uint32Array(count);
  let at = 0;
  for (const [scan, points] of scans) {
    const own = points.xyz.length / 3;
    const shift = points.origin.map((value, axis) => value - origin[axis]);
    xyz.set(points.xyz, 3 * at);
    if (shift.some((metres) => metres !== 0))
      for (let i = 0; i < points.xyz.length; i++) xyz[3 * at + i] += shift[i % 3];
    if (points.reflectivity) reflectivity.set(points.reflectivity, at);
    scanIndex.fill(scan, at, at + own);
    at += own;
  }
  return { origin, xyz, reflectivity, scanIndex };
}
