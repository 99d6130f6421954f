import type { Project } from '../project/project.ts';
import type { Session } from '../project/sessions.ts';

/** What a survey is called: its working and day as far as they are told, else its captures. */
export function epochName({ headings, captures }: Project, { id }: Session): string {
  const { working, surveyDate } = headings.get(id);
  const told = [working, surveyDate].filter((word) => word !== null);
  if (told.length > 0) return told.join(' ');
  return captures
    .of(id)
    .map(({ name }) => name)
    .join(', ');
}
