import { effectiveQuestion } from '../../src-core/contract/effective-fields.ts';
import { canonicalJson } from '../project/canonical-json.ts';
import type { Project } from '../project/project.ts';
import type { Session } from '../project/sessions.ts';
import { storedHeadline, storeHeadline } from './measured-headline.ts';

/**
 * Copies a session with all that it shows: also what it takes from a session before it, or has by default, where the
 * copy would take another value, since others may stand between them. Must be called inside a transaction.
 *
 * The steps of the history are not copied. The copy is one step itself; undo would walk through those of the original
 * twice, and an edit of an alignment belongs to the run that it was made in.
 *
 * @returns the id of the copy
 */
export function duplicateSession(project: Project, id: number, name: string): number {
  const copy = project.sessions.duplicate(id, name);
  const { fields } = project.work.all();
  const [question, ofCopy] = [effectiveQuestion(fields, id), effectiveQuestion(fields, copy)];
  const others = Object.entries(question).filter(([field, value]) => !isSame(value, ofCopy[field]));
  project.work.set('question', copy, Object.fromEntries(others));

  const heading = project.headings.get(id);
  if (!isSame(heading, project.headings.get(copy))) project.headings.set(copy, heading);

  const [original, copied] = [project.sessions.get(id), project.sessions.get(copy)] as [Session, Session];
  const measured = storedHeadline(project, original, fields);
  // Its points are the same, but in a run of its own.
  if (measured !== null) {
    const { isCurrent, ...headline } = measured;
    if (isCurrent) storeHeadline(project, copied, headline);
  }
  return copy;
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a ?? null) === canonicalJson(b ?? null);
}
