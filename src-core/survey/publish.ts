import { writeBytes, writeText } from '../io/bytes/write-bytes.ts';
import {
  EXPORT_MAP_DEFAULTS,
  type ExportedMap,
  type ExportFolder,
  exportMap,
} from '../io/cloud/export-map.ts';
import { exportPoses, type HandedPose, tumText } from '../io/poses/export-poses.ts';
import { outlinesCsv, profilesCsv } from '../io/tables/profiles-csv.ts';
import { betweenSteps, type StageContext } from '../model/context.ts';
import type { DesignProgramme } from '../model/design.ts';
import type { Trajectory } from '../model/pose.ts';
import {
  MESH_FORMATS_DEFAULT,
  SCAN_FORMATS_DEFAULT,
  TABLE_FORMATS,
  TRAJECTORY_FORMATS_DEFAULT,
} from '../model/survey-content.ts';
import type { LayeredWall } from '../model/unrolled.ts';
import type { AlignmentQuality } from '../odometry/alignment-quality.ts';
import type { DrawnDrive } from '../report/drawing/drawn-drive.ts';
import { driveLayers } from '../report/drawing/drive-layers.ts';
import { EXPORT_DRAWINGS_DEFAULTS, exportDrawings } from '../report/drawing/export-drawings.ts';
import { htmlDocument } from '../report/html-document.ts';
import { REPORT_DEFAULTS, reportDocument } from '../report/report-document.ts';
import type { ReportInput, ReportProject, ReportStep, ReportWarning } from '../report/report-input.ts';
import { surveyTables } from '../report/survey-tables.ts';
import { type ReportLanguage, textsOf } from '../report/texts/texts.ts';
import { formatVolumeJson, type VolumeJson, volumeJson } from '../report/volume-json.ts';
import { designLinesAt } from '../tunnel/design-lines.ts';
import type { DriveMeasures, DriveWall } from '../tunnel/measure-drive.ts';
import { calibrationWarnings } from './calibrate.ts';
import type { ComparedSurveys } from './compare.ts';
import { type DriveExtras, driveExtras, unroll } from './measure.ts';
import { exportDriveMeshes } from './publish/export-drive-meshes.ts';
import { exportScans } from './publish/export-scans.ts';
import { exportTables } from './publish/export-tables.ts';
import { handedPoses } from './publish/export-trajectory.ts';
import { exportUnrolled } from './publish/export-unrolled.ts';
import { reportInput } from './publish/report-input.ts';
import { gridWarnings, layerSystem, systemComments } from './publish/stated-grid.ts';
import { provenanceOf, type SurveyProduct, surveyProducts } from './publish/survey-products.ts';
import { surveySteps } from './publish/survey-steps.ts';
import { thinMap } from './publish/thin-map.ts';
import { type WallAttributes, withWall } from './publish/wall-attributes.ts';
import { isUnrolled, type PublishTask } from './publish-task.ts';
import type { SurveyRefinement } from './refine.ts';
import type { SurveyRequest } from './survey-request.ts';
import type { SurveyedMap } from './surveyed-map.ts';

export type { SurveyProduct } from './publish/survey-products.ts';

/** Results of the earlier stages: input of `publish`. */
export interface MeasuredSurvey {
  readonly map: SurveyedMap;
  readonly published: PublishedMap;
  readonly wall: DriveWall;
  readonly measures: DriveMeasures;
  /** null: no earlier survey is compared. */
  readonly compared: ComparedSurveys | null;
}

/** Trajectory and map files as written. */
export interface PublishedMap {
  /** null: the map has no trajectory. */
  readonly trajectoryTum: string | null;
  /** null: the map was not requested. */
  readonly map: ExportedMap | null;
  readonly files: readonly string[];
}

export type SurveyExtras = DriveExtras &
  Pick<Required<ReportInput>, 'material' | 'comparison' | 'convergence'>;

export interface Survey {
  readonly trajectory: Trajectory;
  /** null: the poses were not refined. */
  readonly refinement: SurveyRefinement | null;
  readonly quality: AlignmentQuality;
  readonly measures: DriveMeasures;
  readonly extras: SurveyExtras;
  /** null: the map was not requested. */
  readonly map: ExportedMap | null;
  readonly volume: VolumeJson;
  /** The warnings of `volume`, with the messages that they render. */
  readonly warnings: readonly ReportWarning[];
  /** Number of dynamic returns that were left out of map and measurement. */
  readonly movedLeftOut: number;
  /** Names of the files in the folder, in the order in which they were written. */
  readonly files: readonly string[];
  /** Results for the project to store, with the inputs and options of each. */
  readonly products: readonly SurveyProduct[];
}

/**
 * First part of the stage `publish`, which needs no measurements: trajectory and map.
 *
 * @param wall adds what is known of the points once the wall is measured; null: they go without
 * @throws SocavonError 'disk-full' and other write errors; CancelledError
 */
export async function publishMap(
  { options, output, source }: PublishTask,
  { placed, points, ownScans, stated, hasSensorPath, dynamic, calibration }: SurveyedMap,
  wall: WallAttributes | null,
  context: StageContext,
): Promise<PublishedMap> {
  const { folder, contents, mapFormats: formats = EXPORT_MAP_DEFAULTS.formats } = output;
  const { mapAttributes = [], mapBeside } = output;
  const trajectoryTum = hasSensorPath ? tumText(placed.trajectory.poses) : null;
  const application = { name: 'Socavon', version: output.softwareVersion };
  const notes = { frame: placed.frame, application };
  // Made where they are written: with their covariances they take as much as the poses themselves.
  const poses = (): HandedPose[] => (hasSensorPath ? handedPoses(placed, stated === null) : []);
  const files: string[] = [];
  if (contents.has('trajectory') && hasSensorPath) {
    const { trajectoryFormats = TRAJECTORY_FORMATS_DEFAULT } = output;
    const options = { ...notes, formats: trajectoryFormats, baseName: 'trajectory' };
    files.push(...(await exportPoses(poses(), folder, options, context)));
  }
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
  const written = (): Promise<ExportedMap> => {
    const { trajectory } = placed;
    if (mapBeside !== undefined && ownScans !== null && wall === null)
      return mapBeside.write(
        { trajectory, dynamic, calibration, thin: options.map, options: mapOptions },
        context,
      );
    const clouds = () => withWall(thinMap(points(mapAttributes), options.map), wall);
    return exportMap(clouds, folder, mapOptions, context);
  };
  const map = contents.has('map') ? await written() : null;
  files.push(...(map?.files ?? []).map(({ fileName }) => fileName));
  if (contents.has('scans') && ownScans !== null) {
    const { scanFormats = SCAN_FORMATS_DEFAULT } = output;
    const options = { ...notes, formats: scanFormats, attributes: mapAttributes };
    files.push(...(await exportScans(ownScans(mapAttributes), poses(), folder, options, context)));
  }
  return { trajectoryTum, map, files };
}

/**
 * Stage measures -> files, report and products.
 *
 * @throws SocavonError 'disk-full' and other write errors, rounds-unusable, grade-unusable, vehicle-unusable,
 *   export-range and export-mismatch of the meshes; CancelledError
 */
export async function publish(
  task: PublishTask,
  measured: MeasuredSurvey,
  context: StageContext,
): Promise<Survey> {
  const { request, options, source, output } = task;
  const { map, published, wall, measures, compared } = measured;
  const { placed, dynamic } = map;
  const { folder, contents, reportForms } = output;
  const movedLeftOut = dynamic?.count ?? 0;
  const refinement = placed.refined?.value ?? null;
  const calibration = source.calibration ?? null;
  const warnings = [
    ...source.warnings,
    ...placed.warnings.align,
    ...calibrationWarnings(calibration, request.rangeBias),
    ...placed.warnings.refine,
    ...gridWarnings(source.grid ?? null, placed),
    ...(request.axis?.warnings ?? []),
  ];
  const extras = surveyExtras(wall, measures, request, compared);
  const unrolled = isUnrolled(task) ? unrolledWall(measured, request) : null;
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
  const report = contents.has('report')
    ? reportDocument(
        {
          ...reportInput(task, placed, measures, warnings, steps),
          ...extras,
          ...(request.measure.unrolled && { unrolled }),
        },
        { ...REPORT_DEFAULTS, language: request.language },
      )
    : null;
  await betweenSteps(context, 'work-measure');
  const sections = profilesCsv(measures.profiles, measures.breaks?.sections);
  await betweenSteps(context, 'work-measure');
  const texts = {
    'profiles.csv': sections,
    'volume.json': formatVolumeJson(volume),
    'calibration.json': calibration && `${JSON.stringify(calibration, null, 2)}\n`,
    'report.html': report && htmlDocument(report),
  };
  const files = [...published.files];
  const write = async (name: string, file: string | Uint8Array): Promise<void> => {
    files.push(await writeFile(folder, name, file));
  };
  if (contents.has('profiles')) {
    await write('profiles.csv', texts['profiles.csv']);
    await betweenSteps(context, 'work-measure');
    await writeText(outlinesCsv(measures.profiles), await folder.create('outlines.csv'));
    files.push('outlines.csv');
  }
  if (contents.has('volume')) await write('volume.json', texts['volume.json']);
  if (contents.has('volume') && texts['calibration.json'] !== null)
    await write('calibration.json', texts['calibration.json']);
  if (reportForms.includes('html') && texts['report.html'] !== null)
    await write('report.html', texts['report.html']);
  for (const form of ['pdf', 'docx'] as const)
    if (reportForms.includes(form) && report !== null)
      await write(`report.${form}`, await output.print(report, form));
  if (contents.has('drawings')) files.push(...(await writeDrawings(task, measures, context)));
  if (unrolled !== null && contents.has('unrolled'))
    files.push(...(await exportUnrolled(unrolled, folder, context)));
  if (contents.has('tables')) files.push(...(await writeTables(task, measured, context)));
  if (contents.has('meshes')) files.push(...(await writeMeshes(task, measured, steps, context)));
  const products = surveyProducts(
    { ...texts, 'trajectory.tum': published.trajectoryTum },
    compared,
    refinement,
  );
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
    files,
    products: products.map(({ stage, ...product }) => ({
      ...product,
      ...provenanceOf(stage, steps, source.captureHash),
    })),
  };
}

async function writeFile(folder: ExportFolder, name: string, file: string | Uint8Array): Promise<string> {
  const sink = await folder.create(name);
  await (typeof file === 'string' ? writeText([file], sink) : writeBytes(file, sink));
  return name;
}

function surveyExtras(
  wall: DriveWall,
  measures: DriveMeasures,
  { design, interval, measure }: SurveyRequest,
  compared: ComparedSurveys | null,
): SurveyExtras {
  return {
    material: measure.material,
    comparison: compared?.comparison ?? null,
    convergence: compared?.convergence ?? null,
    ...driveExtras(wall, measures, measure, design?.programme ?? null, interval),
  };
}

function unrolledWall(
  { wall, measures: { volume }, compared }: MeasuredSurvey,
  { design }: SurveyRequest,
): LayeredWall {
  return unroll(wall, {
    chainage: { from: volume.chainageFrom, to: volume.chainageTo },
    design: design?.programme ?? null,
    convergence: compared?.convergence ?? null,
  });
}

/** Input of the drawings of a drive. @param design null: none */
function drawnSurvey(
  { axis, profiles, breaks, volume }: DriveMeasures,
  design: DesignProgramme | null,
  { name, heading, surveyedAt }: ReportProject,
  language: ReportLanguage,
): DrawnDrive {
  const linesAt = design === null ? () => null : designLinesAt(design);
  const ofSection = new Map(breaks?.sections.map((section) => [section.chainage, section]));
  return {
    name: heading.working ?? name,
    axis,
    sections: profiles.map((profile) => {
      const lines = linesAt(profile.chainage);
      return {
        profile,
        design: lines?.excavation ?? null,
        payLine: lines?.pay ?? null,
        breaks: ofSection.get(profile.chainage) ?? null,
      };
    }),
    recesses: volume.recesses,
    language,
    surveyedAt: heading.surveyDate === null ? surveyedAt : new Date(`${heading.surveyDate}T00:00:00Z`),
  };
}

async function writeTables(
  { request, source, output }: PublishTask,
  { map: { placed, hasSensorPath }, measures }: MeasuredSurvey,
  context: StageContext,
): Promise<string[]> {
  const { refined, trajectory } = placed;
  const points = refined?.asked.points ?? [];
  const residuals = refined?.value.graph.residuals ?? [];
  const { design, language } = request;
  const drive = drawnSurvey(measures, design?.programme ?? null, source.project, language);
  const path = hasSensorPath ? trajectory : null;
  return exportTables(
    {
      tables: surveyTables(
        { ...measures, breaks: measures.breaks ?? null, control: { points, residuals } },
        textsOf(language),
      ),
      layers: driveLayers({ drive, trajectory: path, points, residuals }),
      system: layerSystem(source.grid ?? null, placed),
      surveyedAt: drive.surveyedAt ?? source.project.reportedAt,
    },
    output.tableFormats ?? TABLE_FORMATS,
    output.folder,
    await output.loadTableFiles(),
    context,
  );
}

function writeMeshes(
  { request, source, output }: PublishTask,
  { wall, measures }: MeasuredSurvey,
  steps: readonly ReportStep[],
  context: StageContext,
): Promise<string[]> {
  return exportDriveMeshes(
    {
      wall,
      volume: measures.volume,
      design: request.design?.programme ?? null,
      interval: request.interval,
      formats: output.meshFormats ?? MESH_FORMATS_DEFAULT,
      project: source.project.heading.working ?? source.project.name,
      application: { name: 'Socavon', version: output.softwareVersion },
      measured: provenanceOf('measure', steps, source.captureHash),
    },
    output.folder,
    context,
  );
}

function writeDrawings(
  { request, source, output }: PublishTask,
  measures: DriveMeasures,
  context: StageContext,
): Promise<string[]> {
  const { design, language } = request;
  const application = { name: 'Socavon', version: output.softwareVersion };
  return exportDrawings(
    drawnSurvey(measures, design?.programme ?? null, source.project, language),
    output.folder,
    { ...EXPORT_DRAWINGS_DEFAULTS, formats: output.drawings, application },
    context,
  );
}
