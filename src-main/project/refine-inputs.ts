import { createHash } from 'node:crypto';
import { z } from 'zod';
import { LoopVerdict, RefineInput, TargetDecision } from '../../src-core/contract/refine-requests.ts';
import { message } from '../../src-core/messages/message.ts';
import type { ControlPoint, TargetDecision as Decision } from '../../src-core/model/control.ts';
import type { LoopDecision } from '../../src-core/model/loop.ts';
import type { Audit } from './audit.ts';
import { partOf } from './audit-state.ts';
import type { Connection, Query } from './connection.ts';
import { readBack } from './damaged.ts';
import { decodeVector, encodeF64 } from './matrix-codec.ts';

/** Point list of the surveyor with its file. */
interface ControlFile {
  readonly name: string;
  readonly sha256: string;
  readonly text: string;
}

interface TargetRow {
  readonly scan: number;
  readonly pSensor: Uint8Array;
  readonly verdict: Decision['verdict'];
  readonly name: string | null;
}

interface LoopRow {
  readonly fromScan: number;
  readonly toScan: number;
  readonly verdict: LoopDecision['verdict'];
}

/** All refinement inputs of a session, as the history keeps them. */
const Snapshot = z.object({
  file: z.object({ name: z.string(), text: z.string() }).nullable(),
  roles: z.array(z.tuple([z.string(), z.enum(['control', 'check'])])),
  targets: z.array(TargetDecision),
  loops: z.array(LoopVerdict),
  asked: RefineInput,
});
type RefineSnapshot = z.infer<typeof Snapshot>;

const NOTHING_ASKED: RefineInput = RefineInput.parse({});

/** Repository of the refinement inputs of a session: files and the user's decisions. */
export class RefineInputs {
  readonly #audit: Audit;
  readonly #path: string;
  readonly #file: Query<ControlFile>;
  readonly #setFile: Query<never>;
  readonly #removeFile: Query<never>;
  readonly #roles: Query<{ name: string; role: ControlPoint['role'] }>;
  readonly #setRole: Query<never>;
  readonly #removeRoles: Query<never>;
  readonly #targets: Query<TargetRow>;
  readonly #setTarget: Query<never>;
  readonly #removeTarget: Query<never>;
  readonly #loops: Query<LoopRow>;
  readonly #setLoop: Query<never>;
  readonly #removeLoop: Query<never>;
  readonly #question: Query<{ asked: string }>;
  readonly #setQuestion: Query<never>;

  constructor(connection: Connection, audit: Audit) {
    this.#audit = audit;
    this.#path = connection.path;
    this.#file = connection.prepare(
      'SELECT name, sha256, text FROM control_files WHERE session_id = :sessionId',
    );
    this.#setFile = connection.prepare(
      'INSERT OR REPLACE INTO control_files (session_id, name, sha256, text, loaded_at) VALUES (:sessionId, :name, :sha256, :text, :loadedAt)',
    );
    this.#removeFile = connection.prepare('DELETE FROM control_files WHERE session_id = :sessionId');
    this.#roles = connection.prepare(
      'SELECT name, role FROM control_roles WHERE session_id = :sessionId ORDER BY name',
    );
    this.#setRole = connection.prepare(
      'INSERT OR REPLACE INTO control_roles (session_id, name, role) VALUES (:sessionId, :name, :role)',
    );
    this.#removeRoles = connection.prepare('DELETE FROM control_roles WHERE session_id = :sessionId');
    this.#targets = connection.prepare(
      `SELECT scan_index AS scan, p_sensor AS pSensor, verdict, name FROM target_decisions
       WHERE session_id = :sessionId ORDER BY scan_index, p_sensor`,
    );
    this.#setTarget = connection.prepare(
      'INSERT OR REPLACE INTO target_decisions (session_id, scan_index, p_sensor, verdict, name, decided_at) VALUES (:sessionId, :scan, :pSensor, :verdict, :name, :decidedAt)',
    );
    this.#removeTarget = connection.prepare(
      'DELETE FROM target_decisions WHERE session_id = :sessionId AND scan_index = :scan AND p_sensor = :pSensor',
    );
    this.#loops = connection.prepare(
      `SELECT from_scan AS fromScan, to_scan AS toScan, verdict FROM loop_decisions
       WHERE session_id = :sessionId ORDER BY from_scan, to_scan`,
    );
    this.#setLoop = connection.prepare(
      'INSERT OR REPLACE INTO loop_decisions (session_id, from_scan, to_scan, verdict, decided_at) VALUES (:sessionId, :fromScan, :toScan, :verdict, :decidedAt)',
    );
    this.#removeLoop = connection.prepare(
      'DELETE FROM loop_decisions WHERE session_id = :sessionId AND from_scan = :fromScan AND to_scan = :toScan',
    );
    this.#question = connection.prepare('SELECT asked FROM refine_asked WHERE session_id = :sessionId');
    this.#setQuestion = connection.prepare(
      'INSERT OR REPLACE INTO refine_asked (session_id, asked) VALUES (:sessionId, :asked)',
    );
  }

  /** Point list of a session; null: none was loaded. */
  file(sessionId: number): ControlFile | null {
    return this.#file.get({ sessionId }) ?? null;
  }

  setFile(sessionId: number, name: string, text: string): void {
    const sha256 = createHash('sha256').update(text).digest('hex');
    this.#change(sessionId, { list: { name, sha256 } }, () =>
      this.#setFile.run({ sessionId, name, sha256, text, loadedAt: new Date().toISOString() }),
    );
  }

  removeFile(sessionId: number): void {
    this.#change(sessionId, { list: null }, () => this.#removeFile.run({ sessionId }));
  }

  /** Roles assigned by the user, by point name. */
  roles(sessionId: number): ReadonlyMap<string, ControlPoint['role']> {
    return new Map(this.#roles.all({ sessionId }).map(({ name, role }) => [name, role]));
  }

  setRole(sessionId: number, name: string, role: ControlPoint['role']): void {
    this.#change(sessionId, { roles: { [name]: role } }, () => this.#setRole.run({ sessionId, name, role }));
  }

  removeRoles(sessionId: number): void {
    this.#change(sessionId, { roles: {} }, () => this.#removeRoles.run({ sessionId }));
  }

  targets(sessionId: number): Decision[] {
    return this.#targets
      .all({ sessionId })
      .map(({ scan, pSensor, verdict, name }) => ({ scan, pSensor: decodeVector(pSensor), verdict, name }));
  }

  setTarget(sessionId: number, { scan, pSensor, verdict, name }: Decision): void {
    const decidedAt = new Date().toISOString();
    this.#change(sessionId, { target: { scan, verdict, name } }, () =>
      this.#setTarget.run({ sessionId, scan, pSensor: encodeF64(pSensor), verdict, name, decidedAt }),
    );
  }

  removeTarget(sessionId: number, { scan, pSensor }: Pick<Decision, 'scan' | 'pSensor'>): void {
    this.#change(sessionId, { target: { scan, verdict: null } }, () =>
      this.#removeTarget.run({ sessionId, scan, pSensor: encodeF64(pSensor) }),
    );
  }

  loops(sessionId: number): LoopDecision[] {
    return this.#loops.all({ sessionId }).map((row) => ({ ...row, T_from_to: null }));
  }

  setLoop(sessionId: number, { fromScan, toScan, verdict }: Omit<LoopDecision, 'T_from_to'>): void {
    this.#change(sessionId, { loop: { fromScan, toScan, verdict } }, () =>
      this.#setLoop.run({ sessionId, fromScan, toScan, verdict, decidedAt: new Date().toISOString() }),
    );
  }

  removeLoop(sessionId: number, { fromScan, toScan }: Pick<LoopDecision, 'fromScan' | 'toScan'>): void {
    this.#change(sessionId, { loop: { fromScan, toScan, verdict: null } }, () =>
      this.#removeLoop.run({ sessionId, fromScan, toScan }),
    );
  }

  /** @throws SocavonError 'project-format' if it is damaged */
  asked(sessionId: number): RefineInput {
    const row = this.#question.get({ sessionId });
    if (row === undefined) return NOTHING_ASKED;
    return readBack(this.#path, message('stored-refine-question', { session: sessionId }), () =>
      RefineInput.parse(JSON.parse(row.asked)),
    );
  }

  setAsked(sessionId: number, question: RefineInput): void {
    this.#change(sessionId, { options: question }, () =>
      this.#setQuestion.run({ sessionId, asked: JSON.stringify(question) }),
    );
  }

  #change(session: number, subject: Readonly<Record<string, unknown>>, work: () => void): void {
    this.#audit.change({ action: 'control', session, subject, parts: [partOf(session, 'control')] }, work);
  }

  /** All inputs of a session. @throws SocavonError 'project-format' if they are damaged */
  snapshot(sessionId: number): RefineSnapshot {
    const file = this.file(sessionId);
    return {
      file: file && { name: file.name, text: file.text },
      roles: [...this.roles(sessionId)],
      targets: this.targets(sessionId).map(({ pSensor, ...target }) => ({
        ...target,
        pSensor: tripleOf(pSensor),
      })),
      loops: this.loops(sessionId).map(({ fromScan, toScan, verdict }) => ({ fromScan, toScan, verdict })),
      asked: this.asked(sessionId),
    };
  }

  /**
   * Returns to these inputs of a snapshot; those that it lacks stay. Must be called inside a transaction.
   *
   * @throws ZodError if it is none
   */
  restore(sessionId: number, inputs: unknown): void {
    const { file, roles, targets, loops, asked: input } = Snapshot.partial().parse(inputs);
    if (file !== undefined) {
      this.removeFile(sessionId);
      if (file !== null) this.setFile(sessionId, file.name, file.text);
    }
    if (roles !== undefined) {
      this.removeRoles(sessionId);
      for (const [name, role] of roles) this.setRole(sessionId, name, role);
    }
    if (targets !== undefined) {
      for (const target of this.targets(sessionId)) this.removeTarget(sessionId, target);
      for (const target of targets) this.setTarget(sessionId, target);
    }
    if (loops !== undefined) {
      for (const loop of this.loops(sessionId)) this.removeLoop(sessionId, loop);
      for (const loop of loops) this.setLoop(sessionId, loop);
    }
    if (input !== undefined) this.setAsked(sessionId, input);
  }
}

function tripleOf([x, y, z]: ArrayLike<number> & Iterable<number>): [number, number, number] {
  return [x, y, z];
}
