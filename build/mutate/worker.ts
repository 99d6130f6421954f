import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { TestRunner } from 'vitest';
import { startTests } from 'vitest/internal/browser';
import { SWITCH } from './schemata.ts';
import { type BaselineRecord, type Beat, isNamedFor, type PairRecord, type PlantTask } from './task.ts';
import { TASK } from './vitest-config.ts';

/** Runs of Vitest's tasks as they are used here. */
interface Task {
  readonly type: 'test' | 'suite';
  readonly name: string;
  readonly fullName?: string;
  readonly suite?: Task;
  readonly tasks?: Task[];
  mode: string;
  result?: { readonly state: string; readonly duration?: number; readonly errors?: unknown[] };
}

const task: PlantTask = JSON.parse(readFileSync(process.env[TASK]!, 'utf8'));
const numbers = [
  ...new Set(task.mutants.flatMap(({ number, probe }) => (probe === null ? [number] : [number, probe]))),
];
const reached = new Uint8Array(1 + Math.max(0, ...numbers));
const killed = new Set(task.killed);
const spentMs = new Map<string, number>(Object.entries(task.spentMs));
let planted = -1;
let calls = 0;
let deadline = Number.POSITIVE_INFINITY;

/** True if this mutant is planted; the switch in the sources. */
function isPlanted(number: number): boolean {
  reached[number] = 1;
  if (number !== planted) return false;
  // A loop that does not end asks at each turn.
  if ((++calls & 0xfff) === 0 && cpuMs() > deadline) throw new Error('does not end');
  return true;
}
(globalThis as Record<string, unknown>)[SWITCH] = isPlanted;

/** Processor time of this process, ms: a busy machine must not make a test look long. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** True if no mutant needs a further test. */
function isDone(): boolean {
  return task.mutants.every(({ key }) => killed.has(key));
}

/** All tests below a task, in order. */
function testsBelow(of: Task): Task[] {
  return of.type === 'test' ? [of] : (of.tasks ?? []).flatMap(testsBelow);
}

function titleOf(test: Task): string {
  const names: string[] = [];
  for (let at: Task | undefined = test; at?.suite; at = at.suite) names.unshift(at.name);
  return names.join(' > ') || test.name;
}

/** What failed of a file; null: nothing. */
function failureOf(file: Task): string | null {
  const test = testsBelow(file).find(({ result }) => result?.state === 'fail');
  if (test) return titleOf(test);
  const below = (of: Task): Task[] => [of, ...(of.tasks ?? []).flatMap(below)];
  return below(file).some(({ result }) => result?.state === 'fail') ? 'does not load' : null;
}

type Config = ConstructorParameters<typeof TestRunner>[0];
type Loader = { readonly evaluatedModules: { readonly idToModuleMap: Map<string, Loaded> } };
interface Loaded {
  promise?: unknown;
  exports?: unknown;
  evaluated: boolean;
  readonly importers: Set<string>;
}

/** Forgets what sources and tests hold, so that constants and what tests remember are made again. */
function forgetModules(runner: TestRunner): void {
  const { evaluatedModules } = (runner as unknown as { workerState: Loader }).workerState;
  for (const [path, loaded] of evaluatedModules.idToModuleMap) {
    if (!/\/(src-[a-z]+|test)\//.test(path) || path.includes('/node_modules/')) continue;
    loaded.promise = undefined;
    loaded.exports = undefined;
    loaded.evaluated = false;
    loaded.importers.clear();
  }
}

/** Runs some tests of a file until the first that fails. */
class Subset extends TestRunner {
  readonly #wanted: ReadonlySet<number> | null;

  /** @param wanted places of tests in their file; null: all */
  constructor(config: Config, outer: TestRunner, wanted: readonly number[] | null) {
    super(config);
    this.#wanted = wanted && new Set(wanted);
    const { moduleRunner, _otel } = outer as unknown as { moduleRunner: unknown; _otel: unknown };
    Object.assign(this, { moduleRunner, _otel });
  }

  onCollected(files: unknown[]): void {
    if (this.#wanted === null) return;
    testsBelow(files[0] as Task).forEach((test, k) => {
      if (!this.#wanted!.has(k)) test.mode = 'skip';
    });
  }

  override onAfterRunTask(test: Parameters<TestRunner['onAfterRunTask']>[0]): void {
    super.onAfterRunTask(test);
    if (test.result?.state === 'fail') this.cancel('test-failure');
  }
}

/**
 * Runs each file of tests as it is, noting which mutants each test reaches, then plants those mutants one after the other
 * and runs the tests that reach them, until one fails. What a file remembers is made anew for each.
 */
export default class PlantingRunner extends TestRunner {
  /** Mutants by the places of the tests that reach them; -1: outside of tests. */
  readonly #reach = new Map<number, Set<number>>();
  readonly #places = new Map<string, number>();
  readonly #costsMs = new Map<number, number>();
  #began = 0;
  #testBegan = 0;

  override importFile(filepath: string, source: 'collect' | 'setup'): unknown {
    if (isDone()) return;
    if (source === 'collect') {
      this.#reach.clear();
      forgetModules(this);
      planted = -1;
      reached.fill(0);
      this.#began = cpuMs();
    }
    return super.importFile(filepath, source);
  }

  onCollected(files: Parameters<TestRunner['onAfterRunFiles']>[0]): void {
    this.#places.clear();
    this.#costsMs.clear();
    testsBelow(files[0] as unknown as Task).forEach((test, k) => {
      this.#places.set((test as unknown as { id: string }).id, k);
    });
    this.#note(-1);
  }

  override onBeforeTryTask(...args: Parameters<TestRunner['onBeforeTryTask']>): void {
    this.#note(-1);
    this.#testBegan = cpuMs();
    super.onBeforeTryTask(...args);
  }

  override onAfterRunTask(test: Parameters<TestRunner['onAfterRunTask']>[0]): void {
    super.onAfterRunTask(test);
    const place = this.#places.get(test.id) ?? -1;
    this.#costsMs.set(place, cpuMs() - this.#testBegan);
    this.#note(place);
  }

  #note(place: number): void {
    for (const number of numbers) {
      if (reached[number] === 0) continue;
      const places = this.#reach.get(number) ?? new Set();
      this.#reach.set(number, places.add(place));
    }
    reached.fill(0);
  }

  override onAfterRunFiles(files: Parameters<TestRunner['onAfterRunFiles']>[0]): unknown {
    super.onAfterRunFiles(files);
    if (isDone()) return;
    this.#note(-1);
    return this.#plantAll(files[0] as unknown as Task & { readonly filepath: string });
  }

  async #plantAll(file: Task & { readonly filepath: string }): Promise<void> {
    const {
      path: test,
      hash,
      remembers,
    } = task.tests.find(({ path }) => file.filepath.endsWith(`/${path}`))!;
    const failed = failureOf(file);
    const durations = testsBelow(file).map((_, k) => this.#costsMs.get(k) ?? 0);
    const wholeMs = cpuMs() - this.#began;
    const betweenMs = Math.max(0, wholeMs - durations.reduce((sum, ms) => sum + ms, 0));
    const all = [...durations.keys()];
    const costOf = (places: readonly number[]): number =>
      betweenMs + (places.includes(-1) ? all : places).reduce((sum, k) => sum + durations[k], 0);
    const reached = task.mutants.filter(
      // A constant of a module of which nothing was called changes nothing.
      ({ number, probe }) => this.#reach.has(number) && (probe === null || this.#reach.has(probe)),
    );
    const placesOf = ({ number }: { readonly number: number }): number[] => [...this.#reach.get(number)!];
    const reach = Object.fromEntries(reached.map((mutant) => [mutant.key, placesOf(mutant)]));
    const costs = Object.fromEntries(
      reached.map((mutant) => [mutant.key, Math.round(costOf(placesOf(mutant)))]),
    );
    write({ kind: 'baseline', test, hash, asked: task.asked, failed, ms: Math.round(wholeMs), reach, costs });
    if (failed !== null) return;
    const sound = new Map<string, boolean>();
    const { filepath } = file;
    const run = async (number: number, wanted: readonly number[] | null): Promise<string | null> => {
      const usual = betweenMs + (wanted ?? [...durations.keys()]).reduce((sum, k) => sum + durations[k], 0);
      const config = { ...this.config, testTimeout: 30_000 + 20 * usual, hookTimeout: 30_000 + 20 * usual };
      const runner = new Subset(config, this, wanted);
      forgetModules(this);
      [planted, calls, deadline] = [number, 0, cpuMs() + 10_000 + 10 * usual];
      try {
        const [ran] = await startTests([filepath], runner as never);
        return failureOf(ran as unknown as Task);
      } finally {
        planted = -1;
      }
    };
    for (const mutant of reached) {
      const { number, key } = mutant;
      const places = placesOf(mutant);
      if (killed.has(key) || task.known.includes(`${key} ${hash}`)) continue;
      if (task.turn.isNamed && !isNamedFor(test, mutant.file)) continue;
      let wanted: readonly number[] | null = places.includes(-1) ? null : places;
      const costMs = costs[key];
      const spent = spentMs.get(key) ?? 0;
      if (costMs > 1000 * task.turn.pairSeconds || spent + costMs > 1000 * task.seconds) continue;
      spentMs.set(key, spent + costMs);
      beat({ key, test, hash, limitMs: 90_000 + 20 * costMs, at: Date.now() });
      const from = cpuMs();
      let by = await run(number, wanted);
      if (by !== null && wanted !== null && by !== 'does not load') {
        // A test that needs another one before it fails without it.
        if (!sound.has(by)) sound.set(by, (await run(-1, wanted)) === null);
        if (!sound.get(by)) {
          wanted = null;
          by = await run(number, null);
        }
      }
      if (by === null && wanted !== null && remembers && wanted.length < all.length)
        by = await run(number, null);
      if (by !== null) killed.add(key);
      const ms = Math.round(cpuMs() - from);
      write({ kind: 'pair', key, test, hash, end: by === null ? 'passed' : 'failed', by: by ?? '', ms });
    }
    beat(null);
  }
}

function write(record: BaselineRecord | PairRecord): void {
  appendFileSync(task.results, `${JSON.stringify(record)}\n`);
}

function beat(now: Beat | null): void {
  writeFileSync(task.beat, JSON.stringify(now));
}
