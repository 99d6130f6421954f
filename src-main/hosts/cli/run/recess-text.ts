import type { VolumeJson } from '../../../../src-core/report/volume-json.ts';
import { say } from '../words.ts';

/** Text lines stating whether niches and cross-cuts are included in the volume; always present. */
export function recessText({ recesses, drive }: VolumeJson): string[] {
  if (recesses.length === 0) return [];
  const names = recesses.map(({ name }) => name).join(', ');
  return [
    `  ${say('recess-line', { names, volume: drive.value.toFixed(2), plusMinus: drive.plusMinus.toFixed(2) })}`,
  ];
}
