import {
  getFirstEncodableVideoCodec,
  Output,
  Quality,
  StreamTarget,
  type StreamTargetChunk,
  type VideoCodec,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
} from 'mediabunny';
import { CancelledError } from '../../../src-core/model/errors.ts';
import type { ViewSize } from '../../viewer/camera.ts';

/** Codecs of a WebM file that every player knows, the better one first. */
const CODECS: VideoCodec[] = ['vp9', 'vp8'];
const QUALITY = new Quality('high');
/** Bytes that are gathered before they are written. */
const PIECE_BYTES = 1 << 22;

interface VideoQuestion {
  readonly size: ViewSize;
  readonly fps: number;
  readonly frames: number;
  readonly codec: VideoCodec;
}

interface VideoWork {
  /** Draws a frame and hands its canvas over, which is valid within the call only. */
  draw<T>(frame: number, get: (canvas: HTMLCanvasElement) => T): Promise<T>;
  /** Writes a piece of the file; the header follows at the end. */
  write(position: number, bytes: Uint8Array): Promise<unknown>;
  /** Called after each frame. */
  progress(frames: number): void;
  readonly cancel: AbortSignal;
}

/** Codec that this host encodes at a size; null: it encodes no video. */
export async function videoCodec(size: ViewSize): Promise<VideoCodec | null> {
  if (typeof VideoEncoder === 'undefined') return null;
  return getFirstEncodableVideoCodec(CODECS, { ...size, quality: QUALITY });
}

/**
 * Encodes a video as a WebM file, frame by frame: only the frames at work and one piece of the file are in memory.
 *
 * @throws CancelledError; what drawing and writing throw
 */
export async function writeVideo(
  { size, fps, frames, codec }: VideoQuestion,
  { draw, write, progress, cancel }: VideoWork,
): Promise<void> {
  const file = new WritableStream<StreamTargetChunk>({
    write: async ({ position, data }) => {
      await write(position, data);
    },
  });
  const target = new StreamTarget(file, { chunked: true, chunkSize: PIECE_BYTES });
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new VideoSampleSource({ codec, quality: QUALITY });
  output.addVideoTrack(source, { frameRate: fps });
  try {
    await output.start();
    for (let frame = 0; frame < frames; frame++) {
      if (cancel.aborted) throw new CancelledError();
      const sample = await draw(frame, (canvas) => {
        if (canvas.width !== size.width || canvas.height !== size.height)
          throw new Error('A frame of the video has another size.');
        return new VideoSample(canvas, { timestamp: frame / fps, duration: 1 / fps });
      });
      try {
        await source.add(sample);
      } finally {
        sample.close();
      }
      progress(frame + 1);
    }
    await output.finalize();
  } catch (error) {
    if (output.state !== 'finalized') await output.cancel().catch(() => {}); // the first error tells why
    throw error;
  }
}
