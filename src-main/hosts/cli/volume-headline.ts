import type { VolumeJson } from '../../../src-core/report/volume-json.ts';
import { uncoveredReasons } from '../../../src-core/tunnel/coverage-reasons.ts';
import { say } from './words.ts';

/**
 * Volume with its ± as text: the total and the volume per metre, or, where the length was not observed, the volume per
 * metre first.
 */
export function statedVolume({
  volume,
  perMetre,
  statedFirst,
}: Pick<VolumeJson, 'volume' | 'perMetre' | 'statedFirst'>): string {
  const total = { value: volume.value.toFixed(2), plusMinus: volume.plusMinus.toFixed(2) };
  return say(statedFirst === 'total' ? 'stated-and-metre' : 'stated-per-metre', {
    perMetre: perMetre.value.toFixed(2),
    perMetrePlusMinus: perMetre.plusMinus.toFixed(2),
    ...total,
  });
}

/** First line of the results of a volume: volume, chainages, measured share, and how much of the drive it is of and why. */
export function volumeHeadline(json: VolumeJson): string {
  const line = volumeLine(json);
  const { coverage, chainageFrom: from, chainageTo: to } = json;
  if (coverage === undefined || coverage.isAsked) return line;
  return say('volume-line-covered', {
    line,
    covered: coverage.coveredLength.toFixed(1),
    driven: coverage.drivenLength.toFixed(1),
    why: uncoveredReasons(coverage, { from, to }),
  }).trimEnd();
}

function volumeLine(json: VolumeJson): string {
  return say('volume-line', {
    stated: statedVolume(json),
    confidence: 100 * json.volume.confidence,
    from: json.chainageFrom.toFixed(2),
    to: json.chainageTo.toFixed(2),
    share: (100 * json.measuredShare).toFixed(1),
  });
}
