import type { ClearanceStudy, Vehicle } from '../../src-core/model/clearance.ts';
import type { ConvergenceMap } from '../../src-core/model/convergence.ts';
import type { DesignProgramme } from '../../src-core/model/design.ts';
import type { DesignGrade, FloorGrade } from '../../src-core/model/grade.ts';
import type { LayeredWall } from '../../src-core/model/unrolled.ts';
import { clearanceOf, gradeOf, unroll } from '../../src-core/survey/measure.ts';
import type { DriveWall } from '../../src-core/tunnel/wall/gather-drive.ts';

/** Chainages; null: the longest closed stretch. */
type Range = { readonly from: number; readonly to: number } | null;

/** Requests to a wall besides its volume. */
export interface WallQuestions {
  readonly unroll: {
    readonly chainage: Range;
    readonly design: DesignProgramme | null;
    readonly convergence: ConvergenceMap | null;
  };
  readonly grade: {
    readonly chainage: Range;
    /** Interval of sections, m. */
    readonly interval: number;
    /** Plan length over which a gradient is computed, m. */
    readonly baseLength: number;
    readonly design: DesignGrade | null;
  };
  readonly clearance: {
    readonly chainage: Range;
    readonly interval: number;
    readonly vehicle: Vehicle;
    readonly placement: 'best' | 'middle';
  };
}

export interface WallAnswers {
  readonly unroll: LayeredWall;
  readonly grade: FloorGrade;
  readonly clearance: ClearanceStudy;
}

export type WallTopic = keyof WallQuestions;

type Answering = {
  readonly [Topic in WallTopic]: (wall: DriveWall, request: WallQuestions[Topic]) => WallAnswers[Topic];
};

const ANSWERING: Answering = {
  unroll,
  grade: (wall, { chainage: range, interval, baseLength, design }) =>
    gradeOf(wall, { range, interval }, { baseLength, design }),
  clearance: (wall, { chainage, interval, vehicle, placement }) =>
    clearanceOf(wall, chainage, interval, vehicle, placement),
};

/**
 * Computes a result of the wall with the same code as the command line.
 *
 * @throws SocavonError what the topic's stage of `tunnel` throws
 */
export function answerWall<Topic extends WallTopic>(
  wall: DriveWall,
  topic: Topic,
  request: WallQuestions[Topic],
): WallAnswers[Topic] {
  return ANSWERING[topic](wall, request);
}
