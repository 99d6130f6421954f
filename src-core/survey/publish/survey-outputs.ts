import { writeBytes, writeText } from '../../io/bytes/write-bytes.ts';
import { outlinesCsv } from '../../io/tables/profiles-csv.ts';
import type { StageContext } from '../../model/context.ts';
import type { DesignProgramme } from '../../model/design.ts';
import type { Attempt } from '../../model/outputs.ts';
import { REPORT_FORMS } from '../../model/report-forms.ts';
import { MESH_FORMATS_DEFAULT, type SurveyContent, TABLE_FORMATS } from '../../model/survey-content.ts';
import type { LayeredWall } from '../../model/unrolled.ts';
import type { ReportDocument } from '../../report/document.ts';
import type { DrawnDrive } from '../../report/drawing/drawn-drive.ts';
import { driveLayers } from '../../report/drawing/drive-layers.ts';
import { EXPORT_DRAWINGS_DEFAULTS, exportDrawings } from '../../report/drawing/export-drawings.ts';
import type { ReportProject, ReportStep } from '../../report/report-input.ts';
import { surveyTables } from '../../report/survey-tables.ts';
import { type ReportLanguage, textsOf } from '../../report/texts/texts.ts';
import { designLinesAt } from '../../tunnel/design-lines.ts';
import type { DriveMeasures } from '../../tunnel/measure-drive.ts';
import { unroll } from '../measure.ts';
import type { PublishTask } from '../publish-task.ts';
import type { SurveyRequest } from '../survey-request.ts';
import { exportDriveMeshes } from './export-drive-meshes.ts';
import { exportTables } from './export-tables.ts';
import { exportUnrolled } from './export-unrolled.ts';
import type { MeasuredSurvey } from './measured-survey.ts';
import { layerSystem } from './stated-grid.ts';
import { provenanceOf, type SurveyTexts } from './survey-products.ts';

/** What the outputs of a survey are made of, besides its measures. */
interface OutputContents {
  readonly texts: SurveyTexts;
  /** null: none was requested, or it failed. */
  readonly report: { readonly document: ReportDocument; readonly html: string } | null;
  /** Of the report; null: it has none. */
  readonly unrolled: LayeredWall | null;
  readonly steps: readonly ReportStep[];
}

/** An output: its name, and what writes it and gives the names of its files. */
interface Output {
  readonly name: string;
  write(): Promise<readonly string[]>;
}

/** The outputs that follow from the measures, in the order in which they are written. */
export function outputsOf(
  task: PublishTask,
  measured: MeasuredSurvey,
  { texts, report, unrolled, steps }: OutputContents,
  context: StageContext,
): Output[] {
  const { source, output } = task;
  const { folder, contents, reportForms } = output;
  const { attempt } = measured.published.outputs;
  const { calibration = null } = source;
  const bytes = (name: string, made: () => Promise<Uint8Array>): Output => ({
    name,
    async write() {
      await writeBytes(await made(), await folder.create(name));
      return [name];
    },
  });
  const text = (name: string, made: () => Iterable<string>): Output => ({
    name,
    async write() {
      await writeText(made(), await folder.create(name));
      return [name];
    },
  });
  const list = (content: SurveyContent, write: Output['write']): Output[] =>
    contents.has(content) ? [{ name: content, write }] : [];
  return [
    ...(contents.has('profiles')
      ? [
          text('profiles.csv', () => [texts['profiles.csv']]),
          text('outlines.csv', () => outlinesCsv(measured.measures.profiles)),
        ]
      : []),
    ...(contents.has('volume') ? [text('volume.json', () => [texts['volume.json']])] : []),
    ...(contents.has('volume') && calibration !== null
      ? [text('calibration.json', () => [`${JSON.stringify(calibration, null, 2)}\n`])]
      : []),
    ...(report === null
      ? []
      : REPORT_FORMS.filter((form) => reportForms.includes(form)).map((form) =>
          form === 'html'
            ? text('report.html', () => [report.html])
            : bytes(`report.${form}`, () => output.print(report.document, form)),
        )),
    ...list('drawings', () => writeDrawings(task, measured.measures, attempt, context)),
    ...list('unrolled', async () =>
      exportUnrolled(unrolled ?? unrolledWall(measured, task.request), folder, context, attempt),
    ),
    ...list('tables', () => writeTables(task, measured, attempt, context)),
    ...list('meshes', () => writeMeshes(task, measured, steps, attempt, context)),
  ];
}

/** The unrolled wall of the chainages of the volume, with its layers. */
export function unrolledWall(
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
  attempt: Attempt,
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
    attempt,
  );
}

function writeMeshes(
  { request, source, output }: PublishTask,
  { wall, measures }: MeasuredSurvey,
  steps: readonly ReportStep[],
  attempt: Attempt,
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
    attempt,
  );
}

function writeDrawings(
  { request, source, output }: PublishTask,
  measures: DriveMeasures,
  attempt: Attempt,
  context: StageContext,
): Promise<string[]> {
  const { design, language } = request;
  const application = { name: 'Socavon', version: output.softwareVersion };
  return exportDrawings(
    drawnSurvey(measures, design?.programme ?? null, source.project, language),
    output.folder,
    { ...EXPORT_DRAWINGS_DEFAULTS, formats: output.drawings, application },
    context,
    attempt,
  );
}
