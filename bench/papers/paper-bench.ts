import type { GpuTuning } from '../../src-core/gpu/tuning.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { PointSet, RegistrationOptions, RegistrationResult } from '../../src-lab/problem/method.ts';
import type { Engine } from './experiment.ts';

export type Options = Partial<RegistrationOptions>;

/** A whole alignment, with its median wall time from the call to the pose; null where the adapter is not timed. */
interface Aligned {
  readonly result: RegistrationResult;
  readonly ms: number | null;
}

/** The same with the search structure, normals and coefficients of the target built before the clock starts. */
interface AlignedToKept extends Aligned {
  /** Median time of building them. */
  readonly buildMs: number | null;
}

/** A target that many sources are aligned to. */
export interface KeptTarget {
  /** @param repeats false where the time does not matter */
  align(source: PointSet, T_target_source: Rigid | null, repeats?: boolean): Promise<AlignedToKept>;
  destroy(): void;
}

/** Kernels other than the program's, to be compared with them. */
export interface OtherKernels {
  readonly tuning: Partial<GpuTuning>;
  /** Texts of shaders by their names, in place of those of `shaders/`. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Context of the experiments: one engine, and the folder of the data. */
export interface PaperBench {
  readonly engine: Engine;
  /** Folder of the bunny's scans and of the point sets of Tamaki's program. */
  readonly bunnyFolder: string;
  /** Numbers of workers that pICP is timed with, in place of the paper's. */
  readonly workers?: readonly number[];
  align(source: PointSet, target: PointSet, options: Options): Promise<Aligned>;
  keep(target: PointSet, options: Options): Promise<KeptTarget>;
  /** Median time of building the k-d tree alone, and its levels below the root. */
  tree(
    target: PointSet,
    leafPoints: number,
  ): Promise<{ readonly levels: number; readonly ms: number | null }>;
  /** Time of one iteration from where the clouds are, with what is built once left out. */
  iterationMs(source: PointSet, target: PointSet, options: Options): Promise<number | null>;
  /** The same card with other kernels; destroyed by the caller. Undefined on the processor. */
  readonly withKernels?: (kernels: OtherKernels) => PaperBench & { destroy(): void };
}

/** Runs exactly so many iterations, whatever the error. */
export function iterations(count: number): Options {
  return { maxIterations: count, rmsTolerance: 0, rmsThreshold: 0 };
}
