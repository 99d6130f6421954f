import type { Centreline } from './centreline.ts';
import type { Section } from './section.ts';
import { COLUMN_STEP, COLUMNS, ROW_STEP, type WallSurface } from './wall-surface.ts';

/** Volumes between two chainages, m^3; `void = drive + recesses`, `drive = design + overbreak - underbreak`. */
export interface TruthVolumes {
  void: number;
  /** The drive without its recesses. */
  drive: number;
  /** Niches and cross-cut stubs beyond the drive's own wall. */
  recesses: number;
  design: number;
  /** Of the drive beyond and within the design; recesses count in neither. */
  overbreak: number;
  underbreak: number;
}

/** Two-point Gauss-Legendre on [0, 1]: exact for cubics, and r is linear within a cell. */
const GAUSS = [0.5 - Math.sqrt(1 / 12), 0.5 + Math.sqrt(1 / 12)];

interface Direction {
  readonly column: number;
  readonly share: number;
  readonly cosine: number;
  readonly sine: number;
  readonly design: number;
}

/**
 * First integration: over the void in tunnel coordinates with the exact volume element,
 *
 *     V = int ds int dtheta [ r^2 / 2 - (kN cos + kB sin) r^3 / 3 ],
 *
 * Gauss points within every cell of the surface's table.
 */
export class TruthIntegral {
  private readonly line: Centreline;
  private readonly surface: WallSurface;
  private readonly directions: Direction[];

  constructor(line: Centreline, surface: WallSurface, section: Section) {
    this.line = line;
    this.surface = surface;
    this.directions = Array.from({ length: 2 * COLUMNS }, (_, i) => {
      const [column, share] = [i >> 1, GAUSS[i % 2]];
      const theta = (column + share) * COLUMN_STEP;
      const design = section.radiusAt(theta);
      return { column, share, cosine: Math.cos(theta), sine: Math.sin(theta), design };
    });
  }

  /** Volumes between two chainages, on the rock surface alone: what stands in the void is not taken off. */
  volumes(from: number, to: number): TruthVolumes {
    const total = none();
    for (let at = from; at < to; ) {
      const cell = this.surface.cellRowOf(at + 1e-9);
      const next = Math.min((cell + 1) * ROW_STEP, to);
      for (const share of GAUSS) {
        const s = at + share * (next - at);
        const { kN, kB } = this.line.frameAt(s);
        add(total, this.sectionIntegral(s, cell, kN, kB), (next - at) / 2);
      }
      at = next;
    }
    return total;
  }

  /** Areas of the section normal to the axis at a chainage, m^2, under the names of the volumes. */
  areas(s: number): TruthVolumes {
    return this.sectionIntegral(s, this.surface.cellRowOf(s), 0, 0);
  }

  private sectionIntegral(s: number, cell: number, kN: number, kB: number): TruthVolumes {
    const { nodes, lower, upper } = this.surface;
    const f = s / ROW_STEP - cell;
    const drive = this.surface.driveRow(cell);
    const driveNext = this.surface.driveRow(cell + 1);
    const radius = (low: number, high: number, { column, share }: Direction): number => {
      const a = nodes[low + column] + share * (nodes[low + column + 1] - nodes[low + column]);
      const z = nodes[high + column] + share * (nodes[high + column + 1] - nodes[high + column]);
      return a + f * (z - a);
    };
    const total = none();
    for (const direction of this.directions) {
      const bend = kN * direction.cosine + kB * direction.sine;
      const swept = (r: number) => (r * r) / 2 - (bend * r * r * r) / 3;
      const own = swept(radius(drive, driveNext, direction));
      const design = swept(direction.design);
      const whole = lower[cell] === drive ? own : swept(radius(lower[cell], upper[cell], direction));
      total.void += whole;
      total.drive += own;
      total.recesses += whole - own;
      total.design += design;
      total.overbreak += Math.max(own - design, 0);
      total.underbreak += Math.max(design - own, 0);
    }
    const scaled = none();
    add(scaled, total, COLUMN_STEP / 2);
    return scaled;
  }
}

function none(): TruthVolumes {
  return { void: 0, drive: 0, recesses: 0, design: 0, overbreak: 0, underbreak: 0 };
}

function add(total: TruthVolumes, part: TruthVolumes, weight: number): void {
  for (const key of Object.keys(total) as (keyof TruthVolumes)[]) total[key] += weight * part[key];
}
