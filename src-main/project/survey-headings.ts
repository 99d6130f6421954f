import {
  checkSurveyHeading,
  NO_SURVEY_HEADING,
  type SurveyHeading,
} from '../../src-core/model/survey-heading.ts';
import type { Connection, Query } from './connection.ts';

/** What a person says of each survey. */
export class SurveyHeadings {
  readonly #get: Query<SurveyHeading>;
  readonly #set: Query<never>;
  readonly #inOrder: Query<{ sessionId: number }>;

  constructor(connection: Connection) {
    this.#get = connection.prepare(
      `SELECT survey_date AS surveyDate, mine, company, working, level, surveyor, licence, grid, instrument, notes
       FROM survey_headings WHERE session_id = :sessionId`,
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

  /** @returns nothing told where nobody did */
  get(sessionId: number): SurveyHeading {
    return this.#get.get({ sessionId }) ?? NO_SURVEY_HEADING;
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
