import type { Migration } from '../migrate.ts';

export const sessions: Migration = {
  version: 6,
  name: 'name, recording and removal of a session, and the poses that an edit of its alignment discarded',
  sql: `
    -- name: as a person gave it; recorded_at: ISO 8601, UTC, NULL: the capture has no date; removed_at: it is in no
    -- list and goes when the project is closed; scans_of: the session whose scans a duplicate reads.
    ALTER TABLE sessions ADD COLUMN name TEXT;
    ALTER TABLE sessions ADD COLUMN recorded_at TEXT;
    ALTER TABLE sessions ADD COLUMN removed_at TEXT;
    ALTER TABLE sessions ADD COLUMN scans_of INTEGER REFERENCES sessions (id);

    -- The end of an alignment that an edit, its undoing or redoing took away: it comes back with those edits.
    -- edit_count: edits in effect when it was computed; after_scan: the scan that it follows, -1: none; calibration:
    -- that of the alignment, as the settings have it, NULL: none.
    CREATE TABLE discarded_alignments (
      run_id INTEGER NOT NULL REFERENCES alignment_runs (id) ON DELETE CASCADE,
      edit_count INTEGER NOT NULL,
      after_scan INTEGER NOT NULL,
      calibration TEXT CHECK (json_valid(calibration)),
      PRIMARY KEY (run_id, edit_count)
    ) STRICT, WITHOUT ROWID;

    -- As in poses and alignment_states.
    CREATE TABLE discarded_poses (
      run_id INTEGER NOT NULL,
      edit_count INTEGER NOT NULL,
      scan_index INTEGER NOT NULL,
      frame_id INTEGER NOT NULL,
      stamp_ns INTEGER NOT NULL,
      T_map_sensor BLOB NOT NULL,
      T_first_last BLOB NOT NULL,
      gyro_bias BLOB,
      is_keyframe INTEGER NOT NULL,
      quality TEXT NOT NULL,
      covariance BLOB,
      PRIMARY KEY (run_id, edit_count, scan_index),
      FOREIGN KEY (run_id, edit_count) REFERENCES discarded_alignments (run_id, edit_count) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE discarded_states (
      run_id INTEGER NOT NULL,
      edit_count INTEGER NOT NULL,
      scan_index INTEGER NOT NULL,
      state TEXT NOT NULL,
      PRIMARY KEY (run_id, edit_count, scan_index),
      FOREIGN KEY (run_id, edit_count) REFERENCES discarded_alignments (run_id, edit_count) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;

    -- As in refinements and refined_poses.
    CREATE TABLE discarded_refinements (
      run_id INTEGER NOT NULL,
      edit_count INTEGER NOT NULL,
      question TEXT NOT NULL,
      software_version TEXT NOT NULL,
      created_at TEXT NOT NULL,
      refined INTEGER NOT NULL,
      frame TEXT NOT NULL,
      T_grid_map BLOB,
      graph TEXT NOT NULL,
      PRIMARY KEY (run_id, edit_count),
      FOREIGN KEY (run_id, edit_count) REFERENCES discarded_alignments (run_id, edit_count) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE discarded_refined_poses (
      run_id INTEGER NOT NULL,
      edit_count INTEGER NOT NULL,
      scan_index INTEGER NOT NULL,
      T_map_sensor BLOB NOT NULL,
      PRIMARY KEY (run_id, edit_count, scan_index),
      FOREIGN KEY (run_id, edit_count) REFERENCES discarded_refinements (run_id, edit_count) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
  `,
};
