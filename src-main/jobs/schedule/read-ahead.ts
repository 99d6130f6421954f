import { setImmediate as nextTurn } from 'node:timers/promises';
import { transferableBuffers } from '../../../src-core/contract/rpc.ts';
import type { EngineIdentity } from '../../../src-core/model/engine-name.ts';
import type { SensorModel } from '../../../src-core/model/sensor.ts';
import type { OdometryInput } from '../../../src-core/odometry/odometry.ts';
import type { OdometryOptions } from '../../../src-core/odometry/odometry-options.ts';
import type { AlignTask } from '../../../src-core/survey/align.ts';
import type { AlignmentScans } from '../../../src-core/survey/scan-store.ts';
import { threadsToUse } from '../../device/threads-to-use.ts';
import type { Project } from '../../project/project.ts';
import type { Session, SessionScans } from '../../project/sessions.ts';
import type { AheadQuestion } from './ahead-handlers.ts';
import { type ScansThread, startScansThread } from './scans-threads.ts';

/** Scans prepared before their turn: enough that the slowest match does not make the thread wait. */
const DEPTH = 4;
/** Scans of a session below which a thread is not worth its start. */
const LEAST_SCANS = 50;

/** Scans of a session for its alignment, prepared in a second thread; owned by the caller, who must close them. */
export interface ClosableScans extends AlignmentScans {
  close(): Promise<void>;
}

/**
 * Scans of a session for its alignment: read, freed of what stands in them, their points chosen and their normals
 * computed in a second thread, while earlier ones are matched. On one processor, or for few scans, they are read one by
 * one. The poses are the same.
 *
 * @param lend gives the thread, whose `end` gives it back
 */
export function readAhead(
  project: Project,
  session: SessionScans,
  options: OdometryOptions,
  identity: Pick<EngineIdentity, 'kind'>,
  threads = threadsToUse(),
  lend: () => ScansThread = startScansThread,
): ClosableScans {
  const store = project.scanStore(session);
  if (threads < 2 || store.count < LEAST_SCANS) return { ...store, close: async () => {} };
  const question = aheadQuestion(project, session, options, identity);
  return new ScansReadAhead(store, question, () => store.count, lend);
}

/**
 * The same for a session that is being imported, on two processors at least.
 *
 * @param growth `count` infinite until the import has ended, `stored` scans that can be read by now
 * @param lend see `readAhead`
 */
export function readGrowing(
  project: Project,
  session: SessionScans,
  options: OdometryOptions,
  identity: Pick<EngineIdentity, 'kind'>,
  growth: { readonly count: number; readonly stored: number },
  lend: () => ScansThread,
): ClosableScans {
  const { sensor, read } = project.scanStore(session);
  const store: AlignmentScans = {
    sensor,
    get count() {
      return growth.count;
    },
    read,
  };
  const question = aheadQuestion(project, session, options, identity);
  return new ScansReadAhead(store, question, () => growth.stored, lend);
}

function aheadQuestion(
  { path: project }: Project,
  { id, sensor, scanCount, cloud }: SessionScans,
  { filter, normals, thinning }: OdometryOptions,
  { kind }: Pick<EngineIdentity, 'kind'>,
): AheadQuestion {
  const session = { id, sensor, scanCount, cloud };
  return { project, session, options: { filter, normals, thinning }, choosesPoints: kind === 'cpu' };
}

/** Runs the alignment of a session with its scans read ahead. @param lend see `readAhead` @throws what the work throws */
export async function withReadAhead<T>(
  project: Project,
  session: Session,
  { options, engine }: Pick<AlignTask, 'options' | 'engine'>,
  work: (scans: AlignmentScans) => Promise<T>,
  lend: () => ScansThread = startScansThread,
): Promise<T> {
  const scans = readAhead(project, session, options, engine.identity, threadsToUse(), lend);
  try {
    return await work(scans);
  } finally {
    await scans.close();
  }
}

class ScansReadAhead implements ClosableScans {
  readonly sensor: SensorModel;
  readonly #store: AlignmentScans;
  /** Scans that can be read by now. */
  readonly #stored: () => number;
  readonly #question: AheadQuestion;
  readonly #waiting = new Map<number, Promise<OdometryInput>>();
  readonly #lend: () => ScansThread;
  #thread: ScansThread | null = null;
  #last = -1;

  constructor(store: AlignmentScans, question: AheadQuestion, stored: () => number, lend: () => ScansThread) {
    this.#lend = lend;
    this.sensor = store.sensor;
    this.#store = store;
    this.#question = question;
    this.#stored = stored;
  }

  get count(): number {
    return this.#store.count;
  }

  async read(index: number): Promise<OdometryInput> {
    // Of scans that are ready, none would yield to the event loop.
    await nextTurn();
    // Scans out of order are keyframes of an earlier run, which are not followed by the next.
    const isNext = index === this.#last + 1;
    this.#last = index;
    if (!isNext) return this.#store.read(index);
    for (const waiting of this.#waiting.keys()) if (waiting < index) this.#waiting.delete(waiting);
    const end = Math.min(index + DEPTH, this.#stored() - 1);
    for (let next = index; next <= end; next++)
      if (!this.#waiting.has(next)) this.#waiting.set(next, this.#ask(next));
    const scan = await this.#waiting.get(index)!;
    this.#waiting.delete(index);
    if (index === this.count - 1) await this.close();
    return scan;
  }

  /** Ends the thread; the next scan starts it again. */
  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    this.#waiting.clear();
    if (thread === null) return;
    // The project must be closed by whoever opened it, or its log stays beside it.
    await thread.client.call('close-ahead', undefined).catch(() => {});
    await thread.end();
  }

  #ask(index: number): Promise<OdometryInput> {
    this.#thread ??= this.#start();
    const asked: Promise<OdometryInput> = this.#thread.client
      .call('prepare-scan', index)
      .catch(() => null)
      // What the thread could not do is done here, or says why it cannot.
      .then((ahead) =>
        ahead === null ? this.#store.read(index) : { ...ahead, release: () => giveBackBuffers(ahead) },
      );
    asked.catch(() => {});
    return asked;
  }

  #start(): ScansThread {
    const thread = this.#lend();
    // If it fails, so does each scan that is asked for.
    thread.client.call('open-ahead', this.#question).catch(() => {});
    return thread;
  }
}

/** Gives the memory back that came with a message. */
function giveBackBuffers(message: unknown): void {
  for (const buffer of transferableBuffers(message)) buffer.transfer(0);
}
