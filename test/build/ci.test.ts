import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** A test of a file of results, as Vitest writes it; a failed one says why. */
const test = (fullName: string, status: 'passed' | 'failed' | 'skipped', why?: string) => ({
  ...{ fullName, status },
  failureMessages: why === undefined ? [] : [why],
});

/** What Vitest writes of files of tests. */
function results(files: Readonly<Record<string, readonly ReturnType<typeof test>[] | string>>): string {
  const tests = Object.values(files).flatMap((file) => (typeof file === 'string' ? [] : file));
  const count = (status: string): number => tests.filter((one) => one.status === status).length;
  const isWell = count('failed') === 0 && Object.values(files).every((file) => typeof file !== 'string');
  return JSON.stringify({
    ...{ numPassedTests: count('passed'), numFailedTests: count('failed') },
    ...{ numPendingTests: count('skipped'), numTodoTests: 0, success: isWell },
    testResults: Object.entries(files).map(([name, file]) => ({
      name,
      status: typeof file === 'string' || file.some((one) => one.status === 'failed') ? 'failed' : 'passed',
      message: typeof file === 'string' ? file : '',
      assertionResults: typeof file === 'string' ? [] : file,
    })),
  });
}

const WELL = results({ 'a.test.ts': [test('adds', 'passed'), test('waits', 'skipped')] });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'socavon-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program of this name that a script finds before any other. */
function program(name: string, ...lines: string[]): void {
  writeFileSync(join(folder, name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
}

function call(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const ended = spawnSync(command, args, {
    ...{ cwd: folder, encoding: 'utf8', maxBuffer: 1e8 },
    env: { ...process.env, TMPDIR: folder, ...env },
  });
  const lines = ended.stdout.trimEnd().split('\n');
  return { status: ended.status, lines, last: lines.at(-1), said: ended.stdout };
}

const ci = (args: readonly string[], env?: NodeJS.ProcessEnv) =>
  call(process.execPath, [join(ROOT, 'build/ci.ts'), ...args], env);

describe('the sums of a run', () => {
  it('count a failure, a file that did not load and results that are missing or cut, each named before the last line', () => {
    mkdirSync(join(folder, 'long-1'));
    writeFileSync(join(folder, 'all.json'), WELL);
    writeFileSync(
      join(folder, 'long-1/long.json'),
      results({
        'b.test.ts': [test('adds', 'passed'), test('group subtracts', 'failed', 'expected 1 to be 2')],
        'c.test.ts': 'Cannot find module ./gone.ts',
      }),
    );
    writeFileSync(join(folder, 'cut.json'), WELL.slice(0, -9));
    writeFileSync(join(folder, 'other.json'), '{}');
    const { status, lines, last, said } = ci([folder, 'all.json', 'long-1/long.json', 'gone.json', 'cut.json', 'other.json']); // biome-ignore format: one call
    expect(last).toBe('2 passed, 5 failed');
    expect(status).toBe(1);
    expect(lines.at(-2)).toBe('1 skipped');
    expect(said).toContain('FAILED b.test.ts: group subtracts\nexpected 1 to be 2\n');
    expect(said).toContain('FAILED c.test.ts: Cannot find module ./gone.ts\n');
    for (const name of ['gone.json', 'cut.json', 'other.json'])
      expect(said).toContain(`FAILED: no results in ${name}: `);
  });

  it('are those of all files where nothing failed', () => {
    for (const name of ['all.json', 'gpu.json']) writeFileSync(join(folder, name), WELL);
    expect(ci([folder, 'all.json', 'gpu.json'])).toMatchObject({ status: 0, last: '2 passed, 0 failed' });
  });
});

describe('a run', () => {
  /** An npm that runs nothing: it notes how it was called and writes the results that were prepared. */
  function npm(tests: string, status = 0): void {
    writeFileSync(join(folder, 'tests.json'), tests);
    writeFileSync(join(folder, 'well.json'), WELL);
    program(
      'npm',
      `echo "$@ $SOCAVON_REPEAT_WINDOWS" >> ${folder}/calls`,
      'mkdir -p "$SOCAVON_TEST_RESULTS"',
      `if [ "$1" = test ]; then cp ${folder}/tests.json "$SOCAVON_TEST_RESULTS/all-tests.json"`,
      `cp ${folder}/well.json "$SOCAVON_TEST_RESULTS/all-tests-on-the-GPU.json"; exit ${status}; fi`,
      `cp ${folder}/well.json "$SOCAVON_TEST_RESULTS/long-tests.json"`,
      // As build/test.ts does it: the kernels are run with the first part.
      `case "$4" in --shard=1/*) cp ${folder}/well.json "$SOCAVON_TEST_RESULTS/long-tests-on-the-GPU.json";; esac`,
    );
  }
  const env = () => ({ PATH: `${folder}:${process.env.PATH}` });
  const calls = (): string[] => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');

  it('is npm test and each part of the long tests, and adds them up', () => {
    npm(WELL);
    expect(ci([], env())).toMatchObject({ status: 0, last: '6 passed, 0 failed' });
    expect(calls()).toEqual(['test 1', ...[1, 2, 3].map((part) => `run test:long -- --shard=${part}/3 1`)]);
  });

  it('runs the long tests after a failure, and ends as failed', () => {
    npm(results({ 'a.test.ts': [test('adds', 'failed', 'no')] }), 1);
    const { status, last, said } = ci([], env());
    expect([status, last]).toEqual([1, '5 passed, 1 failed']);
    expect(said).toContain('FAILED a.test.ts: adds\nno');
    expect(calls()).toHaveLength(4);
  });

  it('counts one failure where types or lint failed and no test', () => {
    npm(WELL, 1);
    expect(ci([], env())).toMatchObject({ status: 1, last: '6 passed, 1 failed' });
  });

  it('leaves out a part that would begin after 68 minutes, and says so where it begins and at the end', () => {
    npm(WELL);
    const { status, last, said } = ci([], { ...env(), SOCAVON_CI_SECONDS: String(68 * 60 + 1) });
    expect([status, last]).toEqual([0, '2 passed, 0 failed']);
    for (const part of [1, 2, 3])
      expect(said.split(`*** NOT RUN: part ${part} of 3 of the long tests; 68 minutes are over ***`)).toHaveLength(3); // biome-ignore format: one call
    expect(calls()).toEqual(['test 1']);
  });

  it('is one failure where nothing can be installed', () => {
    // Only what the script needs: no apt-get of this machine.
    for (const name of ['bash', 'dirname']) symlinkSync(`/usr/bin/${name}`, join(folder, name));
    program('npm', 'echo "cannot install"', 'exit 7');
    program('npx', 'echo "must not be called"');
    const { status, lines } = call('/bin/bash', [join(ROOT, '.ci/run')], { PATH: folder });
    expect(status).toBe(1);
    expect(lines).toEqual(['cannot install', '0 passed, 1 failed']);
  });

  it('ends as build/ci.ts does once all is installed', () => {
    for (const name of ['bash', 'dirname']) symlinkSync(`/usr/bin/${name}`, join(folder, name));
    program('npm', 'echo "$@"');
    program('npx', 'echo "$@ after $SOCAVON_CI_SECONDS s"', 'exit 3');
    const { status, lines } = call('/bin/bash', [join(ROOT, '.ci/run')], { PATH: folder });
    expect(status).toBe(3);
    expect(lines).toEqual(['ci', expect.stringMatching(/^node build\/ci\.ts after \d+ s$/)]);
  });
});
