import { userInfo } from 'node:os';
import { SOFTWARE_VERSION } from '../files/software-version.ts';
import {
  type AuditAction,
  type AuditEntry,
  type AuditHead,
  type AuditRow,
  chained,
  hashOfBytes,
  NO_ENTRY,
} from './audit-chain.ts';
import { partDigest, projectParts } from './audit-state.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Connection, Query } from './connection.ts';

/** A change for the audit trail. */
interface AuditNote {
  readonly action: AuditAction;
  /** null: of the whole project. */
  readonly session: number | null;
  /** Values that are long as JSON are entered by their hash. */
  readonly subject: Readonly<Record<string, unknown>>;
  /** Parts of the project that it changes, see `audit-state.ts`. */
  readonly parts: readonly string[];
  /** Digests of parts that are known already, so that they are not read again. */
  readonly known?: Readonly<Record<string, string>>;
  /** True: the parts are new, so that those without rows need not be named. */
  readonly isNew?: boolean;
  /** True: an entry also if no part changes, such as the start of a run. */
  readonly always?: boolean;
}

/** A note whose transaction is not at its end. */
interface Pending extends AuditNote {
  readonly before: ReadonlyMap<string, string | null>;
}

/** Length of a value as JSON beyond which an entry has its hash. */
const LONG_TEXT = 2000;
/** Values that are entered whole, however many: files are found by the hashes in them. */
const WHOLE = ['captures', 'files'];

/**
 * Audit trail of the project: entries that are only ever added, each with the hash of the one before. Notes become
 * entries at the end of the transaction that makes their changes, so that both are in the file or neither is; those of
 * one action on one session in one transaction are one entry, and those that change nothing are none.
 */
export class Audit {
  readonly #connection: Connection;
  readonly #rows: Query<AuditRow>;
  readonly #insert: Query<never>;
  readonly #head: Query<AuditHead>;
  readonly #surveyor: Query<{ surveyor: string }>;
  readonly #ofRun: Query<{ session: number }>;
  #pending: Pending[] = [];

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#rows = connection.prepare('SELECT sequence, entry, hash FROM audit ORDER BY sequence');
    this.#insert = connection.prepare(
      'INSERT INTO audit (sequence, entry, hash) VALUES (:sequence, :entry, :hash)',
    );
    this.#head = connection.prepare('SELECT sequence, hash FROM audit ORDER BY sequence DESC LIMIT 1');
    this.#surveyor = connection.prepare(
      `SELECT surveyor FROM survey_headings WHERE surveyor IS NOT NULL
       ORDER BY session_id IS NOT :session, changed_at DESC LIMIT 1`,
    );
    this.#ofRun = connection.prepare('SELECT session_id AS session FROM alignment_runs WHERE id = :run');
    connection.beforeCommit(() => this.#enter());
  }

  /** All entries, oldest first. */
  rows(): AuditRow[] {
    return this.#rows.all();
  }

  hasEntries(): boolean {
    return this.#head.get() !== undefined;
  }

  /** Makes a change and notes it, in one transaction. */
  change<T>(note: AuditNote, work: () => T): T {
    const before = this.#pending.length;
    try {
      return this.#connection.transaction(() => {
        this.#pending.push({ ...note, before: this.#before(note) });
        return work();
      });
    } catch (error) {
      this.#pending.length = Math.min(before, this.#pending.length);
      throw error;
    }
  }

  /** Adds an entry that changes no part. */
  add(note: Omit<AuditNote, 'parts' | 'known' | 'always'>): void {
    this.change({ ...note, parts: [], always: true }, () => {});
  }

  /** Notes a change that the transaction makes; must be called inside one. */
  note(note: AuditNote): void {
    this.change(note, () => {});
  }

  /** Session of an alignment run; null: there is no such run. */
  sessionOfRun(run: number): number | null {
    return this.#ofRun.get({ run })?.session ?? null;
  }

  /** Begins the chain of a project, with the digests of all that is in it. @param isFound true: an older program made it */
  begin(identity: { readonly uuid: string; readonly name: string }, isFound: boolean): void {
    const subject = { project: identity.uuid, name: identity.name, ...(isFound && { found: isFound }) };
    const parts = projectParts(this.#connection);
    this.change({ action: 'begin', session: null, subject, parts, isNew: true, always: true }, () => {});
  }

  /** Digests before a change of the parts by which it is seen whether it changed anything. */
  #before({ always, parts }: AuditNote): Map<string, string | null> {
    if (always) return new Map();
    const isKnown = (part: string): boolean => this.#pending.some(({ before }) => before.has(part));
    const seen = parts.filter((part) => !isKnown(part));
    return new Map(seen.map((part) => [part, partDigest(this.#connection, part)]));
  }

  #enter(): void {
    const notes = this.#pending;
    this.#pending = [];
    const before = new Map(notes.toReversed().flatMap((note) => [...note.before]));
    for (const note of merged(notes)) {
      const digests = note.parts.map((part): [string, string | null] => [
        part,
        note.known?.[part] ?? partDigest(this.#connection, part),
      ]);
      if (!note.always && digests.every(([part, digest]) => before.get(part) === digest)) continue;
      const state = Object.fromEntries(digests.filter(([, digest]) => digest !== null || !note.isNew));
      this.#append(note, state);
    }
  }

  #append({ action, session, subject }: AuditNote, state: AuditEntry['state']): void {
    const entry = {
      at: new Date().toISOString(),
      person: this.#surveyor.get({ session })?.surveyor ?? '',
      account: accountName(),
      version: SOFTWARE_VERSION,
      action,
      session,
      subject: shortened(subject),
      state,
    };
    this.#insert.run({ ...chained(this.#head.get() ?? NO_ENTRY, entry) });
  }
}

/** One note for each action on a session, in the order of their first. */
function merged(notes: readonly Pending[]): Pending[] {
  const byKey = new Map<string, Pending>();
  for (const note of notes) {
    const key = `${note.action} ${note.session}`;
    const first = byKey.get(key);
    byKey.set(
      key,
      first === undefined
        ? note
        : {
            ...first,
            subject: together(first.subject, note.subject),
            parts: [...new Set([...first.parts, ...note.parts])],
            known: { ...first.known, ...note.known },
            isNew: first.isNew && note.isNew,
            always: first.always || note.always,
          },
    );
  }
  return [...byKey.values()];
}

/** Two subjects as one: objects that both have under a name are merged, of other values the later one holds. */
function together(first: AuditNote['subject'], second: AuditNote['subject']): AuditNote['subject'] {
  const isObject = (value: unknown): value is object =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return {
    ...first,
    ...Object.fromEntries(
      Object.entries(second).map(([name, value]) => {
        const known = first[name];
        return [name, isObject(known) && isObject(value) ? { ...known, ...value } : value];
      }),
    ),
  };
}

/** A subject as JSON, its long values as their hash; undefined values are left out. */
function shortened(subject: AuditNote['subject']): AuditEntry['subject'] {
  return Object.fromEntries(
    Object.entries(subject)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        const text = canonicalJson(value);
        const isLong = text.length > LONG_TEXT && !WHOLE.includes(name);
        return [name, isLong ? { sha256: hashOfBytes(text) } : JSON.parse(text)];
      }),
  );
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return ''; // a user id without an account, as in a container
  }
}
