import type { LengthUnit } from '../length-units.ts';
import { type DxfPair, pairNumber } from './dxf-pairs.ts';

/** Values of $INSUNITS that a mine drawing may have; 0 is "no unit". */
const INSUNITS: Readonly<Record<number, LengthUnit>> = {
  1: 'in',
  2: 'ft',
  4: 'mm',
  5: 'cm',
  6: 'm',
  7: 'km',
  21: 'us-ft',
};

/**
 * Streams the groups of the ENTITIES section of a DXF: a plan of a whole mine has millions. The unit is taken from the
 * header, which precedes them.
 */
export function* entityPairs(
  pairs: Iterable<DxfPair>,
  header: { insUnits: number },
  name: string,
): Generator<DxfPair, void, undefined> {
  let section = '';
  let begins = false;
  let variable = '';
  for (const pair of pairs) {
    if (pair.code === 0) {
      begins = pair.value.trim() === 'SECTION';
      if (begins || pair.value.trim() === 'ENDSEC') {
        section = '';
        continue;
      }
    } else if (begins && pair.code === 2) {
      section = pair.value.trim();
      begins = false;
      continue;
    }
    if (section === 'ENTITIES') yield pair;
    else if (section === 'HEADER') {
      if (pair.code === 9) variable = pair.value.trim();
      else if (variable === '$INSUNITS' && pair.code === 70) header.insUnits = pairNumber(pair, name);
    }
  }
}

/** The unit that a header declares by $INSUNITS; null: none that a mine drawing may have. */
export function declaredUnit(insUnits: number): LengthUnit | null {
  return INSUNITS[insUnits] ?? null;
}
