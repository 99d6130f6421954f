import type { Migration } from '../migrate.ts';

export const work: Migration = {
  version: 5,
  name: 'what a window is set to, field by field, and the history of changes',
  sql: `
    -- One row a field, so that one that is damaged costs no other. session_id: null for the whole project.
    CREATE TABLE work_fields (
      topic TEXT NOT NULL,
      session_id INTEGER REFERENCES sessions (id) ON DELETE CASCADE,
      field TEXT NOT NULL,
      value TEXT NOT NULL CHECK (json_valid(value)),
      changed_at TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX work_fields_by_place ON work_fields (topic, ifnull(session_id, 0), field);

    -- In the order in which they were made; those that were undone are the last. before and after: an object of the
    -- changed fields; one that is not in it had no value.
    CREATE TABLE changes (
      id INTEGER PRIMARY KEY,
      made_at TEXT NOT NULL,
      topic TEXT NOT NULL,
      session_id INTEGER REFERENCES sessions (id) ON DELETE CASCADE,
      before TEXT NOT NULL CHECK (json_valid(before)),
      after TEXT NOT NULL CHECK (json_valid(after)),
      undone INTEGER NOT NULL CHECK (undone IN (0, 1))
    ) STRICT;

    -- The changes by hand of alignments could be undone before there was one history.
    INSERT INTO changes (made_at, topic, session_id, before, after, undone)
      SELECT e.made_at, 'alignment', r.session_id, '{}',
        json_object(json_extract(e.edit, '$.kind'), json_object('run', r.id)), e.undone
      FROM alignment_edits e JOIN alignment_runs r ON r.id = e.run_id
      ORDER BY e.undone, e.made_at, e.ordinal;
  `,
};
