import { message } from '../../src-core/messages/message.ts';
import type { Audit } from './audit.ts';
import { isAuditedTopic, partOf } from './audit-state.ts';
import type { Connection, Query } from './connection.ts';
import { damagedPart } from './damaged.ts';
import { intact, isIntact, summedTable } from './row-sums.ts';
import { RowCount } from './verify-rows.ts';

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

/** A field whose stored value is no JSON, or not the one that was stored. */
type UnreadableField = Omit<WorkField, 'value'>;

interface Row extends UnreadableField {
  readonly value: string;
  readonly intact: number;
}

/** Sessions that are in a list: complete, and not removed. */
const LISTED = `(session_id IS NULL OR session_id IN
  (SELECT id FROM sessions WHERE state = 'complete' AND removed_at IS NULL))`;

/** Repository of what a window is set to: JSON values by topic, session and field. */
export class WorkFields {
  readonly #audit: Audit;
  readonly #path: string;
  readonly #count: RowCount;
  readonly #all: Query<Row>;
  readonly #of: Query<Row>;
  readonly #damaged: Query<{ topic: string; field: string }>;
  readonly #set: Query<never>;
  readonly #remove: Query<never>;

  constructor(connection: Connection, audit: Audit) {
    this.#audit = audit;
    this.#path = connection.path;
    this.#count = new RowCount(connection, 'work_fields');
    const columns = `topic, session_id AS sessionId, field, value, ${intact('work_fields')}`;
    this.#all = connection.prepare(`SELECT ${columns} FROM work_fields WHERE ${LISTED} ORDER BY rowid`);
    this.#of = connection.prepare(
      `SELECT ${columns} FROM work_fields NOT INDEXED WHERE topic = :topic AND session_id IS :sessionId`,
    );
    this.#damaged = connection.prepare(
      `SELECT topic, field FROM work_fields NOT INDEXED WHERE NOT ${isIntact(summedTable('work_fields'))} LIMIT 1`,
    );
    this.#set = connection.prepare(
      'INSERT OR REPLACE INTO work_fields (topic, session_id, field, value, changed_at) VALUES (:topic, :sessionId, :field, :value, :changedAt)',
    );
    this.#remove = connection.prepare(
      'DELETE FROM work_fields WHERE topic = :topic AND session_id IS :sessionId AND field = :field',
    );
  }

  /** Every field of the project; those that cannot be read are named apart. */
  all(): { readonly fields: WorkField[]; readonly unreadable: UnreadableField[] } {
    this.#count.verify(0);
    return decoded(this.#all.all());
  }

  /** Fields of a topic; those that cannot be read are left out. @param sessionId null: the whole project */
  of(topic: string, sessionId: number | null): Fields {
    const { fields } = decoded(this.#of.all({ topic, sessionId }));
    return Object.fromEntries(fields.map(({ field, value }) => [field, value]));
  }

  /**
   * Fields of a topic on which a number depends that nobody would miss.
   *
   * @throws SocavonError 'project-format' if a field of any topic is damaged or lost
   */
  verified(topic: string, sessionId: number | null): Fields {
    this.#count.verify(0);
    // Topic and session of a damaged one may be what is damaged: it can be a field of any.
    const damaged = this.#damaged.get();
    if (damaged !== undefined)
      throw damagedPart(this.#path, message('stored-field', { field: `${damaged.topic}.${damaged.field}` }));
    return this.of(topic, sessionId);
  }

  /** Stores these values; undefined removes the field. */
  set(topic: string, sessionId: number | null, values: Fields): void {
    const changedAt = new Date().toISOString();
    const write = (): void => {
      for (const [field, value] of Object.entries(values))
        if (value === undefined) this.#remove.run({ topic, sessionId, field });
        else this.#set.run({ topic, sessionId, field, value: JSON.stringify(value), changedAt });
    };
    if (!isAuditedTopic(topic)) {
      write();
      return;
    }
    const fields = Object.entries(values).map(([field, value]) => [`${topic}.${field}`, value ?? null]);
    const parts = [partOf(sessionId, `work ${topic}`)];
    const subject = Object.fromEntries(fields);
    this.#audit.change({ action: 'settings', session: sessionId, subject, parts }, write);
  }
}

function decoded(rows: readonly Row[]) {
  const fields: WorkField[] = [];
  const unreadable: UnreadableField[] = [];
  for (const { value, intact, ...place } of rows)
    try {
      if (intact !== 1) throw new Error('the value is damaged');
      fields.push({ ...place, value: JSON.parse(value) });
    } catch {
      unreadable.push(place);
    }
  return { fields, unreadable };
}
