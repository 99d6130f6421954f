import type { WireError } from '../../src-core/contract/messages.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import type { ChainageOptions } from '../../src-core/model/axis-chainage.ts';
import type { ContourRound } from '../../src-core/model/contour.ts';
import type { DesignProgramme } from '../../src-core/model/design.ts';
import type { InstrumentRange } from '../../src-core/model/instrument-range.ts';
import type { ReliabilityStrip } from '../../src-core/model/reliability.ts';
import type { Warning } from '../../src-core/model/warnings.ts';
import type { AskedProfiles } from '../../src-core/tunnel/asked-profiles.ts';
import type { AskedRounds } from '../../src-core/tunnel/asked-rounds.ts';
import type { DriveMeasures } from '../../src-core/tunnel/measure-drive.ts';
import type { WallAnswers, WallQuestions, WallTopic } from './wall-questions.ts';

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
  /** How the chainage of such an axis is counted. */
  readonly counted: ChainageOptions;
  /** How its sections stand and what counts as wall. */
  readonly profiles: AskedProfiles;
  /** Whether that of the wall is gathered too, for its flat map: every cloud has it then. Left out: it is not. */
  readonly reflectivity?: boolean;
}

/** What is asked of a wall that was gathered. */
export interface VolumeQuestion {
  /** null: all that was surveyed. */
  readonly chainage: { readonly from: number; readonly to: number } | null;
  readonly design: DesignProgramme | null;
  /** Between profiles, m. */
  readonly interval: number;
  /** Chainages of the profiles; null: at the interval. */
  readonly stations: readonly number[] | null;
  /** Bound of the sensor's systematic range error, m; null: that of the instrument. */
  readonly rangeBias: number | null;
  readonly rounds: AskedRounds | null;
}

/** What was measured, and the contour quality of each blasting round that was asked for. */
export interface WallMeasures extends DriveMeasures {
  readonly contour: readonly ContourRound[];
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
  /** One for each point; left out or null: they have none. */
  readonly reflectivity?: Uint16Array | null;
}

export type ToVolumeWorker =
  | { readonly kind: 'begin'; readonly path: VolumePath }
  | { readonly kind: 'clouds'; readonly clouds: readonly VolumeCloud[] }
  /** There are no more points. */
  | { readonly kind: 'end' }
  | { readonly kind: 'measure'; readonly id: number; readonly question: VolumeQuestion }
  | WallAsked;

/** One of the other questions of a wall. */
export type WallAsked = {
  readonly [Topic in WallTopic]: {
    readonly kind: 'ask';
    readonly id: number;
    readonly topic: Topic;
    readonly asked: WallQuestions[Topic];
  };
}[WallTopic];

export type FromVolumeWorker =
  /** So many clouds were looked at; more may be sent. */
  | { readonly kind: 'taken'; readonly clouds: number }
  | { readonly kind: 'warning'; readonly warning: Warning }
  | { readonly kind: 'gathered'; readonly wall: GatheredWall }
  | { readonly kind: 'measured'; readonly id: number; readonly measures: WallMeasures }
  | { readonly kind: 'answered'; readonly id: number; readonly answer: WallAnswers[WallTopic] }
  /** `id` null: the gathering failed, and there is no wall. */
  | { readonly kind: 'failed'; readonly id: number | null; readonly error: WireError };
