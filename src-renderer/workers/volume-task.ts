import type { WireError } from '../../src-core/contract/messages.ts';
import { wireOf } from '../../src-core/contract/wire-error.ts';
import type { ProgressEvent } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { ALONG_HOLDERS } from '../../src-core/model/pose.ts';
import {
  type DriveWall,
  gatherWall,
  MEASURE_DEFAULTS,
  type MeasureOptions,
  measureWall,
} from '../../src-core/tunnel/measure-drive.ts';
import type { ObservedPose } from '../../src-core/tunnel/unobserved-stretches.ts';
import { CloudQueue } from './cloud-queue.ts';
import type { FromVolumeWorker, ToVolumeWorker, VolumePath, VolumeQuestion } from './volume-messages.ts';

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
    else this.#measure(message.id, message.question);
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
        MEASURE_DEFAULTS.profiles,
        context,
      );
      this.#wall = value;
      const { surveyedFrom, surveyedTo } = value.wall;
      this.#send({ kind: 'gathered', wall: { surveyedFrom, surveyedTo, points: diagnostics.inside } });
    } catch (error) {
      this.#send({ kind: 'failed', id: null, error: wordsOf(error) });
    }
  }

  #measure(id: number, { chainage, design, interval }: VolumeQuestion): void {
    try {
      if (this.#wall === null || this.#path === null) throw new Error('nothing was gathered');
      const options: MeasureOptions = {
        ...MEASURE_DEFAULTS,
        volume: { ...MEASURE_DEFAULTS.volume, ...this.#path.instrument, every: interval },
      };
      const measures = measureWall(this.#wall, this.#path.reliability, { chainage, design }, options);
      this.#send({ kind: 'measured', id, measures });
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
