import type { Points } from '../../src-core/contract/shapes.ts';

/** Stored scans per drawn batch: few batches draw fast and hold little, small ones update fast. */
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
    const changed: number[] = [];
    for (const [scan, points] of clouds) {
      if (scan % this.#stride !== 0) continue;
      this.#drop(scan);
      this.#scans.set(scan, points);
      this.#points += points.xyz.length / 3;
      changed.push(scan);
    }
    const before = this.#keepToMost();
    if (before === null) return this.#changes(this.#batchesOf(changed));
    // Batches of other scans now: all are drawn anew.
    const gone = [...before].map((batch): [string, null] => [idOf(batch), null]);
    return new Map([...gone, ...this.all()]);
  }

  /** Removes a scan and those after it. */
  cutFrom(scan: number): Changes {
    const gone = [...this.#scans.keys()].filter((other) => other >= scan);
    for (const other of gone) this.#drop(other);
    return this.#changes(this.#batchesOf(gone));
  }

  /** The whole map, for a new viewer. */
  all(): Changes {
    return this.#changes(this.#batchesOf(this.#scans.keys()));
  }

  /** Reduces the greatest number of points; removed scans do not come back. */
  keepAtMost(points: number): void {
    this.#most = Math.min(this.#most, points);
    this.#keepToMost();
  }

  /** Removes every second stored scan while there are too many. @returns the batches before; null: none was removed */
  #keepToMost(): ReadonlySet<number> | null {
    let before: ReadonlySet<number> | null = null;
    while (this.#points > this.#most && this.#scans.size > 1) {
      before ??= this.#batchesOf(this.#scans.keys());
      this.#stride *= 2;
      for (const scan of [...this.#scans.keys()]) if (scan % this.#stride !== 0) this.#drop(scan);
    }
    return before;
  }

  #batchesOf(scans: Iterable<number>): Set<number> {
    return new Set(Array.from(scans, (scan) => Math.floor(scan / this.#scansInBatch)));
  }

  /** Scans of the drive from one batch to the next. */
  get #scansInBatch(): number {
    return SCANS_IN_BATCH * this.#stride;
  }

  #drop(scan: number): void {
    this.#points -= (this.#scans.get(scan)?.xyz.length ?? 0) / 3;
    this.#scans.delete(scan);
  }

  #changes(batches: ReadonlySet<number>): Changes {
    const changes: Changes = new Map();
    for (const batch of batches) {
      const scans: [number, Points][] = [];
      const end = (batch + 1) * this.#scansInBatch;
      for (let scan = batch * this.#scansInBatch; scan < end; scan += this.#stride) {
        const points = this.#scans.get(scan);
        if (points !== undefined) scans.push([scan, points]);
      }
      changes.set(idOf(batch), scans.length > 0 ? joined(scans) : null);
    }
    return changes;
  }
}

function idOf(batch: number): string {
  return `scans-${batch}`;
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
