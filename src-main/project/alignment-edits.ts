import { AlignmentEdit } from '../../src-core/contract/alignment-requests.ts';
import { message } from '../../src-core/messages/message.ts';
import type { Audit } from './audit.ts';
import { runParts } from './audit-state.ts';
import type { Connection, Query } from './connection.ts';
import { readBack } from './damaged.ts';

interface Row {
  readonly ordinal: number;
  readonly edit: string;
  readonly undone: number;
}

/** User edits of a run: those in effect, oldest first, and the undone ones, the next to redo first. */
export interface StoredEdits {
  readonly made: readonly AlignmentEdit[];
  readonly undone: readonly AlignmentEdit[];
}

export class AlignmentEdits {
  readonly #path: string;
  readonly #audit: Audit;
  readonly #ofRun: Query<Row>;
  readonly #insert: Query<never>;
  readonly #removeUndone: Query<never>;
  readonly #undo: Query<never>;
  readonly #redo: Query<never>;

  constructor(connection: Connection, audit: Audit) {
    this.#audit = audit;
    this.#path = connection.path;
    this.#ofRun = connection.prepare(
      'SELECT ordinal, edit, undone FROM alignment_edits WHERE run_id = :runId ORDER BY ordinal',
    );
    this.#insert = connection.prepare(
      `INSERT INTO alignment_edits (run_id, ordinal, edit, made_at, undone)
       VALUES (:runId, (SELECT count(*) FROM alignment_edits WHERE run_id = :runId), :edit, :madeAt, 0)`,
    );
    this.#removeUndone = connection.prepare(
      'DELETE FROM alignment_edits WHERE run_id = :runId AND undone = 1',
    );
    this.#undo = connection.prepare(
      `UPDATE alignment_edits SET undone = 1 WHERE run_id = :runId AND ordinal =
         (SELECT max(ordinal) FROM alignment_edits WHERE run_id = :runId AND undone = 0)`,
    );
    this.#redo = connection.prepare(
      `UPDATE alignment_edits SET undone = 0 WHERE run_id = :runId AND ordinal =
         (SELECT min(ordinal) FROM alignment_edits WHERE run_id = :runId AND undone = 1)`,
    );
  }

  /** Returns the edits of a run. @throws SocavonError 'project-format' if one is damaged */
  of(runId: number): StoredEdits {
    const rows = this.#ofRun.all({ runId });
    const edits = (undone: number): AlignmentEdit[] =>
      rows
        .filter((row) => row.undone === undone)
        .map(({ ordinal, edit }) =>
          readBack(this.#path, message('stored-edit', { ordinal, run: runId }), () =>
            AlignmentEdit.parse(JSON.parse(edit)),
          ),
        );
    return { made: edits(0), undone: edits(1) };
  }

  /** Adds an edit and discards the undone ones. Must be called inside a transaction. */
  add(runId: number, edit: AlignmentEdit): void {
    this.#change(runId, { edit }, () => {
      this.#removeUndone.run({ runId });
      this.#insert.run({ runId, edit: JSON.stringify(edit), madeAt: new Date().toISOString() });
    });
  }

  /** Undoes the last edit, if any. */
  undo(runId: number): void {
    this.#change(runId, { undone: this.of(runId).made.at(-1) }, () => this.#undo.run({ runId }));
  }

  /** Redoes the edit that was undone last, if any. */
  redo(runId: number): void {
    this.#change(runId, { redone: this.of(runId).undone.at(0) }, () => this.#redo.run({ runId }));
  }

  /** The poses that an edit takes away or gives back belong to its entry in the audit trail. */
  #change(run: number, done: Readonly<Record<string, unknown>>, work: () => void): void {
    const session = this.#audit.sessionOfRun(run);
    const parts = session === null ? [] : runParts(session, run);
    this.#audit.change({ action: 'edit', session, subject: { run, ...done }, parts, always: true }, work);
  }
}
