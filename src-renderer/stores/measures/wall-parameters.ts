import type { MeasureInput } from '../../../src-core/contract/measure-input.ts';
import type { DesignProgramme } from '../../../src-core/model/design.ts';
import type { WirePose } from '../../viewer/typed-pose.ts';
import type { VolumeQuestion } from '../../workers/volume-messages.ts';

/** Part of the survey question that determines the wall and its measurements. */
interface WallParameters {
  readonly axis: string | null;
  readonly T_grid_first: WirePose | null;
  readonly chainage: VolumeQuestion['chainage'];
  readonly programme: DesignProgramme | null;
  readonly interval: number;
  readonly measure: MeasureInput;
  readonly rangeBias: number | null;
}

/** Key of the gathered wall: if it changes, the points must be gathered again. */
export function wallKey({ axis, T_grid_first, measure }: WallParameters): string {
  // All options except those applied after gathering.
  const { stations, rounds, material, grade, vehicle, unrolled, corrections, ...gathered } = measure;
  return JSON.stringify([axis, T_grid_first, gathered]);
}

/** Key of the corrections by hand: if it changes, the wall of the gathered points must be built again. */
export function correctionsKey({ measure }: Pick<WallParameters, 'measure'>): string {
  return JSON.stringify(measure.corrections ?? []);
}

/** Question for the worker about the gathered wall. */
export function volumeQuestion({
  chainage,
  programme,
  interval,
  measure,
  rangeBias,
}: WallParameters): VolumeQuestion {
  const { stations, rounds } = measure;
  return { chainage, design: programme, interval, stations, rounds, rangeBias };
}
