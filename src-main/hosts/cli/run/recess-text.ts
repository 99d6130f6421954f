import type { VolumeJson } from '../../../../src-core/report/volume-json.ts';

/** Whether niches and cross-cuts are in the volume is always said. */
export function recessText({ recesses, drive }: VolumeJson): string[] {
  if (recesses.length === 0) return [];
  const names = recesses.map(({ name }) => name).join(', ');
  return [
    `  with ${names}; the drive without them ${drive.value.toFixed(2)} ± ${drive.plusMinus.toFixed(2)} m³`,
  ];
}
