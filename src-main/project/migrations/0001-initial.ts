import type { Migration } from '../migrate.ts';

export const initial: Migration = {
  version: 1,
  name: 'project, sessions, captures, scans, runs, poses, products, settings, log',
  sql: `
    CREATE TABLE project (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      uuid TEXT NOT NULL,
      name TEXT NOT NULL,
      created_at TEXT NOT NULL,
      created_by TEXT NOT NULL
    ) STRICT;

    -- One import of captures. Seen by nobody until its state is 'complete'.
    CREATE TABLE sessions (
      id INTEGER PRIMARY KEY,
      state TEXT NOT NULL CHECK (state IN ('importing', 'complete')),
      imported_at TEXT NOT NULL,
      metadata_name TEXT,
      metadata_text TEXT,
      sensor TEXT CHECK (json_valid(sensor)),
      health TEXT CHECK (json_valid(health)),
      owner_host TEXT,
      owner_pid INTEGER,
      owner_token TEXT,
      touched_at TEXT,
      CHECK (state = 'importing' OR (sensor IS NOT NULL AND health IS NOT NULL))
    ) STRICT;

    CREATE TABLE captures (
      id INTEGER PRIMARY KEY,
      session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      ordinal INTEGER NOT NULL,
      name TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
      modified_at TEXT NOT NULL,
      UNIQUE (session_id, ordinal)
    ) STRICT;
    CREATE INDEX captures_by_sha256 ON captures (sha256);

    -- stamp_ns: sensor clock, unsigned 64 bits in SQLite's signed integer.
    CREATE TABLE scans (
      id INTEGER PRIMARY KEY,
      session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      scan_index INTEGER NOT NULL,
      frame_id INTEGER NOT NULL,
      stamp_ns INTEGER NOT NULL,
      image BLOB NOT NULL,
      UNIQUE (session_id, scan_index)
    ) STRICT;

    CREATE TABLE imu (
      scan_id INTEGER PRIMARY KEY REFERENCES scans (id) ON DELETE CASCADE,
      samples BLOB NOT NULL
    ) STRICT;

    CREATE TABLE alignment_runs (
      id INTEGER PRIMARY KEY,
      session_id INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
      engine TEXT NOT NULL,
      options TEXT NOT NULL CHECK (json_valid(options)),
      input_hash TEXT NOT NULL,
      software_version TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('running', 'done', 'cancelled')),
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX alignment_runs_by_input ON alignment_runs (session_id, input_hash);

    -- Where a run goes on: the mapper's memory once the poses below next_scan were written.
    CREATE TABLE alignment_checkpoints (
      run_id INTEGER PRIMARY KEY REFERENCES alignment_runs (id) ON DELETE CASCADE,
      next_scan INTEGER NOT NULL,
      mapper_state BLOB NOT NULL
    ) STRICT;

    -- Little-endian f64. Transforms: 12, R row-major, then t in metres; gyro_bias: 3, rad/s, sensor frame;
    -- covariance: 36, rotation first.
    CREATE TABLE poses (
      run_id INTEGER NOT NULL REFERENCES alignment_runs (id) ON DELETE CASCADE,
      scan_index INTEGER NOT NULL,
      frame_id INTEGER NOT NULL,
      stamp_ns INTEGER NOT NULL,
      T_map_sensor BLOB NOT NULL CHECK (length(T_map_sensor) = 96),
      T_first_last BLOB NOT NULL CHECK (length(T_first_last) = 96),
      gyro_bias BLOB CHECK (gyro_bias IS NULL OR length(gyro_bias) = 24),
      is_keyframe INTEGER NOT NULL CHECK (is_keyframe IN (0, 1)),
      quality TEXT NOT NULL CHECK (json_valid(quality)),
      covariance BLOB CHECK (covariance IS NULL OR length(covariance) = 288),
      PRIMARY KEY (run_id, scan_index)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE products (
      id INTEGER PRIMARY KEY,
      session_id INTEGER REFERENCES sessions (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      input_hash TEXT NOT NULL,
      options TEXT NOT NULL CHECK (json_valid(options)),
      software_version TEXT NOT NULL,
      created_at TEXT NOT NULL,
      media_type TEXT NOT NULL,
      payload BLOB NOT NULL
    ) STRICT;
    CREATE INDEX products_by_kind ON products (kind, input_hash);

    CREATE TABLE settings (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL CHECK (json_valid(value))
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE log (
      id INTEGER PRIMARY KEY,
      at TEXT NOT NULL,
      level TEXT NOT NULL CHECK (level IN ('note', 'warning', 'error')),
      area TEXT NOT NULL,
      message TEXT NOT NULL
    ) STRICT;
  `,
};
