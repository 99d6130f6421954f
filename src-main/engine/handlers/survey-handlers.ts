import { basename } from 'node:path';
import { formatDesign } from '../../../src-core/io/cad/design-file.ts';
import { checkProgramme } from '../../../src-core/model/check-programme.ts';
import { wholeAxis } from '../../../src-core/model/design.ts';
import { openAtomicSink } from '../../files/atomic-sink.ts';
import { readDesign } from '../../jobs/asked-design.ts';
import { type AskedSurvey, rigidOfWire } from '../../jobs/asked-survey.ts';
import { inThread } from '../../jobs/in-thread.ts';
import type { Handlers } from '../dispatch.ts';
import type { EngineSession } from '../engine-session.ts';

type Names = 'design.read' | 'design.write' | 'survey.path' | 'report.preview' | 'survey.write';

/** Sections, reports and files of a survey; all that takes its time does so in a thread. */
export function surveyHandlers(session: EngineSession): Handlers<Names> {
  const grantedAxis = (axis: string | null): string | null => axis && session.grants.toRead(axis);
  const questionOf = <Asked extends AskedSurvey>(asked: Asked) => {
    session.sessionOf(asked.sessionId);
    if (asked.earlierId !== null) session.sessionOf(asked.earlierId);
    return { project: session.project.path, asked: { ...asked, axis: grantedAxis(asked.axis) } };
  };
  return {
    'design.read': async ({ path, ...drawn }, context) => {
      const { design, notes } = await readDesign(session.grants.toRead(path), drawn);
      for (const message of notes) context.emit({ kind: 'note', stage: 'measure', message });
      return design;
    },
    'design.write': async ({ path, section, programme = wholeAxis(section) }) => {
      checkProgramme(programme, basename(path));
      const sink = await openAtomicSink(session.grants.toWrite(path));
      await sink.write(new TextEncoder().encode(formatDesign(programme)));
      await sink.close();
      return null;
    },
    'survey.path': async ({ sessionId, T_grid_first, axis, measure }, context) => {
      session.sessionOf(sessionId);
      const question = { project: session.project.path, sessionId, axis: grantedAxis(axis), measure };
      return inThread('survey-path', { ...question, T_grid_first: rigidOfWire(T_grid_first) }, context);
    },
    'report.preview': async ({ language, ...asked }, context) => {
      const question = questionOf(asked);
      return session.hold('a report', () => inThread('preview-report', { ...question, language }, context));
    },
    'survey.write': async (
      { language, folder, contents, reportForms, paper, drawings, ...asked },
      context,
    ) => {
      const question = {
        ...questionOf(asked),
        language,
        contents,
        report: { forms: reportForms, paper },
        drawings,
        folder: session.grants.toWrite(folder),
      };
      return session.hold('writing a survey', () => inThread('write-survey', question, context));
    },
  };
}
