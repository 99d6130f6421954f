import { SocavonError } from '../../model/errors.ts';
import { type Sentence, sentence } from '../../model/sentences.ts';

/** Units of length that drawings come in. */
export type LengthUnit = 'm' | 'mm' | 'cm' | 'km' | 'in' | 'ft' | 'us-ft';

/** Metres in one of it, exact by definition. */
export const METRES: Readonly<Record<LengthUnit, number>> = {
  m: 1,
  mm: 0.001,
  cm: 0.01,
  km: 1000,
  in: 0.0254,
  ft: 0.3048,
  'us-ft': 1200 / 3937,
};

export const UNIT_WORDS: Readonly<Record<LengthUnit, string>> = {
  m: 'metres',
  mm: 'millimetres',
  cm: 'centimetres',
  km: 'kilometres',
  in: 'inches',
  ft: 'feet',
  'us-ft': 'US survey feet',
};

export interface UnitOptions {
  /** The unit that a person stated: believed before the file; null asks the file. */
  readonly unit: LengthUnit | null;
  /**
   * Least and largest extent, m, that the drawing may have for what it is read as. A drawing that fits in two units,
   * or in none, is asked for: the templates of CAD programs declare millimetres over drawings made in metres.
   */
  readonly plausibleExtent: readonly [least: number, largest: number];
}

/** A working: from a short drive to the longest decline. */
export const UNIT_DEFAULTS: UnitOptions = { unit: null, plausibleExtent: [0.5, 50_000] };

/**
 * In which unit a drawing of this extent is.
 *
 * @param extent largest side of its box, in its own unit
 * @param declared what the file says; null: nothing
 * @param name of the file, for the message
 * @throws SocavonError drawing-units: the file's word and its size do not agree; says what to state
 */
export function decideUnit(
  extent: number,
  declared: LengthUnit | null,
  name: string,
  { unit, plausibleExtent: [least, largest] }: UnitOptions,
): LengthUnit {
  const fits = (candidate: LengthUnit): boolean =>
    extent * METRES[candidate] >= least && extent * METRES[candidate] <= largest;
  if (unit !== null) {
    if (fits(unit)) return unit;
    throw refusal(
      name,
      `is ${size(extent, unit)} in size if it is in ${UNIT_WORDS[unit]}, as was stated`,
      sentence('drawing-unit-stated', { name, size: size(extent, unit), unit }),
    );
  }
  const candidates = declared === null || declared === 'm' ? (['m'] as const) : ([declared, 'm'] as const);
  const possible = candidates.filter(fits);
  if (possible.length === 1 && (declared === null || possible[0] === declared)) return possible[0];
  if (declared === null)
    throw refusal(
      name,
      `declares no unit and is ${size(extent, 'm')} in size if it is in metres`,
      sentence('drawing-unit-none', { name, size: size(extent, 'm') }),
    );
  const sizes = candidates.map((one) => `${size(extent, one)} in ${UNIT_WORDS[one]}`).join(' or ');
  throw refusal(
    name,
    `declares ${UNIT_WORDS[declared]}; its size would be ${sizes}`,
    sentence('drawing-unit-doubtful', {
      name,
      unit: declared,
      sizes: candidates.map((one) => `${size(extent, one)} (${one})`).join(', '),
    }),
  );
}

function size(extent: number, unit: LengthUnit): string {
  const metres = extent * METRES[unit];
  return `${metres >= 100 ? metres.toFixed(0) : metres.toPrecision(3)} m`;
}

function refusal(name: string, what: string, said: Sentence): SocavonError {
  return new SocavonError(
    'drawing-units',
    `Drawing ${name} ${what}; say which unit it is in: metres (m), millimetres (mm), centimetres (cm), feet (ft) or US survey feet (us-ft).`,
    { sentence: said },
  );
}
