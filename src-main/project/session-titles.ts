import type { Project } from './project.ts';
import type { Session } from './sessions.ts';

/**
 * Names of the sessions of a project as everything shows them, by id: the name that a person gave; else working and
 * day of its heading; else the date of its captures; else their file name. Equal ones are numbered.
 */
export function sessionTitles(project: Project): Map<number, string> {
  const titles = new Map<number, string>();
  const seen = new Map<string, number>();
  for (const session of project.sessions.all()) {
    const title = plainTitle(project, session);
    const count = (seen.get(title) ?? 0) + 1;
    seen.set(title, count);
    titles.set(session.id, count === 1 ? title : `${title} (${count})`);
  }
  return titles;
}

/** Name of one session; see `sessionTitles`. A removed session is not numbered. */
export function sessionTitle(project: Project, session: Session): string {
  return sessionTitles(project).get(session.id) ?? plainTitle(project, session);
}

/** Name of one session with the day of its survey, or else of its captures, where that is known and no part of it. */
export function datedTitle(project: Project, session: Session): string {
  const title = sessionTitle(project, session);
  const { recordedAt } = session;
  const recorded = recordedAt === null ? null : localMinute(recordedAt).slice(0, 10);
  const day = project.headings.get(session.id).surveyDate?.slice(0, 10) ?? recorded;
  return day === null || title.includes(day) ? title : `${title}, ${day}`;
}

function plainTitle(project: Project, { id, name, recordedAt }: Session): string {
  if (name !== null) return name;
  const { working, surveyDate } = project.headings.get(id);
  if (surveyDate !== null) return [working, surveyDate].filter((word) => word !== null).join(' ');
  if (recordedAt !== null) return localMinute(recordedAt);
  const [first, ...others] = project.captures.of(id);
  return first === undefined
    ? String(id)
    : others.length === 0
      ? first.name
      : `${first.name} +${others.length}`;
}

/** Date and time of the place, to the minute, the same in every language: 2026-11-23 09:05. */
function localMinute(iso: string): string {
  const at = new Date(iso);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
