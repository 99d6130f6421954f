import type { HistoryState, HistoryStep, WorkChange } from '../../src-core/contract/work-requests.ts';
import { canonicalJson } from '../project/canonical-json.ts';
import type { Change } from '../project/changes.ts';
import type { Project } from '../project/project.ts';
import type { Fields } from '../project/work-fields.ts';

/** Work whose state is a few values, which undo and redo put back. */
export interface ValueTopic {
  /** @param sessionId null: the whole project */
  read(project: Project, sessionId: number | null): Fields;
  /** Stores these fields and leaves the others; undefined: the field has no value. Called inside a transaction. */
  write(project: Project, sessionId: number | null, values: Fields): void;
  /** True if a value that changes again within a moment is one step. */
  readonly merges?: boolean;
  /** True if windows receive the values; else they ask for them again. */
  readonly tells?: boolean;
  /** What undo and redo do around `write`, such as to close what works on a session that goes. @throws to refuse it */
  around?(sessionId: number | null, values: Fields, write: () => void): Promise<void>;
}

/** Work that undoes and redoes its own steps, one at a time, in their order; false: the step is no more. */
interface StepTopic {
  undo(change: Change): Promise<boolean>;
  redo(change: Change): Promise<boolean>;
}

/** What the history needs of the engine: the open project, and every window. */
interface HistoryHost {
  /** @throws SocavonError 'no-project' */
  readonly project: Project;
  tellWork(change: WorkChange): void;
}

/** The one history of the open project: every change that a result depends on, over all topics, in order. */
export class History {
  readonly #session: HistoryHost;
  readonly #topics = new Map<string, ValueTopic | StepTopic>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(session: HistoryHost) {
    this.#session = session;
  }

  register(name: string, topic: ValueTopic | StepTopic): void {
    this.#topics.set(name, topic);
  }

  get state(): HistoryState {
    const { changes } = this.#session.project;
    return { undo: stepOf(changes.last()), redo: stepOf(changes.next()) };
  }

  /**
   * Makes a change of a topic of values and notes it, both or neither. A change that changes nothing is none.
   *
   * @param by name of the window that makes it
   */
  record<T>(
    name: string,
    sessionId: number | null,
    work: (project: Project) => T,
    by: string | null = null,
  ): T {
    const { project } = this.#session;
    const topic = this.#topics.get(name) as ValueTopic;
    const change = project.transaction(() => {
      const old = topic.read(project, sessionId);
      const result = work(project);
      const now = topic.read(project, sessionId);
      const names = changedFields(old, now);
      const [before, after] = [picked(old, names), picked(now, names)];
      if (names.length > 0)
        project.changes.add({ topic: name, sessionId, before, after }, { merges: topic.merges });
      return { result, names, after };
    });
    if (change.names.length > 0) this.#tell(name, sessionId, change.names, change.after, by);
    return change.result;
  }

  /**
   * Makes a step that had no value before and notes it, both or neither; `after` says what it was.
   *
   * @param work makes it; returns the session that it is of
   */
  note(name: string, after: Fields, work: (project: Project) => number): number {
    const { project } = this.#session;
    const sessionId = project.transaction(() => {
      const of = work(project);
      project.changes.add({ topic: name, sessionId: of, before: {}, after });
      return of;
    });
    this.#tell(name, sessionId, Object.keys(after), {}, null);
    return sessionId;
  }

  /** Notes that the last (or next) step was undone (or redone) by its topic itself, if it is that session's. */
  noteUndone(name: string, sessionId: number, undone: boolean): void {
    const { changes } = this.#session.project;
    const change = undone ? changes.last() : changes.next();
    if (change?.topic !== name || change.sessionId !== sessionId) return;
    changes.mark(change, undone);
    this.#tell(name, change.sessionId, Object.keys(change.after), {}, null);
  }

  /** Tells every window what can be undone now that steps went with the data that they were of. */
  tellSteps(name: string): void {
    this.#tell(name, null, [], {}, null);
  }

  undo(): Promise<HistoryState> {
    return this.#inTurn(() => this.#step(true));
  }

  redo(): Promise<HistoryState> {
    return this.#inTurn(() => this.#step(false));
  }

  async #step(undoing: boolean): Promise<HistoryState> {
    const { project } = this.#session;
    const change = undoing ? project.changes.last() : project.changes.next();
    const topic = change && this.#topics.get(change.topic);
    if (change === null || !topic) return this.state;
    const names = Object.keys({ ...change.before, ...change.after });
    if ('undo' in topic) {
      const isDone = await (undoing ? topic.undo(change) : topic.redo(change));
      if (isDone) project.changes.mark(change, undoing);
      else project.changes.forget(change.id);
      this.#tell(change.topic, change.sessionId, names, {}, null);
      return this.state;
    }
    const values = undoing ? change.before : change.after;
    const written = Object.fromEntries(names.map((name) => [name, values[name]]));
    const write = (): void =>
      project.transaction(() => {
        topic.write(project, change.sessionId, written);
        project.changes.mark(change, undoing);
      });
    await (topic.around?.(change.sessionId, written, write) ?? write());
    this.#tell(change.topic, change.sessionId, names, values, null);
    return this.state;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const working = this.#turn.then(work, work);
    this.#turn = working;
    return working;
  }

  #tell(name: string, sessionId: number | null, names: string[], values: Fields, by: string | null): void {
    const topic = this.#topics.get(name);
    const isTold = topic !== undefined && 'read' in topic && topic.tells === true;
    this.#session.tellWork({
      path: this.#session.project.path,
      topic: name,
      sessionId,
      values: isTold ? picked(values, names) : {},
      removed: isTold ? names.filter((field) => values[field] === undefined) : [],
      by,
      history: this.state,
    });
  }
}

function changedFields(before: Fields, after: Fields): string[] {
  return Object.keys({ ...before, ...after }).filter(
    (name) =>
      canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null) ||
      name in before !== name in after,
  );
}

// biome-ignore lint/suspicious/noExplicitAny: the values are JSON, which the contract checks
function picked(values: Fields, names: readonly string[]): Record<string, any> {
  return Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
}

function stepOf(change: Change | null): HistoryStep | null {
  if (change === null) return null;
  const { topic, sessionId, before, after, madeAt } = change;
  return { topic, sessionId, fields: Object.keys({ ...before, ...after }), madeAt };
}
