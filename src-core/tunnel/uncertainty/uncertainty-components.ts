import type { UncertaintySource } from '../../model/tunnel.ts';
import { beamElevations } from './beam-elevations.ts';
import { beamOffsets } from './beam-offsets.ts';
import type { Reach, UncertaintyComponent } from './component.ts';
import { coveredWall } from './covered-wall.ts';
import { filledWall } from './filled-wall.ts';
import { hiddenRelief } from './hidden-relief.ts';
import { incidence } from './incidence.ts';
import { rangeBias } from './range-bias.ts';
import { rangeNoise } from './range-noise.ts';
import { registrationAlong } from './registration-along.ts';
import { registrationRadial } from './registration-radial.ts';
import { sectionInterval } from './section-interval.ts';
import { unmodelled } from './unmodelled.ts';
import { unsurveyedGap } from './unsurveyed-gap.ts';
import { warmUp } from './warm-up.ts';
import { waterDepth } from './water-depth.ts';

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
