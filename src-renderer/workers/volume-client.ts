import { type RpcClient, rpcClient, transferableBuffers } from '../../src-core/contract/rpc.ts';
import type { ObjectCut } from '../../src-core/model/drive-object.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { ObjectCorrection } from '../../src-core/model/object-correction.ts';
import type { Warning } from '../../src-core/model/warnings.ts';
import type { MeasuredQuestion } from '../../src-core/question/survey-question.ts';
import type { WallPiece } from '../../src-core/tunnel/sections/wall-triangles.ts';
import type { DriveWallState } from '../../src-core/tunnel/wall/gather-drive.ts';
import type { VolumeWorker } from './start-volume-worker.ts';
import type {
  GatheredWall,
  VolumeCloud,
  VolumeMethods,
  VolumePath,
  WallMeasures,
} from './volume-messages.ts';
import type { WallAnswers, WallQuestions, WallTopic } from './wall-questions.ts';

/**
 * Greatest number of clouds in transit to the worker: enough that neither side waits, few enough to fit in memory.
 */
const MOST_IN_TRANSIT = 96;

/** Client of the volume worker, one per map; `end` terminates it at once, whatever it is doing. */
export class VolumeClient {
  readonly #worker: VolumeWorker;
  readonly #client: RpcClient<VolumeMethods>;
  readonly #hearWarning: (warning: Warning) => void;

  constructor(worker: VolumeWorker, hearWarning: (warning: Warning) => void) {
    this.#worker = worker;
    this.#client = rpcClient(worker.carrier);
    this.#hearWarning = hearWarning;
  }

  /** Hands the worker the wall that the engine built. @throws CancelledError after `end` */
  restore(path: VolumePath, wall: DriveWallState): Promise<GatheredWall> {
    return this.#client.call('restore', { path, wall }, { transfer: transferableBuffers(wall) });
  }

  /**
   * Sends every point to the worker and gathers the wall.
   *
   * @param batches the points, in any order; their buffers are transferred
   * @param onTaken receives the number of clouds processed until now
   * @throws what `gatherWall` throws and what the batches throw; CancelledError after `end`
   */
  async gather(
    path: VolumePath,
    batches: AsyncIterable<readonly VolumeCloud[]>,
    onTaken: (clouds: number) => void,
  ): Promise<GatheredWall> {
    let isOver = false;
    const over = (): void => {
      isOver = true;
    };
    const gathered = this.#client.call('gather', path, {
      onTell: ({ code, message, sentence }) => this.#hearWarning({ code, message, sentence } as Warning),
    });
    // If the batches fail first, `gathered` is not awaited any more.
    gathered.then(over, over);
    /** Batches in transit, oldest first; none of them rejects: errors arrive through `gathered`. */
    const sent: { readonly clouds: number; readonly taken: Promise<void> }[] = [];
    let inTransit = 0;
    let taken = 0;
    for await (const clouds of batches) {
      if (isOver) break;
      inTransit += clouds.length;
      const count = (): void => {
        taken += clouds.length;
        onTaken(taken);
      };
      sent.push({ clouds: clouds.length, taken: this.#send(clouds).then(count, () => {}) });
      while (!isOver && inTransit > MOST_IN_TRANSIT) {
        const oldest = sent.shift()!;
        await oldest.taken;
        inTransit -= oldest.clouds;
      }
    }
    // Termination is reported by `gathered`.
    this.#client.call('noMoreClouds', null).catch(() => {});
    return gathered;
  }

  /**
   * Builds the wall of the gathered points again, with these corrections by hand.
   *
   * @throws SocavonError too-few-points, usage for a correction that is empty; CancelledError after `end`
   */
  correct(corrections: readonly ObjectCorrection[]): Promise<GatheredWall> {
    return this.#client.call('correct', corrections);
  }

  /** @throws SocavonError chainage-range, design-unusable, rounds-unusable; CancelledError after `end` */
  measure(question: MeasuredQuestion): Promise<WallMeasures> {
    return this.#client.call('measure', question);
  }

  /** Objects in the section at a chainage, or within `reach` metres to either side. @throws CancelledError after `end` */
  cuts(chainage: number, reach: number): Promise<readonly ObjectCut[]> {
    return this.#client.call('cuts', { chainage, reach });
  }

  /** The wall as triangles, in the frame of its points. @throws CancelledError after `end` */
  triangles(): Promise<readonly WallPiece[]> {
    return this.#client.call('triangles', null);
  }

  /** @throws what `answerWall` throws; CancelledError after `end` */
  ask<Topic extends WallTopic>(topic: Topic, request: WallQuestions[Topic]): Promise<WallAnswers[Topic]> {
    return this.#client.call(topic, request) as Promise<WallAnswers[Topic]>;
  }

  /** Ends the thread at once. */
  end(): void {
    this.#worker.end();
    this.#client.fail(new CancelledError('work-measure'));
  }

  #send(clouds: readonly VolumeCloud[]): Promise<null> {
    // A socket's message is one buffer shared by all of its clouds.
    const buffers = new Set(clouds.map(({ xyz }) => xyz.buffer as ArrayBuffer));
    return this.#client.call('clouds', clouds, { transfer: [...buffers] });
  }
}
