import { z } from 'zod';
import { effectiveQuestion } from '../../src-core/contract/effective-fields.ts';
import { MeasuredHeadline, type SessionSummary } from '../../src-core/contract/work-requests.ts';
import { posesKey } from '../jobs/session/poses-key.ts';
import { contentHash } from '../project/canonical-json.ts';
import type { Project } from '../project/project.ts';
import type { Session } from '../project/sessions.ts';
import type { WorkField } from '../project/work-fields.ts';

/** Topic and field of the last measured volume of a session; no window writes it. */
const [MEASURED, HEADLINE] = ['measured', 'headline'];

const StoredHeadline = z.object({
  ...MeasuredHeadline.shape,
  measuredAt: z.string(),
  questionHash: z.string(),
  posesKey: z.string(),
});
type StoredHeadline = z.infer<typeof StoredHeadline>;

/** Stores the last volume of a session, as measured by the points that it has now. */
export function storeHeadline(
  project: Project,
  session: Session,
  headline: Omit<StoredHeadline, 'posesKey'>,
): void {
  const stored: StoredHeadline = { ...headline, posesKey: posesKey(project, session) };
  project.work.set(MEASURED, session.id, { [HEADLINE]: stored });
}

/** Last measured volume of a session, and whether its question and points are still the same; null: none. */
export function storedHeadline(
  project: Project,
  session: Session,
  fields: readonly WorkField[],
): SessionSummary['measured'] {
  const stored = StoredHeadline.safeParse(project.work.of(MEASURED, session.id)[HEADLINE]);
  if (!stored.success) return null;
  const { posesKey: measuredPoses, ...headline } = stored.data;
  const isCurrent =
    measuredPoses === posesKey(project, session) &&
    headline.questionHash === contentHash(effectiveQuestion(fields, session.id));
  return { ...headline, isCurrent };
}
