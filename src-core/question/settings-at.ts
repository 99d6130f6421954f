import type { AlignmentEdit } from '../model/alignment-edit.ts';
import type { SettingValues } from './field.ts';

/**
 * What edits have set for a scan, by the keys of the settings: an edit from a later scan on goes over one of an earlier,
 * and of two from the same scan on the one that was made later.
 *
 * @param edits in the order in which they were made
 * @returns only what was set; the rest has its standard
 */
export function settingsAt(edits: readonly AlignmentEdit[], scan: number): SettingValues {
  const made = edits.flatMap((edit) => (edit.kind === 'options' && edit.scan <= scan ? [edit] : []));
  const inForce: Record<string, number | boolean> = {};
  for (const { options } of made.toSorted((a, b) => a.scan - b.scan)) Object.assign(inForce, options);
  return inForce;
}
