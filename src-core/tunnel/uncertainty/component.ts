import type { UncertaintySource } from '../../model/tunnel.ts';
import type { WallIntegral } from '../wall/wall-integral.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import type { HalfComparison } from './halves.ts';
import type { InstrumentEffect } from './instrument-posterior.ts';
import type { InterpolatedWallUncertainty } from './interpolated-wall-uncertainty.ts';
import type { RangeLever } from './range-lever.ts';
import type { UncertaintyOptions } from './uncertainty-options.ts';

/** A volume between two chainages, as the components of its ± see it. */
export interface VolumeEvidence {
  readonly wall: WallSurface;
  /** Within the surveyed wall. */
  readonly from: number;
  readonly to: number;
  /** Of the axis in space between them, m. */
  readonly length: number;
  readonly integral: WallIntegral;
  readonly lever: RangeLever;
  /** Of the errors of the instrument that its own scans do not exclude. */
  readonly instrument: InstrumentEffect;
  readonly unseen: InterpolatedWallUncertainty;
  readonly halves: HalfComparison;
  readonly options: UncertaintyOptions;
}

/**
 * How a component moves the wall, which decides how it adds up and what of it reaches a part of the wall:
 * `bounded`, one bounded quantity that all of the wall shares; `common`, a normal one that all of it shares;
 * `local`, independent from place to place; `length`, of the length between the chainages.
 */
export type Reach = 'bounded' | 'common' | 'local' | 'length';

/** Component of the ± of a volume: a row of the table in docs/volume.md, section 4. */
export interface UncertaintyComponent {
  readonly source: UncertaintySource;
  /** Number of its equation in that table. */
  readonly equation: number;
  readonly reach: Reach;
  /** Standard uncertainty of the volume, m^3; null where there is nothing that it could be of. */
  sigma(evidence: VolumeEvidence): number | null;
}
