import type { Migration } from '../migrate.ts';

export const edits: Migration = {
  version: 2,
  name: 'what a person changed of an alignment, and the memory of the odometry after each scan',
  sql: `
    -- The memory of the odometry after a scan: an alignment is taken up, or taken back, there.
    CREATE TABLE alignment_states (
      run_id INTEGER NOT NULL REFERENCES alignment_runs (id) ON DELETE CASCADE,
      scan_index INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (json_valid(state)),
      PRIMARY KEY (run_id, scan_index)
    ) STRICT, WITHOUT ROWID;

    INSERT INTO alignment_states (run_id, scan_index, state)
      SELECT run_id, next_scan - 1, CAST(mapper_state AS TEXT) FROM alignment_checkpoints;
    DROP TABLE alignment_checkpoints;

    -- In the order in which they were made; those that were undone are the last.
    CREATE TABLE alignment_edits (
      run_id INTEGER NOT NULL REFERENCES alignment_runs (id) ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      edit TEXT NOT NULL CHECK (json_valid(edit)),
      made_at TEXT NOT NULL,
      undone INTEGER NOT NULL CHECK (undone IN (0, 1)),
      PRIMARY KEY (run_id, ordinal)
    ) STRICT, WITHOUT ROWID;
  `,
};
