import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from './canonical-json.ts';

/** What an entry of the audit trail is about. */
export const AUDIT_ACTIONS = [
  'begin',
  'import',
  'session',
  'alignment',
  'edit',
  'refinement',
  'control',
  'calibration',
  'settings',
  'heading',
  'notes',
  'join',
  'undo',
  'redo',
  'recovery',
  'result',
  'report',
  'export',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What entries say of an alignment run. */
export const RUN_EVENTS = ['started', 'resumed', 'reopened', 'done', 'cancelled', 'removed'] as const;
export type RunEvent = (typeof RUN_EVENTS)[number];

/** Entries of what is made of the work: they change nothing that a result depends on. */
export const AUDIT_OUTPUTS: readonly AuditAction[] = ['result', 'report', 'export'];

const digest = z.string().regex(/^[0-9a-f]{64}$/);

const Entry = z.strictObject({
  /** 1, 2, 3 ... */
  sequence: z.int().positive(),
  /** ISO 8601, UTC, by the clock of the machine. */
  at: z.iso.datetime(),
  /** The surveyor, as the heading of the survey names them; empty: nobody is named. */
  person: z.string(),
  /** Account of the operating system that the program ran under. */
  account: z.string(),
  /** Version of the program. */
  version: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  /** null: of the whole project. */
  session: z.int().positive().nullable(),
  /** What was done: inputs, options and results, or their hashes. */
  subject: z.record(z.string(), z.json()),
  /** Parts of the project after the entry, see `audit-state.ts`: digest, or null where nothing is. */
  state: z.record(z.string(), digest.nullable()),
  /** Hash of the entry before; of the first 64 zeros. */
  previous: digest,
});

/** Entry of the audit trail. */
export type AuditEntry = Readonly<z.infer<typeof Entry>>;

/** Entry as the project stores it. */
export interface AuditRow {
  readonly sequence: number;
  /** Canonical JSON of the entry: the bytes that are hashed. */
  readonly entry: string;
  /** SHA-256 of `entry`, 64 lower-case hexadecimal digits. */
  readonly hash: string;
}

/** Newest entry of a chain. */
export interface AuditHead {
  /** Number of entries. */
  readonly sequence: number;
  readonly hash: string;
}

export const NO_ENTRY: AuditHead = { sequence: 0, hash: '0'.repeat(64) };

/** SHA-256 of bytes, or of a text in UTF-8, 64 lower-case hexadecimal digits. */
export function hashOfBytes(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Chains an entry to the one before. */
export function chained(before: AuditHead, entry: Omit<AuditEntry, 'sequence' | 'previous'>): AuditRow {
  const sequence = before.sequence + 1;
  const text = canonicalJson({ ...entry, sequence, previous: before.hash });
  return { sequence, entry: text, hash: hashOfBytes(text) };
}

/** Why a chain is broken at an entry. */
type ChainFault =
  /** There is no entry at all, or the first is not that of the beginning of this project. */
  | 'beginning'
  /** A number is left out, or comes twice. */
  | 'sequence'
  /** The text is no entry, or is not written as entries are. */
  | 'unreadable'
  /** The hash is not that of the text: one of both was changed. */
  | 'hash'
  /** The entry was not made after the one that stands before it. */
  | 'previous';

/** A chain that was checked: its entries up to the first that is broken. */
export interface CheckedChain {
  readonly entries: readonly AuditEntry[];
  readonly head: AuditHead;
  /** null: the chain is whole. */
  readonly broken: { readonly sequence: number; readonly fault: ChainFault } | null;
}

/**
 * Checks a chain entry by entry.
 *
 * @param rows in the order of their numbers
 * @param uuid of the project whose chain it is to be
 */
export function checkChain(rows: readonly AuditRow[], uuid: string): CheckedChain {
  const entries: AuditEntry[] = [];
  let head = NO_ENTRY;
  for (const row of rows) {
    const entry = entryOf(row.entry);
    const fault = faultOf(row, entry, head, uuid);
    if (fault !== null || entry === null)
      return { entries, head, broken: { sequence: head.sequence + 1, fault: fault ?? 'unreadable' } };
    entries.push(entry);
    head = { sequence: row.sequence, hash: row.hash };
  }
  return { entries, head, broken: rows.length === 0 ? { sequence: 1, fault: 'beginning' } : null };
}

function faultOf(
  row: AuditRow,
  entry: AuditEntry | null,
  before: AuditHead,
  uuid: string,
): ChainFault | null {
  if (row.sequence !== before.sequence + 1) return 'sequence';
  if (hashOfBytes(row.entry) !== row.hash) return 'hash';
  if (entry === null) return 'unreadable';
  if (entry.sequence !== row.sequence) return 'sequence';
  if (entry.previous !== before.hash) return 'previous';
  const isBeginning = entry.action === 'begin';
  if (isBeginning !== (row.sequence === 1)) return 'beginning';
  return isBeginning && entry.subject.project !== uuid ? 'beginning' : null;
}

/** Reads the text of an entry; null: it is none, or it is not the canonical text of what it says. */
export function entryOf(text: string): AuditEntry | null {
  try {
    const entry = Entry.parse(JSON.parse(text));
    return canonicalJson(entry) === text ? entry : null;
  } catch {
    return null;
  }
}

/**
 * Newest digest of each part of the project as a chain says it; a part that went is not in it. A part that is a
 * session, once it went, takes all that was its own along.
 */
export function stateOf(entries: readonly AuditEntry[]): Map<string, string> {
  const state = new Map<string, string>();
  for (const entry of entries)
    for (const [part, value] of Object.entries(entry.state))
      if (value !== null) state.set(part, value);
      else
        for (const known of [...state.keys()])
          if (known === part || known.startsWith(`${part}/`)) state.delete(known);
  return state;
}

/**
 * Entry that a report of the present state names: the newest of the work itself, whatever was printed since, so that
 * the report of one state is one report.
 */
export function workHead(rows: readonly AuditRow[]): AuditHead | null {
  for (let i = rows.length - 1; i >= 0; i--) {
    const entry = entryOf(rows[i].entry);
    if (entry !== null && !AUDIT_OUTPUTS.includes(entry.action)) return rows[i];
  }
  return null;
}
