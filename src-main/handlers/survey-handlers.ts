import { basename } from 'node:path';
import { formatDesign, parseDesign } from '../../src-core/io/design-file.ts';
import { checkProgramme } from '../../src-core/model/check-programme.ts';
import { soleSection, wholeAxis } from '../../src-core/model/design.ts';
import type { EngineSession } from '../engine/engine-session.ts';
import { openAtomicSink } from '../files/atomic-sink.ts';
import { readText } from '../files/read-text.ts';
import { type AskedSurvey, rigidOfWire } from '../jobs/asked-survey.ts';
import { inThread } from '../jobs/in-thread.ts';
import type { Handlers } from './dispatch.ts';

type Names = 'design.read' | 'design.write' | 'survey.path' | 'report.preview' | 'survey.write';

/** Sections, reports and files of a survey; all that takes its time does so in a thread. */
export function surveyHandlers(session: EngineSession): Handlers<Names> {
  const grantedAxis = (axis: string | null): string | null => axis && session.grants.toRead(axis);
  const questionOf = <Asked extends AskedSurvey>(asked: Asked) => {
    session.sessionOf(asked.sessionId);
    return { project: session.project.path, asked: { ...asked, axis: grantedAxis(asked.axis) } };
  };
  return {
    'design.read': async ({ path }) => {
      const text = await readText(session.grants.toRead(path));
      const programme = parseDesign(text, basename(path));
      const [{ section }] = programme.stretches;
      return { name: basename(path), section, ...(soleSection(programme) === null && { programme }) };
    },
    'design.write': async ({ path, section, programme = wholeAxis(section) }) => {
      checkProgramme(programme, basename(path));
      const sink = await openAtomicSink(session.grants.toWrite(path));
      await sink.write(new TextEncoder().encode(formatDesign(programme)));
      await sink.close();
      return null;
    },
    'survey.path': async ({ sessionId, T_grid_first, axis }, context) => {
      session.sessionOf(sessionId);
      const question = { project: session.project.path, sessionId, axis: grantedAxis(axis) };
      return inThread('survey-path', { ...question, T_grid_first: rigidOfWire(T_grid_first) }, context);
    },
    'report.preview': async ({ language, ...asked }, context) => {
      const question = questionOf(asked);
      return session.hold('a report', () => inThread('preview-report', { ...question, language }, context));
    },
    'survey.write': async ({ language, folder, contents, ...asked }, context) => {
      const question = { ...questionOf(asked), language, contents, folder: session.grants.toWrite(folder) };
      return session.hold('writing a survey', () => inThread('write-survey', question, context));
    },
  };
}
