import type { WireError } from '../../src-core/contract/messages.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import type { ContourRound } from '../../src-core/model/contour.ts';
import type { RoundsRequest } from '../../src-core/model/epoch.ts';
import type { InstrumentRange } from '../../src-core/model/instrument-range.ts';
import type { ReliabilityStrip } from '../../src-core/model/reliability.ts';
import type { Warning } from '../../src-core/model/sentences.ts';
import type { MeasureQuestion } from '../../src-core/question/survey-question.ts';
import type { WallQuestion } from '../../src-core/survey/measure.ts';
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
  /** How the wall is gathered. */
  readonly measure: MeasureQuestion;
  /** Whether that of the wall is gathered too, for its flat map: every cloud has it then. Left out: it is not. */
  readonly reflectivity?: boolean;
}

/** What is asked of a wall that was gathered. */
export interface VolumeQuestion extends WallQuestion {
  readonly rounds: RoundsRequest | null;
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
