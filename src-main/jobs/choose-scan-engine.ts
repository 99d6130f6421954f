import { type Message, message } from '../../src-core/messages/message.ts';
import { remarkOf } from '../../src-core/messages/remark.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import type { EngineIdentity, EngineName } from '../../src-core/model/engine-name.ts';
import { SocavonError, saidBy } from '../../src-core/model/errors.ts';
import { CPU_SCAN_ENGINE } from '../../src-core/odometry/cpu-scan-aligner.ts';
import type { ScanEngine } from '../../src-core/odometry/scan-aligner.ts';
import { chooseEngine } from '../device/choose-engine.ts';
import type { GpuEngineOptions } from '../device/gpu-engine.ts';
import type { OpenScanEngine } from './scan-engines.ts';

/** How engines are chosen and opened; other than the defaults in tests. */
export interface ScanEngineHost {
  readonly choose?: typeof chooseEngine;
  readonly gpu?: Partial<GpuEngineOptions>;
}

/** The work that an engine is chosen for. */
export interface ScanWork {
  readonly scans: number;
  /** Engine that has begun the same alignment in the project; null: none has. */
  readonly begunBy: EngineIdentity | null;
}

/**
 * The engine of a run: opened where the person names it, so that it is refused before any work; `auto` goes on with the
 * engine that has begun the same alignment, so that nothing is aligned twice, and else takes the one that will be done
 * sooner. An `auto` that cannot have the graphics card takes the processor.
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

  /** @throws SocavonError 'engine-unavailable' where the person asks for a graphics card that is not there */
  static async of(name: EngineName, context: StageContext, host: ScanEngineHost): Promise<ChosenScanEngine> {
    const chosen = new ChosenScanEngine(name, context, host);
    if (name === 'gpu') await chosen.#gpu();
    return chosen;
  }

  /** @throws CancelledError */
  async forWork(work: ScanWork): Promise<ScanEngine> {
    if (this.#name === 'cpu') return CPU_SCAN_ENGINE;
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
        tell: (kind, said) =>
          kind === 'note' ? emit({ kind, stage: 'align', ...remarkOf(said) }) : this.#warn(said),
      },
    );
    return engine;
  }

  async #gpu(): Promise<ScanEngine> {
    // Dawn is loaded only where it is asked for.
    const { openGpuScanEngine } = await import('./scan-engines.ts');
    const warn = (said: Message): void => this.#warn(said);
    this.#opened ??= await openGpuScanEngine({ warn, ...this.#host.gpu });
    return this.#opened.engine;
  }

  #warn(said: Message): void {
    this.#context.emit({ kind: 'warning', stage: 'align', code: 'engine-choice', ...remarkOf(said) });
  }
}
