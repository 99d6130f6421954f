import Database from 'better-sqlite3';
import { type MessageCode, message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Connection } from './connection.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { addRowSum } from './row-sum.ts';
import type { SummedTable } from './row-sums.ts';

/** An object of a database: table, index, view or trigger. */
interface SchemaObject {
  readonly type: string;
  readonly name: string;
  /** The statement that made it; null: an index of SQLite itself. */
  readonly sql: string | null;
}

const OBJECTS = 'SELECT type, name, sql FROM main.sqlite_schema';
/** Objects that can be missing: no result depends on them. Without the triggers of the audit trail its chain still tells. */
const DISPENSABLE = ['index', 'trigger'];

const schemas = new Map<number, ReadonlyMap<string, SchemaObject>>();

/** Objects that the projects of a schema version have, by type and name: what the migrations make of an empty database. */
function schemaOf(version: number): ReadonlyMap<string, SchemaObject> {
  const known = schemas.get(version);
  if (known !== undefined) return known;
  const database = new Database(':memory:');
  try {
    addRowSum(database);
    for (const { sql } of MIGRATIONS.slice(0, version)) database.exec(sql);
    const objects = database.prepare<[], SchemaObject>(OBJECTS).all();
    const schema = new Map(objects.map((object) => [keyOf(object), object]));
    schemas.set(version, schema);
    return schema;
  } finally {
    database.close();
  }
}

/**
 * Refuses a project with objects that no project of its version has: a trigger would change what is stored, and a view, a
 * virtual table, a generated column or the expression of an index or of a check would be computed, for ever if it is made so,
 * by any query of the tables. All of these stand in `sqlite_schema`, which is a table of its own that nothing can stand in the
 * place of, and reading it computes nothing. So no query is made before this has passed, and none after it computes anything
 * that the file brings.
 *
 * @throws SocavonError 'project-format' that names the object; see `databaseError`
 */
export function refuseForeignSchema(connection: Connection): void {
  const version = connection.pragma('user_version') as number;
  const expected = schemaOf(version);
  const objects = new Map(
    connection
      .prepare<SchemaObject>(OBJECTS)
      .all()
      .map((object) => [keyOf(object), object]),
  );
  const refuse = (code: Refusal, { type, name }: SchemaObject): never => {
    throw new SocavonError(
      'project-format',
      message(code, { path: connection.path, kind: KINDS[type] ?? message('schema-table'), name }),
    );
  };
  for (const [key, object] of objects) {
    const known = expected.get(key);
    if (known === undefined) refuse('schema-foreign', object);
    else if (known.sql !== object.sql) refuse('schema-changed', object);
  }
  for (const [key, object] of expected)
    if (!objects.has(key) && !DISPENSABLE.includes(object.type)) refuse('schema-missing', object);
}

type Refusal = Extract<MessageCode, `schema-${'foreign' | 'changed' | 'missing'}`>;
const KINDS: Readonly<Record<string, ReturnType<typeof message>>> = {
  table: message('schema-table'),
  index: message('schema-index'),
  view: message('schema-view'),
  trigger: message('schema-trigger'),
};

/**
 * True if the rows of a table can be read although the project has objects that are not its own: it is a table that is
 * stored, with all columns, and none of them is computed.
 */
export function isStoredTable(connection: Connection, { name, key, columns }: SummedTable): boolean {
  const stored = connection
    .prepare<{ rootpage: number }>(
      "SELECT rootpage FROM main.sqlite_schema WHERE type = 'table' AND name = :name",
    )
    .get({ name });
  if (stored === undefined || stored.rootpage === 0) return false;
  const tableColumns = connection
    .prepare<{ name: string; hidden: number }>('SELECT name, hidden FROM pragma_table_xinfo(:name)')
    .all({ name });
  const isColumn = (column: string): boolean =>
    column === 'rowid' || tableColumns.some((one) => one.name === column && one.hidden === 0);
  return tableColumns.every(({ hidden }) => hidden === 0) && [...key, ...columns, 'checksum'].every(isColumn);
}

function keyOf({ type, name }: SchemaObject): string {
  return `${type} ${name}`;
}
