import { type Message, message } from '../../messages/message.ts';
import { remark } from '../../messages/remark.ts';
import {
  type CoverageHole,
  coverageHole,
  coveredShare,
  type DriveCoverage,
  LEAST_COVERED,
} from '../../model/drive-coverage.ts';
import type { Volume, VolumeWarning } from '../../model/tunnel.ts';

/** Warning for a volume of less of the drive than a default range should be of. */
export function coverageWarnings(
  coverage: DriveCoverage,
  { chainageFrom, chainageTo }: Pick<Volume, 'chainageFrom' | 'chainageTo'>,
): VolumeWarning[] {
  const share = coveredShare(coverage);
  if (coverage.isAsked || share >= LEAST_COVERED) return [];
  const figures = {
    covered: coverage.coveredLength.toFixed(1),
    driven: coverage.drivenLength.toFixed(1),
    percent: (100 * share).toFixed(0),
    why: uncoveredReasons(coverage, { from: chainageFrom, to: chainageTo }),
  };
  return [{ code: 'drive-uncovered', ...remark('drive-uncovered', figures) }];
}

/** Sentences on why a volume is not of the whole drive, and what to do; none if less than a metre is missing. */
export function uncoveredReasons(
  coverage: DriveCoverage,
  range: { readonly from: number; readonly to: number },
): Message[] {
  const hole = coverageHole(coverage, range);
  if (hole === null) return [];
  const { from, to, missing, beyond } = hole;
  const place = { from: from.toFixed(1), to: to.toFixed(1) };
  return [
    message('drive-hole-part', { ...place, what: message(`drive-part-${missing}`) }),
    remedyOf(hole),
    ...(beyond === null
      ? []
      : [message('drive-hole-beyond', { from: beyond.from.toFixed(1), to: beyond.to.toFixed(1) })]),
  ];
}

/** Crown and floor are seen from some metres before them only: it is the way of the robot that was too short. */
function remedyOf({ at, missing, short }: CoverageHole): Message {
  if (missing === 'left' || missing === 'right') return message('drive-hole-side');
  if (short === null) return message('drive-hole-midst');
  return message(at === 'start' ? 'drive-hole-start' : 'drive-hole-end', { metres: Math.ceil(short) });
}
