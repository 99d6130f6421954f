import type { ExportedMap } from '../io/cloud/export-map.ts';
import { type HandedPose, tumText } from '../io/poses/export-poses.ts';
import { profilesCsv } from '../io/tables/profiles-csv.ts';
import { betweenSteps, type StageContext } from '../model/context.ts';
import type { Outputs } from '../model/outputs.ts';
import type { Trajectory } from '../model/pose.ts';
import { chosenFormats } from '../model/survey-content.ts';
import type { AlignmentQuality } from '../odometry/alignment-quality.ts';
import { htmlDocument } from '../report/html-document.ts';
import { REPORT_DEFAULTS, reportDocument } from '../report/report-document.ts';
import type { ReportInput, ReportWarning } from '../report/report-input.ts';
import { formatVolumeJson, type VolumeJson, volumeJson } from '../report/volume-json.ts';
import type { DriveMeasures } from '../tunnel/volume/measure-drive.ts';
import { exportSurveyedMap, type MapExport } from './export-scan-map.ts';
import { type DriveExtras, driveExtras } from './measure.ts';
import { type MapToWrite, type Output, writeOutputs } from './outputs/output.ts';
import { reportFile } from './outputs/report.ts';
import { SURVEY_OUTPUTS } from './outputs/survey-outputs.ts';
import { handedPoses } from './outputs/trajectory.ts';
import { unrolledWall } from './outputs/unrolled.ts';
import type { MeasuredSurvey, PublishedMap } from './publish/measured-survey.ts';
import { reportInput } from './publish/report-input.ts';
import {
  provenanceOf,
  type SurveyProduct,
  type SurveyTexts,
  surveyProducts,
} from './publish/survey-products.ts';
import { surveySteps } from './publish/survey-steps.ts';
import type { WallAttributes } from './publish/wall-attributes.ts';
import type { PublishTask } from './publish-task.ts';
import type { SurveyRefinement } from './refine.ts';
import { surveyWarnings } from './survey-warnings.ts';
import type { SurveyedMap } from './surveyed-map.ts';

type SurveyExtras = DriveExtras & Pick<Required<ReportInput>, 'material' | 'comparison' | 'convergence'>;

export interface Survey {
  readonly trajectory: Trajectory;
  /** null: the poses were not refined. */
  readonly refinement: SurveyRefinement | null;
  readonly quality: AlignmentQuality;
  readonly measures: DriveMeasures;
  readonly extras: SurveyExtras;
  /** null: the map was not requested, or could not be written. */
  readonly map: ExportedMap | null;
  readonly volume: VolumeJson;
  /** The warnings of `volume`, with the messages that they render. */
  readonly warnings: readonly ReportWarning[];
  /** Number of dynamic returns that were left out of map and measurement. */
  readonly movedLeftOut: number;
  /** Names of the files in the folder, in the order in which they were written; of a folder of many its own. */
  readonly files: Outputs['files'];
  /** Names of all of them. */
  readonly everyFile: Outputs['everyFile'];
  /** Outputs that could not be written. */
  readonly failed: Outputs['failed'];
  /** Results for the project to store, with the inputs and options of each. */
  readonly products: readonly SurveyProduct[];
}

/** How the files of a map are written, and which. */
interface MapWriting {
  /** Gives what is known of the points once the wall is measured; left out: they go without. */
  readonly wall?: () => WallAttributes;
  readonly exportMap?: MapExport;
  readonly list?: readonly Output[];
}

/**
 * First part of the stage `publish`, which needs no measurements: trajectory and map.
 *
 * @param outputs receives what was written and what failed
 * @throws CancelledError
 */
export async function publishMap(
  task: PublishTask,
  map: SurveyedMap,
  outputs: Outputs,
  context: StageContext,
  { wall, exportMap = exportSurveyedMap, list = SURVEY_OUTPUTS }: MapWriting = {},
): Promise<PublishedMap> {
  const { placed, stated, hasSensorPath } = map;
  const trajectoryTum = hasSensorPath ? tumText(placed.trajectory.poses) : null;
  const poses = (): HandedPose[] => (hasSensorPath ? handedPoses(placed, stated === null) : []);
  const { choice } = task.output;
  const subject: MapToWrite = { task, map, wall: wall ?? null, poses, outputs, exportMap, exported: null };
  await writeOutputs(list, 'map', subject, choice, context);
  return { trajectoryTum, map: subject.exported, outputs };
}

/**
 * Stage measures -> files, report and products. The results are kept first; each file that follows from them costs itself
 * only where it cannot be written.
 *
 * @throws CancelledError, and what `keep` of the output throws
 */
export async function publish(
  task: PublishTask,
  measured: MeasuredSurvey,
  context: StageContext,
  list: readonly Output[] = SURVEY_OUTPUTS,
): Promise<Survey> {
  const { request, options, source, output } = task;
  const { map, published, wall, measures, compared, figures } = measured;
  const { outputs } = published;
  const { placed, dynamic } = map;
  const { choice } = output;
  const movedLeftOut = dynamic?.count ?? 0;
  const refinement = placed.refined?.value ?? null;
  const calibration = source.calibration ?? null;
  const extras: SurveyExtras = {
    material: request.measure.material,
    comparison: compared?.comparison ?? null,
    convergence: compared?.convergence ?? null,
    ...driveExtras(
      wall,
      measures,
      request.measure,
      request.files.design?.programme ?? null,
      request.interval,
      figures,
    ),
  };
  const unrolled = request.measure.unrolled
    ? figures.make('unrolled', () => unrolledWall(measured, request))
    : null;
  const warnings = [
    ...surveyWarnings({
      ...{ source, placed, rangeBias: request.rangeBias },
      axis: request.files.axis?.warnings ?? [],
    }),
    ...figures.missing,
  ];
  const steps = surveySteps(
    request,
    options,
    { ...source, hash: (value) => output.hash(value) },
    placed.refined,
    movedLeftOut,
    compared?.comparison.earlier ?? null,
  );
  const volume = volumeJson(
    measures,
    warnings,
    movedLeftOut,
    extras,
    {
      version: output.softwareVersion,
      captures: source.captures,
      steps,
    },
    calibration,
  );
  outputs.failed.push(...figures.failed);
  const forms = chosenFormats(choice, 'report');
  const report =
    forms.length === 0
      ? null
      : await outputs.made(forms.map(reportFile), () => {
          const input = { ...reportInput(task, placed, measures, warnings, steps), ...extras };
          const document = reportDocument(
            { ...input, ...(unrolled && { unrolled }) },
            { ...REPORT_DEFAULTS, language: request.language },
          );
          return { document, html: htmlDocument(document) };
        });
  await betweenSteps(context, 'work-measure');
  const sections = profilesCsv(measures.profiles, measures.breaks?.sections);
  await betweenSteps(context, 'work-measure');
  const texts: SurveyTexts = {
    'profiles.csv': sections,
    'volume.json': formatVolumeJson(volume),
    'report.html': report?.html ?? null,
    'trajectory.tum': published.trajectoryTum,
  };
  const products = surveyProducts(texts, compared, refinement).map(({ stage, ...product }) => ({
    ...product,
    ...provenanceOf(stage, steps, source.captureHash),
  }));
  output.keep?.({ volume, products });
  const subject = { task, measured, texts, report, unrolled, steps, outputs };
  await writeOutputs(list, 'measures', subject, choice, context);
  return {
    trajectory: placed.trajectory,
    refinement,
    quality: placed.quality,
    measures,
    extras,
    map: published.map,
    volume,
    warnings: [...warnings, ...measures.volume.warnings],
    movedLeftOut,
    files: outputs.files,
    everyFile: outputs.everyFile,
    failed: outputs.failed,
    products,
  };
}
