import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Command } from 'commander';
import { type Client, clientOver } from '../src-core/contract/client.ts';
import type { ToRenderer } from '../src-core/contract/messages.ts';
import { parsePositive, parseSeed } from '../src-main/cli/option-parsers.ts';
import type { ControlMessage } from '../src-main/engine/control-messages.ts';
import { longProject } from './support/long-project.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface EngineBenchOptions {
  readonly scans: number;
  readonly seed: number;
  readonly write?: boolean;
}

/** What the product promises of a project of two hours. */
const OPENED_WITHIN = 3;

/** `npm run bench -- engine` */
export function registerEngine(program: Command): void {
  benchCommand(program, 'engine', 'opening a long project, and how long the engine keeps others waiting')
    .option('--scans <n>', 'of the project; 72 000 are two hours', parsePositive, 72_000)
    .option('--seed <n>', 'of the simulator', parseSeed, 1)
    .action((options: EngineBenchOptions) => present('engine', options, () => engineBench(options)));
}

interface Phase {
  readonly name: string;
  readonly seconds: number;
  /** Longest that a request which needs no work waited for its reply meanwhile, ms. */
  readonly waitedMs: number;
}

async function engineBench({ scans, seed }: EngineBenchOptions): Promise<BenchReport> {
  return inTemporaryFolder(async (folder) => {
    const path = join(folder, 'long.socavon');
    await longProject(path, scans, seed);
    say('opening it');
    const worker = new Worker(new URL('../src-main/engine/main.ts', import.meta.url));
    const client = clientOver({
      send: (message) => worker.postMessage(message),
      listen: (hear) => void worker.on('message', (message: ToRenderer) => hear(message)),
    });
    worker.postMessage({ kind: 'grant', path, scope: 'file', write: true } satisfies ControlMessage);
    await ping(client);
    const phases: Phase[] = [];
    const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const { value, phase } = await timePhase(client, name, work);
      phases.push(phase);
      return value;
    };
    try {
      const { call } = client;
      const { sessions } = await timed('project.open', () => call('project.open', { path }));
      const [{ id: sessionId }] = sessions;
      const opened = await timed('alignment.open', () => call('alignment.open', { sessionId }));
      await timed('alignment.stepBack, 20 scans', () => call('alignment.stepBack', { scans: 20 }));
      await timed('alignment.advance, 1 scan: the submap built again', () =>
        call('alignment.advance', { scans: 1, thinning: 8 }),
      );
      await timed('alignment.advance, 19 scans', () => call('alignment.advance', { scans: 19, thinning: 8 }));
      await timed('map.scans, 64 scans', () => call('map.scans', { sessionId, from: 1000, count: 64 }));
      await timed('project.info', () => call('project.info', {}));
      const open = phases[0].seconds + phases[1].seconds;
      return {
        title: 'Engine: a long project',
        body: [
          `A drive of seed ${seed} repeated to ${opened.poses.scanIndex.length} scans, aligned. While each request is answered, others that need no work are sent one after another: the longest that one of them waited.`,
          markdownTable(
            ['request', 'seconds', 'longest wait of another, ms'],
            phases.map(({ name, seconds, waitedMs }) => [name, seconds.toFixed(3), waitedMs.toFixed(0)]),
          ),
          `Opening the project with every pose: ${open.toFixed(2)} s, to be under ${OPENED_WITHIN} s.`,
        ],
        kept: true,
      };
    } finally {
      await worker.terminate();
    }
  });
}

async function timePhase<T>(
  client: Client,
  name: string,
  work: () => Promise<T>,
): Promise<{ value: T; phase: Phase }> {
  const started = performance.now();
  let done = false;
  const working = work().finally(() => {
    done = true;
  });
  let waitedMs = 0;
  while (!done) {
    const asked = performance.now();
    await ping(client);
    waitedMs = Math.max(waitedMs, performance.now() - asked);
  }
  const value = await working;
  return { value, phase: { name, seconds: (performance.now() - started) / 1000, waitedMs } };
}

/** A request that is refused at once. */
async function ping({ call }: Client): Promise<void> {
  await (call as (name: string, args: unknown) => Promise<unknown>)('ping', {}).catch(() => null);
}
