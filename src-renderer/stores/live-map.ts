import type { Points } from '../../src-core/contract/shapes.ts';

/** Scans per drawn batch: few batches draw fast, small ones update fast. */
const SCANS_IN_BATCH = 50;
/** Changed batches: to redraw, or (null) to remove. */
export type Changes = Map<string, Points | null>;

/** Growing map of the alignment, for drawing. */
export class LiveMap {
  #most: number;
  /** By scan, ascending. */
  readonly #scans = new Map<number, Points>();
  #points = 0;
  /** Every nth scan is stored. */
  #stride = 1;

  /** @param most greatest number of stored points; beyond it fewer scans are shown, evenly over the drive */
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

  /** Removes a scan and those after it. */
  cutFrom(scan: number): Changes {
    const gone = [...this.#scans.keys()].filter((other) => other >= scan);
    for (const other of gone) this.#drop(other);
    return this.#changes(new Set(gone.map(batchOf)));
  }

  /** The whole map, for a new viewer. */
  all(): Changes {
    return this.#changes(new Set([...this.#scans.keys()].map(batchOf)));
  }

  /** Reduces the greatest number of points; removed scans do not come back. */
  keepAtMost(points: number): void {
    this.#most = Math.min(this.#most, points);
    this.#keepToMost(new Set());
  }

  #keepToMost(changed: Set<number>): void {
    while (this.#points > this.#most && this.#scans.size > 1)
      for (const batch of this.#thin()) changed.add(batch);
  }

  /** Removes every second stored scan. @returns changed batches */
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

/** Merges the points of scans into one cloud, relative to the origin of the first. */
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
