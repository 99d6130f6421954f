import type { AlignmentEdit } from '../model/alignment-edit.ts';
import type { SettingValues } from './field.ts';

/**
 * Settings that edits apply to a scan, by their keys: an edit at a later scan overrides one at an earlier scan, and
 * of two at the same scan the newer one wins.
 *
 * @param edits in the order in which they were made
 * @returns only the edited settings; the others have their defaults
 */
export function settingsAt(edits: readonly AlignmentEdit[], scan: number): SettingValues {
  const made = edits.flatMap((edit) => (edit.kind === 'options' && edit.scan <= scan ? [edit] : []));
  const inForce: Record<string, number | boolean> = {};
  for (const { options } of made.toSorted((a, b) => a.scan - b.scan)) Object.assign(inForce, options);
  return inForce;
}
