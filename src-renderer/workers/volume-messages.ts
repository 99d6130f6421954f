import type { WireError } from '../../src-core/contract/messages.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import type { DesignProgramme } from '../../src-core/model/design.ts';
import type { InstrumentRange } from '../../src-core/model/instrument-range.ts';
import type { ReliabilityStrip } from '../../src-core/model/reliability.ts';
import type { Warning } from '../../src-core/model/sentences.ts';
import type { DriveMeasures } from '../../src-core/tunnel/measure-drive.ts';

/** What is measured, apart from the points. */
export interface VolumePath {
  /** 3 for each scan placed: the sensor at its first column, m, in the frame of the points. */
  readonly positions: Float64Array;
  /** One for each of them: code (`ALONG_HOLDERS`) of what held the motion along the drive. */
  readonly heldBy: Uint8Array;
  /** Along the axis. */
  readonly reliability: ReliabilityStrip;
  /** Of the sensor. */
  readonly instrument: InstrumentRange;
  /** null: the axis follows from the positions. */
  readonly axis: Axis | null;
}

/** What is asked of a wall that was gathered. */
export interface VolumeQuestion {
  /** null: all that was surveyed. */
  readonly chainage: { readonly from: number; readonly to: number } | null;
  readonly design: DesignProgramme | null;
  /** Between profiles, m. */
  readonly interval: number;
}

/** What becomes known when every point was looked at. */
export interface GatheredWall {
  readonly surveyedFrom: number;
  readonly surveyedTo: number;
  readonly points: number;
}

/** Points of one scan, m about an origin. */
export interface VolumeCloud {
  readonly origin: readonly [number, number, number];
  readonly xyz: Float32Array;
}

export type ToVolumeWorker =
  | { readonly kind: 'begin'; readonly path: VolumePath }
  | { readonly kind: 'clouds'; readonly clouds: readonly VolumeCloud[] }
  /** There are no more points. */
  | { readonly kind: 'end' }
  | { readonly kind: 'measure'; readonly id: number; readonly question: VolumeQuestion };

export type FromVolumeWorker =
  /** So many clouds were looked at; more may be sent. */
  | { readonly kind: 'taken'; readonly clouds: number }
  | { readonly kind: 'warning'; readonly warning: Warning }
  | { readonly kind: 'gathered'; readonly wall: GatheredWall }
  | { readonly kind: 'measured'; readonly id: number; readonly measures: DriveMeasures }
  /** `id` null: the gathering failed, and there is no wall. */
  | { readonly kind: 'failed'; readonly id: number | null; readonly error: WireError };
