import type { Migration } from '../migrate.ts';

export const surveyHeadings: Migration = {
  version: 4,
  name: 'what a person says of a survey: day, working, level, surveyor',
  sql: `
    -- A session without a row has none of it; survey_date: YYYY-MM-DD.
    CREATE TABLE survey_headings (
      session_id INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
      survey_date TEXT CHECK (survey_date IS NULL OR survey_date = date(survey_date)),
      mine TEXT,
      company TEXT,
      working TEXT,
      level TEXT,
      surveyor TEXT,
      licence TEXT,
      grid TEXT,
      instrument TEXT,
      notes TEXT,
      changed_at TEXT NOT NULL
    ) STRICT;
  `,
};
