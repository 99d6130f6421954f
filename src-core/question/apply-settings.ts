import { type Message, message } from '../messages/message.ts';
import { SocavonError } from '../model/errors.ts';
import { isWithin } from './check-question.ts';
import { type Setting, type SettingValues, withValueAt } from './field.ts';

/** Reason why a value is invalid, or null. */
type Fault = 'not-a-number' | 'not-whole' | 'out-of-range' | 'not-a-switch';

export function settingFault(setting: Setting, value: unknown): Fault | null {
  if (setting.kind === 'switch') return typeof value === 'boolean' ? null : 'not-a-switch';
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'not-a-number';
  if (setting.integer && !Number.isInteger(value)) return 'not-whole';
  return isWithin(value, setting) ? null : 'out-of-range';
}

/**
 * Returns a copy of options with the chosen values at the paths of their keys.
 *
 * @param options defaults; not modified
 * @throws SocavonError 'usage' for a key that is not in the table, and for a value out of its range
 */
export function applySettings<Options extends object>(
  table: readonly Setting[],
  options: Options,
  values: SettingValues,
): Options {
  let changed = options;
  for (const [key, value] of Object.entries(values)) {
    const setting = table.find((row) => row.key === key);
    if (setting === undefined) throw new SocavonError('usage', message('setting-none', { key }));
    if (settingFault(setting, value) !== null) throw new SocavonError('usage', refusal(setting, value));
    changed = withValueAt(changed, key, value);
  }
  return changed;
}

function refusal({ key, ...setting }: Setting, value: unknown): Message {
  const allowed =
    setting.kind === 'switch'
      ? message('setting-switch')
      : message(setting.integer ? 'setting-whole' : 'setting-number', {
          min: setting.min,
          max: setting.max,
          unit: setting.unit,
        });
  return message('setting-refused', { key, value: String(value), allowed });
}
