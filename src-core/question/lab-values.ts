import { type Message, message } from '../messages/message.ts';
import { SocavonError } from '../model/errors.ts';
import type { MethodId } from '../model/registration-ids.ts';
import { isWithin, nameOf } from './check-question.ts';
import { withValueAt } from './field.ts';
import { LAB_FIELDS, type LabField } from './lab-fields.ts';

/** Chosen options of a registration by key of `LAB_FIELDS`; one that is left out has its default. */
export type LabValues = Readonly<Record<string, number | boolean | string>>;

/** Options that the program applies before the method starts. */
const NOT_OF_THE_METHOD: ReadonlySet<string> = new Set(['downsample', 'softFigures', 'distanceLimit']);

/** Options of a method, in table order. */
export function labFieldsOf(method: MethodId): LabField[] {
  return LAB_FIELDS.filter(({ methods }) => methods.includes(method));
}

/** Reason why a value is not one of an option's, or null. */
export function labFault(field: LabField, value: unknown): Message | null {
  const name = nameOf(field);
  if (field.kind === 'switch')
    return typeof value === 'boolean' ? null : message('lab-option-switch', { name });
  if (field.kind === 'choice') {
    const known = field.choices.map((choice) => choice.value);
    if (known.includes(value as string)) return null;
    return message('lab-option-choice', { name, value: String(value), known: known.join(', ') });
  }
  const { min, max, unit } = field;
  if (typeof value !== 'number' || !isWithin(value, field)) {
    const values = { name, value: String(value), min, max };
    return unit === ''
      ? message('value-out-of-bounds', values)
      : message('value-out-of-bounds-of', { ...values, unit });
  }
  if (field.integer && !Number.isInteger(value))
    return message('lab-option-whole', { name, value, min, max });
  return null;
}

/**
 * Checks chosen options: each must be one of the method's, and within its bounds.
 *
 * @throws SocavonError 'usage' with flag and bounds, or the methods that the option belongs to
 */
export function checkLabValues(method: MethodId, values: LabValues): void {
  for (const [key, value] of Object.entries(values)) {
    const field = LAB_FIELDS.find((row) => row.key === key);
    if (field === undefined) throw new SocavonError('usage', message('setting-none', { key }));
    if (!field.methods.includes(method))
      throw new SocavonError(
        'usage',
        message('lab-option-of', { name: nameOf(field), method, methods: field.methods.join(', ') }),
      );
    const fault = labFault(field, value);
    if (fault !== null) throw new SocavonError('usage', fault);
  }
}

/** The chosen value of an option, or its default. */
export function labValue(values: LabValues, key: string): number | boolean | string | null {
  const chosen = values[key];
  return chosen !== undefined ? chosen : (LAB_FIELDS.find((field) => field.key === key)?.default ?? null);
}

/** Options of the registration at the paths of their keys, as the lab takes them: `{ emIcp: { sigmaP2: 1 } }`. */
export function methodOptions(values: LabValues): object {
  let options: object = {};
  for (const [key, value] of Object.entries(values))
    if (!NOT_OF_THE_METHOD.has(key)) options = withValueAt(options, key, value);
  return options;
}
