import type { UncertaintySource } from '../model/tunnel.ts';
import { beamElevations } from './uncertainty/beam-elevations.ts';
import { beamOffsets } from './uncertainty/beam-offsets.ts';
import type { Reach, UncertaintyComponent } from './uncertainty/component.ts';
import { coveredWall } from './uncertainty/covered-wall.ts';
import { filledWall } from './uncertainty/filled-wall.ts';
import { hiddenRelief } from './uncertainty/hidden-relief.ts';
import { incidence } from './uncertainty/incidence.ts';
import { rangeBias } from './uncertainty/range-bias.ts';
import { rangeNoise } from './uncertainty/range-noise.ts';
import { registrationAlong } from './uncertainty/registration-along.ts';
import { registrationRadial } from './uncertainty/registration-radial.ts';
import { sectionInterval } from './uncertainty/section-interval.ts';
import { unmodelled } from './uncertainty/unmodelled.ts';
import { unsurveyedGap } from './uncertainty/unsurveyed-gap.ts';
import { warmUp } from './uncertainty/warm-up.ts';
import { waterDepth } from './uncertainty/water-depth.ts';

/** Components of the ± of a volume, in the order of every list of them. */
export const COMPONENTS: readonly UncertaintyComponent[] = [
  rangeBias,
  incidence,
  warmUp,
  beamOffsets,
  rangeNoise,
  sectionInterval,
  filledWall,
  hiddenRelief,
  coveredWall,
  waterDepth,
  unsurveyedGap,
  registrationAlong,
  registrationRadial,
  unmodelled,
  beamElevations,
];

const BY_SOURCE = new Map(COMPONENTS.map((component) => [component.source, component]));

/** How a component moves the wall. */
export function reachOf(source: UncertaintySource): Reach {
  return BY_SOURCE.get(source)!.reach;
}

/** Number of the equation of a component in docs/volume.md, section 4. */
export function equationOf(source: UncertaintySource): number {
  return BY_SOURCE.get(source)!.equation;
}
