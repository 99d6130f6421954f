import type { Connection, Query } from './connection.ts';

/** Values by name of the field; a field that is not in it has none. */
export type Fields = Readonly<Record<string, unknown>>;

/** A stored field. */
export interface WorkField {
  readonly topic: string;
  /** null: of the whole project. */
  readonly sessionId: number | null;
  readonly field: string;
  readonly value: unknown;
}

/** A field whose stored value is no JSON. */
export type UnreadableField = Omit<WorkField, 'value'>;

interface Row extends UnreadableField {
  readonly value: string;
}

/** Sessions that are in a list: complete, and not removed. */
const LISTED = `(session_id IS NULL OR session_id IN
  (SELECT id FROM sessions WHERE state = 'complete' AND removed_at IS NULL))`;

/** Repository of what a window is set to: JSON values by topic, session and field. */
export class WorkFields {
  readonly #all: Query<Row>;
  readonly #of: Query<Row>;
  readonly #set: Query<never>;
  readonly #remove: Query<never>;

  constructor(connection: Connection) {
    const columns = 'topic, session_id AS sessionId, field, value';
    this.#all = connection.prepare(`SELECT ${columns} FROM work_fields WHERE ${LISTED} ORDER BY rowid`);
    this.#of = connection.prepare(
      `SELECT ${columns} FROM work_fields WHERE topic = :topic AND session_id IS :sessionId`,
    );
    this.#set = connection.prepare(
      'INSERT OR REPLACE INTO work_fields VALUES (:topic, :sessionId, :field, :value, :changedAt)',
    );
    this.#remove = connection.prepare(
      'DELETE FROM work_fields WHERE topic = :topic AND session_id IS :sessionId AND field = :field',
    );
  }

  /** Every field of the project; those that are no JSON are named apart. */
  all(): { readonly fields: WorkField[]; readonly unreadable: UnreadableField[] } {
    return decoded(this.#all.all());
  }

  /** Fields of a topic; those that are no JSON are left out. @param sessionId null: the whole project */
  of(topic: string, sessionId: number | null): Fields {
    const { fields } = decoded(this.#of.all({ topic, sessionId }));
    return Object.fromEntries(fields.map(({ field, value }) => [field, value]));
  }

  /** Stores these values; undefined removes the field. */
  set(topic: string, sessionId: number | null, values: Fields): void {
    const changedAt = new Date().toISOString();
    for (const [field, value] of Object.entries(values))
      if (value === undefined) this.#remove.run({ topic, sessionId, field });
      else this.#set.run({ topic, sessionId, field, value: JSON.stringify(value), changedAt });
  }
}

function decoded(rows: readonly Row[]) {
  const fields: WorkField[] = [];
  const unreadable: UnreadableField[] = [];
  for (const { value, ...place } of rows)
    try {
      fields.push({ ...place, value: JSON.parse(value) });
    } catch {
      unreadable.push(place);
    }
  return { fields, unreadable };
}
