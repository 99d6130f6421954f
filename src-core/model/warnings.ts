import { isKnown, type Message, message } from '../messages/message.ts';
import type { Remark } from '../messages/remark.ts';

/** Codes of all warnings; each has a headline in every language. */
const WARNING_CODES = [
  'length-unobserved',
  'recording-gap',
  'scans-not-matched',
  'alignment-not-converged',
  'returns-scatter',
  'gyro-not-believed',
  'changed-by-hand',
  'path-aside',
  'drive-uncovered',
  'range-clamped',
  'gap',
  'measured-share',
  'mesh-hides-rock',
  'methods-disagree',
  'axis-fold',
  'stretch-unobserved',
  'halves-differ',
  'ranges-long',
  'control-left-out',
  'check-point-off',
  'grid-scale',
  'points-not-finite',
  'capture',
  'cloud-accuracy-assumed',
  'cloud-unit-assumed',
  'cloud-coarse',
  'sensor-nominal',
  'engine-choice',
  'face-unseen',
  'face-went-back',
  'axis-short',
  'profile-open',
  'design-on-own-axis',
  'chainage-equations',
  'water-depth',
  'water-mirrored',
  'water-undecided',
  'correction-no-returns',
  'beam-table',
  'range-bias-contradicted',
  'few-matches',
  'points-uneven',
  'pose-weak',
  'pose-refused',
  'figure-missing',
] as const;

type WarningCode = (typeof WARNING_CODES)[number];

/** A problem of the data or a weakness of a result. */
export interface Warning extends Remark {
  readonly code: WarningCode;
}

/** Headline over warnings of a code; the code itself if it is of another version. */
export function warningHeadline(code: string): Message {
  const known: Message = message(`warning-${code as WarningCode}`);
  return isKnown(known.code) ? known : message('text', { text: code });
}
