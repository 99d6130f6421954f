import { basename, dirname } from 'node:path';
import type { EventName, EventValue } from '../../src-core/contract/events.ts';
import { message, type WorkCode } from '../../src-core/messages/message.ts';
import { type CancelToken, NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { CancelledError, SocavonError } from '../../src-core/model/errors.ts';
import { openAtomicSink } from '../files/atomic-sink.ts';
import { enterFiles } from '../jobs/survey/audited-files.ts';
import { Project } from '../project/project.ts';
import { sessionTitle } from '../project/session-titles.ts';
import type { Session } from '../project/sessions.ts';
import { History } from './history.ts';
import { PathGrants } from './path-grants.ts';
import { projectInfo } from './project-info.ts';

/** State shared by the handlers of an engine: the open project, the granted paths and the event listeners. */
export class EngineSession {
  readonly grants = new PathGrants();
  readonly history = new History(this);
  readonly #send: (name: EventName, value: unknown) => void;
  readonly #forgetters: (() => void | Promise<void>)[] = [];
  readonly #onRemoval: ((sessionId: number) => Promise<void>)[] = [];
  readonly #running = new Map<WorkCode, Promise<unknown>>();
  readonly #reads = new Set<Promise<unknown>>();
  #project: Project | null = null;
  /** Settles when the last work on the map has ended. */
  #turn: Promise<unknown> = Promise.resolve();

  /** @param send sends an event to every window */
  constructor(send: (name: EventName, value: unknown) => void) {
    this.#send = send;
  }

  get projectOrNull(): Project | null {
    return this.#project;
  }

  /** @throws SocavonError 'no-project' */
  get project(): Project {
    if (this.#project !== null) return this.#project;
    throw new SocavonError('no-project', message('project-none-open'));
  }

  /**
   * Writes a file that a person chose, whole or not at all, and enters it into the audit trail of the open project.
   *
   * @param path as the window asks for it
   * @throws SocavonError 'path-refused', 'file-unwritable', 'disk-full'
   */
  async writeFile(path: string, bytes: Uint8Array): Promise<void> {
    const granted = this.grants.toWrite(path);
    const sink = await openAtomicSink(granted);
    await sink.write(bytes);
    await sink.close();
    await this.enterFile(granted);
  }

  /** Enters a file that was written into the audit trail of the open project; without a project nothing happens. */
  async enterFile(path: string): Promise<void> {
    if (this.#project === null) return;
    const file = { folder: dirname(path), names: [basename(path)] };
    await enterFiles(this.#project, null, file, { cancel: NEVER_CANCELLED });
  }

  /**
   * Returns a complete session of the open project.
   *
   * @throws SocavonError 'no-project', 'usage' if there is none of that id
   */
  sessionOf(id: number): Session {
    const session = this.project.sessions.get(id);
    if (session !== null) return session;
    const removed = this.project.sessions.removed().find((other) => other.id === id);
    if (removed !== undefined)
      throw new SocavonError(
        'usage',
        message('session-removed', { name: sessionTitle(this.project, removed) }),
      );
    throw new SocavonError('usage', message('session-gone', { id }));
  }

  /**
   * Opens a project and closes the one that was open.
   *
   * @throws SocavonError 'project-busy' while work on the open project runs; what `Project.open` throws, and then
   *   the open one stays open
   */
  async open(path: string, options: { create: boolean }): Promise<Project> {
    this.#refuseWhileBusy();
    const project = Project.open(path, options);
    try {
      await this.#drop();
    } catch (error) {
      project.close();
      throw error;
    }
    this.#project = project;
    this.changed();
    return project;
  }

  /** @throws SocavonError 'project-busy' while work on it runs */
  async close(): Promise<void> {
    if (this.#project === null) return;
    await this.#drop();
    this.changed();
  }

  /** Waits for the (already cancelled) work on the project and closes it. */
  async end(): Promise<void> {
    await Promise.allSettled(this.#running.values());
    await this.close();
  }

  /** Runs short work on the open project; closing the project waits until it is done. */
  async read<T>(work: (project: Project) => Promise<T>): Promise<T> {
    const reading = work(this.project);
    this.#reads.add(reading);
    try {
      return await reading;
    } finally {
      this.#reads.delete(reading);
    }
  }

  /**
   * Runs work during which the project cannot be closed, one of each kind at a time.
   *
   * @param what the kind of work
   * @throws SocavonError 'project-busy' if work of the same kind is running
   */
  async hold<T>(what: WorkCode, work: () => Promise<T>): Promise<T> {
    if (this.#running.has(what))
      throw new SocavonError('project-busy', message('work-goes-on', { work: message(what) }));
    const working = work();
    this.#running.set(what, working);
    try {
      return await working;
    } finally {
      this.#running.delete(what);
    }
  }

  /**
   * Drops the cached state of a session, which may be taken out of every list then.
   *
   * @throws SocavonError 'usage' if there is none of that id; 'project-busy' while work on the project runs
   */
  async prepareRemoval(id: number): Promise<void> {
    this.sessionOf(id);
    const [what] = this.#running.keys();
    if (what !== undefined)
      throw new SocavonError('project-busy', message('work-goes-on', { work: message(what) }));
    for (const forget of this.#onRemoval) await forget(id);
  }

  /** Registers a callback that drops the cached state of a session before it is removed. */
  onRemoval(forget: (sessionId: number) => Promise<void>): void {
    this.#onRemoval.push(forget);
  }

  /**
   * Runs work on the whole map after all earlier such work: what an equal request computed is then found in the cache.
   *
   * @throws CancelledError also while it waits; what the work throws
   */
  inTurn<T>(what: WorkCode, cancel: CancelToken, work: () => Promise<T>): Promise<T> {
    const working = this.afterTurn(what, cancel).then(work);
    this.#turn = Promise.allSettled([this.#turn, working]);
    return working;
  }

  /** Waits for the work on the whole map that was asked for until now. @throws CancelledError */
  async afterTurn(what: WorkCode, cancel: CancelToken): Promise<void> {
    let release = (): void => {};
    const cancelled = new Promise<never>((_, reject) => {
      release = cancel.onCancel?.(() => reject(new CancelledError(what))) ?? release;
    });
    try {
      await Promise.race([cancelled, this.#turn]);
    } finally {
      release();
    }
  }

  /** Registers a callback that drops cached state when the project is closed. */
  onClose(forget: () => void | Promise<void>): void {
    this.#forgetters.push(forget);
  }

  /** Sends the current state of the project to every window. */
  changed(): void {
    const value: EventValue<'project-changed'> = this.#project === null ? null : projectInfo(this.#project);
    this.#send('project-changed', value);
  }

  /** Tells every window what was changed of the work in the open project. */
  tellWork(change: EventValue<'work-changed'>): void {
    this.#send('work-changed', change);
  }

  async #drop(): Promise<void> {
    this.#refuseWhileBusy();
    const project = this.#project;
    // From here on no new work starts on it.
    this.#project = null;
    for (const forget of this.#forgetters) await forget();
    await Promise.allSettled(this.#reads);
    if (project === null) return;
    freeRemoved(project);
    project.close();
  }

  #refuseWhileBusy(): void {
    const [what] = this.#running.keys();
    if (what === undefined) return;
    throw new SocavonError('project-busy', message('project-worked-on', { work: message(what) }));
  }
}

/** Frees the data of removed sessions. If the disk does not allow it, a later closing does. */
function freeRemoved(project: Project): void {
  try {
    project.sessions.freeRemoved();
  } catch (error) {
    if (!(error instanceof SocavonError)) throw error;
  }
}
