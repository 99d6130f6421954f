import { remark } from '../messages/remark.ts';
import type { AlignmentEdit } from '../model/alignment-edit.ts';
import type { Warning } from '../model/warnings.ts';
import { editsSaid } from './alignment-edits.ts';

/** Warnings about the alignment, for the report. */
export function alignWarnings(edits: readonly AlignmentEdit[], gyroBelievable: boolean): Warning[] {
  const changed: Warning = {
    code: 'changed-by-hand',
    ...remark('changed-by-hand', { edits: editsSaid(edits) }),
  };
  return [...(edits.length > 0 ? [changed] : []), ...(gyroBelievable ? [] : [GYRO_LEFT_OUT])];
}

const GYRO_LEFT_OUT: Warning = {
  code: 'gyro-not-believed',
  ...remark('gyro-not-believed'),
};
