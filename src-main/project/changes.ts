import type { Audit } from './audit.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Connection, Query } from './connection.ts';
import { intact } from './row-sums.ts';
import type { Fields } from './work-fields.ts';

/** One step of the history. */
export interface Change {
  readonly id: number;
  /** ISO 8601, UTC. */
  readonly madeAt: string;
  /** What kind of work it changed: 'question', 'control', 'notes', 'alignment' ... */
  readonly topic: string;
  /** null: the whole project. */
  readonly sessionId: number | null;
  /** The changed fields as they were; one that is not in it had no value. */
  readonly before: Fields;
  readonly after: Fields;
}

type NewChange = Pick<Change, 'topic' | 'sessionId' | 'before' | 'after'>;

interface Row extends Omit<Change, 'before' | 'after'> {
  readonly before: string;
  readonly after: string;
  readonly intact: number;
}

/** A field that is changed again within this time is one change: dragging, typing. */
const MOMENT_MS = 1500;
/** Older changes than these are forgotten: a day's work, and no more than a few scans' worth of the file. */
const MOST_CHANGES = 1000;
const MOST_BYTES = 16 << 20;

/** Topic of the steps that take whole sessions out of the lists and bring them back. */
export const SESSION_TOPIC = 'session';

/** Changes of sessions that are in a list: complete, and not removed; and those that bring one back. */
const LISTED = `(session_id IS NULL OR topic = '${SESSION_TOPIC}' OR session_id IN
  (SELECT id FROM sessions WHERE state = 'complete' AND removed_at IS NULL))`;

/**
 * Repository of the history: one ordered list of changes over all topics. Those that were undone are its end, until a
 * new change discards them. A removal is a step itself, so the session is back before a step of its own is undone;
 * where that step is missing, as in projects of versions that noted none, those of the session are passed over.
 */
export class Changes {
  readonly #audit: Audit;
  readonly #last: Query<Row>;
  readonly #next: Query<Row>;
  readonly #insert: Query<never>;
  readonly #extend: Query<never>;
  readonly #remove: Query<never>;
  readonly #discardUndone: Query<never>;
  readonly #mark: Query<never>;
  readonly #prune: Query<never>;

  constructor(connection: Connection, audit: Audit) {
    this.#audit = audit;
    const of = (where: string): string =>
      `SELECT id, made_at AS madeAt, topic, session_id AS sessionId, before, after, ${intact('changes')} FROM changes
       WHERE ${LISTED} AND ${where} LIMIT 1`;
    this.#last = connection.prepare(of('undone = 0 ORDER BY id DESC'));
    this.#next = connection.prepare(of('undone = 1 ORDER BY id'));
    this.#insert = connection.prepare(
      `INSERT INTO changes (made_at, topic, session_id, before, after, undone)
       VALUES (:madeAt, :topic, :sessionId, :before, :after, 0)`,
    );
    this.#extend = connection.prepare('UPDATE changes SET after = :after, made_at = :madeAt WHERE id = :id');
    this.#remove = connection.prepare('DELETE FROM changes WHERE id = :id');
    this.#discardUndone = connection.prepare('DELETE FROM changes WHERE undone = 1');
    this.#mark = connection.prepare('UPDATE changes SET undone = :undone WHERE id = :id');
    this.#prune = connection.prepare(
      `DELETE FROM changes WHERE id IN (
         SELECT id FROM (
           SELECT id, row_number() OVER newer AS place,
             sum(length(before) + length(after)) OVER newer AS bytes
           FROM changes WINDOW newer AS (ORDER BY id DESC)
         ) WHERE place > 1 AND (place > ${MOST_CHANGES} OR bytes > ${MOST_BYTES}))`,
    );
  }

  /** The change that undo takes back; null: none. */
  last(): Change | null {
    return this.#readable(this.#last);
  }

  /** The change that redo makes again; null: none. */
  next(): Change | null {
    return this.#readable(this.#next);
  }

  /**
   * Adds a change and discards the undone ones. Must be called inside a transaction.
   *
   * @param merges a value that is changed again within a moment extends the last change instead; one that comes back
   *   to what it was leaves none
   * @param at the time of the change
   */
  add(change: NewChange, { merges = false, at = new Date() } = {}): void {
    this.#discardUndone.run();
    const madeAt = at.toISOString();
    const last = this.last();
    if (!merges || last === null || !continues(last, change, at)) {
      const { topic, sessionId } = change;
      const [before, after] = [JSON.stringify(change.before), JSON.stringify(change.after)];
      this.#insert.run({ madeAt, topic, sessionId, before, after });
      this.#prune.run();
    } else if (canonicalJson(last.before) === canonicalJson(change.after)) this.#remove.run({ id: last.id });
    else this.#extend.run({ id: last.id, after: JSON.stringify(change.after), madeAt });
  }

  /** Notes that a change was undone, or made again. */
  mark({ id, topic, sessionId, before, after }: Change, undone: boolean): void {
    const subject = { topic, fields: Object.keys({ ...before, ...after }) };
    const action = undone ? 'undo' : 'redo';
    this.#audit.change({ action, session: sessionId, subject, parts: [], always: true }, () =>
      this.#mark.run({ id, undone: undone ? 1 : 0 }),
    );
  }

  /** Removes a step that can neither be undone nor made again. */
  forget(id: number): void {
    this.#remove.run({ id });
  }

  /** First row that can be read; damaged ones are removed: what they changed stays as it is. */
  #readable(query: Query<Row>): Change | null {
    for (let row = query.get(); row !== undefined; row = query.get())
      try {
        const { intact, ...change } = row;
        if (intact !== 1) throw new Error('the change is damaged');
        return { ...change, before: JSON.parse(row.before), after: JSON.parse(row.after) };
      } catch {
        this.#remove.run({ id: row.id });
      }
    return null;
  }
}

/** True for the same plain values changed again, such as a number that is being typed; never for lists. */
function continues(last: Change, change: NewChange, at: Date): boolean {
  const names = Object.keys(change.after).sort();
  const isSame =
    last.topic === change.topic &&
    last.sessionId === change.sessionId &&
    canonicalJson(Object.keys(last.after).sort()) === canonicalJson(names);
  const isPlain = ({ before, after }: NewChange): boolean =>
    names.every((name) => isAmount(before[name]) && isAmount(after[name]));
  const since = at.getTime() - Date.parse(last.madeAt);
  return isSame && since >= 0 && since < MOMENT_MS && isPlain(last) && isPlain(change);
}

/** A value that a person drags or types; a list, or something added or taken away, is a step of its own. */
function isAmount(value: unknown): boolean {
  return value !== undefined && value !== null && !Array.isArray(value);
}
