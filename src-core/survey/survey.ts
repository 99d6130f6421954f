import type { SurveyContent } from '../contract/survey-requests.ts';
import { EXPORT_MAP_DEFAULTS, type ExportedMap, type ExportFolder, exportMap } from '../io/export-map.ts';
import { outlinesCsv, profilesCsv } from '../io/profiles-csv.ts';
import { formatTum } from '../io/tum.ts';
import { writeBytes } from '../io/write-bytes.ts';
import { type AlignmentQuality, alignmentQuality } from '../mapping/alignment-quality.ts';
import type { ScanEngine } from '../mapping/scan-aligner.ts';
import { identity } from '../math/se3.ts';
import type { StageContext, StageName } from '../model/context.ts';
import type { MovedReturns } from '../model/moved.ts';
import type { Trajectory } from '../model/pose.ts';
import type { Warning } from '../model/sentences.ts';
import type { ReportDocument } from '../report/document.ts';
import {
  type DrawingFormat,
  EXPORT_DRAWINGS_DEFAULTS,
  exportDrawings,
} from '../report/drawing/export-drawings.ts';
import { htmlDocument } from '../report/html/html-document.ts';
import { REPORT_DEFAULTS, reportDocument } from '../report/report-document.ts';
import type { ReportForm } from '../report/report-forms.ts';
import type { ReportInput, ReportRefinement, ReportStep } from '../report/report-input.ts';
import { formatVolumeJson, type VolumeJson, volumeJson } from '../report/volume-json.ts';
import type { DriveMeasures } from '../tunnel/measure-drive.ts';
import { alignWarnings } from './align/align-warnings.ts';
import { type AlignmentSoFar, alignScans, type PoseSink } from './align.ts';
import { mapPoints } from './map-points.ts';
import { type SurveyExtras, surveyExtras } from './measure/survey-extras.ts';
import { type MeasureHost, measuredDrive, unrolledOf } from './measure.ts';
import { drawnSurvey } from './publish/drawn-survey.ts';
import { exportUnrolled } from './publish/export-unrolled.ts';
import { reportDesign } from './publish/report-design.ts';
import { madeBy, type SurveyProduct, surveyProducts } from './publish/survey-products.ts';
import { type AuditRoot, surveySteps } from './publish/survey-steps.ts';
import { thinMap } from './publish/thin-map.ts';
import { refineWarnings } from './refine/refine-warnings.ts';
import { type RefinedSurvey, refinedTrajectory, type SurveyRefinement } from './refine.ts';
import type { ScanStore } from './scan-store.ts';
import { measureOptionsOf, type SurveyOptions, type SurveyRequest } from './survey-request.ts';

/** What the stages need of the world. */
export interface SurveyHost extends AuditRoot, MeasureHost {
  /** Where the files go. */
  readonly folder: ExportFolder;
  /** Formats of the drawings, where they are among them. */
  readonly drawings: readonly DrawingFormat[];
  /** Forms of the report, where it is among them. */
  readonly reportForms: readonly ReportForm[];
  /** The report as the bytes of a PDF. */
  print(report: ReportDocument): Promise<Uint8Array>;
  /** What aligns the scans. */
  readonly engine: ScanEngine;
  /** Keeps each pose as it is found. */
  readonly poses: PoseSink;
  /** An earlier alignment of the same question, whole or in part, to go on from. */
  readonly soFar: AlignmentSoFar | null;
  /**
   * Stage poses -> refined poses, where the host keeps what it finds: `refineSurvey`, or an earlier answer of it; null: the
   * poses of the alignment hold.
   */
  readonly refine: (aligned: Trajectory, context: StageContext) => Promise<RefinedSurvey | null>;
  /**
   * Stage poses -> what moved, where the host keeps what it finds: `findMoved`, or an earlier answer of it. Its returns are
   * left out of map and measurement; null: they were brought back, and all returns count.
   */
  readonly moved: (trajectory: Trajectory, context: StageContext) => Promise<MovedReturns | null>;
  /** What is wrong with the captures or assumed of the sensor, for the one who signs. */
  readonly warnings: readonly Warning[];
  /** Keeps a product. */
  keep(product: SurveyProduct): void;
  /** What the report says of the project and its captures. */
  readonly about: Pick<ReportInput, 'project' | 'captures' | 'session' | 'sensor'>;
  readonly softwareVersion: string;
}

export interface Survey {
  readonly trajectory: Trajectory;
  /** null: nothing was asked of it. */
  readonly refinement: SurveyRefinement | null;
  readonly quality: AlignmentQuality;
  readonly measures: DriveMeasures;
  readonly extras: SurveyExtras;
  /** null where the map was not to be written. */
  readonly map: ExportedMap | null;
  readonly volume: VolumeJson;
  /** Returns of what moved that were left out of map and measurement. */
  readonly movedLeftOut: number;
  /** Names of the files in the folder. */
  readonly files: readonly string[];
}

/**
 * The path of a scan, from the capture to the report. Each line is a stage; nothing flows back.
 *
 *     scans -> poses -> refined, placed poses -> what moved -> map -> axis, profiles, volume -> files and report
 *
 * @param store the scans of one session
 * @throws what the stages throw; CancelledError. What was written before stays whole.
 */
export async function surveyDrive(
  store: ScanStore,
  request: SurveyRequest,
  asked: SurveyOptions,
  host: SurveyHost,
  context: StageContext,
): Promise<Survey> {
  const options = { ...asked, measure: measureOptionsOf(asked, store.sensor) };
  const aligned = await alignScans(
    store,
    options.odometry,
    host.poses,
    context,
    host.soFar,
    host.engine,
    host.edits,
  );
  const refined = await host.refine(aligned.value, context);
  const refinement = refined?.value ?? null;
  const trajectory = refinedTrajectory(aligned.value, refinement, request.T_grid_first ?? identity());
  const quality = alignmentQuality(trajectory);
  const ofAlignment = alignWarnings(host.edits, aligned.diagnostics.gyroBelievable);
  warn(context, 'import', host.warnings);
  const ofRefinement = refineWarnings(refinement);
  warn(context, 'align', [...ofAlignment, ...quality.warnings]);
  warn(context, 'refine', ofRefinement);

  // Before the measurement: where that is refused, the map shows why.
  const moved = await host.moved(trajectory, context);
  const movedLeftOut = moved?.count ?? 0;
  const points = () => mapPoints(store, trajectory, context.cancel, moved);
  const trajectoryTum = trajectoryText(trajectory);
  const files: string[] = [];
  const write = async (content: SurveyContent, name: string, file: string | Uint8Array): Promise<void> => {
    if (!isWanted(host, content)) return;
    const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
    await writeBytes(bytes, await host.folder.create(name));
    files.push(name);
  };
  await write('trajectory', 'trajectory.tum', trajectoryTum);
  const map = isWanted(host, 'map')
    ? await exportMap(() => thinMap(points(), options.map), host.folder, EXPORT_MAP_DEFAULTS, context)
    : null;
  files.push(...(map?.files ?? []).map(({ fileName }) => fileName));

  const measured = await measuredDrive(points, trajectory, refinement, request, options, host, context);
  const { measures, compared } = measured;
  warn(context, 'measure', measures.volume.warnings);

  const warnings = [...host.warnings, ...ofAlignment, ...quality.warnings, ...ofRefinement];
  const extras = surveyExtras(measured.wall, measures, request, compared, options.measure.volume);
  const unrolled = measured.isUnrolled ? unrolledOf(measured, request) : null;
  const steps = surveySteps(
    request,
    options,
    host,
    refined,
    movedLeftOut,
    compared?.comparison.earlier ?? null,
  );
  const volume = volumeJson(measures, warnings, movedLeftOut, extras, {
    version: host.softwareVersion,
    captures: host.about.captures,
    steps,
  });
  const report = isWanted(host, 'report')
    ? reportDocument(
        {
          ...reportInput(request, trajectory, refined, warnings, measures, steps, host),
          ...extras,
          ...(request.measure?.unrolled && { unrolled }),
        },
        { ...REPORT_DEFAULTS, language: request.language },
      )
    : null;
  const texts = {
    'profiles.csv': profilesCsv(measures.profiles, measures.breaks?.sections),
    'outlines.csv': outlinesCsv(measures.profiles),
    'volume.json': formatVolumeJson(volume),
    'report.html': report && htmlDocument(report),
  };
  await write('profiles', 'profiles.csv', texts['profiles.csv']);
  await write('profiles', 'outlines.csv', texts['outlines.csv']);
  await write('volume', 'volume.json', texts['volume.json']);
  if (host.reportForms.includes('html') && texts['report.html'] !== null)
    await write('report', 'report.html', texts['report.html']);
  if (host.reportForms.includes('pdf') && report !== null)
    await write('report', 'report.pdf', await host.print(report));
  if (isWanted(host, 'drawings')) files.push(...(await writeDrawings(measures, request, host, context)));
  if (unrolled !== null && isWanted(host, 'unrolled'))
    files.push(...(await exportUnrolled(unrolled, host.folder, context)));
  const products = surveyProducts({ ...texts, 'trajectory.tum': trajectoryTum }, compared, refinement);
  for (const { stage, ...product } of products)
    host.keep({ ...product, ...madeBy(stage, steps, host.captureHash) });
  return {
    trajectory,
    refinement,
    quality,
    measures,
    extras,
    map,
    volume,
    movedLeftOut,
    files,
  };
}

/** What a survey writes where nobody says what. */
const BASICS: ReadonlySet<SurveyContent> = new Set(['report', 'map', 'profiles', 'trajectory', 'volume']);

function isWanted({ contents }: SurveyHost, content: SurveyContent): boolean {
  return (contents ?? BASICS).has(content);
}

function writeDrawings(
  measures: DriveMeasures,
  { design, language }: SurveyRequest,
  host: SurveyHost,
  context: StageContext,
): Promise<string[]> {
  const drive = drawnSurvey(measures, design?.programme ?? null, host.about.project, language);
  return exportDrawings(
    drive,
    host.folder,
    {
      ...EXPORT_DRAWINGS_DEFAULTS,
      formats: host.drawings,
      application: { name: 'Socavon', version: host.softwareVersion },
    },
    context,
  );
}

function warn(context: StageContext, stage: StageName, warnings: readonly Warning[]): void {
  for (const warning of warnings) context.emit({ kind: 'warning', stage, ...warning });
}

/** The trajectory as TUM lines. */
function trajectoryText({ poses }: Trajectory): string {
  return formatTum(poses, [
    'stamp tx ty tz qx qy qz qw: pose of the sensor at the first column of each scan, sensor clock, metres',
  ]);
}

function reportInput(
  request: SurveyRequest,
  trajectory: Trajectory,
  refined: RefinedSurvey | null,
  warnings: readonly Warning[],
  measures: DriveMeasures,
  steps: readonly ReportStep[],
  host: SurveyHost,
): ReportInput {
  const { design } = request;
  return {
    ...host.about,
    frame: {
      kind: request.T_grid_first || refined?.value.frame === 'mine-grid' ? 'mine-grid' : 'local',
    },
    refinement:
      refined?.value.refined || refined?.value.graph.loops.length ? reportRefinement(refined) : null,
    axis: measures.axis,
    profiles: measures.profiles,
    cumulativeVolume: measures.cumulativeVolume,
    volume: measures.volume,
    trajectory,
    reliability: measures.reliability,
    lengthSigma: measures.lengthSigma,
    design: design && measures.breaks && reportDesign(design, measures.breaks),
    warnings,
    computation: {
      softwareVersion: host.softwareVersion,
      engine: host.engine.name,
      adapter: host.engine.adapter,
      steps,
    },
  };
}

function reportRefinement({ asked, value }: RefinedSurvey): ReportRefinement {
  const { graph, unseen, frame } = value;
  const { residuals, leftOut, loops } = graph;
  return { points: asked.points, isPlacedByPoints: frame === 'mine-grid', residuals, leftOut, unseen, loops };
}
