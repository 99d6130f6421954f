import { EXPORT_MAP_DEFAULTS, type ExportedMap, exportMap } from '../io/cloud/export-map.ts';
import { exportPoses, type HandedPose, tumText } from '../io/poses/export-poses.ts';
import { profilesCsv } from '../io/tables/profiles-csv.ts';
import { betweenSteps, type StageContext } from '../model/context.ts';
import { Outputs } from '../model/outputs.ts';
import type { Trajectory } from '../model/pose.ts';
import { MAP_ENDINGS, SCAN_FORMATS_DEFAULT, TRAJECTORY_FORMATS_DEFAULT } from '../model/survey-content.ts';
import type { AlignmentQuality } from '../odometry/alignment-quality.ts';
import { htmlDocument } from '../report/html-document.ts';
import { REPORT_DEFAULTS, reportDocument } from '../report/report-document.ts';
import type { ReportInput, ReportWarning } from '../report/report-input.ts';
import { formatVolumeJson, type VolumeJson, volumeJson } from '../report/volume-json.ts';
import type { DriveMeasures } from '../tunnel/measure-drive.ts';
import { calibrationWarnings } from './calibrate.ts';
import { type DriveExtras, driveExtras } from './measure.ts';
import { allOf, exportScans } from './publish/export-scans.ts';
import { handedPoses } from './publish/export-trajectory.ts';
import type { MeasuredSurvey, PublishedMap } from './publish/measured-survey.ts';
import { reportInput } from './publish/report-input.ts';
import { gridWarnings, layerSystem, systemComments } from './publish/stated-grid.ts';
import { outputsOf, unrolledWall } from './publish/survey-outputs.ts';
import {
  provenanceOf,
  type SurveyProduct,
  type SurveyTexts,
  surveyProducts,
} from './publish/survey-products.ts';
import { surveySteps } from './publish/survey-steps.ts';
import { thinMap } from './publish/thin-map.ts';
import { type WallAttributes, withWall } from './publish/wall-attributes.ts';
import type { PublishTask } from './publish-task.ts';
import type { SurveyRefinement } from './refine.ts';
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

/**
 * First part of the stage `publish`, which needs no measurements: trajectory and map.
 *
 * @param wall gives what is known of the points once the wall is measured; null: they go without
 * @throws CancelledError
 */
export async function publishMap(
  { options, output, source }: PublishTask,
  { placed, points, ownScans, stated, hasSensorPath, dynamic, calibration }: SurveyedMap,
  wall: (() => WallAttributes) | null,
  context: StageContext,
): Promise<PublishedMap> {
  const { folder, contents, mapFormats: formats = EXPORT_MAP_DEFAULTS.formats } = output;
  const { mapAttributes = [], mapBeside } = output;
  const trajectoryTum = hasSensorPath ? tumText(placed.trajectory.poses) : null;
  const application = { name: 'Socavon', version: output.softwareVersion };
  const notes = { frame: placed.frame, application };
  // Made where they are written: with their covariances they take as much as the poses themselves.
  const poses = (): HandedPose[] => (hasSensorPath ? handedPoses(placed, stated === null) : []);
  const outputs = new Outputs();
  if (contents.has('trajectory') && hasSensorPath)
    await outputs.attempt('trajectory', async () => {
      const { trajectoryFormats = TRAJECTORY_FORMATS_DEFAULT } = output;
      const options = { ...notes, formats: trajectoryFormats, baseName: 'trajectory' };
      outputs.wrote(await exportPoses(poses(), folder, options, context, outputs.attempt));
    });
  const system = layerSystem(source.grid ?? null, placed);
  const mapOptions = {
    ...EXPORT_MAP_DEFAULTS,
    formats,
    attributes: mapAttributes,
    keepsPoints: true,
    las: { ...EXPORT_MAP_DEFAULTS.las, wkt: system?.wkt ?? null },
    e57: { ...EXPORT_MAP_DEFAULTS.e57, wkt: system?.wkt ?? null },
    ply: { comments: systemComments(system) },
    pcd: { comments: systemComments(system) },
  };
  const written = async (): Promise<ExportedMap> => {
    const { trajectory } = placed;
    if (mapBeside !== undefined && ownScans !== null && wall === null) {
      const map = { trajectory, dynamic, calibration, thin: options.map, options: mapOptions };
      const { failed, ...done } = await mapBeside.write(map, context);
      outputs.failed.push(...failed);
      return done;
    }
    const known = wall?.() ?? null;
    const clouds = () => withWall(thinMap(points(mapAttributes), options.map), known);
    return exportMap(clouds, folder, mapOptions, context, outputs.attempt);
  };
  const map = contents.has('map')
    ? await outputs.made(
        formats.map((format) => `map.${MAP_ENDINGS[format]}`),
        written,
      )
    : null;
  outputs.wrote((map?.files ?? []).map(({ fileName }) => fileName));
  if (contents.has('scans') && ownScans !== null) {
    const { scanFormats = SCAN_FORMATS_DEFAULT } = output;
    const options = { ...notes, formats: scanFormats, attributes: mapAttributes };
    await outputs.attempt(scanFormats.map(allOf), () =>
      exportScans(ownScans(mapAttributes), poses(), folder, options, context, outputs),
    );
  }
  return { trajectoryTum, map, outputs };
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
): Promise<Survey> {
  const { request, options, source, output } = task;
  const { map, published, wall, measures, compared, figures } = measured;
  const { outputs } = published;
  const { placed, dynamic } = map;
  const { contents } = output;
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
      request.design?.programme ?? null,
      request.interval,
      figures,
    ),
  };
  const unrolled = request.measure.unrolled
    ? figures.make('unrolled', () => unrolledWall(measured, request))
    : null;
  const warnings = [
    ...source.warnings,
    ...placed.warnings.align,
    ...calibrationWarnings(calibration, request.rangeBias),
    ...placed.warnings.refine,
    ...gridWarnings(source.grid ?? null, placed),
    ...(request.axis?.warnings ?? []),
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
  const report = contents.has('report')
    ? await outputs.made(
        output.reportForms.map((form) => `report.${form}`),
        () => {
          const input = { ...reportInput(task, placed, measures, warnings, steps), ...extras };
          const document = reportDocument(
            { ...input, ...(unrolled && { unrolled }) },
            { ...REPORT_DEFAULTS, language: request.language },
          );
          return { document, html: htmlDocument(document) };
        },
      )
    : null;
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
  for (const { name, write } of outputsOf(task, measured, { texts, report, unrolled, steps }, context)) {
    await betweenSteps(context, 'work-export');
    await outputs.attempt(name, async () => outputs.wrote(await write()));
  }
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
