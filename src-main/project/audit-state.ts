import { createHash, type Hash } from 'node:crypto';
import { WORK_TOPICS } from '../../src-core/contract/work-fields.ts';
import type { Connection, Parameters, SqlValue } from './connection.ts';

/*
 * Parts of a project that its audit trail names, each by a path, and their digests. A part is the rows of a query; its
 * digest does not depend on row ids, nor on times that tell only when a value was stored again.
 */

/** The session that has the scans of a session: itself, or the one that it is a duplicate of. */
const OWNER = '(SELECT coalesce(scans_of, id) FROM sessions WHERE id = :session)';

interface Part {
  readonly path: RegExp;
  readonly sql: readonly string[];
}

const PARTS: readonly Part[] = [
  { path: /^project$/, sql: ['SELECT uuid, name, created_at, created_by FROM project'] },
  {
    path: /^session (?<session>\d+)$/,
    sql: [
      `SELECT imported_at, recorded_at, metadata_name, metadata_text, sensor, health, name, removed_at IS NOT NULL
       FROM sessions WHERE id = :session AND state = 'complete'`,
    ],
  },
  {
    path: /^session (?<session>\d+)\/captures$/,
    sql: [
      'SELECT name, size_bytes, sha256, modified_at FROM captures WHERE session_id = :session ORDER BY ordinal',
    ],
  },
  {
    path: /^session (?<session>\d+)\/scans$/,
    sql: [
      `SELECT scan_index, frame_id, stamp_ns, image, samples FROM scans JOIN imu ON imu.scan_id = scans.id
       WHERE session_id = ${OWNER} ORDER BY scan_index`,
    ],
  },
  {
    path: /^session (?<session>\d+)\/points$/,
    sql: [`SELECT points FROM cloud_chunks WHERE session_id = ${OWNER} ORDER BY ordinal`],
  },
  {
    path: /^session (?<session>\d+)\/cloud$/,
    sql: ['SELECT facts FROM clouds WHERE session_id = :session'],
  },
  {
    path: /^session (?<session>\d+)\/heading$/,
    sql: [
      `SELECT survey_date, mine, company, working, level, surveyor, licence, grid, instrument, notes
       FROM survey_headings WHERE session_id = :session`,
    ],
  },
  {
    path: /^session (?<session>\d+)\/control$/,
    sql: [
      'SELECT name, sha256, text FROM control_files WHERE session_id = :session',
      'SELECT name, role FROM control_roles WHERE session_id = :session ORDER BY name',
      `SELECT scan_index, p_sensor, verdict, name FROM target_decisions WHERE session_id = :session
       ORDER BY scan_index, p_sensor`,
      `SELECT from_scan, to_scan, verdict FROM loop_decisions WHERE session_id = :session
       ORDER BY from_scan, to_scan`,
      'SELECT asked FROM refine_asked WHERE session_id = :session',
    ],
  },
  {
    path: /^session (?<session>\d+)\/run (?<run>\d+)$/,
    sql: [
      `SELECT engine, options, input_hash, software_version, state, created_at FROM alignment_runs
       WHERE id = :run AND session_id = :session`,
    ],
  },
  {
    path: /^session (?<session>\d+)\/run (?<run>\d+)\/edits$/,
    sql: ['SELECT edit, undone FROM alignment_edits WHERE run_id = :run ORDER BY ordinal'],
  },
  {
    // Those of a run that still grows are not told: one entry for each scan would say nothing more.
    path: /^session (?<session>\d+)\/run (?<run>\d+)\/poses$/,
    sql: [
      `SELECT scan_index, frame_id, stamp_ns, T_map_sensor, T_first_last, gyro_bias, is_keyframe, quality, covariance
       FROM poses WHERE run_id = :run AND (SELECT state FROM alignment_runs WHERE id = :run) <> 'running'
       ORDER BY scan_index`,
    ],
  },
  {
    path: /^session (?<session>\d+)\/run (?<run>\d+)\/refinement$/,
    sql: [
      `SELECT question, software_version, created_at, refined, frame, T_grid_map, graph FROM refinements
       WHERE run_id = :run`,
      'SELECT scan_index, T_map_sensor FROM refined_poses WHERE run_id = :run ORDER BY scan_index',
    ],
  },
  {
    path: /^(?:session (?<session>\d+)\/)?work (?<topic>.+)$/,
    sql: [
      'SELECT field, value FROM work_fields WHERE topic = :topic AND session_id IS :session ORDER BY field',
    ],
  },
  {
    path: /^(?:session \d+\/)?setting (?<key>.+)$/,
    sql: ['SELECT value FROM settings WHERE key = :key'],
  },
  {
    path: /^(?:session (?<session>\d+)\/)?product (?<id>\d+)$/,
    sql: [
      `SELECT kind, input_hash, options, software_version, created_at, media_type, payload FROM products
       WHERE id = :id AND session_id IS :session`,
    ],
  },
];

/** Path of a part of a session, or of the whole project. */
export function partOf(session: number | null, name: string): string {
  return session === null ? name : `session ${session}/${name}`;
}

/** Part of a setting: that of the session that its key ends in, if it does. */
export function settingPart(key: string): string {
  const { session = null } = /\.(?<session>\d+)$/.exec(key)?.groups ?? {};
  return partOf(session === null ? null : Number(session), `setting ${key}`);
}

/** Parts of a run. */
export function runParts(session: number, run: number): readonly string[] {
  return ['', '/edits', '/poses', '/refinement'].map((name) => partOf(session, `run ${run}${name}`));
}

/** True if the trail tells of a setting: neither of the lab nor of what the window lists. */
export function isAuditedSetting(key: string): boolean {
  return !/^(?:jobs|lab)\./.test(key);
}

/** True if the trail tells of a topic of work: one whose changes are steps of the history. */
export function isAuditedTopic(topic: string): boolean {
  return (WORK_TOPICS as Readonly<Record<string, { undone: boolean }>>)[topic]?.undone === true;
}

/** Digest of a part of a project; null: it has no rows. @throws Error if there is no such part */
export function partDigest(connection: Connection, path: string): string | null {
  for (const part of PARTS) {
    const groups = part.path.exec(path)?.groups;
    if (groups === undefined && !part.path.test(path)) continue;
    return rowsDigest(connection, part.sql, parametersOf(groups ?? {}));
  }
  throw new Error(`the audit trail knows no part ${path}`);
}

function rowsDigest(
  connection: Connection,
  queries: readonly string[],
  parameters: Parameters,
): string | null {
  const hash = createHash('sha256');
  let isEmpty = true;
  queries.forEach((sql, ordinal) => {
    const used = Object.entries(parameters).filter(([name]) => sql.includes(`:${name}`));
    const rows = connection.prepare<Record<string, SqlValue>>(sql, 'bigint').each(Object.fromEntries(used));
    for (const row of rows) {
      isEmpty = false;
      if (queries.length > 1) hashRow(hash, [ordinal]);
      hashRow(hash, Object.values(row));
    }
  });
  return isEmpty ? null : hash.digest('hex');
}

function parametersOf(groups: Readonly<Record<string, string | undefined>>): Parameters {
  return Object.fromEntries(
    Object.entries(groups).map(([name, text]): [string, SqlValue] => [
      name,
      text === undefined ? null : name === 'topic' || name === 'key' ? text : Number(text),
    ]),
  );
}

/**
 * Parts of a project that are not as its audit trail says, in their order; among them such as it does not know.
 *
 * @param state see `stateOf`
 */
export function changedParts(connection: Connection, state: ReadonlyMap<string, string>): string[] {
  const parts = new Set([...projectParts(connection), ...state.keys()]);
  return [...parts].filter((part) => partDigest(connection, part) !== (state.get(part) ?? null));
}

/** Adds a row to a digest: of each value its type, its length and its bytes, so that no two rows are alike. */
export function hashRow(hash: Hash, values: readonly SqlValue[]): void {
  for (const value of values)
    if (value === null) hash.update('n');
    else if (typeof value === 'string') hash.update(`t${Buffer.byteLength(value)}:`).update(value);
    else if (typeof value === 'object') hash.update(`b${value.length}:`).update(value);
    else hash.update(`i${value};`);
}

/** Paths of all parts that a project can have now; some may have no rows. @param session only those of this session */
export function projectParts(connection: Connection, session: number | null = null): string[] {
  const list = <Row>(sql: string): Row[] => connection.prepare<Row>(sql).all();
  const sessions = list<{ id: number }>("SELECT id FROM sessions WHERE state = 'complete' ORDER BY id");
  const isThere = new Set(sessions.map(({ id }) => id));
  const parts = [
    'project',
    ...sessions.flatMap(({ id }) => [
      `session ${id}`,
      ...['captures', 'scans', 'points', 'cloud', 'heading', 'control'].map((name) => partOf(id, name)),
    ]),
    ...list<{ id: number; of: number }>(
      'SELECT id, session_id AS "of" FROM alignment_runs ORDER BY id',
    ).flatMap(({ id, of }) => (isThere.has(of) ? runParts(of, id) : [])),
    ...list<{ topic: string; of: number | null }>(
      'SELECT DISTINCT topic, session_id AS "of" FROM work_fields ORDER BY topic, session_id',
    ).flatMap(({ topic, of }) => (isAuditedTopic(topic) ? [partOf(of, `work ${topic}`)] : [])),
    ...list<{ key: string }>('SELECT key FROM settings ORDER BY key').flatMap(({ key }) =>
      isAuditedSetting(key) ? [settingPart(key)] : [],
    ),
    ...list<{ id: number; of: number | null }>('SELECT id, session_id AS "of" FROM products ORDER BY id').map(
      ({ id, of }) => partOf(of, `product ${id}`),
    ),
  ];
  if (session === null) return parts;
  return parts.filter((path) => path === `session ${session}` || path.startsWith(`session ${session}/`));
}
