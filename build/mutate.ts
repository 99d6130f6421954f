import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../src-core/math/random.ts';
import { type Mutant, mutantsOf } from './mutate/mutants.ts';
import type { MutantResult, MutantTask } from './mutate/runner.ts';
import { TestsOf } from './mutate/tests-of.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** How a mutant ended. */
export interface MutantOutcome {
  readonly mutant: Mutant;
  /** 'untested': no quick test imports its file. */
  readonly end: 'killed' | 'survived' | 'timeout' | 'untested';
  /** Test that failed; empty: none. */
  readonly by: string;
}

export interface MutateOptions {
  /** Folders or files, relative to the root. */
  readonly folders: readonly string[];
  readonly count: number;
  readonly seed: number;
  /** Most processor seconds of the tests of one mutant, as they are recorded. */
  readonly seconds: number;
  /** Longest time for the tests of one mutant, ms. */
  readonly timeout: number;
}

/**
 * Plants one small bug after the other and runs the tests that import the file, the nearest first.
 *
 * @param told each outcome as it is known
 */
export async function mutate(
  { folders, count, seed, seconds, timeout }: MutateOptions,
  told: (outcome: MutantOutcome) => void = () => {},
): Promise<MutantOutcome[]> {
  const all = mutantsOf(folders.flatMap(sourcesIn), ROOT);
  const random = seededRandom(seed);
  for (let i = all.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [all[i], all[j]] = [all[j], all[i]];
  }
  const chosen = all
    .slice(0, count)
    .toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.start - b.start));
  const testsOf = new TestsOf(ROOT);
  const runner = new Runner(timeout);
  try {
    const outcomes: MutantOutcome[] = [];
    const sound = new Set<string>();
    for (const mutant of chosen) {
      const tests = testsOf.nearest(mutant.file, seconds);
      // Tests that fail by themselves would kill every mutant.
      if (tests.length > 0 && !sound.has(mutant.file)) {
        const result = await runner.run({ mutant: null, tests });
        if (result === null || result.killedBy !== null)
          throw new Error(
            `The tests of ${mutant.file} fail without any change: ${result?.killedBy ?? 'timeout'}`,
          );
        sound.add(mutant.file);
      }
      const result = tests.length > 0 ? await runner.run({ mutant, tests }) : { killedBy: null };
      const end =
        result === null ? 'timeout' : result.killedBy ? 'killed' : tests.length > 0 ? 'survived' : 'untested';
      const outcome: MutantOutcome = { mutant, end, by: result?.killedBy ?? '' };
      outcomes.push(outcome);
      told(outcome);
    }
    return outcomes;
  } finally {
    runner.end();
  }
}

/** The process that runs the tests; it is begun anew where a mutant does not end. */
class Runner {
  readonly #timeout: number;
  #child: ChildProcess | null = null;

  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** @returns null: it took too long */
  async run(task: MutantTask): Promise<MutantResult | null> {
    this.#child ??= await Runner.#begin();
    const child = this.#child;
    child.send(task);
    const ended = new AbortController();
    const timer = setTimeout(() => ended.abort(), this.#timeout);
    try {
      const [result] = await once(child, 'message', { signal: ended.signal });
      return result as MutantResult;
    } catch (error) {
      if (!ended.signal.aborted) throw error;
      this.end();
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  end(): void {
    // With the workers that it started.
    if (this.#child?.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    this.#child = null;
  }

  static async #begin(): Promise<ChildProcess> {
    const child = fork(join(import.meta.dirname, 'mutate/runner.ts'), {
      ...{ cwd: ROOT, detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    });
    await once(child, 'message');
    return child;
  }
}

function sourcesIn(folder: string): string[] {
  const path = resolve(ROOT, folder);
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .toSorted()
    .map((name) => join(path, name));
}

/** The outcomes as a page of Markdown. */
export function mutantTable(outcomes: readonly MutantOutcome[], { folders, seed }: MutateOptions): string {
  const code = (text: string): string => `\`${text.replace(/\s+/g, ' ').replace(/[|]/g, '\\|')}\``;
  const killed = outcomes.filter(({ end }) => end === 'killed' || end === 'timeout').length;
  const rows = outcomes.map(({ mutant: { file, line, was, becomes, operator }, end, by }) => {
    const how =
      end === 'killed' ? by.replace(/[|]/g, '\\|') : end === 'timeout' ? 'does not end' : `**${end}**`;
    return `| ${file}:${line} | ${operator} | ${code(was)} | ${code(becomes)} | ${how} |`;
  });
  return [
    '# Planted bugs',
    '',
    `Of ${outcomes.length} small bugs in ${folders.map((folder) => `\`${folder}\``).join(', ')} (seed ${seed}), planted one at a time, the tests that import the file notice ${killed}: ${((100 * killed) / Math.max(1, outcomes.length)).toFixed(0)} %. Written by \`npm run mutate\` ([docs/testing.md](../../docs/testing.md)).`,
    '',
    '| place | operator | was | becomes | noticed by |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string', multiple: true, default: ['src-core/tunnel/uncertainty'] },
      count: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '20' },
      timeout: { type: 'string', default: '90' },
      write: { type: 'boolean', default: false },
    },
  });
  const options: MutateOptions = {
    folders: values.folder,
    count: Number(values.count),
    seed: Number(values.seed),
    seconds: Number(values.seconds),
    timeout: 1000 * Number(values.timeout),
  };
  const outcomes = await mutate(options, ({ mutant: { file, line, was, becomes }, end, by }) => {
    console.log(`${end.padEnd(8)} ${relative('src-core', file)}:${line}  ${was} -> ${becomes}  ${by}`);
  });
  if (values.write) writeFileSync(join(ROOT, 'bench/results/mutants.md'), mutantTable(outcomes, options));
  const survived = outcomes.filter(({ end }) => end === 'survived' || end === 'untested').length;
  console.log(`${outcomes.length - survived} of ${outcomes.length} noticed`);
}
