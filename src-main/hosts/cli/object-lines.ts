import type { VolumeJson } from '../../../src-core/report/volume-json.ts';
import { say } from './words.ts';

/** Text lines of what stands in the drive and what each is worth. */
export function objectLines({ objects }: Pick<VolumeJson, 'objects'>): string[] {
  return objects.map(({ name, class: of, from, to, area, volume, treatment, byHand }) => {
    const figures = {
      name,
      what: say(`object-${of}`),
      from: from.toFixed(1),
      to: to.toFixed(1),
      area: area.toFixed(1),
      volume: volume.value.toFixed(2),
      plusMinus: volume.plusMinus.toFixed(2),
      treatment: `${say(`object-${treatment}`)}${byHand ? `, ${say('object-by-hand')}` : ''}`,
    };
    return `  ${say('object-line', figures)}`;
  });
}
