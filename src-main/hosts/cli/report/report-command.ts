import { message } from '../../../../src-core/messages/message.ts';
import { type Remark, remark } from '../../../../src-core/messages/remark.ts';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { fileChoice, type ReportForm } from '../../../../src-core/model/survey-content.ts';
import { INHERITED_FIELDS, type SurveyHeading } from '../../../../src-core/model/survey-heading.ts';
import { storeLogo } from '../../../jobs/print/stored-logo.ts';
import { floorText } from '../floor-text.ts';
import { logoFromOptions } from '../measure-from-options.ts';
import type { ReportFileOptions } from '../measure-options.ts';
import { type ProjectCommandOptions, surveyProject } from '../survey-project.ts';
import { statedWithMetre } from '../volume-headline.ts';
import type { CommandResult } from '../with-command.ts';
import { say, warningLine } from '../words.ts';

type HeadingOptions = { readonly [Field in Exclude<keyof SurveyHeading, 'surveyDate'>]?: string };

export interface ReportCommandOptions extends ProjectCommandOptions, HeadingOptions, ReportFileOptions {
  readonly out: string;
  readonly date?: string;
  readonly format: readonly ReportForm[];
}

/**
 * `socavon report`: writes the report of `socavon run` in the requested forms, language and paper size. The survey
 * headings given are stored in the project first.
 *
 * @throws what `surveyProject` throws
 */
export async function report(
  file: string,
  options: ReportCommandOptions,
  context: StageContext,
): Promise<CommandResult> {
  const { out: folder, language, format, paper } = options;
  const logo = await logoFromOptions(options);
  const heading = headingOf(options);
  let headingTakenFrom: number | null = null;
  const { project, session, out, survey } = await surveyProject(
    file,
    options,
    {
      files: { ...fileChoice(['report'], { report: format }), paper },
      out: folder,
      language,
      prepare: (project, id) => {
        const { headings } = project;
        if (logo !== undefined) storeLogo(project, logo);
        headingTakenFrom = headings.takenFrom(id);
        if (headingTakenFrom !== null)
          context.emit({
            kind: 'note',
            stage: 'measure',
            ...takenOver(headings.get(id), headingTakenFrom),
          });
        if (Object.keys(heading).length > 0) headings.set(id, { ...headings.get(id), ...heading });
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
      say('report-line', {
        from: chainageFrom.toFixed(2),
        to: chainageTo.toFixed(2),
        stated: statedWithMetre(survey.volume),
      }),
      ...(comparison === null
        ? []
        : [
            `  ${say('report-against', { earlier: comparison.earlier.name, volume: comparison.volume.value.toFixed(2), plusMinus: comparison.volume.plusMinus.toFixed(2) })}`,
            `  ${say('report-placed', { how: message(`placed-by-${comparison.earlier.placedBy}`), other: message(`placed-by-${comparison.later.placedBy}`) })}`,
          ]),
      ...floorText(survey.volume),
      ...[...survey.warnings, ...(comparison?.warnings ?? [])].map(warningLine),
      `${out}: ${survey.files.join(', ')}`,
    ].join('\n'),
    failures: survey.failed,
  };
}

function takenOver(heading: SurveyHeading, sessionId: number): Remark {
  const fields = INHERITED_FIELDS.filter((field) => heading[field] !== null);
  return remark('report-taken-over', { session: sessionId, fields });
}

/** Survey headings from the command line. */
function headingOf(options: ReportCommandOptions): Partial<SurveyHeading> {
  const { date, mine, company, working, level, surveyor, licence, grid, instrument, notes } = options;
  const heading = {
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
  return Object.fromEntries(Object.entries(heading).filter(([, text]) => text !== undefined));
}
