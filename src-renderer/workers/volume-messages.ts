import type { Axis } from '../../src-core/model/axis.ts';
import type { ContourRound } from '../../src-core/model/contour.ts';
import type { RoundsRequest } from '../../src-core/model/epoch.ts';
import type { InstrumentRange } from '../../src-core/model/instrument-range.ts';
import type { ReliabilityProfile } from '../../src-core/model/reliability.ts';
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
  readonly reliability: ReliabilityProfile;
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

/** What the volume worker answers. */
export type VolumeMethods = {
  /** Gathers the wall out of the clouds that come from then on, warning on the way. */
  readonly gather: { readonly args: VolumePath; readonly reply: GatheredWall };
  /** Points for the wall that is being gathered. Replies when they were looked at: more may be sent. */
  readonly clouds: { readonly args: readonly VolumeCloud[]; readonly reply: null };
  readonly noMoreClouds: { readonly args: null; readonly reply: null };
  readonly measure: { readonly args: VolumeQuestion; readonly reply: WallMeasures };
} & {
  /** The other questions of a wall. */
  readonly [Topic in WallTopic]: {
    readonly args: WallQuestions[Topic];
    readonly reply: WallAnswers[Topic];
  };
};
