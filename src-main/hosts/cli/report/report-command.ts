import type { StageContext } from '../../../../src-core/model/context.ts';
import { type SurveyHeading, TAKEN_OVER } from '../../../../src-core/model/survey-heading.ts';
import { floorText } from '../floor-text.ts';
import type { ReportCommandOptions } from '../report.ts';
import { surveyProject } from '../survey-project.ts';
import type { CommandResult } from '../with-command.ts';

/**
 * `socavon report`: the report of `socavon run` in the forms, language and paper that are asked for. What is said of the survey
 * is kept in the project before.
 *
 * @throws what `surveyProject` throws
 */
export async function report(
  file: string,
  options: ReportCommandOptions,
  context: StageContext,
): Promise<CommandResult> {
  const { out: folder, language, format, paper } = options;
  const told = headingOf(options);
  let headingTakenFrom: number | null = null;
  const { project, session, out, survey } = await surveyProject(
    file,
    options,
    {
      contents: ['report'],
      out: folder,
      language,
      report: { forms: format, paper },
      prepare: ({ headings }, id) => {
        headingTakenFrom = headings.takenFrom(id);
        if (headingTakenFrom !== null)
          context.emit({
            kind: 'note',
            stage: 'measure',
            message: takenOver(headings.get(id), headingTakenFrom),
          });
        if (Object.keys(told).length > 0) headings.set(id, { ...headings.get(id), ...told });
      },
    },
    context,
  );
  const { chainageFrom, chainageTo, volume, grade, clearance } = survey.volume;
  const { comparison } = survey.extras;
  const warnings = [...survey.volume.warnings, ...(comparison?.warnings ?? [])];
  return {
    data: {
      project,
      session,
      out,
      language,
      headingTakenFrom,
      chainageFrom,
      chainageTo,
      volume,
      ...(grade && { grade }),
      ...(clearance && { clearance }),
      ...(comparison && { comparison }),
      files: survey.files,
      warnings,
    },
    text: [
      `Report of chainage ${chainageFrom.toFixed(2)} to ${chainageTo.toFixed(2)} m: ${volume.value.toFixed(2)} ± ${volume.plusMinus.toFixed(2)} m³`,
      ...(comparison === null
        ? []
        : [
            `  against ${comparison.earlier.name}: ${comparison.volume.value.toFixed(2)} ± ${comparison.volume.plusMinus.toFixed(2)} m³ gained`,
          ]),
      ...floorText(survey.volume),
      ...warnings.map(({ message }) => `WARNING: ${message}`),
      `${out}: ${survey.files.join(', ')}`,
    ].join('\n'),
  };
}

function takenOver(heading: SurveyHeading, sessionId: number): string {
  const fields = TAKEN_OVER.filter((field) => heading[field] !== null).join(', ');
  return `What nobody says of this survey is taken over from session ${sessionId}: ${fields}; options such as --mine change it.`;
}

/** What was told of the survey on the command line. */
function headingOf(options: ReportCommandOptions): Partial<SurveyHeading> {
  const { date, mine, company, working, level, surveyor, licence, grid, instrument, notes } = options;
  const told = {
    surveyDate: date,
    mine,
    company,
    working,
    level,
    surveyor,
    licence,
    grid,
    instrument,
    notes,
  };
  return Object.fromEntries(Object.entries(told).filter(([, text]) => text !== undefined));
}
