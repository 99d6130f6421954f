import {
  checkSurveyHeading,
  INHERITED_FIELDS,
  inheritedHeading,
  NO_SURVEY_HEADING,
  type SurveyHeading,
} from '../../src-core/model/survey-heading.ts';
import type { Audit } from './audit.ts';
import { partOf } from './audit-state.ts';
import type { Connection, Query } from './connection.ts';

const FIELDS = `survey_date AS surveyDate, mine, company, working, level, surveyor, licence, grid, instrument, notes`;

/** Repository of survey headings; a survey without a heading inherits that of an earlier one in the project. */
export class SurveyHeadings {
  readonly #audit: Audit;
  readonly #get: Query<SurveyHeading>;
  readonly #before: Query<{ sessionId: number }>;
  readonly #set: Query<never>;
  readonly #remove: Query<never>;
  readonly #inOrder: Query<{ sessionId: number }>;

  constructor(connection: Connection, audit: Audit) {
    this.#audit = audit;
    this.#get = connection.prepare(`SELECT ${FIELDS} FROM survey_headings WHERE session_id = :sessionId`);
    this.#before = connection.prepare(
      `SELECT session_id AS sessionId FROM survey_headings
       WHERE session_id < :sessionId AND coalesce(${INHERITED_FIELDS.join(', ')}) IS NOT NULL
         AND session_id IN (SELECT id FROM sessions WHERE removed_at IS NULL)
       ORDER BY session_id DESC LIMIT 1`,
    );
    this.#set = connection.prepare(
      `INSERT OR REPLACE INTO survey_headings (session_id, survey_date, mine, company, working, level,
         surveyor, licence, grid, instrument, notes, changed_at) VALUES (:sessionId, :surveyDate, :mine, :company, :working, :level,
         :surveyor, :licence, :grid, :instrument, :notes, :changedAt)`,
    );
    this.#remove = connection.prepare('DELETE FROM survey_headings WHERE session_id = :sessionId');
    this.#inOrder = connection.prepare(
      `SELECT id AS sessionId FROM sessions LEFT JOIN survey_headings ON session_id = id
       WHERE state = 'complete' AND removed_at IS NULL AND (:working IS NULL OR working = :working)
       ORDER BY coalesce(survey_date, substr(recorded_at, 1, 10), substr(imported_at, 1, 10)), id`,
    );
  }

  /** @returns the heading of this survey, else the inherited one; an empty heading if there is none */
  get(sessionId: number): SurveyHeading {
    const own = this.#get.get({ sessionId });
    if (own !== undefined) return own;
    const before = this.takenFrom(sessionId);
    return before === null ? NO_SURVEY_HEADING : inheritedHeading(this.#get.get({ sessionId: before })!);
  }

  /** Own heading of a survey; null: it has none. */
  own(sessionId: number): SurveyHeading | null {
    return this.#get.get({ sessionId }) ?? null;
  }

  /** Session from which a survey inherits its heading; null: it has its own, or none. */
  takenFrom(sessionId: number): number | null {
    if (this.#get.get({ sessionId }) !== undefined) return null;
    return this.#before.get({ sessionId })?.sessionId ?? null;
  }

  /**
   * Replaces the heading of a survey. @returns it as stored
   *
   * @throws SocavonError usage; see `checkSurveyHeading`
   */
  set(sessionId: number, heading: SurveyHeading): SurveyHeading {
    const checked = checkSurveyHeading(heading);
    this.#change(sessionId, { ...checked }, () =>
      this.#set.run({ sessionId, ...checked, changedAt: new Date().toISOString() }),
    );
    return checked;
  }

  /** Removes the own heading of a survey, which then inherits one again. */
  remove(sessionId: number): void {
    this.#change(sessionId, { removed: true }, () => this.#remove.run({ sessionId }));
  }

  #change(session: number, subject: Readonly<Record<string, unknown>>, work: () => void): void {
    this.#audit.change({ action: 'heading', session, subject, parts: [partOf(session, 'heading')] }, work);
  }

  /**
   * Complete sessions by survey date; one without a date is ordered by its recording, else its import.
   *
   * @param working only sessions of this working; null: all
   */
  inOrder(working: string | null): number[] {
    return this.#inOrder.all({ working }).map(({ sessionId }) => sessionId);
  }
}
