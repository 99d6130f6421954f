import { basename } from 'node:path';
import type { Handlers } from '../../../src-core/contract/requests.ts';
import { formatDesign } from '../../../src-core/io/cad/design-file.ts';
import { remarkOf } from '../../../src-core/messages/remark.ts';
import { checkProgramme } from '../../../src-core/model/check-programme.ts';
import { wholeAxis } from '../../../src-core/model/design.ts';
import { readDesign } from '../../jobs/import/read-design.ts';
import { inThread } from '../../jobs/in-thread.ts';
import { readLogoFile } from '../../jobs/print/stored-logo.ts';
import { rigidFromWire, type SurveyInputs } from '../../jobs/session/survey-inputs.ts';
import type { EngineSession } from '../engine-session.ts';

type Names =
  | 'design.read'
  | 'design.write'
  | 'survey.path'
  | 'survey.wall'
  | 'survey.chamber'
  | 'report.logo'
  | 'report.preview'
  | 'survey.write';

/** Handlers of sections, reports and files of a survey; long requests run in a worker thread. */
export function surveyHandlers(session: EngineSession): Handlers<Names> {
  const grantedAxis = (axis: string | null): string | null => axis && session.grants.toRead(axis);
  const questionOf = <Asked extends SurveyInputs>(inputs: Asked) => {
    session.sessionOf(inputs.sessionId);
    if (inputs.earlierId !== null) session.sessionOf(inputs.earlierId);
    return { project: session.project.path, asked: { ...inputs, axis: grantedAxis(inputs.axis) } };
  };
  return {
    'design.read': async ({ path, ...drawn }, context) => {
      const { design, notes } = await readDesign(session.grants.toRead(path), drawn, context.cancel);
      for (const note of notes) context.emit({ kind: 'note', stage: 'measure', ...remarkOf(note) });
      return design;
    },
    'design.write': async ({ path, section, programme = wholeAxis(section) }) => {
      checkProgramme(programme, basename(path));
      await session.writeFile(path, new TextEncoder().encode(formatDesign(programme)));
      return null;
    },
    'survey.path': async ({ sessionId, T_grid_first, axis, measure }, context) => {
      session.sessionOf(sessionId);
      const question = { project: session.project.path, sessionId, axis: grantedAxis(axis), measure };
      return inThread('survey-path', { ...question, T_grid_first: rigidFromWire(T_grid_first) }, context);
    },
    'survey.wall': async ({ sessionId, T_grid_first, axis, measure }, context) => {
      session.sessionOf(sessionId);
      const question = { project: session.project.path, sessionId, axis: grantedAxis(axis), measure };
      return session.inTurn('work-measure', context.cancel, () =>
        inThread('survey-wall', { ...question, T_grid_first: rigidFromWire(T_grid_first) }, context),
      );
    },
    'survey.chamber': async (
      { sessionId, T_grid_first, inside, against, againstPart, folder, meshFormats },
      context,
    ) => {
      session.sessionOf(sessionId);
      const question = {
        project: session.project.path,
        sessionId,
        T_grid_first: rigidFromWire(T_grid_first),
        inside,
        cell: null,
        against:
          against === null
            ? null
            : { path: session.grants.toRead(against), part: againstPart, unit: null, placeSigma: null },
        folder: session.grants.toWrite(folder),
        formats: meshFormats,
      };
      const {
        said,
        folder: written,
        files,
        failed,
      } = await session.hold('work-measure', async () => {
        await session.afterTurn('work-measure', context.cancel);
        return inThread('measure-chamber', question, context);
      });
      return { said, folder: written ?? folder, files, failed };
    },
    'report.logo': async ({ path }) => ({ url: (await readLogoFile(session.grants.toRead(path))).url }),
    'report.preview': async ({ language, ...inputs }, context) => {
      const question = questionOf(inputs);
      return session.hold('work-report', () =>
        session.inTurn('work-report', context.cancel, () =>
          inThread('preview-report', { ...question, language }, context),
        ),
      );
    },
    'survey.write': async ({ language, folder, files, ...inputs }, context) => {
      const into = session.grants.toWrite(folder);
      const question = { ...questionOf(inputs), language, files, folder: into };
      const written = await session.hold('work-write-survey', async () => {
        await session.afterTurn('work-write-survey', context.cancel);
        return inThread('write-survey', question, context);
      });
      session.changed();
      return written;
    },
  };
}
