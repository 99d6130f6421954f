import { AlignmentEdit } from '../../src-core/contract/alignment-requests.ts';
import { message } from '../../src-core/messages/message.ts';
import type { Connection, Query } from './connection.ts';
import { readBack } from './damaged.ts';

interface Row {
  readonly ordinal: number;
  readonly edit: string;
  readonly undone: number;
}

/** What a person changed of a run: those that hold, oldest first, and those that were undone, the next to be redone first. */
export interface StoredEdits {
  readonly made: readonly AlignmentEdit[];
  readonly undone: readonly AlignmentEdit[];
}

export class AlignmentEdits {
  readonly #path: string;
  readonly #ofRun: Query<Row>;
  readonly #insert: Query<never>;
  readonly #removeUndone: Query<never>;
  readonly #undo: Query<never>;
  readonly #redo: Query<never>;

  constructor(connection: Connection) {
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

  /** @throws SocavonError 'project-format' when one is damaged */
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

  /** Adds one; what was undone cannot be redone from here on. The caller holds the transaction. */
  add(runId: number, edit: AlignmentEdit): void {
    this.#removeUndone.run({ runId });
    this.#insert.run({ runId, edit: JSON.stringify(edit), madeAt: new Date().toISOString() });
  }

  /** Takes the last one back, where there is one. */
  undo(runId: number): void {
    this.#undo.run({ runId });
  }

  /** Makes the last one that was undone hold again, where there is one. */
  redo(runId: number): void {
    this.#redo.run({ runId });
  }
}
