import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../src-core/math/random.ts';
import { durationOf } from '../test/support/durations.ts';
import { EQUAL } from './mutate/equal.ts';
import { GROUPS, groupOf } from './mutate/groups.ts';
import { type Mutant, mutantsOf } from './mutate/mutants.ts';
import {
  type BaselineRecord,
  type Beat,
  isNamedFor,
  type KeyedMutant,
  type PairRecord,
  type PlantTask,
  type TestFile,
  type Turn,
} from './mutate/task.ts';
import { testsImporting } from './mutate/tests-of.ts';
import { TASK } from './mutate/vitest-config.ts';

const ROOT = resolve(import.meta.dirname, '..');
const CACHE = join(ROOT, 'node_modules/.cache/socavon-mutants');

/** How a mutant ended. */
interface MutantOutcome {
  readonly mutant: Mutant;
  /**
   * 'equal': it changes nothing that could be noticed, by `mutate/equal.ts`; 'unreached': no test comes to its place; 'untried':
   * no test noticed it so far, and not all that reach it were run.
   */
  readonly end: 'killed' | 'timeout' | 'survived' | 'unreached' | 'untried' | 'equal';
  /** Test that failed, with its file; empty: none. */
  readonly by: string;
}

interface MutateOptions {
  /** Folders or files, relative to the root; none: the groups, with as many of each as they say. */
  readonly folders?: readonly string[];
  /** Of folders, how many. */
  readonly count?: number;
  readonly seed: number;
  /** How many of those that are drawn are planted, by the seed; absent: all. */
  readonly sample?: number;
  /** Most seconds that the tests of one mutant may take in all. */
  readonly seconds: number;
  /** True to run nothing: what earlier runs found out is told. */
  readonly isKnown?: boolean;
  /** File of results that are kept as JSON lines; what it knows is not run again. */
  readonly results?: string;
}

/** Plants small bugs, one at a time, and runs the tests that reach them, the quickest files first. */
export async function mutate(options: MutateOptions): Promise<MutantOutcome[]> {
  const drawn = draw(options);
  const results = options.results ?? join(CACHE, 'results.jsonl');
  mkdirSync(CACHE, { recursive: true });
  const mutants = drawn.filter(({ why }) => why === null).map(({ mutant }) => mutant);
  const tests = testsImporting([...new Set(mutants.map(({ file }) => file))], ROOT, options.seconds);
  const core = sourcesIn('src-core').map((path) => readFileSync(path, 'utf8'));
  const changes = hashOf([...drawn.map(({ mutant }) => mutant.key), ...core].join(' '));
  const { seconds } = options;
  const turns: readonly Turn[] = [
    { pairSeconds: 0.3, fileSeconds: 2, isNamed: false },
    { pairSeconds: 1, fileSeconds: 3, isNamed: false },
    { pairSeconds: seconds, fileSeconds: seconds, isNamed: true },
    { pairSeconds: seconds, fileSeconds: seconds, isNamed: false },
  ];
  for (const turn of options.isKnown ? [] : turns)
    for (;;) {
      const task = taskOf(mutants, tests, changes, results, seconds, turn);
      if (task.tests.length === 0) break;
      await runTask(task);
    }
  const { killed, passed, baselines } = knownOf(results, tests, changes);
  const failing = [...baselines.values()].filter(({ failed }) => failed !== null);
  if (failing.length > 0)
    throw new Error(
      `These tests fail without any change: ${failing.map(({ test, failed }) => `${test}: ${failed}`).join('; ')}`,
    );
  const isWhole = tests.every(({ path }) => baselines.has(path));
  const endOf = ({ key }: KeyedMutant): MutantOutcome['end'] => {
    const reaching = [...baselines.values()].filter(({ reach }) => reach[key] !== undefined);
    if (!reaching.every(({ hash }) => passed.has(`${key} ${hash}`))) return 'untried';
    if (reaching.length > 0) return isWhole ? 'survived' : 'untried';
    return isWhole ? 'unreached' : 'untried';
  };
  return drawn.map(({ mutant, why }) => {
    if (why !== null) return { mutant, end: 'equal', by: why };
    const by = killed.get(mutant.key);
    if (by) return { mutant, end: by.end === 'timeout' ? 'timeout' : 'killed', by: `${by.test}: ${by.by}` };
    return { mutant, end: endOf(mutant), by: '' };
  });
}

/** The mutants of a seed, in order of file and place, with why those are equal that are. */
function draw({ folders, count = 60, seed, sample }: MutateOptions) {
  const sources = (folders ?? ['src-core']).flatMap(sourcesIn);
  const inGroups = folders ? sources : sources.filter((path) => groupOf(relative(ROOT, path)) !== null);
  const all = mutantsOf(inGroups, ROOT);
  const random = seededRandom(seed);
  const some = (of: readonly Mutant[], most: number): Mutant[] => {
    const shuffled = [...of];
    for (let i = shuffled.length - 1; i > 0; i--) {
      const j = random.below(i + 1);
      [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
    }
    return shuffled.slice(0, most);
  };
  const drawn = folders
    ? some(all, count)
    : GROUPS.flatMap((group) =>
        some(
          all.filter(({ file }) => groupOf(file) === group),
          group.count,
        ),
      );
  const texts = new Map<string, string>();
  const textOf = (file: string): string => {
    if (!texts.has(file)) texts.set(file, readFileSync(join(ROOT, file), 'utf8'));
    return texts.get(file)!;
  };
  return (sample === undefined ? drawn : some(drawn, sample))
    .toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.start - b.start))
    .map((mutant, number) => {
      const { file, start, end, becomes } = mutant;
      const key = hashOf(`${file} ${start} ${end} ${becomes} ${textOf(file)}`);
      // Behind the numbers of all mutants, one for each file.
      const probe = mutant.functions && all.length + inGroups.indexOf(join(ROOT, file));
      const keyed: KeyedMutant = { ...mutant, number, key, probe };
      return { mutant: keyed, why: whyEqual(mutant, textOf(file)) };
    });
}

/** Why a mutant is equal to what it was made of, by the table; null: it is not in it. */
function whyEqual({ file, line, start, was, becomes }: Mutant, text: string): string | null {
  const code = text.split('\n')[line - 1];
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  const mutant = EQUAL.find(
    (one) =>
      one.file === file &&
      one.code === code.trim() &&
      one.was === was.replace(/\s+/g, ' ') &&
      one.becomes === becomes.replace(/\s+/g, ' ') &&
      one.column === column - (code.length - code.trimStart().length),
  );
  return mutant?.why ?? null;
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('hex').slice(0, 16);
}

/** What earlier runs found out. */
function knownOf(results: string, tests: readonly TestFile[], changes: string) {
  const lines = existsSync(results) ? readFileSync(results, 'utf8').split('\n') : [];
  const hashes = new Map(tests.map(({ path, hash }) => [path, hash]));
  const killed = new Map<string, PairRecord>();
  const passed = new Map<string, PairRecord>();
  const baselines = new Map<string, BaselineRecord>();
  for (const line of lines) {
    if (!line.endsWith('}')) continue;
    const record: BaselineRecord | PairRecord = JSON.parse(line);
    if (hashes.get(record.test) !== record.hash) continue;
    if (record.kind === 'baseline') {
      if (record.asked === changes) baselines.set(record.test, record);
    } else if (record.end === 'passed') passed.set(`${record.key} ${record.hash}`, record);
    else killed.set(record.key, record);
  }
  return { killed, passed, baselines };
}

/** What is left to be run. */
function taskOf(
  mutants: readonly KeyedMutant[],
  tests: readonly TestFile[],
  changes: string,
  results: string,
  seconds: number,
  turn: Turn,
): PlantTask {
  const { killed, passed, baselines } = knownOf(results, tests, changes);
  const spentMs: Record<string, number> = {};
  for (const { key, ms } of passed.values()) spentMs[key] = (spentMs[key] ?? 0) + ms;
  const alive = mutants.filter(({ key }) => !killed.has(key));
  const left = tests.filter(({ path, hash }) => {
    const baseline = baselines.get(path);
    const isAsked = ({ key, file }: KeyedMutant, ms: number): boolean =>
      !passed.has(`${key} ${hash}`) &&
      (!turn.isNamed || isNamedFor(path, file)) &&
      ms <= 1000 * turn.pairSeconds &&
      (spentMs[key] ?? 0) + ms <= 1000 * seconds;
    if (baseline === undefined)
      return durationOf(path) <= turn.fileSeconds && alive.some((mutant) => isAsked(mutant, 0));
    if (baseline.failed !== null) return false;
    return alive.some(
      (mutant) => baseline.costs[mutant.key] !== undefined && isAsked(mutant, baseline.costs[mutant.key]),
    );
  });
  return {
    ...{
      mutants,
      tests: left,
      asked: changes,
      killed: [...killed.keys()],
      known: [...passed.keys()],
      spentMs,
      seconds,
      turn,
    },
    ...{ results, beat: `${results}.beat` },
  };
}

/** Runs a task; where a mutant does not end, ends the process and says so in the results. */
async function runTask(task: PlantTask): Promise<void> {
  const { results, beat } = task;
  const path = `${results}.task`;
  writeFileSync(path, JSON.stringify(task));
  writeFileSync(beat, 'null');
  const child = fork(join(import.meta.dirname, 'mutate/runner.ts'), {
    ...{ cwd: ROOT, detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    env: { ...process.env, [TASK]: path },
  });
  const stop = (): void => {
    // With the workers that it started.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  const interrupted = (): never => {
    stop();
    process.exit(130);
  };
  process.once('exit', stop).once('SIGINT', interrupted).once('SIGTERM', interrupted);
  const timer = setInterval(() => {
    const now: Beat | null = parsed(beat);
    if (now !== null && Date.now() > now.at + now.limitMs) stop();
  }, 1000);
  await once(child, 'exit');
  clearInterval(timer);
  process.off('exit', stop).off('SIGINT', interrupted).off('SIGTERM', interrupted);
  const last: Beat | null = parsed(beat);
  if (last === null) {
    if (child.exitCode !== 0) throw new Error(`The tests ended with status ${child.exitCode}.`);
    return;
  }
  const { key, test, hash, limitMs } = last;
  const record: PairRecord = {
    kind: 'pair',
    key,
    test,
    hash,
    end: 'timeout',
    by: 'does not end',
    ms: limitMs,
  };
  writeFileSync(results, `${JSON.stringify(record)}\n`, { flag: 'a' });
}

function parsed(path: string): Beat | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    // It is being written.
    return null;
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

/** Figures of some outcomes. */
export function countsOf(outcomes: readonly MutantOutcome[]) {
  const of = (...ends: MutantOutcome['end'][]): number =>
    outcomes.filter(({ end }) => ends.includes(end)).length;
  const counted = outcomes.length - of('equal');
  const killed = of('killed', 'timeout');
  return {
    ...{
      drawn: outcomes.length,
      killed,
      equal: of('equal'),
      survived: of('survived', 'unreached'),
      untried: of('untried'),
    },
    share: counted > 0 ? killed / counted : 1,
  };
}

/** Rows of a table of outcomes by group. */
function groupRows(outcomes: readonly MutantOutcome[]): string[] {
  const row = (name: string, some: readonly MutantOutcome[]): string => {
    const { drawn, killed, equal: same, survived, untried, share } = countsOf(some);
    return `| ${name} | ${drawn} | ${killed} | ${same} | ${survived} | ${untried} | ${(100 * share).toFixed(1)} % |`;
  };
  const groups = GROUPS.map(({ name }) => ({
    name,
    of: outcomes.filter(({ mutant }) => groupOf(mutant.file)?.name === name),
  }));
  return [
    '| folder | mutants | killed | equal | survived | not tried out | share |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...groups.filter(({ of }) => of.length > 0).map(({ name, of }) => row(name, of)),
    row('all', outcomes),
  ];
}

const EARLIER = '## Before';

/** The outcomes as a page of Markdown; what it had under "Before" stays. */
function mutantPage(outcomes: readonly MutantOutcome[], seed: number, page: string): string {
  const code = (text: string): string => `\`${text.replace(/\s+/g, ' ').replace(/[|]/g, '\\|')}\``;
  const rows = outcomes.map(({ mutant: { file, line, was, becomes, operator }, end, by }) => {
    const how = end === 'killed' || end === 'timeout' ? by : `**${end}**${by && `: ${by}`}`;
    return `| ${file}:${line} | ${operator} | ${code(was)} | ${code(becomes)} | ${how.replace(/[|]/g, '\\|')} |`;
  });
  const earlier = page.includes(EARLIER)
    ? page.slice(page.indexOf(EARLIER)).split('\n## Each')[0].trim()
    : '';
  return [
    '# Planted bugs',
    '',
    `Small bugs planted one at a time (seed ${seed}), and what the quick tests and those of the core notice. Written by \`npm run mutate -- --seed ${seed} --write\` ([docs/testing.md](../../docs/testing.md)). Equal ones change nothing that a test could see ([why](../../build/mutate/equal.ts)) and are not counted in the share; of those that are not tried out no test noticed one so far, but not all that reach it were run; they count as not noticed.`,
    '',
    ...groupRows(outcomes),
    '',
    ...(earlier ? [earlier, ''] : []),
    '## Each',
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
      folder: { type: 'string', multiple: true },
      count: { type: 'string' },
      seed: { type: 'string', default: '1' },
      sample: { type: 'string' },
      seconds: { type: 'string', default: '12' },
      results: { type: 'string' },
      known: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const number = (text: string | undefined): number | undefined => (text ? Number(text) : undefined);
  const seed = Number(values.seed);
  const outcomes = await mutate({
    ...{ folders: values.folder, count: number(values.count), seed, sample: number(values.sample) },
    ...{
      isKnown: values.known,
      seconds: Number(values.seconds),
      results: values.results && resolve(values.results),
    },
  });
  for (const { mutant, end } of outcomes)
    if (end === 'survived' || end === 'unreached' || end === 'untried') {
      const { file, line, was, becomes } = mutant;
      console.log(`${end.padEnd(9)} ${file}:${line}  ${was} -> ${becomes}`);
    }
  const page = join(ROOT, 'bench/results/mutants.md');
  if (values.write) writeFileSync(page, mutantPage(outcomes, seed, readFileSync(page, 'utf8')));
  console.log(groupRows(outcomes).join('\n'));
}
