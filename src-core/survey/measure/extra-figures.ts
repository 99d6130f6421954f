import type { StageContext } from '../../model/context.ts';
import { type Figure, missingFigure } from '../../model/missing-figure.ts';
import { Outputs } from '../../model/outputs.ts';
import type { Warning } from '../../model/warnings.ts';

/** Figures that a survey is asked for besides its volume: one that cannot be made costs itself only. */
export class ExtraFigures {
  /** Those that the survey does not allow. */
  readonly missing: Warning[] = [];
  readonly #failed = new Outputs();
  readonly #context: StageContext;

  constructor(context: StageContext) {
    this.#context = context;
  }

  /** Those that failed by another reason, such as a disk. */
  get failed(): Outputs['failed'] {
    return this.#failed.failed;
  }

  /** Makes one. @returns null: it is missing, or failed @throws CancelledError */
  make<T>(figure: Figure, make: () => T): T | null {
    try {
      return make();
    } catch (error) {
      return this.miss(figure, error);
    }
  }

  /** Notes why one could not be made. @throws CancelledError, if that is why */
  miss(figure: Figure, error: unknown): null {
    try {
      const warning = missingFigure(figure, error);
      this.missing.push(warning);
      this.#context.emit({ kind: 'warning', stage: 'measure', ...warning });
    } catch (unforeseen) {
      this.#failed.fail(figure, unforeseen);
    }
    return null;
  }
}
