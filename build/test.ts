import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { labTests } from './lab-state.ts';

/**
 * `npm test`, `npm run test:quick`, `npm run test:long`: types, lint and tests beside one another. Fails where one fails.
 *
 *     node build/test.ts [quick | long] [paths or other arguments of vitest]
 *
 * Tests of the lab run when something that they reach has changed since they last passed here. With paths it is vitest alone; with `--shard=1/3` alone a part of the tests, the first with all on the GPU.
 * SOCAVON_TEST_RESULTS names a folder for the results as JSON, one file for each process.
 */
const ROOT = resolve(import.meta.dirname, '..');

interface Job {
  readonly name: string;
  /** A program of Node and its arguments. */
  readonly command: readonly string[];
  /** Its output is shown as it comes; of the others where they failed, or their last lines. */
  readonly isShown?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  /** Remembers that it passed. */
  readonly passed?: () => void;
}

interface Ending {
  readonly job: Job;
  readonly failed: boolean;
  readonly seconds: number;
  readonly output: string;
}

const binary = (path: string): string => join(ROOT, 'node_modules', path);
const tsc = (name: string): Job => ({
  name: `types (${name})`,
  command: [binary('typescript/bin/tsc'), '-p', `tsconfig.${name}.json`],
});

/** One after another: what takes a minute beside tests that take ten. */
const GATES: readonly Job[] = [
  { name: 'lint', command: [binary('@biomejs/biome/bin/biome'), 'check', '.'] },
  { name: 'unused', command: [binary('knip/bin/knip.js'), '--treat-config-hints-as-errors'] },
  tsc('core'),
  tsc('node'),
  tsc('e2e'),
  { name: 'types (renderer)', command: ['build/vue-types.cjs', '-p', 'tsconfig.renderer.json'] },
];

const [first, ...rest] = process.argv.slice(2);
const tier = first === 'quick' || first === 'long' ? first : 'all';
const input = tier === 'all' ? process.argv.slice(2) : rest;

const children = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const child of children) child.kill(signal);
    process.exitCode = 130;
  });

const chains = chainsOf();
const endings = (await Promise.all(chains.map(inTurn))).flat();
const failures = endings.filter(({ failed }) => failed);
for (const { job, output } of failures)
  if (job.isShown !== true) process.stdout.write(`\n===== ${job.name} failed =====\n${output}\n`);
if (endings.length > 1) {
  const line = ({ job, failed, seconds }: Ending): string =>
    `${failed ? 'FAILED' : 'passed'}  ${seconds.toFixed(0).padStart(5)} s  ${job.name}`;
  process.stdout.write(`\n${endings.map(line).join('\n')}\n`);
}
for (const { job, failed } of endings) if (!failed) job.passed?.();
if (failures.length > 0) process.exitCode ??= 1;

/** What is started at once; the jobs of a chain one after another. */
function chainsOf(): (readonly Job[])[] {
  const part = input.length === 1 ? input[0].match(/^--shard=(\d+)\/\d+$/) : null;
  if (input.length > 0 && part === null) return [[vitest('tests', input)]];
  if (tier === 'quick') return [[vitest('tests', ['--project', 'quick'])]];
  // The kernels run in one process of their own, for which no worker of the others waits.
  const lab = labTests(ROOT, tier === 'long');
  if (!lab.areDue) process.stdout.write('tests of the lab: passed before with all as it is\n');
  const gpu = {
    ...vitest('tests on the GPU', projects('gpu', ...(lab.areDue ? ['lab-gpu', 'lab'] : []))),
    ...{ isShown: false, ...(lab.areDue && { passed: lab.passed }) },
  };
  const others = vitest('tests', [...projects('e2e', 'quick', 'core', 'hosts'), ...input]);
  // Of parts the first has all of the kernels, so that each is compiled once.
  const ofGpu = part === null || part[1] === '1' ? [[gpu]] : [];
  return tier === 'all' && part === null ? [[others], [gpu], GATES] : [[others], ...ofGpu];
}

function projects(...names: readonly string[]): string[] {
  return names.flatMap((name) => ['--project', name]);
}

function vitest(name: string, args: readonly string[]): Job {
  const results = process.env.SOCAVON_TEST_RESULTS;
  const file = `${tier}-${name.replaceAll(' ', '-')}.json`;
  if (results) mkdirSync(results, { recursive: true });
  return {
    name,
    command: [binary('vitest/vitest.mjs'), 'run', ...args],
    isShown: true,
    env: {
      ...(tier === 'long' && { SOCAVON_TIER: 'long' }),
      ...(results && { SOCAVON_TEST_RESULTS: resolve(results, file) }),
    },
  };
}

async function inTurn(jobs: readonly Job[]): Promise<Ending[]> {
  const done: Ending[] = [];
  for (const job of jobs) done.push(await run(job));
  return done;
}

function run(job: Job): Promise<Ending> {
  const started = performance.now();
  const child = spawn(process.execPath, job.command, {
    cwd: ROOT,
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...job.env },
    stdio: job.isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => void parts.push(part));
  return new Promise((fulfil, reject) => {
    child.once('error', reject);
    child.once('close', (status) => {
      children.delete(child);
      const output = Buffer.concat(parts).toString();
      const seconds = (performance.now() - started) / 1000;
      const failed = status !== 0;
      if (!job.isShown) {
        const sums = output.split('\n').filter((line) => /^\s*(Test Files|Tests) /.test(plain(line)));
        process.stdout.write(
          `${failed ? 'FAILED' : 'passed'}: ${job.name}\n${sums.map((sum) => `${sum}\n`).join('')}`,
        );
      }
      fulfil({ job, failed, seconds, output });
    });
  });
}

/** Without what colours it. */
function plain(line: string): string {
  return line.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '');
}
