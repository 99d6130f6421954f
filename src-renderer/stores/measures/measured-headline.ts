import type { MeasuredHeadline } from '../../../src-core/contract/work-requests.ts';
import { COVERAGE_95 } from '../../../src-core/model/reliability.ts';
import type { DriveMeasures } from '../../../src-core/tunnel/volume/measure-drive.ts';

/**
 * Summary of measurements that the project keeps, to be shown before anything is measured again.
 *
 * @param warnings number of warnings besides those of the volume
 */
export function measuredHeadline({ volume, lengthSigma }: DriveMeasures, warnings: number): MeasuredHeadline {
  return {
    volume: volume.volume.value,
    plusMinus: volume.volume.plusMinus,
    length: volume.length,
    lengthPlusMinus: Number.isFinite(lengthSigma) ? COVERAGE_95 * lengthSigma : null,
    warnings: warnings + volume.warnings.length,
  };
}
