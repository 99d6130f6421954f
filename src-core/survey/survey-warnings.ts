import type { MineGrid } from '../grid/mine-grid.ts';
import type { StageName } from '../model/context.ts';
import type { InstrumentCalibration } from '../model/instrument-calibration.ts';
import type { Warning } from '../model/warnings.ts';
import { calibrationWarnings } from './calibrate.ts';
import { gridWarnings } from './publish/stated-grid.ts';
import type { PlacedSurvey } from './refine.ts';

/** What a survey is warned by besides its poses. */
export interface WarnedSource {
  /** Damage of the captures and assumptions about the sensor, or about a cloud. */
  readonly warnings: readonly Warning[];
  /** Calibration of the instrument; absent or null: the sensor as it is stated. */
  readonly calibration?: InstrumentCalibration | null;
  /** Grid of control points and pose, as stated; absent or null: a mine grid of which nothing is known. */
  readonly grid?: MineGrid | null;
}

/** What a survey can be warned of before it is measured. */
interface WarnedSurvey {
  readonly source: WarnedSource;
  readonly placed: PlacedSurvey;
  /** Bound of the range bias that a person gave, m; null: none. */
  readonly rangeBias: number | null;
  /** What the file of the axis says of its chainage. */
  readonly axis: readonly Warning[];
}

/** Warnings with the stage that they belong to. */
interface StageWarnings {
  readonly stage: StageName;
  readonly warnings: readonly Warning[];
}

/** All warnings of a survey but those of its measurement, in the order in which report, summary and window list them. */
export function surveyWarnings(survey: WarnedSurvey): Warning[] {
  return warningsByStage(survey).flatMap(({ warnings }) => warnings);
}

/** The same, stage by stage. */
export function warningsByStage(survey: WarnedSurvey): StageWarnings[] {
  const { source, placed, rangeBias, axis } = survey;
  const { calibration = null, grid = null } = source;
  return [
    { stage: 'import', warnings: source.warnings },
    { stage: 'align', warnings: placed.warnings.align },
    { stage: 'align', warnings: calibrationWarnings(calibration, rangeBias) },
    { stage: 'refine', warnings: placed.warnings.refine },
    { stage: 'refine', warnings: gridWarnings(grid, placed) },
    { stage: 'measure', warnings: axis },
  ];
}
