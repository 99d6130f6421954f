import {
  type ExportedMap,
  type ExportFolder,
  type ExportMapOptions,
  exportMap,
} from '../io/cloud/export-map.ts';
import type { PointCloud } from '../model/cloud.ts';
import type { StageContext } from '../model/context.ts';
import type { DynamicReturns } from '../model/dynamic-returns.ts';
import type { InstrumentCalibration } from '../model/instrument-calibration.ts';
import { type Attempt, type Outputs, orThrow } from '../model/outputs.ts';
import type { PlacedScans } from '../model/placed-scans.ts';
import { type ThinMapOptions, thinMap } from './publish/thin-map.ts';
import { type WallAttributes, withWall } from './publish/wall-attributes.ts';
import type { ScanStore } from './scan-store.ts';
import { pointsOfScans, type SurveyedMap } from './surveyed-map.ts';

/** Map of stored scans that is written to files, by its inputs: plain data that another thread can be given. */
export interface ScanMap {
  /** As they are placed. */
  readonly trajectory: { readonly poses: PlacedScans };
  /** Returns that are left out; null: none. */
  readonly dynamic: DynamicReturns | null;
  readonly calibration: InstrumentCalibration | null;
  readonly thin: ThinMapOptions;
  /** Its `attributes` are those of the sensor only. */
  readonly options: ExportMapOptions;
}

/**
 * Writes the map of stored scans to files.
 *
 * @param attempt as for `exportMap`
 * @param tap is given every point before the map is thinned, and hands it on
 * @throws as `exportMap`; errors of the store
 */
export function exportScanMap(
  store: ScanStore,
  { trajectory, dynamic, calibration, thin, options }: ScanMap,
  folder: ExportFolder,
  context: StageContext,
  tap: (clouds: AsyncIterable<PointCloud>) => AsyncIterable<PointCloud> = (clouds) => clouds,
  attempt: Attempt = orThrow,
): Promise<ExportedMap> {
  const points = pointsOfScans(store, trajectory, calibration, dynamic, context.cancel);
  return exportMap(() => thinMap(tap(points(options.attributes)), thin), folder, options, context, attempt);
}

/** Files of a map to be written in one pass over its points. */
export interface MapFiles {
  readonly thin: ThinMapOptions;
  readonly options: ExportMapOptions;
  /** What is known of the points once the wall is measured; null: they go without. */
  readonly wall: WallAttributes | null;
  readonly folder: ExportFolder;
}

/** Writes the files of a map. @param outputs is told what fails @throws CancelledError, errors of the points */
export type MapExport = (
  map: SurveyedMap,
  files: MapFiles,
  outputs: Outputs,
  context: StageContext,
) => Promise<ExportedMap>;

/** Writes the files of a map of its points. */
export const exportSurveyedMap: MapExport = ({ points }, { thin, options, wall, folder }, outputs, context) =>
  exportMap(
    () => withWall(thinMap(points(options.attributes), thin), wall),
    folder,
    options,
    context,
    outputs.attempt,
  );
