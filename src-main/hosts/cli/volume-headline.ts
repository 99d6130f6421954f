import type { VolumeJson } from '../../../src-core/report/volume-json.ts';
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

/** First line of the results of a volume: volume, chainages and measured share. */
export function volumeHeadline(json: VolumeJson): string {
  return say('volume-line', {
    stated: statedVolume(json),
    confidence: 100 * json.volume.confidence,
    from: json.chainageFrom.toFixed(2),
    to: json.chainageTo.toFixed(2),
    share: (100 * json.measuredShare).toFixed(1),
  });
}
