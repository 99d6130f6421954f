import { writeBytes, writeText } from '../../io/bytes/write-bytes.ts';
import type { ExportedMap } from '../../io/cloud/export-map.ts';
import type { HandedPose } from '../../io/poses/export-poses.ts';
import { betweenSteps, type StageContext } from '../../model/context.ts';
import type { Outputs } from '../../model/outputs.ts';
import {
  chosenFormats,
  type FileChoice,
  type FormatOf,
  type OutputContent,
  SURVEY_CONTENTS,
  type SurveyContent,
} from '../../model/survey-content.ts';
import type { LayeredWall } from '../../model/unrolled.ts';
import type { ReportDocument } from '../../report/document.ts';
import type { ReportStep } from '../../report/report-input.ts';
import type { MapExport } from '../export-scan-map.ts';
import type { MeasuredSurvey } from '../publish/measured-survey.ts';
import type { SurveyTexts } from '../publish/survey-products.ts';
import type { WallAttributes } from '../publish/wall-attributes.ts';
import type { PublishTask } from '../publish-task.ts';
import type { SurveyedMap } from '../surveyed-map.ts';

/** What the outputs of a map are written of. */
export interface MapToWrite {
  readonly task: PublishTask;
  readonly map: SurveyedMap;
  /** Gives what is known of the points once the wall is measured; null: they go without. */
  readonly wall: (() => WallAttributes) | null;
  /** Made anew each time: with their covariances they take as much as the poses of the survey. */
  readonly poses: () => HandedPose[];
  readonly outputs: Outputs;
  readonly exportMap: MapExport;
  /** The map as written; null: it is not yet. */
  exported: ExportedMap | null;
}

/** What the outputs of the measures are written of. */
export interface MeasuresToWrite {
  readonly task: PublishTask;
  readonly measured: MeasuredSurvey;
  readonly texts: SurveyTexts;
  /** null: none is among the contents, or it could not be made. */
  readonly report: { readonly document: ReportDocument; readonly html: string } | null;
  /** Of the report; null: it has none. */
  readonly unrolled: LayeredWall | null;
  readonly steps: readonly ReportStep[];
  readonly outputs: Outputs;
}

interface Written<Subject, Format extends string> {
  /** Writes the files of the formats, and notes them in the outputs; a file that fails costs itself only. */
  write(subject: Subject, formats: readonly Format[], context: StageContext): Promise<unknown>;
  /** Outputs that fail where none of the files can be begun; absent: that of the content. */
  failsAs?(formats: readonly Format[]): readonly string[];
}

interface Named extends Pick<OutputContent, 'formats' | 'default'> {
  readonly content: string;
}

/** A content of a survey with what writes it, of the map or of the measures. */
export type Output = Named &
  (
    | ({ readonly needs: 'map' } & Written<MapToWrite, string>)
    | ({ readonly needs: 'measures' } & Written<MeasuresToWrite, string>)
  );

/** The output of a content of the list, by what writes it of the map. */
export function mapOutput<Content extends SurveyContent>(
  content: Content,
  written: Written<MapToWrite, FormatOf<Content>>,
): Output {
  return { content, ...SURVEY_CONTENTS[content], needs: 'map', ...(written as Written<MapToWrite, string>) };
}

/** The output of a content of the list, by what writes it of the measures. */
export function measuresOutput<Content extends SurveyContent>(
  content: Content,
  written: Written<MeasuresToWrite, FormatOf<Content>>,
): Output {
  const { write, failsAs } = written as Written<MeasuresToWrite, string>;
  return { content, ...SURVEY_CONTENTS[content], needs: 'measures', write, ...(failsAs && { failsAs }) };
}

/** Writes the chosen ones of a list of outputs, one after the other; one that fails costs itself only. @throws CancelledError */
export async function writeOutputs<Needs extends Output['needs']>(
  list: readonly Output[],
  needs: Needs,
  subject: Needs extends 'map' ? MapToWrite : MeasuresToWrite,
  choice: FileChoice,
  context: StageContext,
): Promise<void> {
  for (const output of list) {
    if (output.needs !== needs) continue;
    const formats = chosenFormats(choice, output.content as SurveyContent, { [output.content]: output });
    if (formats.length === 0) continue;
    await betweenSteps(context, 'work-export');
    const { write } = output as Written<MapToWrite | MeasuresToWrite, string>;
    await subject.outputs.attempt(output.failsAs?.(formats) ?? output.content, () =>
      write(subject, formats, context),
    );
  }
}

/** A file of an output: its name, and what makes its text or its bytes. */
interface OutputFile {
  readonly name: string;
  make(): Iterable<string> | Promise<Uint8Array>;
}

/** Writes files whose contents are made whole, one after the other. */
export async function writeFiles(
  { task: { output }, outputs }: MeasuresToWrite,
  files: readonly OutputFile[],
  context: StageContext,
): Promise<void> {
  for (const { name, make } of files) {
    await betweenSteps(context, 'work-export');
    await outputs.attempt(name, async () => {
      const made = await make();
      const sink = await output.folder.create(name);
      await (made instanceof Uint8Array ? writeBytes(made, sink) : writeText(made, sink));
      outputs.wrote([name]);
    });
  }
}
