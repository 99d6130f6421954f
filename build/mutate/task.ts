import type { Mutant } from './mutants.ts';
import type { NumberedMutant } from './schemata.ts';

/** A mutant with its place among those that are planted and what it is remembered by. */
export type KeyedMutant = Mutant &
  NumberedMutant & {
    readonly key: string;
    /** Number that says that a function of its file was called; null: the place itself says so. */
    readonly probe: number | null;
  };

/** A file of tests. */
export interface TestFile {
  /** Relative to the root. */
  readonly path: string;
  /** Of it and the helpers below `test/` that it imports. */
  readonly hash: string;
  /** True if its tests may use what another of them made. */
  readonly remembers: boolean;
}

/** Which tests are run for which mutants before others: most mutants then need none of these. */
export interface Turn {
  /** Most seconds of the tests of one mutant in one file. */
  readonly pairSeconds: number;
  /** Most seconds of a file that was not run yet. */
  readonly fileSeconds: number;
  /** True for files of tests alone that have a word of their name in common with that of the source. */
  readonly isNamed: boolean;
}

/** What the process that runs tests is given, as a file. */
export interface PlantTask {
  readonly mutants: readonly KeyedMutant[];
  /** Quickest first. */
  readonly tests: readonly TestFile[];
  /** Hash of the sources and of which mutants are planted. */
  readonly asked: string;
  /** Keys of mutants that need no further test. */
  readonly killed: readonly string[];
  /** `KEY HASH` of a mutant and a file of tests that it is known to pass. */
  readonly known: readonly string[];
  /** By key, what earlier tests of it took. */
  readonly spentMs: Readonly<Record<string, number>>;
  /** Most seconds that the tests of one mutant may take in all, as they take without it. */
  readonly seconds: number;
  readonly turn: Turn;
  /** JSON lines, appended. */
  readonly results: string;
  /** What is under way. */
  readonly beat: string;
}

/** What is running, so that what does not end can be ended. */
export interface Beat {
  readonly key: string;
  readonly test: string;
  readonly hash: string;
  readonly limitMs: number;
  /** Milliseconds of the clock. */
  readonly at: number;
}

/** A file of tests as it is: which mutants its tests reach. */
export interface BaselineRecord {
  readonly kind: 'baseline';
  readonly test: string;
  readonly hash: string;
  readonly asked: string;
  /** Title of the test that fails without any change; null: none. */
  readonly failed: string | null;
  readonly ms: number;
  /** Places of the tests by the keys of mutants; -1: outside of tests. */
  readonly reach: Readonly<Record<string, readonly number[]>>;
  /** What the tests that reach them take, ms. */
  readonly costs: Readonly<Record<string, number>>;
}

/** True if a file of tests is named for a source or its folder. */
export function isNamedFor(test: string, file: string): boolean {
  const words = (path: string): string[] => path.split('/').slice(-2).join('-').split(/[-.]/);
  const own = words(file);
  return words(test).some((word) => !COMMON.has(word) && own.includes(word));
}

const COMMON = new Set([
  'test',
  'ts',
  'tunnel',
  'survey',
  'graph',
  'report',
  'from',
  'of',
  'wall',
  'parts',
  'refusal',
]);

/** A file of tests with a mutant. */
export interface PairRecord {
  readonly kind: 'pair';
  readonly key: string;
  readonly test: string;
  readonly hash: string;
  readonly end: 'passed' | 'failed' | 'timeout';
  /** Title of the test that failed. */
  readonly by: string;
  readonly ms: number;
}
