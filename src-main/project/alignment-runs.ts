import type { EngineIdentity } from '../../src-core/model/engine-name.ts';
import { SOFTWARE_VERSION } from '../files/software-version.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Connection, Query } from './connection.ts';

export type RunState = 'running' | 'done' | 'cancelled';

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

export interface NewRun {
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
  readonly #insert: Query<never>;
  readonly #find: Query<Row>;
  readonly #get: Query<Row>;
  readonly #ofSession: Query<Row>;
  readonly #setState: Query<never>;
  readonly #remove: Query<never>;

  constructor(connection: Connection) {
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
    const { id } = this.#insert.run({
      ...this.#keyOf(run),
      createdAt: new Date().toISOString(),
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
    this.#setState.run({ id, state });
  }

  /** Removes a run with its poses. */
  remove(id: number): void {
    this.#remove.run({ id });
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
