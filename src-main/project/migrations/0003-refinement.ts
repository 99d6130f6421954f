import type { Migration } from '../migrate.ts';

export const refinement: Migration = {
  version: 3,
  name: 'control points, decisions on targets and loops, and the refined poses of an alignment',
  sql: `
    -- The surveyor's list as it was read, one for each session.
    CREATE TABLE control_files (
      session_id INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
      text TEXT NOT NULL,
      loaded_at TEXT NOT NULL
    ) STRICT;

    -- Roles that a person gave, over those of the list.
    CREATE TABLE control_roles (
      session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('control', 'check')),
      PRIMARY KEY (session_id, name)
    ) STRICT, WITHOUT ROWID;

    -- p_sensor: 3 little-endian f64, m; name: the point that it is, NULL: as its distances tell.
    CREATE TABLE target_decisions (
      session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      scan_index INTEGER NOT NULL,
      p_sensor BLOB NOT NULL CHECK (length(p_sensor) = 24),
      verdict TEXT NOT NULL CHECK (verdict IN ('accept', 'refuse')),
      name TEXT,
      decided_at TEXT NOT NULL,
      PRIMARY KEY (session_id, scan_index, p_sensor)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE loop_decisions (
      session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      from_scan INTEGER NOT NULL,
      to_scan INTEGER NOT NULL CHECK (from_scan < to_scan),
      verdict TEXT NOT NULL CHECK (verdict IN ('accept', 'refuse')),
      decided_at TEXT NOT NULL,
      PRIMARY KEY (session_id, from_scan, to_scan)
    ) STRICT, WITHOUT ROWID;

    -- What else is asked of the refinement.
    CREATE TABLE refine_asked (
      session_id INTEGER PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
      asked TEXT NOT NULL CHECK (json_valid(asked))
    ) STRICT;

    -- The refinement that holds for a run; it goes when a pose of the run changes.
    CREATE TABLE refinements (
      run_id INTEGER PRIMARY KEY REFERENCES alignment_runs (id) ON DELETE CASCADE,
      question TEXT NOT NULL CHECK (json_valid(question)),
      software_version TEXT NOT NULL,
      created_at TEXT NOT NULL,
      refined INTEGER NOT NULL CHECK (refined IN (0, 1)),
      frame TEXT NOT NULL CHECK (frame IN ('mine-grid', 'local')),
      T_grid_map BLOB CHECK (T_grid_map IS NULL OR length(T_grid_map) = 96),
      graph TEXT NOT NULL CHECK (json_valid(graph))
    ) STRICT;

    CREATE TABLE refined_poses (
      run_id INTEGER NOT NULL REFERENCES refinements (run_id) ON DELETE CASCADE,
      scan_index INTEGER NOT NULL,
      T_map_sensor BLOB NOT NULL CHECK (length(T_map_sensor) = 96),
      PRIMARY KEY (run_id, scan_index)
    ) STRICT, WITHOUT ROWID;
  `,
};
