import { type Message, message } from '../../../src-core/messages/message.ts';
import { remarkOf } from '../../../src-core/messages/remark.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import type { EngineIdentity, EngineName } from '../../../src-core/model/engine-name.ts';
import { SocavonError, saidBy } from '../../../src-core/model/errors.ts';
import { hasTimedClouds, type SensorModel } from '../../../src-core/model/sensor.ts';
import { CPU_SCAN_ENGINE } from '../../../src-core/odometry/cpu-scan-aligner.ts';
import type { ScanEngine } from '../../../src-core/odometry/scan-aligner.ts';
import { chooseEngine } from '../../device/choose-engine.ts';
import type { GpuEngineOptions } from '../../device/gpu-engine.ts';
import { mayHaveGpu } from '../../device/graphics-hardware.ts';
import type { OpenScanEngine } from './scan-engines.ts';

/** Selection and opening of engines; replaced in tests. */
export interface ScanEngineHost {
  readonly choose?: typeof chooseEngine;
  readonly gpu?: Partial<GpuEngineOptions>;
}

/** Work for which an engine is chosen. */
interface ScanWork {
  readonly scans: number;
  readonly sensor: SensorModel;
  /** Engine of a stored, resumable run of the same alignment; null: none. */
  readonly begunBy: EngineIdentity | null;
}

/**
 * Scan engine of a run. A named engine is opened at once, so that errors occur before any work. `auto` resumes with
 * the engine of a stored run of the same alignment, so that nothing is aligned twice, and otherwise chooses the
 * engine with the shorter predicted time; timed clouds are aligned on the CPU only. If the graphics card is not available, `auto` uses the CPU.
 */
export class ChosenScanEngine {
  readonly #name: EngineName;
  readonly #host: ScanEngineHost;
  readonly #context: StageContext;
  #opened: OpenScanEngine | null = null;

  private constructor(name: EngineName, context: StageContext, host: ScanEngineHost) {
    this.#name = name;
    this.#context = context;
    this.#host = host;
  }

  /** @throws SocavonError 'engine-unavailable' if the user requests a graphics card and there is none */
  static async of(name: EngineName, context: StageContext, host: ScanEngineHost): Promise<ChosenScanEngine> {
    const chosen = new ChosenScanEngine(name, context, host);
    if (name === 'gpu') await chosen.#gpu();
    return chosen;
  }

  /** True if it is the processor whatever the work is, so that the work can begin before all of it is known. */
  get isOnCpu(): boolean {
    return this.#name === 'cpu' || (this.#name === 'auto' && !mayHaveGpu());
  }

  /** @throws CancelledError */
  async forWork(work: ScanWork): Promise<ScanEngine> {
    if (this.#name === 'cpu' || (this.#name === 'auto' && hasTimedClouds(work.sensor)))
      return CPU_SCAN_ENGINE;
    if (this.#name === 'gpu') return this.#gpu();
    if ((await this.#autoName(work)) === 'cpu') return CPU_SCAN_ENGINE;
    try {
      return await this.#gpu();
    } catch (error) {
      if (!(error instanceof SocavonError) || error.code !== 'engine-unavailable') throw error;
      this.#warn(message('gpu-replaced', { why: saidBy(error) }));
      return CPU_SCAN_ENGINE;
    }
  }

  async close(): Promise<void> {
    await this.#opened?.close();
    this.#opened = null;
  }

  async #autoName({ scans, begunBy }: ScanWork): Promise<'cpu' | 'gpu'> {
    if (begunBy !== null) return begunBy.kind;
    const choose = this.#host.choose ?? chooseEngine;
    const { cancel, emit } = this.#context;
    const { engine } = await choose(
      { kind: 'run', scans },
      {
        cancel,
        report: (kind, said) =>
          kind === 'note' ? emit({ kind, stage: 'align', ...remarkOf(said) }) : this.#warn(said),
      },
    );
    return engine;
  }

  async #gpu(): Promise<ScanEngine> {
    // Dawn is loaded only when it is needed.
    const { openGpuScanEngine } = await import('./scan-engines.ts');
    const warn = (said: Message): void => this.#warn(said);
    this.#opened ??= await openGpuScanEngine({ warn, ...this.#host.gpu });
    return this.#opened.engine;
  }

  #warn(said: Message): void {
    this.#context.emit({ kind: 'warning', stage: 'align', code: 'engine-choice', ...remarkOf(said) });
  }
}
