import { partWithin, treatmentShown } from '../../../src-core/model/drive-object.ts';
import type { VolumeJson } from '../../../src-core/report/volume-json.ts';
import { say } from './words.ts';

/** Text lines of what stands in the drive and what each is worth. */
export function objectLines(measured: Pick<VolumeJson, 'objects' | 'chainageFrom' | 'chainageTo'>): string[] {
  return measured.objects.map((object) => {
    const { name, class: of, area, volume, byHand } = object;
    const { from, to } = partWithin(object, measured);
    const figures = {
      name,
      what: say(`object-${of}`),
      from: from.toFixed(1),
      to: to.toFixed(1),
      area: area.toFixed(1),
      volume: volume.value.toFixed(2),
      plusMinus: volume.plusMinus.toFixed(2),
      treatment: `${say(`object-${treatmentShown(object)}`)}${byHand ? `, ${say('object-by-hand')}` : ''}`,
    };
    return `  ${say('object-line', figures)}`;
  });
}
