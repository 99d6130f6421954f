import {
  type DesignProgramme,
  type DesignSection,
  type DesignStretch,
  stretchAt,
} from '../../model/design.ts';
import { offsetOutline } from './offset-section.ts';
import { type SectorWedge, sectorWedges } from './sectors.ts';

/** Contract lines in the section plane: (left, up) pairs about the axis, counter-clockwise. */
export interface DesignLines {
  /** Line of excavation, which over- and underbreak are measured from. */
  readonly excavation: Float64Array;
  /** Finished line, including shotcrete. */
  readonly finished: Float64Array | null;
  readonly pay: Float64Array | null;
  /** Clearance line. */
  readonly clearance: Float64Array | null;
  /** Outer and inner limit of the tolerance. */
  readonly most: Float64Array | null;
  readonly least: Float64Array | null;
  readonly sectors: readonly SectorWedge[];
}

/**
 * Lines of one section from the offsets of its programme. Pay line, shotcrete and clearance leave the floor
 * in place; the tolerance applies to the whole outline.
 *
 * @throws SocavonError design-unusable if an offset leaves nothing of the section
 */
export function designLines(
  section: DesignSection,
  { offsets, tolerance }: Pick<DesignProgramme, 'offsets' | 'tolerance'>,
): DesignLines {
  const { pay, clearance, shotcrete } = offsets;
  const inner = shotcrete?.side === 'inward' ? shotcrete.thickness : 0;
  const outer = shotcrete?.side === 'outward' ? shotcrete.thickness : 0;
  const at = (distance: number): Float64Array => offsetOutline(section, distance);
  return {
    excavation: at(outer),
    finished: shotcrete === null ? null : at(-inner),
    pay: pay === null ? null : at(outer + pay),
    clearance: clearance === null ? null : at(-inner - clearance),
    most: tolerance.over === null ? null : offsetOutline(section, outer + tolerance.over, tolerance.over),
    least:
      tolerance.under === null ? null : offsetOutline(section, outer - tolerance.under, -tolerance.under),
    sectors: sectorWedges(section),
  };
}

/**
 * Returns the lines of a programme by chainage; null where there is no design. Each section's lines are
 * computed once.
 */
export function designLinesAt(programme: DesignProgramme): (chainage: number) => DesignLines | null {
  const cache = new Map<DesignStretch, DesignLines>();
  return (chainage) => {
    const stretch = stretchAt(programme, chainage);
    if (stretch === null) return null;
    const lines = cache.get(stretch) ?? designLines(stretch.section, programme);
    cache.set(stretch, lines);
    return lines;
  };
}
