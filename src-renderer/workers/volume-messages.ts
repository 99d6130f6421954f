import type { Axis, Stretch } from '../../src-core/model/axis.ts';
import type { ContourRound } from '../../src-core/model/contour.ts';
import type { ObjectCut } from '../../src-core/model/drive-object.ts';
import type { InstrumentRange } from '../../src-core/model/instrument-range.ts';
import type { ObjectCorrection } from '../../src-core/model/object-correction.ts';
import type { ReliabilityProfile } from '../../src-core/model/reliability.ts';
import type { MeasuredQuestion, MeasureQuestion } from '../../src-core/question/survey-question.ts';
import type { WallPiece } from '../../src-core/tunnel/sections/wall-triangles.ts';
import type { DriveMeasures } from '../../src-core/tunnel/volume/measure-drive.ts';
import type { DriveWallState } from '../../src-core/tunnel/wall/gather-drive.ts';
import type { WallAnswers, WallQuestions, WallTopic } from './wall-questions.ts';

/** Inputs of a measurement, except the points. */
export interface VolumePath {
  /** 3 per aligned scan: the sensor position at its first column, m, in the frame of the points. */
  readonly positions: Float64Array;
  /** One per scan: code (`ALONG_HOLDERS`) of what constrained the motion along the drive. */
  readonly heldBy: Uint8Array;
  /** One per scan: points that were matched; absent: some in all of them. */
  readonly matched?: Uint32Array;
  /** One per scan: seconds without scans before it, NaN: none are missing; absent: nowhere. */
  readonly gapSeconds?: Float64Array;
  /** Reliability profile along the axis. */
  readonly reliability: ReliabilityProfile;
  /** Range specification of the sensor. */
  readonly instrument: InstrumentRange;
  /** null: the axis is derived from the positions. */
  readonly axis: Axis | null;
  /** Options of gathering the wall. */
  readonly measure: MeasureQuestion;
  /** True: reflectivity is gathered too, for the unrolled map; every cloud must have it. Default: false. */
  readonly reflectivity?: boolean;
}

/** Measurements of a wall, and the contour quality of each requested round. */
export interface WallMeasures extends DriveMeasures {
  readonly contour: readonly ContourRound[];
}

/** Result of gathering all points. */
export interface GatheredWall {
  readonly surveyedFrom: number;
  readonly surveyedTo: number;
  /** Chainages that are measured if none are asked for, m. */
  readonly closed: Stretch;
  readonly points: number;
}

/** Points of one scan, m, relative to an origin. */
export interface VolumeCloud {
  readonly origin: readonly [number, number, number];
  readonly xyz: Float32Array;
  /** One per point; omitted or null: none. */
  readonly reflectivity?: Uint16Array | null;
  /** One per point: index of its scan, and row of the sensor's beam table; omitted or null: not known. */
  readonly scanIndex?: Uint32Array | null;
  readonly beam?: Uint8Array | null;
  /** Mean of the accelerometer meanwhile, m/s^2; omitted or null: not known. */
  readonly force?: readonly [number, number, number] | null;
}

/** RPC methods of the volume worker. */
export type VolumeMethods = {
  /** Takes the wall that the engine built from every point. */
  readonly restore: {
    readonly args: { readonly path: VolumePath; readonly wall: DriveWallState };
    readonly reply: GatheredWall;
  };
  /** Gathers the wall from the clouds that follow, and reports warnings. */
  readonly gather: { readonly args: VolumePath; readonly reply: GatheredWall };
  /** Points for the wall being gathered. Replies when they are processed, so that more may be sent. */
  readonly clouds: { readonly args: readonly VolumeCloud[]; readonly reply: null };
  readonly noMoreClouds: { readonly args: null; readonly reply: null };
  /** Builds the wall of the gathered points again, with these corrections by hand. */
  readonly correct: { readonly args: readonly ObjectCorrection[]; readonly reply: GatheredWall };
  /** Objects in the section at a chainage, or within `reach` metres to either side. */
  readonly cuts: {
    readonly args: { readonly chainage: number; readonly reach: number };
    readonly reply: readonly ObjectCut[];
  };
  /** The wall as triangles, to be drawn. */
  readonly triangles: { readonly args: null; readonly reply: readonly WallPiece[] };
  readonly measure: { readonly args: MeasuredQuestion; readonly reply: WallMeasures };
} & {
  /** The other requests to a wall. */
  readonly [Topic in WallTopic]: {
    readonly args: WallQuestions[Topic];
    readonly reply: WallAnswers[Topic];
  };
};
