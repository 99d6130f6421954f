import type { Stretch } from '../../model/axis.ts';
import type { Figure, Round, RoundResult } from '../../model/epoch.ts';
import type { FaceSurface } from '../../model/face.ts';
import { rangeLever } from '../uncertainty/range-lever.ts';
import { integrateWall } from '../wall/wall-integral.ts';
import type { EpochOptions, SurveyedEpoch } from './epoch-options.ts';
import { biasSigma, fillSigma, halfWidth95, relativeSigma } from './epoch-sigmas.ts';
import type { WallGain } from './walls/wall-gain.ts';

/** The faces of two surveys. */
export interface Faces {
  readonly earlier: FaceSurface;
  readonly later: FaceSurface;
}

/** Inputs of the results by round. */
interface RoundInputs {
  readonly earlier: SurveyedEpoch;
  readonly later: SurveyedEpoch;
  /** Null unless both were observed. */
  readonly faces: Faces | null;
  readonly change: WallGain;
  readonly common: Stretch;
  /** Void gained over the common stretch. */
  readonly over: Figure;
}

/** Results of each round: void gained between its chainages, and face advance within it. */
export function roundResults(
  rounds: readonly Round[],
  epochs: RoundInputs,
  options: EpochOptions,
): RoundResult[] {
  return rounds.map((round) => ({
    ...round,
    volume: volumeOf(round, epochs, options),
    ...advanceWithin(round, epochs.faces),
  }));
}

function advanceWithin({ from, to }: Round, faces: Faces | null): Pick<RoundResult, 'advance' | 'pull'> {
  if (faces === null) return { advance: null, pull: null };
  const advance = Math.max(0, Math.min(to, faces.later.mean) - Math.max(from, faces.earlier.mean));
  return { advance, pull: to > from ? advance / (to - from) : null };
}

function volumeOf(round: Round, epochs: RoundInputs, options: EpochOptions): Figure {
  const { faces, change, common, over } = epochs;
  const overlap = Math.max(0, Math.min(round.to, common.to) - Math.max(round.from, common.from));
  const before = {
    value: slabsBetween(change.volumes, change.from, change.slab, round),
    plusMinus: (over.plusMinus * overlap) / (common.to - common.from),
  };
  const beyond = { from: Math.max(round.from, common.to), to: round.to };
  if (faces === null || !(beyond.to > beyond.from)) return before;
  const gained =
    voidBetween(epochs.later, faces.later, beyond) - voidBetween(epochs.earlier, faces.earlier, beyond);
  return {
    value: before.value + gained,
    plusMinus: Math.hypot(before.plusMinus, plusMinusBeyond(beyond, epochs, faces, options)),
  };
}

/** Half-width of the interval of the void gained beyond the common stretch, m^3. */
function plusMinusBeyond(
  beyond: Stretch,
  { earlier, later }: RoundInputs,
  faces: Faces,
  options: EpochOptions,
): number {
  const { area } = faces.later;
  const whole = { from: beyond.from, to: Math.min(beyond.to, faces.later.wholeTo) };
  const isWhole = whole.to > whole.from + 1e-9;
  const lever = isWhole
    ? rangeLever(later.wall, integrateWall(later.wall, whole.from, whole.to), whole.from, whole.to).bias
    : 2 * Math.sqrt(Math.PI * area) * (beyond.to - beyond.from);
  const filled = isWhole ? fillSigma(later.wall, whole.from, whole.to, options) : 0;
  // An offset of the maps along the axis affects only a round with a face in it: its other ends are chosen
  // chainages.
  const felt = [faces.earlier, faces.later].filter(({ mean }) => mean > beyond.from && mean < beyond.to);
  const along = relativeSigma(earlier, later, faces.earlier.mean, faces.later.mean, options);
  return halfWidth95(
    biasSigma(earlier, later, 0, lever, options),
    Math.hypot(filled, felt.length > 0 ? area * along : 0, ...felt.map((face) => area * face.meanSigma)),
  );
}

/** Void of one survey between two chainages, bounded by the face. */
function voidBetween({ wall }: SurveyedEpoch, face: FaceSurface, within: Stretch): number {
  const whole = Math.min(within.to, face.wholeTo);
  const before = whole > within.from + 1e-9 ? integrateWall(wall, within.from, whole).volume : 0;
  return before + slabsBetween(face.slabVolumes, face.wholeTo, face.slab, within);
}

/** Sum of volumes per slab between two chainages, a partly covered slab by its share. */
function slabsBetween(volumes: Float64Array, start: number, slab: number, { from, to }: Stretch): number {
  let sum = 0;
  for (let k = 0; k < volumes.length; k++) {
    const low = start + k * slab;
    const share = (Math.min(to, low + slab) - Math.max(from, low)) / slab;
    if (share > 0) sum += share * volumes[k];
  }
  return sum;
}
