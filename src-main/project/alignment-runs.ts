import type { EngineIdentity } from '../../src-core/model/engine-name.ts';
import { SOFTWARE_VERSION } from '../files/software-version.ts';
import type { Audit } from './audit.ts';
import type { RunEvent } from './audit-chain.ts';
import { partOf, runParts } from './audit-state.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Connection, Query } from './connection.ts';

type RunState = 'running' | 'done' | 'cancelled';

/** Alignment run of a session: its inputs and options, and its state. */
export interface AlignmentRun {
  readonly id: number;
  readonly sessionId: number;
  readonly engine: EngineIdentity;
  readonly options: unknown;
  /** `contentHash` of its inputs: captures, sensor, origin pose. */
  readonly inputHash: string;
  readonly softwareVersion: string;
  /** 'running' also after a crash of the program: such a run is resumed from its last state. */
  readonly state: RunState;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

interface NewRun {
  readonly sessionId: number;
  readonly engine: EngineIdentity;
  readonly options: unknown;
  readonly inputHash: string;
}

interface Row extends Omit<AlignmentRun, 'options' | 'engine'> {
  /** See `engineText`. */
  readonly engine: string;
  readonly options: string;
}

const COLUMNS = `id, session_id AS sessionId, engine, options, input_hash AS inputHash,
  software_version AS softwareVersion, state, created_at AS createdAt`;

export class AlignmentRuns {
  readonly #connection: Connection;
  readonly #audit: Audit;
  readonly #insert: Query<never>;
  readonly #find: Query<Row>;
  readonly #get: Query<Row>;
  readonly #ofSession: Query<Row>;
  readonly #setState: Query<never>;
  readonly #remove: Query<never>;

  constructor(connection: Connection, audit: Audit) {
    this.#connection = connection;
    this.#audit = audit;
    this.#insert = connection.prepare(
      `INSERT INTO alignment_runs
         (session_id, engine, options, input_hash, software_version, state, created_at)
       VALUES (:sessionId, :engine, :options, :inputHash, :softwareVersion, 'running', :createdAt)`,
    );
    this.#find = connection.prepare(
      `SELECT ${COLUMNS} FROM alignment_runs
       WHERE session_id = :sessionId AND engine = :engine AND options = :options
         AND input_hash = :inputHash AND software_version = :softwareVersion
       ORDER BY id DESC LIMIT 1`,
    );
    this.#get = connection.prepare(`SELECT ${COLUMNS} FROM alignment_runs WHERE id = :id`);
    this.#ofSession = connection.prepare(
      `SELECT ${COLUMNS} FROM alignment_runs WHERE session_id = :sessionId ORDER BY id`,
    );
    this.#setState = connection.prepare('UPDATE alignment_runs SET state = :state WHERE id = :id');
    this.#remove = connection.prepare('DELETE FROM alignment_runs WHERE id = :id');
  }

  /** Starts a run, in the state 'running'. */
  begin(run: NewRun): AlignmentRun {
    const id = this.#connection.transaction(() => {
      const key = this.#keyOf(run);
      const row = this.#insert.run({ ...key, createdAt: new Date().toISOString() });
      const { sessionId: session, options, inputHash } = run;
      const subject = { event: 'started', run: row.id, engine: key.engine, options, inputHash };
      const parts = runParts(session, row.id);
      this.#audit.note({ action: 'alignment', session, subject, parts, isNew: true, always: true });
      return row.id;
    });
    const stored = this.get(id);
    if (stored === null) throw new Error(`alignment run ${id} is gone`);
    return stored;
  }

  /** Newest run with the same inputs and options by this version of the program, in any state, or null. */
  find(run: NewRun): AlignmentRun | null {
    const row = this.#find.get(this.#keyOf(run));
    return row === undefined ? null : runOf(row);
  }

  get(id: number): AlignmentRun | null {
    const row = this.#get.get({ id });
    return row === undefined ? null : runOf(row);
  }

  /** Oldest first. */
  of(sessionId: number): AlignmentRun[] {
    return this.#ofSession.all({ sessionId }).map(runOf);
  }

  setState(id: number, state: RunState): void {
    const run = this.get(id);
    if (run === null || run.state === state) return;
    const session = run.sessionId;
    const subject = { event: eventOf(run.state, state), run: id };
    const parts = [partOf(session, `run ${id}`), partOf(session, `run ${id}/poses`)];
    this.#audit.change({ action: 'alignment', session, subject, parts, always: true }, () =>
      this.#setState.run({ id, state }),
    );
  }

  /** Notes that a run whose work was stopped goes on. Must be called inside a transaction. */
  noteResumed({ id, sessionId: session }: AlignmentRun): void {
    const subject = { event: 'resumed', run: id };
    this.#audit.note({ action: 'alignment', session, subject, parts: [], always: true });
  }

  /** Removes a run with its poses. */
  remove(id: number): void {
    const session = this.#audit.sessionOfRun(id);
    if (session === null) return;
    const subject = { event: 'removed', run: id };
    const parts = runParts(session, id);
    this.#audit.change({ action: 'alignment', session, subject, parts, always: true }, () =>
      this.#remove.run({ id }),
    );
  }

  #keyOf({ sessionId, engine, options, inputHash }: NewRun) {
    return {
      sessionId,
      engine: engineText(engine),
      options: canonicalJson(options),
      inputHash,
      softwareVersion: SOFTWARE_VERSION,
    };
  }
}

/** What the audit trail calls a change of the state of a run. */
function eventOf(before: RunState, after: RunState): RunEvent {
  if (after !== 'running') return after;
  return before === 'cancelled' ? 'resumed' : 'reopened';
}

function runOf(row: Row): AlignmentRun {
  return { ...row, engine: engineOf(row.engine), options: JSON.parse(row.options) };
}

const GPU_PREFIX = 'gpu: ';

/** Database text of an engine: `cpu`, or `gpu: ` and the adapter. */
export function engineText(engine: EngineIdentity): string {
  return engine.kind === 'cpu' ? 'cpu' : `${GPU_PREFIX}${engine.adapter}`;
}

function engineOf(text: string): EngineIdentity {
  if (!text.startsWith(GPU_PREFIX)) return { kind: 'cpu' };
  return { kind: 'gpu', adapter: text.slice(GPU_PREFIX.length) };
}
