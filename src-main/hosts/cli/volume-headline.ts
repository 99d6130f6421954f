import type { VolumeJson } from '../../../src-core/report/volume-json.ts';
import { uncoveredReasons } from '../../../src-core/tunnel/volume/coverage-reasons.ts';
import { say } from './words.ts';

/**
 * Volume with its ± as text: the total, or, where the length was not observed, the volume per metre and after it
 * the total.
 */
export function statedVolume({
  volume,
  perMetre,
  statedFirst,
}: Pick<VolumeJson, 'volume' | 'perMetre' | 'statedFirst'>): string {
  const total = { value: volume.value.toFixed(2), plusMinus: volume.plusMinus.toFixed(2) };
  if (statedFirst === 'total') return `${total.value} ± ${total.plusMinus} m³`;
  return say('stated-per-metre', {
    perMetre: perMetre.value.toFixed(2),
    perMetrePlusMinus: perMetre.plusMinus.toFixed(2),
    ...total,
  });
}

/** Volume and volume per metre with their ± as text, as `statedVolume`. */
export function statedWithMetre(json: Pick<VolumeJson, 'volume' | 'perMetre' | 'statedFirst'>): string {
  const { value, plusMinus } = json.perMetre;
  const stated = statedVolume(json);
  return json.statedFirst === 'total'
    ? `${stated}, ${value.toFixed(2)} ± ${plusMinus.toFixed(2)} m³/m`
    : stated;
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
    stated: statedWithMetre(json),
    confidence: 100 * json.volume.confidence,
    from: json.chainageFrom.toFixed(2),
    to: json.chainageTo.toFixed(2),
    share: (100 * json.measuredShare).toFixed(1),
  });
}
