import { poseText } from '../math/pose-text.ts';
import { compose } from '../math/se3.ts';
import { type Message, message } from '../messages/message.ts';
import type { AlignmentEdit } from '../model/alignment-edit.ts';
import { SocavonError } from '../model/errors.ts';
import type { Rigid } from '../model/rigid.ts';
import type { OdometryOptions } from '../odometry/odometry-options.ts';
import { ALIGNMENT_SETTINGS } from '../question/alignment-settings.ts';
import { applySettings } from '../question/apply-settings.ts';
import { settingsAt } from '../question/settings-at.ts';

/** Rigid transform of a nudge: R row-major, t in metres. */
type MovedBy = Extract<AlignmentEdit, { kind: 'nudge' }>['T_new_found'];

/** Tolerance for orthonormality: matrices that come from dragging in a window were rounded. */
const ROTATION_TOLERANCE = 1e-6;

/**
 * Validates manual edits of an alignment.
 *
 * @param edits in the order in which they were made
 * @param count scans of the session
 * @throws SocavonError 'usage' if they are not valid
 */
export function checkEdits(edits: readonly AlignmentEdit[], options: OdometryOptions, count: number): void {
  const rejected = new Set<number>();
  for (const edit of edits) {
    if (edit.scan >= count) throw refusal(message('scan-none', { scan: edit.scan, last: count - 1 }));
    if (edit.kind !== 'options' && rejected.has(edit.scan))
      throw refusal(message('scan-left-out', { scan: edit.scan }));
    if (edit.kind === 'reject') rejected.add(edit.scan);
    if (edit.kind === 'nudge') checkRotation(edit.T_new_found);
    if (edit.kind === 'options') applySettings(ALIGNMENT_SETTINGS, options, edit.options);
  }
  if (rejected.size === count) throw refusal(message('scans-all-left-out'));
  const first = nextScan(edits, 0);
  if (edits.some(({ kind, scan }) => kind === 'nudge' && scan <= first && !rejected.has(scan)))
    throw refusal(message('scan-origin', { scan: first }));
}

/** Index of the first scan from `from` on that is not left out; the session's length if there is none. */
export function nextScan(edits: readonly AlignmentEdit[], from: number): number {
  const rejected = new Set(edits.flatMap(({ kind, scan }) => (kind === 'reject' ? [scan] : [])));
  let scan = from;
  while (rejected.has(scan)) scan++;
  return scan;
}

/** Nudge of a scan relative to its pose by the odometry; null if it was not nudged. */
export function nudgeOf(edits: readonly AlignmentEdit[], scan: number): Rigid | null {
  let moved: Rigid | null = null;
  for (const edit of edits) {
    if (edit.kind !== 'nudge' || edit.scan !== scan) continue;
    const step = rigidOf(edit.T_new_found);
    moved = moved === null ? step : compose(step, moved);
  }
  return moved;
}

/** Odometry options in force at a scan; see `settingsAt`. */
export function optionsAt(
  options: OdometryOptions,
  edits: readonly AlignmentEdit[],
  scan: number,
): OdometryOptions {
  return applySettings(ALIGNMENT_SETTINGS, options, settingsAt(edits, scan));
}

/** Edits as text with all digits: equal texts mean equal alignments. */
export function editsText(edits: readonly AlignmentEdit[]): string {
  return edits.map(editText).join('; ');
}

/** Edits as messages for the user. */
export function editsSaid(edits: readonly AlignmentEdit[]): Message[] {
  return edits.map((edit) => {
    const { scan } = edit;
    if (edit.kind === 'reject') return message('edit-left-out', { scan });
    if (edit.kind === 'nudge')
      return message('edit-moved', { scan, pose: poseText(rigidOf(edit.T_new_found)) });
    return message('edit-options', {
      scan,
      values: Object.entries(edit.options).map(([key, value]) => `${key} ${value}`),
    });
  });
}

function editText(edit: AlignmentEdit): string {
  if (edit.kind === 'reject') return `scan ${edit.scan} left out`;
  if (edit.kind === 'nudge') return `scan ${edit.scan} moved by ${poseText(rigidOf(edit.T_new_found))}`;
  const values = Object.entries(edit.options).map(([key, value]) => `${key} ${value}`);
  return `from scan ${edit.scan} on ${values.join(', ')}`;
}

function rigidOf({ R, t }: MovedBy): Rigid {
  return { R: Float64Array.from(R), t: Float64Array.from(t) };
}

function checkRotation({ R, t }: MovedBy): void {
  const [a, b, c, d, e, f, g, h, i] = R;
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  let off = Math.abs(determinant - 1);
  for (let row = 0; row < 3; row++)
    for (let other = 0; other <= row; other++) {
      const dot = [0, 1, 2].reduce((sum, k) => sum + R[3 * row + k] * R[3 * other + k], 0);
      off = Math.max(off, Math.abs(dot - (row === other ? 1 : 0)));
    }
  // Written so that NaN is rejected too.
  if (off <= ROTATION_TOLERANCE && t.every(Number.isFinite)) return;
  throw refusal(message('scan-no-motion'));
}

function refusal(said: Message): SocavonError {
  return new SocavonError('usage', said);
}
