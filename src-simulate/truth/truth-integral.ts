import type { Centreline } from '../motion/centreline.ts';
import { COLUMN_STEP, COLUMNS, ROW_STEP, type RockSurface } from '../rock/rock-surface.ts';
import type { Section } from '../rock/section.ts';

/** Volumes between two chainages, m^3; `void = drive + recesses`, `drive = design + overbreak - underbreak`. */
export interface TruthVolumes {
  void: number;
  /** The drive without its recesses. */
  drive: number;
  /** Niches and cross-cut stubs beyond the drive's own wall. */
  recesses: number;
  design: number;
  /** Parts of the drive outside and inside the design; recesses count in neither. */
  overbreak: number;
  underbreak: number;
}

/** Two-point Gauss-Legendre on [0, 1]: exact for cubics, and r is linear within a cell. */
const GAUSS = [0.5 - Math.sqrt(1 / 12), 0.5 + Math.sqrt(1 / 12)];

/**
 * First integration: over the void in tunnel coordinates with the exact volume element,
 *
 *     V = int ds int dtheta [ r^2 / 2 - (kN cos + kB sin) r^3 / 3 ],
 *
 * Gauss points within every cell of the surface's table.
 */
export class TruthIntegral {
  readonly #line: Centreline;
  readonly #surface: RockSurface;
  /** At the Gauss points around the axis, two per column of the table. */
  readonly #cosine: Float64Array;
  readonly #sine: Float64Array;
  readonly #design: Float64Array;

  constructor(line: Centreline, surface: RockSurface, section: Section) {
    this.#line = line;
    this.#surface = surface;
    const theta = Float64Array.from(
      { length: 2 * COLUMNS },
      (_, i) => ((i >> 1) + GAUSS[i % 2]) * COLUMN_STEP,
    );
    this.#cosine = theta.map(Math.cos);
    this.#sine = theta.map(Math.sin);
    this.#design = theta.map((angle) => section.radiusAt(angle));
  }

  /** Volumes between two chainages, of the rock surface alone: objects inside the void are not subtracted. */
  volumes(from: number, to: number): TruthVolumes {
    const total = none();
    for (let at = from; at < to; ) {
      const cell = this.#surface.cellRowOf(at + 1e-9);
      const next = Math.min((cell + 1) * ROW_STEP, to);
      for (const share of GAUSS) {
        const s = at + share * (next - at);
        const { kN, kB } = this.#line.frameAt(s);
        add(total, this.#sectionIntegral(s, cell, kN, kB), (next - at) / 2);
      }
      at = next;
    }
    return total;
  }

  /** Areas of the section normal to the axis at a chainage, m^2, under the names of the volumes. */
  areas(s: number): TruthVolumes {
    return this.#sectionIntegral(s, this.#surface.cellRowOf(s), 0, 0);
  }

  #sectionIntegral(s: number, cell: number, kN: number, kB: number): TruthVolumes {
    const surface = this.#surface;
    const cosine = this.#cosine;
    const sine = this.#sine;
    const design = this.#design;
    const f = s / ROW_STEP - cell;
    const [drive, driveNext] = [surface.driveRow(cell), surface.driveRow(cell + 1)];
    const [lower, upper] = [surface.lower[cell], surface.upper[cell]];
    const recessed = lower !== drive;
    let [whole, own, nominal, over, under] = [0, 0, 0, 0, 0];
    for (let i = 0; i < cosine.length; i++) {
      const bend = kN * cosine[i] + kB * sine[i];
      const ofDrive = swept(this.#radius(drive, driveNext, f, i), bend);
      const ofDesign = swept(design[i], bend);
      whole += recessed ? swept(this.#radius(lower, upper, f, i), bend) : ofDrive;
      own += ofDrive;
      nominal += ofDesign;
      if (ofDrive > ofDesign) over += ofDrive - ofDesign;
      else under += ofDesign - ofDrive;
    }
    const weight = COLUMN_STEP / 2;
    return {
      void: weight * whole,
      drive: weight * own,
      recesses: weight * (whole - own),
      design: weight * nominal,
      overbreak: weight * over,
      underbreak: weight * under,
    };
  }

  /** Radius at a Gauss point between two node rows. */
  #radius(low: number, high: number, f: number, i: number): number {
    const { nodes } = this.#surface;
    const column = i >> 1;
    const share = GAUSS[i & 1];
    const a = nodes[low + column] + share * (nodes[low + column + 1] - nodes[low + column]);
    const z = nodes[high + column] + share * (nodes[high + column + 1] - nodes[high + column]);
    return a + f * (z - a);
  }
}

/** Area swept per radian and metre of axis out to a radius, m^2. */
function swept(r: number, bend: number): number {
  return (r * r) / 2 - (bend * r * r * r) / 3;
}

function none(): TruthVolumes {
  return { void: 0, drive: 0, recesses: 0, design: 0, overbreak: 0, underbreak: 0 };
}

function add(total: TruthVolumes, part: TruthVolumes, weight: number): void {
  for (const key of Object.keys(total) as (keyof TruthVolumes)[]) total[key] += weight * part[key];
}
