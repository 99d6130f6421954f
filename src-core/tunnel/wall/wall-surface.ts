import { measurePolygon } from '../../math/polygon.ts';
import { message } from '../../messages/message.ts';
import type { Stretch } from '../../model/axis.ts';
import type { ObjectCut } from '../../model/drive-object.ts';
import { SocavonError } from '../../model/errors.ts';
import type { AppliedCorrection } from '../../model/object-correction.ts';
import type { Profile } from '../../model/tunnel.ts';
import type { AxisGeometry } from '../axis/axis-geometry.ts';
import { closedRange } from './cells/closed-range.ts';
import type { ProfileOptions } from './cells/profile-options.ts';
import { MEASURED, UNKNOWN, type WallGrid } from './cells/wall-grid.ts';
import { type WallHole, wallHoles } from './cells/wall-holes.ts';
import { WallRelief } from './cells/wall-relief.ts';
import { objectCutsAt, type WallObject } from './objects/wall-object.ts';
import { type RecessCells, recessCells } from './recess/recess-cells.ts';
import { type OpeningExtent, openingExtents } from './recess/recess-extent.ts';
import { surveyedSlabs } from './surveyed-slabs.ts';

/** Stations closer than this to each other count as one, m. */
const SAME_STATION = 1e-3;

/** Sums over each slab of the wall. */
interface RingSums {
  /**
   * 1 if every cell of the slab is measured or interpolated, and enough of them measured; else its sums are
   * meaningless.
   */
  readonly closed: Uint8Array;
  /** Square metres. */
  readonly area: Float64Array;
  /** First moments of the area about the axis, m^3. */
  readonly momentLeft: Float64Array;
  readonly momentUp: Float64Array;
  /** Length of the outline and the part of it that was measured, m. */
  readonly perimeter: Float64Array;
  readonly measured: Float64Array;
  readonly points: Float64Array;
}

/**
 * Wall of a drive as closed thin sections along its axis: the source of all profiles and volumes. Created by
 * `ProfileAccumulator.wall`.
 */
export class WallSurface {
  readonly geometry: AxisGeometry;
  readonly options: ProfileOptions;
  readonly firstSlab: number;
  /** (left, up) of the section's middle per slab, m from the axis. */
  readonly centre: Float64Array;
  readonly grid: WallGrid;
  readonly rings: RingSums;
  /** Chainages between which the wall is known; `rings.closed` marks the gaps inside, `closedRange` is without the long ones. */
  readonly surveyedFrom: number;
  readonly surveyedTo: number;
  /** Water, mesh and things that were found on the wall or in front of it, in any order. */
  readonly objects: readonly WallObject[];
  /** Corrections by hand that it was built with. */
  readonly corrections: readonly AppliedCorrection[];

  readonly #cosine: Float64Array;
  readonly #sine: Float64Array;
  #foundRecesses: RecessCells | null;
  #foundHoles: WallHole[] | null = null;
  #foundRelief: WallRelief | null = null;
  #foundRange: Stretch | null = null;
  /** Per bin, of the section that is being computed: of squared radii, of those of the drive, and of measured weight. */
  readonly #sums: {
    readonly square: Float64Array;
    readonly drive: Float64Array;
    readonly measured: Float64Array;
  };

  /** @param recesses null: computed on first access */
  constructor(
    geometry: AxisGeometry,
    options: ProfileOptions,
    firstSlab: number,
    centre: Float64Array,
    grid: WallGrid,
    recesses: RecessCells | null = null,
    objects: readonly WallObject[] = [],
    corrections: readonly AppliedCorrection[] = [],
  ) {
    this.geometry = geometry;
    this.options = options;
    this.firstSlab = firstSlab;
    this.centre = centre;
    this.grid = grid;
    this.#foundRecesses = recesses;
    this.objects = objects;
    this.corrections = corrections;
    const angle = (j: number): number => ((j + 0.5) * 2 * Math.PI) / grid.bins - Math.PI;
    this.#cosine = Float64Array.from({ length: grid.bins }, (_, j) => Math.cos(angle(j)));
    this.#sine = Float64Array.from({ length: grid.bins }, (_, j) => Math.sin(angle(j)));
    const bins = (): Float64Array => new Float64Array(grid.bins);
    this.#sums = { square: bins(), drive: bins(), measured: bins() };
    this.rings = this.#sumRings();
    const surveyed = surveyedSlabs(this);
    this.surveyedFrom = Math.max(geometry.start, this.chainageOf(surveyed.first));
    this.surveyedTo = Math.min(geometry.end, this.chainageOf(surveyed.last + 1));
  }

  /** Cells that look into niches and cross-cuts; computed on first access. */
  get recesses(): RecessCells {
    this.#foundRecesses ??= recessCells(this.grid, this.centre, this.options);
    return this.#foundRecesses;
  }

  /** Extent of each opening along the axis. */
  openings(): OpeningExtent[] {
    return openingExtents(this.recesses, this.grid);
  }

  /** Interpolated holes; computed on first access. */
  get holes(): readonly WallHole[] {
    this.#foundHoles ??= wallHoles(this.grid, this.options.slab);
    return this.#foundHoles;
  }

  /** Deviation of the wall from interpolation of its surroundings; computed on first access. */
  get relief(): WallRelief {
    this.#foundRelief ??= new WallRelief(this.grid, this.options.slab);
    return this.#foundRelief;
  }

  /** The chainages that are measured if none are asked for; computed on first access. */
  get closedRange(): Stretch {
    this.#foundRange ??= closedRange(this);
    return this.#foundRange;
  }

  /**
   * What the section at a chainage shows of the objects.
   *
   * @param reach m of chainage to either side, of which the nearest that shows an object counts
   */
  cutsAt(chainage: number, reach: number): ObjectCut[] {
    return objectCutsAt(this, chainage, reach);
  }

  /** Chainage at which slab k begins. */
  chainageOf(k: number): number {
    return (this.firstSlab + k) * this.options.slab;
  }

  /**
   * Profiles at `from`, at the multiples of `every` between, and at `to`.
   *
   * @param every interval, m of chainage
   * @returns in order of chainage; stations where the wall is not known are left out
   * @throws SocavonError chainage-range if the range is reversed, empty, or the interval is not positive
   */
  profiles(every: number, from = this.surveyedFrom, to = this.surveyedTo): Profile[] {
    return this.stations(every, from, to)
      .map((chainage) => this.profileAt(chainage, every))
      .filter((profile) => profile !== null);
  }

  /** Chainages of `profiles`. */
  stations(every: number, from: number, to: number): number[] {
    if (!(every > 0)) throw new SocavonError('usage', message('interval-none', { interval: every }));
    if (!(to > from)) throw new SocavonError('chainage-range', message('chainage-reversed', { from, to }));
    const stations = [from];
    for (let i = Math.floor(from / every) + 1; i * every < to - SAME_STATION; i++)
      if (i * every > from + SAME_STATION) stations.push(i * every);
    stations.push(to);
    return stations;
  }

  /**
   * Section at a chainage: the mean wall over `thickness` (at most `maxThickness`) about it, by the mean of
   * the squared radii, so that its area is the mean of the slabs' areas. Null if no slab there is closed.
   */
  profileAt(chainage: number, thickness: number): Profile | null {
    const { grid, rings, options, recesses } = this;
    const cosine = this.#cosine;
    const sine = this.#sine;
    const half = Math.min(thickness, options.maxThickness) / 2;
    const { bins } = grid;
    const { square, drive: driveSquare, measured: measuredWeight } = this.#sums;
    for (const sums of [square, driveSquare, measuredWeight]) sums.fill(0);
    let opens = false;
    let weight = 0;
    let area = 0;
    let centreLeft = 0;
    let centreUp = 0;
    let support = 0;
    this.forEachClosed(chainage - half, chainage + half, (k, w) => {
      weight += w;
      area += w * rings.area[k];
      centreLeft += w * this.centre[2 * k];
      centreUp += w * this.centre[2 * k + 1];
      support += (w / options.slab) * rings.points[k];
      for (let j = 0; j < bins; j++) {
        const r = grid.radius[k * bins + j];
        square[j] += w * r * r;
        const drive = recesses.driveRadius[k * bins + j];
        driveSquare[j] += w * drive * drive;
        if (recesses.number[k * bins + j] > 0) opens = true;
        if (grid.state[k * bins + j] === MEASURED) measuredWeight[j] += w;
      }
    });
    if (weight === 0) return null;
    centreLeft /= weight;
    centreUp /= weight;
    const outline = new Float64Array(2 * bins);
    for (let j = 0; j < bins; j++) {
      const r = Math.sqrt(square[j] / weight);
      outline[2 * j] = r * cosine[j];
      outline[2 * j + 1] = r * sine[j];
    }
    // A polygon cuts the corners of the sectors whose area was summed: some parts per thousand.
    const scale = Math.sqrt(area / weight / measurePolygon(outline).area);
    for (let j = 0; j < bins; j++) {
      outline[2 * j] = outline[2 * j] * scale + centreLeft;
      outline[2 * j + 1] = outline[2 * j + 1] * scale + centreUp;
    }
    const measures = measurePolygon(outline);
    const driveOutline = opens ? outline.slice() : null;
    for (let j = 0; driveOutline !== null && j < bins; j++) {
      if (driveSquare[j] === square[j]) continue;
      const r = Math.sqrt(driveSquare[j] / weight) * scale;
      driveOutline[2 * j] = r * cosine[j] + centreLeft;
      driveOutline[2 * j + 1] = r * sine[j] + centreUp;
    }
    const measuredShare = measuredWeight;
    for (let j = 0; j < bins; j++) measuredShare[j] /= weight;
    const frame = this.geometry.frameAt(chainage);
    return {
      chainage,
      origin: frame.origin,
      left: frame.left,
      up: frame.up,
      outline,
      measured: Uint8Array.from(measuredShare, (s) => (s >= 0.5 ? 1 : 0)),
      area: measures.area,
      perimeter: measures.perimeter,
      measuredShare: lengthWeighted(outline, measuredShare),
      centroid: [measures.momentX / measures.area, measures.momentY / measures.area],
      support: Math.round(support),
      ...(driveOutline && { driveOutline }),
      ...(this.geometry.sections === 'vertical' && {
        heightStretch: this.geometry.heightStretchAt(chainage),
      }),
    };
  }

  /** Length of a slab between two chainages, m of chainage; 0: it is outside of them. */
  lengthWithin(slab: number, from: number, to: number): number {
    return Math.max(0, Math.min(to, this.chainageOf(slab + 1)) - Math.max(from, this.chainageOf(slab)));
  }

  /** Calls `visit` for each closed slab between two chainages with its length between them, m. */
  forEachClosed(from: number, to: number, visit: (slab: number, length: number) => void): void {
    const { slab } = this.options;
    const first = Math.max(0, Math.floor(from / slab) - this.firstSlab);
    for (let k = first; k < this.grid.slabs && this.chainageOf(k) < to; k++) {
      const length = this.lengthWithin(k, from, to);
      if (length > 1e-9 && this.rings.closed[k] === 1) visit(k, length);
    }
  }

  #sumRings(): RingSums {
    const { grid } = this;
    const cosine = this.#cosine;
    const sine = this.#sine;
    const { slabs, bins, radius, state, points } = grid;
    const sums: RingSums = {
      closed: new Uint8Array(slabs),
      area: new Float64Array(slabs),
      momentLeft: new Float64Array(slabs),
      momentUp: new Float64Array(slabs),
      perimeter: new Float64Array(slabs),
      measured: new Float64Array(slabs),
      points: new Float64Array(slabs),
    };
    const width = (2 * Math.PI) / bins;
    for (let k = 0; k < slabs; k++) {
      const ring = k * bins;
      if (state.subarray(ring, ring + bins).includes(UNKNOWN)) continue;
      let square = 0;
      let cubeLeft = 0;
      let cubeUp = 0;
      for (let j = 0; j < bins; j++) {
        const r = radius[ring + j];
        const next = radius[ring + ((j + 1) % bins)];
        const side = Math.sqrt(r * r + next * next - 2 * r * next * Math.cos(width));
        square += r * r;
        cubeLeft += r * r * r * cosine[j];
        cubeUp += r * r * r * sine[j];
        sums.perimeter[k] += side;
        sums.measured[k] +=
          (side / 2) *
          ((state[ring + j] === MEASURED ? 1 : 0) + (state[ring + ((j + 1) % bins)] === MEASURED ? 1 : 0));
        sums.points[k] += points[ring + j];
      }
      if (sums.measured[k] < this.options.minMeasured * sums.perimeter[k]) continue;
      sums.closed[k] = 1;
      // Sectors: half the squared radius, a third of the cubed one, per radian.
      const area = (width * square) / 2;
      sums.area[k] = area;
      sums.momentLeft[k] = area * this.centre[2 * k] + (width * cubeLeft) / 3;
      sums.momentUp[k] = area * this.centre[2 * k + 1] + (width * cubeUp) / 3;
    }
    return sums;
  }
}

/** Mean of a value per vertex, each weighted by half the sides that meet there. */
function lengthWeighted(outline: Float64Array, value: Float64Array): number {
  const n = value.length;
  let sum = 0;
  let length = 0;
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    const side = Math.hypot(outline[2 * j] - outline[2 * i], outline[2 * j + 1] - outline[2 * i + 1]);
    sum += (side * (value[i] + value[j])) / 2;
    length += side;
  }
  return sum / length;
}
