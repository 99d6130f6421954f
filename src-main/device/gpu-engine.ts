import { GpuContext } from '../../src-core/gpu/context.ts';
import type { ShaderSource } from '../../src-core/gpu/shader-source.ts';
import type { GpuTuning } from '../../src-core/gpu/tuning.ts';
import type { Message } from '../../src-core/messages/message.ts';
import type { AdapterReport } from './adapter-report.ts';
import { type OpenGpu, openGpu } from './open-gpu.ts';
import { recordedTuning } from './recorded-tuning.ts';
import { shadersOnDisk } from './shader-source.ts';

export interface GpuEngineOptions {
  readonly open: () => Promise<OpenGpu>;
  readonly shaders: ShaderSource;
  /** null: the tuning that `socavon tune` recorded for the adapter. */
  readonly tuning: Partial<GpuTuning> | null;
  /** Receives a warning if the file of recorded tunings cannot be used. */
  readonly warn: (said: Message) => void;
}

/**
 * Runs jobs on the GPU. A device that is lost or reports an uncaught error fails the running job and is closed; the
 * next job opens a new one.
 */
export class GpuEngine {
  readonly #options: GpuEngineOptions;
  #session: Promise<Session> | null = null;

  constructor(options: Partial<GpuEngineOptions> = {}) {
    this.#options = { open: openGpu, shaders: shadersOnDisk(), tuning: null, warn: () => {}, ...options };
  }

  /** Returns the adapter in use; opens it if necessary. */
  async adapter(): Promise<AdapterReport> {
    return (await this.#open()).gpu.adapter;
  }

  /**
   * Runs one job; jobs share kernels and buffers and so must run one after another.
   *
   * @param job also receives a promise that rejects when the device fails, so that a job of many steps can stop and
   *   keep its finished steps
   * @throws SocavonError `engine-unavailable` without an adapter; `gpu-lost` when the device fails during the job
   */
  async run<T>(job: (gpu: GpuContext, failure: Promise<never>) => Promise<T>): Promise<T> {
    const session = await this.#open();
    return Promise.race([job(session.context, session.gpu.failure), session.gpu.failure]);
  }

  /** Closes the device, if one is open. */
  async destroy(): Promise<void> {
    const session = await this.#session?.catch(() => null);
    this.#session = null;
    if (session) close(session);
  }

  #open(): Promise<Session> {
    if (this.#session !== null) return this.#session;
    const opening = this.#openSession();
    this.#session = opening;
    opening.then(
      (session) => session.gpu.failure.catch(() => this.#forget(opening, session)),
      () => this.#forget(opening, null),
    );
    return opening;
  }

  async #openSession(): Promise<Session> {
    const gpu = await this.#options.open();
    const { shaders, tuning, warn } = this.#options;
    const used = tuning ?? (await recordedTuning(gpu.adapter, warn));
    return { gpu, context: new GpuContext(gpu.device, shaders, used) };
  }

  #forget(opening: Promise<Session>, session: Session | null): void {
    if (this.#session === opening) this.#session = null;
    if (session) close(session);
  }
}

interface Session {
  readonly gpu: OpenGpu;
  readonly context: GpuContext;
}

function close({ gpu, context }: Session): void {
  context.destroy();
  gpu.destroy();
}
