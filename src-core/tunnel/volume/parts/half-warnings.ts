import { message } from '../../../messages/message.ts';
import type { MessageObject } from '../../../messages/placeholders.ts';
import { remark } from '../../../messages/remark.ts';
import { COVERAGE_95 } from '../../../model/reliability.ts';
import type { InstrumentCorrection, VolumeWarning } from '../../../model/tunnel.ts';
import type { HalfComparison, HalfDifference } from '../../uncertainty/halves.ts';
import { sharedBound } from '../../uncertainty/instrument-posterior.ts';
import type { UncertaintyOptions } from '../../uncertainty/uncertainty-options.ts';

/** Warnings for halves of the points that differ by more than the other components of the ± allow. */
export function halfWarnings({ differences }: HalfComparison, options: UncertaintyOptions): VolumeWarning[] {
  return differences.map((difference) => ({ code: 'halves-differ', ...sentenceOf(difference, options) }));
}

/**
 * Warning for ranges that are taken for longer than what is stated of the instrument allows.
 *
 * @param others a difference of the halves by the angles of their rays has said so already
 */
export function longRangesWarnings(
  { volume, bias }: InstrumentCorrection,
  options: UncertaintyOptions,
  others: readonly VolumeWarning[],
): VolumeWarning[] {
  const bound = sharedBound(options);
  if (bias.value <= bound || others.some(({ sentence }) => sentence?.code === 'halves-angles')) return [];
  const figures = {
    bias: mm(bias.value),
    plusMinus: mm(COVERAGE_95 * bias.sigma),
    bound: mm(bound),
    volume: volume.toFixed(2),
  };
  return [{ code: 'ranges-long', ...remark('ranges-long', figures) }];
}

const mm = (metres: number): string => (1000 * metres).toFixed(1);

function sentenceOf(
  { half, stretches, size, slant, beams, volume }: HalfDifference,
  { rangeBias, incidenceBias }: UncertaintyOptions,
) {
  const shared = {
    stretches: stretches.map(({ from, to }) => `${from.toFixed(1)}-${to.toFixed(1)}`).join(', '),
    size: mm(size.value),
    sizePlusMinus: mm(COVERAGE_95 * size.sigma),
    volume: (COVERAGE_95 * volume).toFixed(2),
  };
  switch (half) {
    case 'angles':
      return remark('halves-angles', {
        ...shared,
        slant: mm(slant?.value ?? 0),
        slantPlusMinus: mm(COVERAGE_95 * (slant?.sigma ?? 0)),
        bound: mm(rangeBias),
        slantBound: mm(incidenceBias),
      });
    case 'beams':
      return remark('halves-beams', { ...shared, beams: beams.join(', '), count: beams.length });
    default:
      return remark('halves-poses', { ...shared, halves: HALVES[half]() });
  }
}

const HALVES: Record<'scans' | 'sense' | 'passes', () => MessageObject> = {
  scans: () => message('halves-scans'),
  sense: () => message('halves-sense'),
  passes: () => message('halves-passes'),
};
