import { errorFrom } from '../../src-core/contract/wire-error.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { Warning } from '../../src-core/model/warnings.ts';
import type {
  FromVolumeWorker,
  GatheredWall,
  ToVolumeWorker,
  VolumeCloud,
  VolumePath,
  VolumeQuestion,
  WallMeasures,
} from './volume-messages.ts';
import type { WallAnswers, WallQuestions, WallTopic } from './wall-questions.ts';

/** What of a `Worker` is needed. */
export interface WorkerPort {
  postMessage(message: ToVolumeWorker, transfer: ArrayBuffer[]): void;
  terminate(): void;
  onmessage: ((event: { readonly data: FromVolumeWorker }) => void) | null;
  onerror: ((event: { readonly message: string }) => void) | null;
}

/** Clouds that are on their way to the worker at the most: enough that neither side waits, little enough to hold. */
const MOST_ON_THE_WAY = 96;

interface Waiting<Value> {
  resolve(value: Value): void;
  reject(error: Error): void;
}

/** The window's end of the volume worker. One for each map: `end` forgets it at once, whatever it was doing. */
export class VolumeClient {
  readonly #port: WorkerPort;
  readonly #hearWarning: (warning: Warning) => void;
  /** By the id of the question; each knows what kind of answer it gets. */
  readonly #asked = new Map<number, Waiting<unknown>>();
  #gathering: Waiting<GatheredWall> | null = null;
  #onTaken: (taken: number) => void = () => {};
  #taken = 0;
  #lastId = 0;

  constructor(port: WorkerPort, hearWarning: (warning: Warning) => void) {
    this.#port = port;
    this.#hearWarning = hearWarning;
    port.onmessage = ({ data }) => this.#hear(data);
    port.onerror = ({ message }) => this.#failAll(new Error(message));
  }

  /**
   * Lets the worker look at every point.
   *
   * @param batches the points, in any order; their buffers are handed over
   * @param onTaken hears how many clouds were looked at so far
   * @throws what `gatherWall` throws and what the batches throw; CancelledError after `end`
   */
  async gather(
    path: VolumePath,
    batches: AsyncIterable<readonly VolumeCloud[]>,
    onTaken: (clouds: number) => void,
  ): Promise<GatheredWall> {
    const gathered = new Promise<GatheredWall>((resolve, reject) => {
      this.#gathering = { resolve, reject };
    });
    // Where the batches fail first, nobody waits for it any more.
    gathered.catch(() => {});
    this.#taken = 0;
    this.#post({ kind: 'begin', path });
    let sent = 0;
    for await (const clouds of batches) {
      if (this.#gathering === null) break;
      sent += clouds.length;
      // A socket's message is one buffer that all of its clouds look into.
      const buffers = new Set(clouds.map(({ xyz }) => xyz.buffer as ArrayBuffer));
      this.#post({ kind: 'clouds', clouds }, [...buffers]);
      onTaken(this.#taken);
      while (this.#gathering !== null && sent - this.#taken > MOST_ON_THE_WAY) await this.#nextTaken();
    }
    this.#post({ kind: 'end' });
    return gathered;
  }

  /** @throws SocavonError chainage-range, design-unusable, rounds-unusable; CancelledError after `end` */
  measure(question: VolumeQuestion): Promise<WallMeasures> {
    return this.#ask((id) => ({ kind: 'measure', id, question }));
  }

  /** @throws what `answerWall` throws; CancelledError after `end` */
  ask<Topic extends WallTopic>(topic: Topic, asked: WallQuestions[Topic]): Promise<WallAnswers[Topic]> {
    return this.#ask((id) => ({ kind: 'ask', id, topic, asked }) as ToVolumeWorker);
  }

  /** Ends the thread at once. */
  end(): void {
    this.#port.terminate();
    this.#failAll(new CancelledError('work-measure'));
  }

  #ask<Answer>(message: (id: number) => ToVolumeWorker): Promise<Answer> {
    const id = ++this.#lastId;
    return new Promise<Answer>((resolve, reject) => {
      this.#asked.set(id, { resolve: (answer) => resolve(answer as Answer), reject });
      this.#post(message(id));
    });
  }

  #answer(id: number, answer: unknown): void {
    this.#asked.get(id)?.resolve(answer);
    this.#asked.delete(id);
  }

  #post(message: ToVolumeWorker, transfer: ArrayBuffer[] = []): void {
    this.#port.postMessage(message, transfer);
  }

  #nextTaken(): Promise<void> {
    return new Promise((resolve) => {
      this.#onTaken = () => resolve();
    });
  }

  #hear(message: FromVolumeWorker): void {
    if (message.kind === 'taken') {
      this.#taken += message.clouds;
      this.#onTaken(this.#taken);
    } else if (message.kind === 'warning') this.#hearWarning(message.warning);
    else if (message.kind === 'gathered') {
      this.#gathering?.resolve(message.wall);
      this.#gathering = null;
    } else if (message.kind === 'measured') this.#answer(message.id, message.measures);
    else if (message.kind === 'answered') this.#answer(message.id, message.answer);
    else {
      const error = errorFrom(message.error);
      if (message.id === null) this.#failAll(error);
      else {
        this.#asked.get(message.id)?.reject(error);
        this.#asked.delete(message.id);
      }
    }
  }

  #failAll(error: Error): void {
    this.#gathering?.reject(error);
    this.#gathering = null;
    for (const waiting of this.#asked.values()) waiting.reject(error);
    this.#asked.clear();
    this.#onTaken(this.#taken);
  }
}
