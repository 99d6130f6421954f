import type { PaperBench } from './paper-bench.ts';

/** What computes: the f64 reference on the processor, or the f32 twins on a graphics card. */
export const ENGINES = ['cpu', 'gpu'] as const;

export type Engine = (typeof ENGINES)[number];

/** The papers, in the order of docs/papers.md. */
export const PAPERS = {
  thesis: 'C. Huapaya, *Fast LiDAR data registration using GPUs*, 2023',
  zabatani: 'A. Zabatani, A. Bronstein, *Parallelized algorithms for rigid surface alignment on GPU*, 2012',
  tamaki: 'T. Tamaki et al., *Softassign and EM-ICP on GPU*, 2010',
  langis: 'C. Langis, M. Greenspan, G. Godin, *The parallel iterative closest point algorithm*, 2001',
} as const;

export type PaperId = keyof typeof PAPERS;

/** A drawing of docs/images. */
export interface Figure {
  /** File name without its folder and ending. */
  readonly name: string;
  readonly caption: string;
  readonly svg: string;
}

/** Results of an experiment, formatted. */
export interface Presentation {
  /** Markdown: paragraphs and tables with the paper's figures beside ours. */
  readonly body: readonly string[];
  /** Why ours differ from the paper's; one paragraph each. */
  readonly why: readonly string[];
  readonly figures: readonly Figure[];
}

/**
 * One experiment of a paper: how it is run, and how its results are shown beside the paper's figures.
 *
 * @typeParam Values what a run gives: plain data that survives JSON
 */
export interface Experiment<Values = unknown> {
  readonly id: string;
  readonly paper: PaperId;
  /** Tables and figures of the paper that it repeats. */
  readonly covers: readonly string[];
  /** Whether ours match the paper's results, are better, or differ, in a line; the reasons are in `Presentation.why`. */
  readonly verdict: string;
  /** Engines that it runs on, with the wall time that it takes there about: two cores, one H200; s. */
  readonly seconds: Readonly<Partial<Record<Engine, number>>>;
  /** @throws SocavonError 'file-missing' where its data is not on this machine */
  run(bench: PaperBench): Promise<Values>;
  /** @param measured results of the engines; at least of one */
  present(measured: Readonly<Partial<Record<Engine, Values>>>): Presentation;
}
