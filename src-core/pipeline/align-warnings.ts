import type { AlignmentEdit } from '../contract/alignment-requests.ts';
import type { ReportWarning } from '../report/report-input.ts';
import { editsText } from './alignment-edits.ts';

/** What whoever signs must know of how the poses came about. */
export function alignWarnings(edits: readonly AlignmentEdit[], gyroBelievable: boolean): ReportWarning[] {
  const changed = {
    code: 'changed-by-hand',
    message: `A person changed the alignment by hand: ${editsText(edits)}.`,
  };
  return [...(edits.length > 0 ? [changed] : []), ...(gyroBelievable ? [] : [GYRO_LEFT_OUT])];
}

const GYRO_LEFT_OUT: ReportWarning = {
  code: 'gyro-not-believed',
  message:
    'The inertial unit contradicted the walls and was left out; check that the metadata is that of the sensor, and look at the map where the robot turned fast.',
};
