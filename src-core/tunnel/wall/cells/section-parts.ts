import { SECTION_PARTS, type SectionPart } from '../../../model/drive-coverage.ts';
import { angleOf } from './typical-section.ts';
import { MEASURED, UNKNOWN, type WallGrid } from './wall-grid.ts';

/** Share of a quarter of the section that must be unknown for that part to be named as missing. */
const MISSING = 1 / 3;

type SeenCells = Pick<WallGrid, 'bins' | 'state'>;

/** Parts of the section that some slabs lack: the quarters about crown, floor and ribs of which a third is unknown, else the worst. */
export function missingParts({ bins, state }: SeenCells, slabs: readonly number[]): SectionPart[] {
  const unknown = { crown: 0, floor: 0, left: 0, right: 0 };
  const all = { crown: 0, floor: 0, left: 0, right: 0 };
  for (const k of slabs) {
    // A slab may be open without an unknown cell: too little of it is measured.
    const isUnknown = state.subarray(k * bins, (k + 1) * bins).includes(UNKNOWN);
    for (let j = 0; j < bins; j++) {
      const part = partAt(angleOf(j, bins));
      all[part]++;
      if (isUnknown ? state[k * bins + j] === UNKNOWN : state[k * bins + j] !== MEASURED) unknown[part]++;
    }
  }
  const share = (part: SectionPart): number => unknown[part] / all[part];
  const most = Math.max(...SECTION_PARTS.map(share));
  return SECTION_PARTS.filter((part) => share(part) > 0 && share(part) >= Math.min(MISSING, most));
}

/** True if a scan saw a cell of a slab. */
export function isSeen({ bins, state }: SeenCells, k: number): boolean {
  return state.subarray(k * bins, (k + 1) * bins).includes(MEASURED);
}

/** @param angle from the left, up */
function partAt(angle: number): SectionPart {
  const [left, up] = [Math.cos(angle), Math.sin(angle)];
  if (Math.abs(up) >= Math.abs(left)) return up > 0 ? 'crown' : 'floor';
  return left > 0 ? 'left' : 'right';
}
