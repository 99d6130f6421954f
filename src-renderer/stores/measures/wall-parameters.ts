import type { MeasureInput } from '../../../src-core/contract/measure-input.ts';
import type { DesignProgramme } from '../../../src-core/model/design.ts';
import type { WirePose } from '../../viewer/typed-pose.ts';
import type { VolumeQuestion } from '../../workers/volume-messages.ts';

/** What of the question of a survey its wall and its measures follow from. */
export interface WallParameters {
  readonly axis: string | null;
  readonly T_grid_first: WirePose | null;
  readonly chainage: VolumeQuestion['chainage'];
  readonly programme: DesignProgramme | null;
  readonly interval: number;
  readonly measure: MeasureInput;
  readonly rangeBias: number | null;
}

/** Where this changes the points must be looked at anew. */
export function wallKey({ axis, T_grid_first, measure }: WallParameters): string {
  // Everything but what is asked of the wall once it is gathered.
  const { stations, rounds, material, grade, vehicle, unrolled, ...gathered } = measure;
  return JSON.stringify([axis, T_grid_first, gathered]);
}

/** What the worker is asked of the wall that it has gathered. */
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
