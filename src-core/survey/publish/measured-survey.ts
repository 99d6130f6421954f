import type { ExportedMap } from '../../io/cloud/export-map.ts';
import type { Outputs } from '../../model/outputs.ts';
import type { DriveMeasures } from '../../tunnel/volume/measure-drive.ts';
import type { DriveWall } from '../../tunnel/wall/gather-drive.ts';
import type { ComparedSurveys } from '../compare.ts';
import type { ExtraFigures } from '../measure/extra-figures.ts';
import type { SurveyedMap } from '../surveyed-map.ts';

/** Results of the earlier stages: input of `publish`. */
export interface MeasuredSurvey {
  readonly map: SurveyedMap;
  readonly published: PublishedMap;
  readonly wall: DriveWall;
  readonly measures: DriveMeasures;
  /** null: no earlier survey is compared, or it could not be. */
  readonly compared: ComparedSurveys | null;
  /** What else was asked for and could not be made, until now. */
  readonly figures: ExtraFigures;
}

/** Trajectory and map files as written. */
export interface PublishedMap {
  /** null: the map has no trajectory. */
  readonly trajectoryTum: string | null;
  /** null: the map was not requested, or could not be written. */
  readonly map: ExportedMap | null;
  readonly outputs: Outputs;
}
