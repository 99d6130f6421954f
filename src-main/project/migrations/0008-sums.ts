import type { Migration } from '../migrate.ts';

const POSE =
  'scan_index, frame_id, stamp_ns, T_map_sensor, T_first_last, gyro_bias, is_keyframe, quality, covariance';
const REFINEMENT = 'question, software_version, created_at, refined, frame, T_grid_map, graph';

/** Columns under the sum of each table, as row-sums.ts had them at this step. */
const SUMMED: readonly (readonly [table: string, columns: string])[] = [
  ['project', 'id, uuid, name, created_at, created_by'],
  [
    'sessions',
    `id, state, imported_at, metadata_name, metadata_text, sensor, health, name, recorded_at, removed_at, scans_of`,
  ],
  ['captures', 'id, session_id, ordinal, name, size_bytes, sha256, modified_at'],
  ['clouds', 'session_id, facts'],
  ['alignment_runs', 'id, session_id, engine, options, input_hash, software_version, state, created_at'],
  ['alignment_edits', 'run_id, ordinal, edit, made_at, undone'],
  ['control_files', 'session_id, name, sha256, text, loaded_at'],
  ['control_roles', 'session_id, name, role'],
  ['target_decisions', 'session_id, scan_index, p_sensor, verdict, name, decided_at'],
  ['loop_decisions', 'session_id, from_scan, to_scan, verdict, decided_at'],
  ['refine_asked', 'session_id, asked'],
  ['settings', 'key, value'],
  [
    'survey_headings',
    `session_id, survey_date, mine, company, working, level, surveyor, licence, grid, instrument, notes, changed_at`,
  ],
  ['work_fields', 'topic, session_id, field, value, changed_at'],
  ['changes', 'id, made_at, topic, session_id, before, after, undone'],
  ['scans', 'session_id, scan_index, frame_id, stamp_ns, image'],
  ['imu', 'scan_id, samples'],
  ['cloud_chunks', 'session_id, ordinal, points'],
  ['poses', POSE],
  ['alignment_states', 'scan_index, state'],
  ['refinements', REFINEMENT],
  ['refined_poses', 'scan_index, T_map_sensor'],
  ['discarded_alignments', 'after_scan, calibration'],
  ['discarded_poses', POSE],
  ['discarded_states', 'scan_index, state'],
  ['discarded_refinements', REFINEMENT],
  ['discarded_refined_poses', 'scan_index, T_map_sensor'],
  [
    'products',
    'id, session_id, kind, input_hash, options, software_version, created_at, media_type, payload',
  ],
];

/** Tables whose rows are counted all together, and those that are counted under a session or a run. */
const COUNTED = [
  'project',
  'sessions',
  'captures',
  'clouds',
  'alignment_runs',
  'alignment_edits',
  'control_files',
  'control_roles',
  'target_decisions',
  'loop_decisions',
  'refine_asked',
  'settings',
  'survey_headings',
  'work_fields',
];
const COUNTED_UNDER: readonly (readonly [table: string, parent: string])[] = [
  ['scans', 'session_id'],
  ['cloud_chunks', 'session_id'],
  ['poses', 'run_id'],
  ['alignment_states', 'run_id'],
  ['refinements', 'run_id'],
  ['refined_poses', 'run_id'],
  ['discarded_poses', 'run_id'],
  ['discarded_refinements', 'run_id'],
  ['discarded_refined_poses', 'run_id'],
];

export const sums: Migration = {
  version: 8,
  name: 'a check sum for each row, and how many rows there are',
  sql: `
    -- CRC-32 of the columns, see row-sums.ts.
    ${SUMMED.map(
      ([table, columns]) => `
    ALTER TABLE ${table} ADD COLUMN checksum INTEGER;
    UPDATE ${table} SET checksum = row_sum(${columns});`,
    ).join('')}

    -- How many rows a table has, under a session or run, or parent 0: at all. A row that is gone leaves no sum behind.
    CREATE TABLE tallies (
      name TEXT NOT NULL,
      parent INTEGER NOT NULL,
      rows INTEGER NOT NULL,
      checksum INTEGER,
      PRIMARY KEY (name, parent)
    ) STRICT, WITHOUT ROWID;
    ${COUNTED.map(
      (table) => `
    INSERT INTO tallies (name, parent, rows) SELECT '${table}', 0, count(*) FROM ${table};`,
    ).join('')}
    ${COUNTED_UNDER.map(
      ([table, parent]) => `
    INSERT INTO tallies (name, parent, rows) SELECT '${table}', ${parent}, count(*) FROM ${table} GROUP BY ${parent};`,
    ).join('')}
    UPDATE tallies SET checksum = row_sum(name, parent, rows);

    INSERT INTO log (at, level, area, message)
      SELECT strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'note', 'project',
        'Check sums were added. Damage from before this moment is not found by them.'
      WHERE EXISTS (SELECT 1 FROM project);
  `,
};
