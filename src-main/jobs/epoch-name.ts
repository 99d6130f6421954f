import type { Project } from '../project/project.ts';
import type { Session } from '../project/sessions.ts';

/** Display name of a survey: its working and date if stated, else its captures. */
export function epochName({ headings, captures }: Project, { id }: Session): string {
  const { working, surveyDate } = headings.get(id);
  const stated = [working, surveyDate].filter((word) => word !== null);
  if (stated.length > 0) return stated.join(' ');
  return captures
    .of(id)
    .map(({ name }) => name)
    .join(', ');
}
