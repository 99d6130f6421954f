import type { AlignmentEdit } from '../model/alignment-edit.ts';
import { sentence, type Warning } from '../model/sentences.ts';
import { editsText } from './alignment-edits.ts';

/** What whoever signs must know of how the poses came about. */
export function alignWarnings(edits: readonly AlignmentEdit[], gyroBelievable: boolean): Warning[] {
  const changed: Warning = {
    code: 'changed-by-hand',
    message: `A person changed the alignment by hand: ${editsText(edits)}.`,
    sentence: sentence('changed-by-hand', { count: edits.length }),
  };
  return [...(edits.length > 0 ? [changed] : []), ...(gyroBelievable ? [] : [GYRO_LEFT_OUT])];
}

const GYRO_LEFT_OUT: Warning = {
  code: 'gyro-not-believed',
  message:
    'The inertial unit contradicted the walls and was left out; check that the metadata is that of the sensor, and look at the map where the robot turned fast.',
  sentence: sentence('gyro-not-believed', {}),
};
