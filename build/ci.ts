import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * `.ci/run` after the installation: `npm test`, then `npm run test:long` in parts. The last line is `N passed, N failed`,
 * what failed stands before it, and the exit status is not 0 where one failed.
 *
 *     node build/ci.ts                    # SOCAVON_CI_SECONDS: what has gone by before
 *     node build/ci.ts FOLDER FILE...     # the sums of results that are there already
 */
const ROOT = resolve(import.meta.dirname, '..');
const PARTS = 3;
/** A part that would begin later is left out, loudly: so that a slow machine ends in time and with its results. */
const LAST_BEGIN_S = 68 * 60;
/** Of what a test says when it fails. */
const MOST_WORDS = 1500;

/** What was run, by Vitest's own results. */
interface Sums {
  readonly passed: number;
  /** Tests; and one for each file that did not load, and each results that are not there. */
  readonly failed: number;
  readonly skipped: number;
  /** One text for each failure. */
  readonly failures: readonly string[];
}

/** What is read of a file of results. */
interface Results {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Sums over files of results in a folder. @param names of all that were to be written */
function sumsOf(folder: string, names: readonly string[]): Sums {
  const all = names.map((name) => sumsOfFile(join(folder, name), name));
  const total = (of: 'passed' | 'failed' | 'skipped'): number => all.reduce((sum, one) => sum + one[of], 0);
  return {
    ...{ passed: total('passed'), failed: total('failed'), skipped: total('skipped') },
    failures: all.flatMap(({ failures }) => failures),
  };
}

function sumsOfFile(path: string, name: string): Sums {
  try {
    return sumsOfResults(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const failures = [`FAILED: no results in ${name}: ${(error as Error).message}`];
    return { passed: 0, failed: 1, skipped: 0, failures };
  }
}

function sumsOfResults(results: Results): Sums {
  const failures = results.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const words = failed.map(
      ({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n').slice(0, MOST_WORDS)}`,
    );
    // A file that does not load has no tests to fail; it must count all the same.
    if (status === 'failed' && failed.length === 0) words.push(String(message).slice(0, MOST_WORDS));
    return words.map((text) => `FAILED ${name}: ${text}`);
  });
  return {
    passed: results.numPassedTests,
    failed: failures.length,
    skipped: results.numPendingTests + results.numTodoTests,
    failures,
  };
}

/** Prints failures and sums. @returns the exit status @param notes said again at the end, where they are read */
function say(
  { passed, failed, skipped, failures }: Sums,
  isFailed: boolean,
  notes: readonly string[],
): number {
  // Types, lint or something that no test told.
  const count = isFailed && failed === 0 ? 1 : failed;
  const lines = [...failures, ...notes, ...(skipped > 0 ? [`${skipped} skipped`] : [])];
  process.stdout.write(`\n${[...lines, `${passed} passed, ${count} failed`].join('\n')}\n`);
  return count > 0 ? 1 : 0;
}

/** Runs a script of the package with its results in a folder. @returns whether it ended well */
function runs(script: readonly string[], folder: string): boolean {
  const { status } = spawnSync('npm', script, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, SOCAVON_TEST_RESULTS: folder, SOCAVON_REPEAT_WINDOWS: '1' },
  });
  return status === 0;
}

function runAll(): number {
  const folder = mkdtempSync(join(tmpdir(), 'socavon-results-'));
  const before = Number(process.env.SOCAVON_CI_SECONDS ?? 0);
  const names = ['all-tests.json', 'all-tests-on-the-GPU.json'];
  const notes: string[] = [];
  let isWell = runs(['test'], folder);
  for (let part = 1; part <= PARTS; part++) {
    const seconds = before + performance.now() / 1000;
    if (seconds > LAST_BEGIN_S) {
      const minutes = Math.floor(seconds / 60);
      notes.push(`*** NOT RUN: part ${part} of ${PARTS} of the long tests; ${minutes} minutes are over ***`);
      process.stdout.write(`${notes.at(-1)}\n`);
      continue;
    }
    const own = `long-${part}`;
    isWell = runs(['run', 'test:long', '--', `--shard=${part}/${PARTS}`], join(folder, own)) && isWell;
    names.push(join(own, 'long-tests.json'));
    // The kernels of all parts, compiled once, run beside the first.
    if (part === 1) names.push(join(own, 'long-tests-on-the-GPU.json'));
  }
  process.stdout.write(`\nThe results are in ${folder}\n`);
  return say(sumsOf(folder, names), !isWell, notes);
}

const [input, ...files] = process.argv.slice(2);
try {
  process.exitCode = input === undefined ? runAll() : say(sumsOf(input, files), false, []);
} catch (error) {
  process.stdout.write(`${(error as Error).stack}\n0 passed, 1 failed\n`);
  process.exitCode = 1;
}
