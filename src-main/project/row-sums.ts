import type { Connection } from './connection.ts';

/** Table of a project whose rows carry a check sum. */
export interface SummedTable {
  readonly name: string;
  /** Its primary key. */
  readonly key: readonly string[];
  /** Columns under the check sum, in its order. */
  readonly columns: readonly string[];
  /** Column by whose values its rows are counted, null: all together; undefined: they are not counted. */
  readonly parent?: string | null;
  /** True: small, and verified whole when the project is opened; its rows are not verified again when read. */
  readonly isSmall?: true;
}

const POSE = [
  'scan_index',
  'frame_id',
  'stamp_ns',
  'T_map_sensor',
  'T_first_last',
  'gyro_bias',
  'is_keyframe',
  'quality',
  'covariance',
];
const STATE = ['scan_index', 'state'];
const REFINEMENT = ['question', 'software_version', 'created_at', 'refined', 'frame', 'T_grid_map', 'graph'];
const REFINED_POSE = ['scan_index', 'T_map_sensor'];

function small(name: string, key: readonly string[], others: readonly string[]): SummedTable {
  return { name, key, columns: [...key, ...others], parent: null, isSmall: true };
}

/**
 * Tables whose rows carry a check sum: all but the log and the leases of running imports.
 *
 * Rows of a run are copied with it, to a duplicate and to its discarded ends, and their sums with them, so that no copy
 * makes a damaged row good: the run is not under the sum, and their count under the run tells one that went astray.
 */
export const SUMMED_TABLES: readonly SummedTable[] = [
  small('project', ['id'], ['uuid', 'name', 'created_at', 'created_by']),
  small(
    'sessions',
    ['id'],
    [
      'state',
      'imported_at',
      'metadata_name',
      'metadata_text',
      'sensor',
      'health',
      'name',
      'recorded_at',
      'removed_at',
      'scans_of',
    ],
  ),
  small('captures', ['id'], ['session_id', 'ordinal', 'name', 'size_bytes', 'sha256', 'modified_at']),
  small('clouds', ['session_id'], ['facts']),
  small(
    'alignment_runs',
    ['id'],
    ['session_id', 'engine', 'options', 'input_hash', 'software_version', 'state', 'created_at'],
  ),
  small('alignment_edits', ['run_id', 'ordinal'], ['edit', 'made_at', 'undone']),
  small('control_files', ['session_id'], ['name', 'sha256', 'text', 'loaded_at']),
  small('control_roles', ['session_id', 'name'], ['role']),
  small('target_decisions', ['session_id', 'scan_index', 'p_sensor'], ['verdict', 'name', 'decided_at']),
  small('loop_decisions', ['session_id', 'from_scan', 'to_scan'], ['verdict', 'decided_at']),
  small('refine_asked', ['session_id'], ['asked']),
  small('settings', ['key'], ['value']),
  small(
    'survey_headings',
    ['session_id'],
    [
      'survey_date',
      'mine',
      'company',
      'working',
      'level',
      'surveyor',
      'licence',
      'grid',
      'instrument',
      'notes',
      'changed_at',
    ],
  ),
  {
    name: 'work_fields',
    key: ['rowid'],
    columns: ['topic', 'session_id', 'field', 'value', 'changed_at'],
    parent: null,
  },
  {
    name: 'changes',
    key: ['id'],
    columns: ['id', 'made_at', 'topic', 'session_id', 'before', 'after', 'undone'],
  },
  {
    name: 'scans',
    key: ['id'],
    columns: ['session_id', 'scan_index', 'frame_id', 'stamp_ns', 'image'],
    parent: 'session_id',
  },
  { name: 'imu', key: ['scan_id'], columns: ['scan_id', 'samples'] },
  {
    name: 'cloud_chunks',
    key: ['id'],
    columns: ['session_id', 'ordinal', 'points'],
    parent: 'session_id',
  },
  { name: 'poses', key: ['run_id', 'scan_index'], columns: POSE, parent: 'run_id' },
  { name: 'alignment_states', key: ['run_id', 'scan_index'], columns: STATE, parent: 'run_id' },
  { name: 'refinements', key: ['run_id'], columns: REFINEMENT, parent: 'run_id' },
  { name: 'refined_poses', key: ['run_id', 'scan_index'], columns: REFINED_POSE, parent: 'run_id' },
  {
    name: 'discarded_alignments',
    key: ['run_id', 'edit_count'],
    columns: ['after_scan', 'calibration'],
  },
  {
    name: 'discarded_poses',
    key: ['run_id', 'edit_count', 'scan_index'],
    columns: POSE,
    parent: 'run_id',
  },
  { name: 'discarded_states', key: ['run_id', 'edit_count', 'scan_index'], columns: STATE },
  {
    name: 'discarded_refinements',
    key: ['run_id', 'edit_count'],
    columns: REFINEMENT,
    parent: 'run_id',
  },
  {
    name: 'discarded_refined_poses',
    key: ['run_id', 'edit_count', 'scan_index'],
    columns: REFINED_POSE,
    parent: 'run_id',
  },
  {
    name: 'products',
    key: ['id'],
    columns: [
      'id',
      'session_id',
      'kind',
      'input_hash',
      'options',
      'software_version',
      'created_at',
      'media_type',
      'payload',
    ],
  },
];

/** Table of `SUMMED_TABLES` by its name. */
export function summedTable(name: string): SummedTable {
  const table = SUMMED_TABLES.find((one) => one.name === name);
  if (table === undefined) throw new Error(`the rows of ${name} carry no check sum`);
  return table;
}

/** True if the session or run that a row of a table belongs to is under its check sum. */
export function namesItsOwner(name: string): boolean {
  return SUMMED_TABLES.some(
    ({ name: one, columns }) =>
      one === name && (columns.includes('session_id') || columns.includes('run_id')),
  );
}

/** SQL of a column `intact`: 1 if the row of the table has the check sum that it was stored with. */
export function intact(name: string): string {
  return `${isIntact(summedTable(name), `${name}.`)} AS intact`;
}

/** SQL of the comparison of a row with its check sum. @param of where its columns are: `OLD.`, `poses.` or nothing */
export function isIntact(table: SummedTable, of = ''): string {
  return `(${of}checksum IS ${sumOf(table, of)})`;
}

function sumOf({ columns }: SummedTable, of: string): string {
  return `row_sum(${columns.map((column) => of + column).join(', ')})`;
}

/** SQL of the comparison of a row of `tallies` with its check sum. */
export const IS_COUNT_INTACT = '(checksum IS row_sum(name, parent, rows))';
/** SQL of the change of a count by `step`. A damaged count stays damaged. */
const counted = (name: string, parent: string, step: '+ 1' | '- 1'): string =>
  `UPDATE tallies SET rows = rows ${step}, checksum = CASE WHEN ${IS_COUNT_INTACT}
     THEN row_sum(name, parent, rows ${step}) ELSE checksum END
   WHERE name = '${name}' AND parent = ${parent};`;
const counts = (name: string, parent: string): string =>
  // Not INSERT OR IGNORE: the conflict clause of the statement that fires a trigger holds inside it too.
  `INSERT INTO tallies (name, parent, rows, checksum) SELECT '${name}', ${parent}, 0, row_sum('${name}', ${parent}, 0)
     WHERE NOT EXISTS (SELECT 1 FROM tallies WHERE name = '${name}' AND parent = ${parent});
   ${counted(name, parent, '+ 1')}`;

/**
 * SQL of the triggers that keep sums and counts of a table. They are temporary, of one connection: a change by another
 * program leaves the sum as it was and is found. A row that is damaged stays so when it is changed.
 */
function triggersOf(table: SummedTable): string {
  const { name, key, columns, parent } = table;
  const isRow = key.map((column) => `${column} IS NEW.${column}`).join(' AND ');
  const sums = `
    CREATE TEMP TRIGGER sum_added_${name} AFTER INSERT ON main.${name} WHEN NEW.checksum IS NULL BEGIN
      UPDATE ${name} SET checksum = ${sumOf(table, 'NEW.')} WHERE ${isRow};
    END;
    CREATE TEMP TRIGGER sum_changed_${name} AFTER UPDATE OF ${columns.join(', ')} ON main.${name} BEGIN
      UPDATE ${name} SET checksum = CASE WHEN ${isIntact(table, 'OLD.')} THEN ${sumOf(table, 'NEW.')}
        ELSE OLD.checksum END WHERE ${isRow};
    END;`;
  if (parent === undefined) return sums;
  const of = (row: 'OLD' | 'NEW'): string => (parent === null ? '0' : `${row}.${parent}`);
  const moved = `
    CREATE TEMP TRIGGER count_moved_${name} AFTER UPDATE OF ${parent} ON main.${name}
      WHEN NEW.${parent} IS NOT OLD.${parent} BEGIN
      ${counts(name, of('NEW'))} ${counted(name, of('OLD'), '- 1')}
    END;`;
  return `${sums}
    CREATE TEMP TRIGGER count_added_${name} AFTER INSERT ON main.${name} BEGIN ${counts(name, of('NEW'))} END;
    CREATE TEMP TRIGGER count_removed_${name} AFTER DELETE ON main.${name} BEGIN
      ${counted(name, of('OLD'), '- 1')}
    END;${parent === null ? '' : moved}`;
}

const TRIGGERS = SUMMED_TABLES.map(triggersOf).join('\n');

/** Lets every later write through this connection keep the check sums of rows and the counts of tables. */
export function keepSums(connection: Pick<Connection, 'pragma' | 'exec'>): void {
  // Without it, a row that INSERT OR REPLACE replaces would stay counted.
  connection.pragma('recursive_triggers = ON');
  connection.exec(TRIGGERS);
}
