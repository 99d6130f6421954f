import { ref, shallowRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { CancelledError } from '../../../src-core/model/errors.ts';
import { useFiles } from '../../stores/files.ts';
import { useHost } from '../../stores/host.ts';
import { useNotices } from '../../stores/notices.ts';
import type { ViewSize } from '../../viewer/camera.ts';
import type { TakePicture } from '../../viewer/shot.ts';
import type { FlightPath } from './flight-path.ts';
import type { MapScene } from './use-map-scene.ts';
import { videoCodec, writeVideo } from './write-video.ts';

/** Sizes of a video, by the lines that they are named by, px. */
export const FLIGHT_SIZES = {
  720: { width: 1280, height: 720 },
  1080: { width: 1920, height: 1080 },
} as const satisfies Record<number, ViewSize>;

/** Height of a window that points and lines have their usual size in, px. */
const USUAL_HEIGHT = 720;

interface Flight {
  readonly path: FlightPath;
  /** m/s */
  readonly speed: number;
  /** Of the eye above the way, m. */
  readonly height: number;
  readonly size: ViewSize;
  readonly fps: number;
}

interface Progress {
  readonly label: string;
  readonly stage: string;
  readonly fraction: number | null;
  readonly secondsLeft: number | null;
  readonly cancelling: boolean;
}

type DrawFrame = <T>(frame: number, get: (canvas: HTMLCanvasElement) => T) => Promise<T>;

/** Writes fly-throughs, one at a time: as a video, or as numbered pictures where the host encodes none. */
export function useFlightVideo(scene: MapScene) {
  const files = useFiles();
  const host = useHost();
  const notices = useNotices();
  const { t } = useI18n();
  /** Null: none is being written. */
  const progress = shallowRef<Progress | null>(null);
  const abort = ref<AbortController | null>(null);

  /** @returns false if it was cancelled, or no file was chosen. @throws what drawing and writing throw */
  async function write({ path, speed, height, size, fps }: Flight): Promise<boolean> {
    const codec = await videoCodec(size);
    const name = `${t('pictures.flight.fileName')}.webm`;
    const to = codec === null ? await files.chooseFolder() : await files.chooseNewFile('video', name);
    if (to === null) return false;
    const metres = path.frames(speed, fps);
    const stop = new AbortController();
    abort.value = stop;
    tell(0, metres.length, 0);
    const startedAt = performance.now();
    try {
      await scene.takePictures(async (take) => {
        const draw = drawing(take, (k) => path.viewAt(metres[k], height), size);
        const done = (frames: number): void =>
          tell(frames, metres.length, (performance.now() - startedAt) / 1000);
        if (codec === null) await writePictures(to, metres.length, draw, done, stop.signal);
        else
          await keepVideo(to, (put) =>
            writeVideo(
              { size, fps, frames: metres.length, codec },
              { draw, write: put, progress: done, cancel: stop.signal },
            ),
          );
      });
      notices.tell('good', codec === null ? 'pictures.flight.framesWritten' : 'pictures.flight.written', to);
      return true;
    } catch (error) {
      if (!(error instanceof CancelledError) && !stop.signal.aborted) throw error;
      notices.tell(
        'good',
        codec === null ? 'pictures.flight.framesCancelled' : 'pictures.flight.cancelled',
        to,
      );
      return false;
    } finally {
      progress.value = null;
      abort.value = null;
    }
  }

  /** A video file that is there when all of it is written, and else not. */
  async function keepVideo(
    path: string,
    work: (put: (position: number, bytes: Uint8Array) => Promise<unknown>) => Promise<void>,
  ): Promise<void> {
    const { video } = await host.call('video.begin', { path });
    try {
      // The carrier takes whole buffers along: a piece of one is copied.
      await work((position, bytes) => host.call('video.write', { video, position, bytes: bytes.slice() }));
    } catch (error) {
      // One that failed in writing is gone already.
      await host.call('video.end', { video, keep: false }).catch(() => {});
      throw error;
    }
    await host.call('video.end', { video, keep: true });
  }

  async function writePictures(
    folder: string,
    frames: number,
    draw: DrawFrame,
    done: (frames: number) => void,
    cancel: AbortSignal,
  ): Promise<void> {
    for (let frame = 0; frame < frames; frame++) {
      if (cancel.aborted) throw new CancelledError();
      const blob = await draw(
        frame,
        (canvas) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png')),
      );
      if (blob === null) throw new Error('A frame could not be made.');
      const path = `${folder}/${t('pictures.flight.frameName')}-${String(frame + 1).padStart(5, '0')}.png`;
      await host.call('picture.write', { path, png: new Uint8Array(await blob.arrayBuffer()) });
      done(frame + 1);
    }
  }

  function tell(done: number, total: number, seconds: number): void {
    progress.value = {
      label: 'pictures.flight.title',
      stage: '',
      fraction: done / total,
      // The first frames also compile and load.
      secondsLeft: done < 3 ? null : (seconds / done) * (total - done),
      cancelling: abort.value?.signal.aborted === true,
    };
  }

  function cancel(): void {
    abort.value?.abort();
    if (progress.value !== null) progress.value = { ...progress.value, cancelling: true };
  }

  return { progress, write, cancel };
}

/** Draws frames without lines: the way itself would stand before the eye. */
function drawing(
  take: TakePicture,
  viewOf: (frame: number) => ReturnType<FlightPath['viewAt']>,
  size: ViewSize,
): DrawFrame {
  const ratio = size.height / USUAL_HEIGHT;
  return (frame, get) => take({ view: viewOf(frame), size, ratio, tile: null, lines: false }, get);
}
