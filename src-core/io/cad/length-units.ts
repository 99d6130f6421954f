import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';

/** Length units of drawings. */
export type LengthUnit = 'm' | 'mm' | 'cm' | 'km' | 'in' | 'ft' | 'us-ft';

/** Metres per unit, exact by definition. */
export const METRES: Readonly<Record<LengthUnit, number>> = {
  m: 1,
  mm: 0.001,
  cm: 0.01,
  km: 1000,
  in: 0.0254,
  ft: 0.3048,
  'us-ft': 1200 / 3937,
};

/** The name of a unit, in the plural. */
export function unitText(unit: LengthUnit): Message {
  return message(`unit-${unit}`);
}

export interface UnitOptions {
  /** Unit stated by the user, which takes precedence over the file; null: as the file declares. */
  readonly unit: LengthUnit | null;
  /**
   * Least and largest plausible extent of such a drawing, m. If its extent is plausible in two units, or in none,
   * the unit must be stated: the templates of CAD programs declare millimetres for drawings made in metres.
   */
  readonly plausibleExtent: readonly [least: number, largest: number];
}

/** Extent of a working: from a short drive to the longest decline. */
export const UNIT_DEFAULTS: UnitOptions = { unit: null, plausibleExtent: [0.5, 50_000] };

/**
 * Determines the unit of a drawing from its extent and its declaration.
 *
 * @param extent largest side of its box, in its own unit
 * @param declared unit in the file; null: none
 * @param name of the file, for the message
 * @throws SocavonError drawing-units: declaration and size are inconsistent; the message says what to state
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
    throw refusal(name, message('drawing-unit-stated', { size: size(extent, unit), unit: unitText(unit) }));
  }
  const candidates = declared === null || declared === 'm' ? (['m'] as const) : ([declared, 'm'] as const);
  const possible = candidates.filter(fits);
  if (possible.length === 1 && (declared === null || possible[0] === declared)) return possible[0];
  if (declared === null) throw refusal(name, message('drawing-unit-none', { size: size(extent, 'm') }));
  const sizes = candidates.map((one) =>
    message('drawing-size-in', { size: size(extent, one), unit: unitText(one) }),
  );
  throw refusal(name, message('drawing-unit-doubtful', { unit: unitText(declared), sizes }));
}

function size(extent: number, unit: LengthUnit): string {
  const metres = extent * METRES[unit];
  return `${metres >= 100 ? metres.toFixed(0) : metres.toPrecision(3)} m`;
}

function refusal(name: string, what: Message): SocavonError {
  return new SocavonError('drawing-units', message('drawing-unit-refused', { name, what }));
}
