import type { WireError } from '../../src-core/contract/messages.ts';
import { wireOf } from '../../src-core/contract/wire-error.ts';
import type { ProgressEvent } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { ALONG_HOLDERS } from '../../src-core/model/pose.ts';
import { profileOptionsOf } from '../../src-core/tunnel/asked-profiles.ts';
import { roundsAsked } from '../../src-core/tunnel/asked-rounds.ts';
import { contourQuality } from '../../src-core/tunnel/contour-quality.ts';
import {
  type DriveWall,
  gatherWall,
  MEASURE_DEFAULTS,
  type MeasureOptions,
  measureWall,
} from '../../src-core/tunnel/measure-drive.ts';
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
      const { value, diagnostics } = await gatherWall(
        this.#queue,
        { poses },
        path.axis,
        profileOptionsOf(path.profiles, path.reflectivity),
        context,
        path.counted,
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

function measuresOf(wall: DriveWall, path: VolumePath, question: VolumeQuestion): WallMeasures {
  const { design, interval, rangeBias, rounds } = question;
  const { instrument, reliability } = path;
  const options: MeasureOptions = {
    ...MEASURE_DEFAULTS,
    profiles: wall.wall.options,
    volume: {
      ...MEASURE_DEFAULTS.volume,
      ...instrument,
      rangeBias: rangeBias ?? instrument.rangeBias,
      every: interval,
    },
  };
  const measures = measureWall(wall, reliability, question, options);
  const contour =
    rounds === null ? [] : contourQuality(wall.wall, design, roundsAsked(rounds, measures.volume.chainageTo));
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
