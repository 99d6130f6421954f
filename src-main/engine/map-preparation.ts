import { MeasureInput } from '../../src-core/contract/measure-input.ts';
import { CancelSource, type ProgressEvent, type StageContext } from '../../src-core/model/context.ts';
import { inThread } from '../jobs/in-thread.ts';
import type { EngineSession } from './engine-session.ts';

/**
 * Prepares what is asked for after an alignment, while nobody waits for it: the wall along the usual axis, and the
 * levels of detail of the map. Both are in the cache then. Closing the project or changing the poses ends it at once.
 */
export class MapPreparation {
  readonly #session: EngineSession;
  readonly #hearing = new Set<StageContext['emit']>();
  #source = new CancelSource();
  #running: Promise<unknown> = Promise.resolve();

  constructor(session: EngineSession) {
    this.#session = session;
    session.onClose(() => this.stop());
  }

  /** Begins anew with the current poses. */
  begin(sessionId: number): void {
    void this.stop();
    const source = new CancelSource();
    this.#source = source;
    const { path: project } = this.#session.project;
    const of = { project, sessionId, T_grid_first: null };
    const context: StageContext = { cancel: source, emit: (event) => this.#tell(event) };
    // What fails here fails again where a person asks for it, and is told there.
    this.#running = this.#session
      .inTurn('work-map', source, async () => {
        await inThread('survey-wall', { ...of, axis: null, measure: MeasureInput.parse({}) }, context);
        await inThread('map-levels', of, context);
      })
      .catch(() => {});
  }

  /** Ends it. */
  async stop(): Promise<void> {
    this.#source.cancel();
    await this.#running;
  }

  /** Passes its progress on to a request that waits for its end. @returns function that ends that */
  hear(emit: StageContext['emit']): () => void {
    this.#hearing.add(emit);
    return () => this.#hearing.delete(emit);
  }

  #tell(event: ProgressEvent): void {
    if (event.kind === 'progress') for (const emit of this.#hearing) emit(event);
  }
}
