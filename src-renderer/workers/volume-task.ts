import type { WireError } from '../../src-core/contract/messages.ts';
import { wireOf } from '../../src-core/contract/wire-error.ts';
import type { ProgressEvent } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { ALONG_HOLDERS } from '../../src-core/model/pose.ts';
import { contourOf, gather, measure } from '../../src-core/survey/measure.ts';
import type { DriveWall } from '../../src-core/tunnel/measure-drive.ts';
import type { ObservedPose } from '../../src-core/tunnel/unobserved-stretches.ts';
import { CloudQueue } from './cloud-queue.ts';
import type {
  FromVolumeWorker,
  ToVolumeWorker,
  VolumePath,
  VolumeQuestion,
  WallAsked,
  WallMeasures,
} from './volume-messages.ts';
import { answerWall } from './wall-questions.ts';

/**
 * What the volume worker does, whatever thread it is in: gathers the wall once, then measures it as often as it is
 * asked, with the code that the command line measures with. Cancelled by ending its thread.
 */
export class VolumeTask {
  readonly #send: (message: FromVolumeWorker) => void;
  #path: VolumePath | null = null;
  #queue: CloudQueue | null = null;
  #wall: DriveWall | null = null;

  constructor(send: (message: FromVolumeWorker) => void) {
    this.#send = send;
  }

  hear(message: ToVolumeWorker): void {
    if (message.kind === 'begin') void this.#gather(message.path);
    else if (message.kind === 'clouds') this.#queue?.push(message.clouds);
    else if (message.kind === 'end') this.#queue?.end();
    else if (message.kind === 'measure') this.#measure(message.id, message.question);
    else this.#answer(message);
  }

  async #gather(path: VolumePath): Promise<void> {
    this.#path = path;
    this.#queue = new CloudQueue((clouds) => this.#send({ kind: 'taken', clouds }));
    try {
      const poses = posesAt(path);
      const context = { cancel: { cancelled: false }, emit: (event: ProgressEvent) => this.#tell(event) };
      const { value, diagnostics } = await gather(
        this.#queue,
        { poses, axis: path.axis },
        path.measure,
        context,
        path.reflectivity,
      );
      this.#wall = value;
      const { surveyedFrom, surveyedTo } = value.wall;
      this.#send({ kind: 'gathered', wall: { surveyedFrom, surveyedTo, points: diagnostics.inside } });
    } catch (error) {
      this.#send({ kind: 'failed', id: null, error: wordsOf(error) });
    }
  }

  #measure(id: number, question: VolumeQuestion): void {
    try {
      if (this.#wall === null || this.#path === null) throw new Error('nothing was gathered');
      this.#send({ kind: 'measured', id, measures: measuresOf(this.#wall, this.#path, question) });
    } catch (error) {
      this.#send({ kind: 'failed', id, error: wordsOf(error) });
    }
  }

  #answer({ id, topic, asked }: WallAsked): void {
    try {
      if (this.#wall === null) throw new Error('nothing was gathered');
      this.#send({ kind: 'answered', id, answer: answerWall(this.#wall, topic, asked) });
    } catch (error) {
      this.#send({ kind: 'failed', id, error: wordsOf(error) });
    }
  }

  #tell(event: ProgressEvent): void {
    if (event.kind !== 'warning') return;
    const { code, message, sentence } = event;
    this.#send({ kind: 'warning', warning: { code, message, sentence } });
  }
}

function measuresOf(
  wall: DriveWall,
  { instrument, reliability }: VolumePath,
  question: VolumeQuestion,
): WallMeasures {
  const { design, rounds } = question;
  const measures = measure(wall, reliability, question, instrument);
  const contour = rounds === null ? [] : contourOf(wall, rounds, design, measures.volume.chainageTo);
  return { ...measures, contour };
}

/** Of the poses only the places and what held them matter to the measuring. */
function posesAt({ positions, heldBy }: VolumePath): ObservedPose[] {
  const R = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  return Array.from({ length: positions.length / 3 }, (_, i) => ({
    T_map_sensor: { R, t: positions.subarray(3 * i, 3 * i + 3) },
    quality: { heldBy: ALONG_HOLDERS[heldBy[i]] },
  }));
}

function wordsOf(error: unknown): WireError {
  if (error instanceof SocavonError) return wireOf(error);
  console.error(error);
  return { code: 'internal', message: 'The volume could not be computed.' };
}
