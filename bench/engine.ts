import { join } from 'node:path';
import type { Command } from 'commander';
import type { Call } from '../src-core/contract/requests.ts';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { TimedEngine, type WorkCost } from './support/engine-turns.ts';
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

interface Phase extends WorkCost {
  readonly name: string;
}

async function engineBench({ scans, seed }: EngineBenchOptions): Promise<BenchReport> {
  return inTemporaryFolder(async (folder) => {
    const path = join(folder, 'long.socavon');
    const capture = await longProject(path, scans, seed);
    say('opening it');
    const engine = new TimedEngine();
    engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
    engine.tell({ kind: 'grant', path: capture, scope: 'file', write: false });
    const phases: Phase[] = [];
    const timed = async <T>(name: string, work: (call: Call) => Promise<T>): Promise<T> => {
      const { value, cost } = await engine.cost(({ call }) => work(call));
      phases.push({ name, ...cost });
      return value;
    };
    const { sessions } = await timed('project.open', (call) => call('project.open', { path }));
    const [{ id: sessionId }] = sessions;
    const opened = await timed('alignment.open', (call) => call('alignment.open', { sessionId }));
    const advance = (count: number) => (call: Call) =>
      call('alignment.advance', { scans: count, thinning: 8 });
    await timed('alignment.stepBack, 20 scans', (call) => call('alignment.stepBack', { scans: 20 }));
    await timed('alignment.advance, 1 scan: the submap built again', advance(1));
    await timed('alignment.advance, 19 scans', advance(19));
    await timed('alignment.stepBack, 10 scans', (call) => call('alignment.stepBack', { scans: 10 }));
    await timed('alignment.advance, 1 scan', advance(1));
    await timed('map.scans, 64 scans', (call) => call('map.scans', { sessionId, from: 100, count: 64 }));
    await timed('capture.preview', (call) => call('capture.preview', { path: capture }));
    await timed('project.create', (call) => call('project.create', { path: join(folder, 'new.socavon') }));
    await timed('capture.import, 600 scans', (call) => call('capture.import', { paths: [capture] }));
    engine.end();
    const open = phases[0].seconds + phases[1].seconds;
    return {
      title: 'Engine: a long project',
      body: [
        `A drive of seed ${seed} repeated to ${opened.poses.scanIndex.length} scans, aligned. A turn is what the engine does before it hears the next request; its time is CPU time, so that other work on the machine does not lengthen it.`,
        markdownTable(
          ['request', 'seconds', 'CPU seconds', 'longest turn, ms'],
          phases.map(({ name, seconds, cpuSeconds, longestTurnMs }) => [
            name,
            seconds.toFixed(3),
            cpuSeconds.toFixed(3),
            longestTurnMs.toFixed(0),
          ]),
        ),
        `Opening the project with every pose: ${open.toFixed(2)} s, to be under ${OPENED_WITHIN} s.`,
      ],
      boundsMet: true,
    };
  });
}
