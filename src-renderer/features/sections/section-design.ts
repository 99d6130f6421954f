import { designDistance } from '../../../src-core/math/polygon-distance.ts';
import type { BreakDepth, SectionBreak, Sector } from '../../../src-core/model/breaks.ts';
import type { Profile } from '../../../src-core/model/tunnel.ts';
import type { DesignLines } from '../../../src-core/tunnel/design/design-lines.ts';
import { sectorAt } from '../../../src-core/tunnel/design/sectors.ts';

/** Lines of a design in the plane of a profile: a vertical section is higher than one normal to the axis. */
export interface DrawnDesign {
  readonly excavation: Float64Array;
  readonly pay: Float64Array | null;
  readonly clearance: Float64Array | null;
  readonly finished: Float64Array | null;
}

export function drawnDesign(lines: DesignLines, { heightStretch = 1 }: Profile): DrawnDesign {
  const of = (line: Float64Array): Float64Array =>
    heightStretch === 1 ? line : line.map((value, i) => (i % 2 === 1 ? value * heightStretch : value));
  const orNull = (line: Float64Array | null): Float64Array | null => line && of(line);
  return {
    excavation: of(lines.excavation),
    pay: orNull(lines.pay),
    clearance: orNull(lines.clearance),
    finished: orNull(lines.finished),
  };
}

/** Signed distance to the design at a point of a profile, m, normal to it, outside positive, and the sector. */
export function againstDesign(
  lines: DesignLines,
  { heightStretch = 1 }: Profile,
  left: number,
  up: number,
): { readonly distance: number; readonly sector: Sector } {
  const height = up / heightStretch;
  return {
    distance: designDistance(lines.excavation, left, height),
    sector: sectorAt(lines.sectors, left, height),
  };
}

/** Greatest depth marked in the drawing. */
interface MarkedDepth extends BreakDepth {
  readonly kind: 'over' | 'under';
  readonly sector: Sector;
}

/** Least depth that is marked, m. */
const LEAST = 0.02;

/** Greatest depths by sector, the deepest first. */
export function markedDepths({ sectors }: SectionBreak): MarkedDepth[] {
  return sectors
    .flatMap(({ sector, deepestOver, deepestUnder }) => [
      ...(deepestOver ? [{ ...deepestOver, kind: 'over' as const, sector }] : []),
      ...(deepestUnder ? [{ ...deepestUnder, kind: 'under' as const, sector }] : []),
    ])
    .filter(({ depth }) => depth >= LEAST)
    .toSorted((a, b) => b.depth - a.depth);
}

/** Bounding box of a label in the drawing. */
interface LabelBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Removes labels that overlap an earlier one: of two depths at one place the deeper is labelled. */
export function apart<Label extends { readonly box: LabelBox }>(labels: readonly Label[]): Label[] {
  const stored: Label[] = [];
  for (const label of labels) if (!stored.some(({ box }) => overlap(box, label.box))) stored.push(label);
  return stored;
}

function overlap(a: LabelBox, b: LabelBox): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
