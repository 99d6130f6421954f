import { medianInPlace } from '../../../math/statistics.ts';
import { giveBack } from '../../../model/give-back.ts';
import { robustTrend, type Trend } from './robust-trend.ts';
import type { WallGrid } from './wall-grid.ts';

/** Interval of the stations of the typical section, and of the slabs it is computed from, m. */
const STATION = 1;
/** Iterations that find where a ray meets the typical section; each leaves less than a third of the error. */
const STEPS = 12;

/**
 * Typical section of the drive along its axis: per direction the median radius over `reach` on either side,
 * so that no opening, heap or gap shorter than that has an influence. It has a middle of its own, on a robust
 * curve through the middles there: a cross-cut pulls the middle of its sections to its side, and where the
 * drive bends away from its axis the middles of all sections follow.
 */
export class TypicalSection {
  readonly #grid: WallGrid;
  readonly #centre: Float64Array;
  /** Of the middle of each bin. */
  readonly #cosine: Float64Array;
  readonly #sine: Float64Array;
  readonly #step: number;
  readonly #stations: number;
  /** (left, up) per station. */
  readonly #middle: Float64Array;
  /** Radius about that middle at the middle of each bin, per station, m. */
  readonly #radius: Float64Array;

  /**
   * @param centre (left, up) of the section's middle per slab, the origin of the grid's radii
   * @param slab thickness of a slab, m
   * @param reach half-window, m of chainage
   */
  constructor(grid: WallGrid, centre: Float64Array, slab: number, reach: number) {
    this.#grid = grid;
    this.#centre = centre;
    const angles = Array.from({ length: grid.bins }, (_, j) => angleOf(j, grid.bins));
    this.#cosine = Float64Array.from(angles, Math.cos);
    this.#sine = Float64Array.from(angles, Math.sin);
    this.#step = Math.max(1, Math.round(STATION / slab));
    this.#stations = Math.max(1, Math.ceil(grid.slabs / this.#step));
    this.#middle = new Float64Array(2 * this.#stations);
    this.#radius = new Float64Array(this.#stations * grid.bins);
    const span = Math.round(reach / (this.#step * slab));
    for (let station = 0; station < this.#stations; station++) this.#find(station, span);
  }

  /** Distance of a point of the section plane beyond the typical section, as seen from its middle, m. */
  beyond(slab: number, left: number, up: number): number {
    const s = this.#stationOf(slab);
    const x = left - this.#middle[2 * s];
    const y = up - this.#middle[2 * s + 1];
    return Math.sqrt(x * x + y * y) - this.#radiusAt(s, Math.atan2(y, x));
  }

  /** As `beyond`, of a cell of the grid. */
  cellBeyond(slab: number, bin: number): number {
    const r = this.#grid.radius[slab * this.#grid.bins + bin];
    const angle = angleOf(bin, this.#grid.bins);
    return this.beyond(
      slab,
      this.#centre[2 * slab] + r * Math.cos(angle),
      this.#centre[2 * slab + 1] + r * Math.sin(angle),
    );
  }

  /** Radius of a cell, from the slab's own middle, at which the wall is `offset` beyond the typical section, m. */
  cellRadius(slab: number, bin: number, offset: number): number {
    const angle = angleOf(bin, this.#grid.bins);
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    let r = this.#radiusAt(this.#stationOf(slab), angle);
    for (let i = 0; i < STEPS; i++)
      r +=
        offset -
        this.beyond(slab, this.#centre[2 * slab] + r * cosine, this.#centre[2 * slab + 1] + r * sine);
    return Math.max(0, r);
  }

  #stationOf(slab: number): number {
    return Math.min(this.#stations - 1, Math.round(slab / this.#step));
  }

  /** Radius at an angle, interpolated between the middles of two bins. */
  #radiusAt(station: number, angle: number): number {
    const { bins } = this.#grid;
    const at = ((angle + Math.PI) * bins) / (2 * Math.PI) - 0.5;
    const below = Math.floor(at);
    const a = this.#radius[station * bins + ((below + bins) % bins)];
    const b = this.#radius[station * bins + ((below + 1 + bins) % bins)];
    return a + (at - below) * (b - a);
  }

  #find(station: number, span: number): void {
    const grid = this.#grid;
    const centre = this.#centre;
    const step = this.#step;
    const { bins, slabs } = grid;
    const near: number[] = [];
    const last = Math.min(this.#stations - 1, station + span);
    for (let s = Math.max(0, station - span); s <= last; s++) {
      const k = Math.min(slabs - 1, s * step);
      // A slab where nothing was seen, as beyond the face, has the middle of another slab.
      if (grid.radius.subarray(k * bins, (k + 1) * bins).some((r) => r > 0)) near.push(k);
    }
    const trendOf = (side: 0 | 1): Trend =>
      robustTrend(
        near,
        near.map((k) => centre[2 * k + side]),
      );
    const [leftAt, upAt] = [trendOf(0), trendOf(1)];
    const here = Math.min(slabs - 1, station * step);
    this.#middle.set([leftAt(here), upAt(here)], 2 * station);
    // Radius and bin of each cell, and how many are in a bin: they are then laid out bin by bin.
    const room = near.length * bins;
    const radius = new Float64Array(room);
    const binOf = new Uint32Array(room);
    const ends = new Uint32Array(bins + 1);
    let count = 0;
    for (const k of near) {
      const middleLeft = leftAt(k);
      const middleUp = upAt(k);
      for (let j = 0; j < bins; j++) {
        const r = grid.radius[k * bins + j];
        if (r === 0) continue;
        const x = centre[2 * k] + r * this.#cosine[j] - middleLeft;
        const y = centre[2 * k + 1] + r * this.#sine[j] - middleUp;
        const turn = ((Math.atan2(y, x) + Math.PI) * bins) / (2 * Math.PI);
        const bin = Math.min(bins - 1, Math.floor(turn));
        radius[count] = Math.sqrt(x * x + y * y);
        binOf[count++] = bin;
        ends[bin + 1]++;
      }
    }
    for (let j = 0; j < bins; j++) ends[j + 1] += ends[j];
    const sorted = new Float64Array(count);
    const next = ends.slice(0, bins);
    for (let i = 0; i < count; i++) sorted[next[binOf[i]]++] = radius[i];
    const ring = this.#radius.subarray(station * bins, (station + 1) * bins);
    for (let j = 0; j < bins; j++)
      ring[j] = ends[j + 1] > ends[j] ? medianInPlace(sorted.subarray(ends[j], ends[j + 1])) : 0;
    giveBack(radius, binOf, sorted);
    bridge(ring);
  }
}

/** Angle of the middle of a bin. */
export function angleOf(bin: number, bins: number): number {
  return ((bin + 0.5) * 2 * Math.PI) / bins - Math.PI;
}

/** Interpolates bins without data linearly from their neighbours. */
function bridge(ring: Float64Array): void {
  const n = ring.length;
  const start = ring.findIndex((r) => r > 0);
  if (start < 0) return;
  for (let a = start; a < start + n; ) {
    let b = a + 1;
    while (ring[b % n] === 0) b++;
    for (let j = a + 1; j < b; j++)
      ring[j % n] = ring[a % n] + ((j - a) / (b - a)) * (ring[b % n] - ring[a % n]);
    a = b;
  }
}
