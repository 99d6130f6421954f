import {
  checkSurveyHeading,
  INHERITED_FIELDS,
  inheritedHeading,
  NO_SURVEY_HEADING,
  type SurveyHeading,
} from '../../src-core/model/survey-heading.ts';
import type { Connection, Query } from './connection.ts';

const FIELDS = `survey_date AS surveyDate, mine, company, working, level, surveyor, licence, grid, instrument, notes`;

/** What a person says of each survey; one that nobody described takes over what an earlier one of the project has. */
export class SurveyHeadings {
  readonly #get: Query<SurveyHeading>;
  readonly #before: Query<{ sessionId: number }>;
  readonly #set: Query<never>;
  readonly #inOrder: Query<{ sessionId: number }>;

  constructor(connection: Connection) {
    this.#get = connection.prepare(`SELECT ${FIELDS} FROM survey_headings WHERE session_id = :sessionId`);
    this.#before = connection.prepare(
      `SELECT session_id AS sessionId FROM survey_headings
       WHERE session_id < :sessionId AND coalesce(${INHERITED_FIELDS.join(', ')}) IS NOT NULL
       ORDER BY session_id DESC LIMIT 1`,
    );
    this.#set = connection.prepare(
      `INSERT OR REPLACE INTO survey_headings VALUES (:sessionId, :surveyDate, :mine, :company, :working, :level,
         :surveyor, :licence, :grid, :instrument, :notes, :changedAt)`,
    );
    this.#inOrder = connection.prepare(
      `SELECT id AS sessionId FROM sessions LEFT JOIN survey_headings ON session_id = id
       WHERE state = 'complete' AND (:working IS NULL OR working = :working)
       ORDER BY coalesce(survey_date, substr(imported_at, 1, 10)), id`,
    );
  }

  /** @returns where nobody described this survey, what holds of the one before it; nothing told where there is none */
  get(sessionId: number): SurveyHeading {
    const own = this.#get.get({ sessionId });
    if (own !== undefined) return own;
    const before = this.takenFrom(sessionId);
    return before === null ? NO_SURVEY_HEADING : inheritedHeading(this.#get.get({ sessionId: before })!);
  }

  /** The session whose heading stands in for that of a survey which nobody described; null: it has its own, or none. */
  takenFrom(sessionId: number): number | null {
    if (this.#get.get({ sessionId }) !== undefined) return null;
    return this.#before.get({ sessionId })?.sessionId ?? null;
  }

  /**
   * Keeps a heading in place of the one before. @returns it as it is kept
   *
   * @throws SocavonError usage; see `checkSurveyHeading`
   */
  set(sessionId: number, heading: SurveyHeading): SurveyHeading {
    const kept = checkSurveyHeading(heading);
    this.#set.run({ sessionId, ...kept, changedAt: new Date().toISOString() });
    return kept;
  }

  /**
   * Whole sessions in the order of their surveys; one without a day stands where it was imported.
   *
   * @param working those of one working; null: all
   */
  inOrder(working: string | null): number[] {
    return this.#inOrder.all({ working }).map(({ sessionId }) => sessionId);
  }
}
