import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { seededRandom } from '../../src-core/math/random.ts';
import { lastJson } from '../hosts/cli/run-cli.ts';
import { type CommandScene, filesIn, makeCommandScenes, startScene } from './command-scenes.ts';
import { compileShim, type Fault, newRow, type Row } from './run-torture.ts';
import { removeRound } from './scenes.ts';
import { type CallTorture, type CallTortureOptions, expectResult, expectWhole } from './torture-calls.ts';
import { CUTS, CutDisk, readCalls } from './written-calls.ts';

interface PowerCutOptions extends Omit<CallTortureOptions, 'blows'> {
  /** Places in the log of each command at which the power is cut, spread over all; null: behind each call. */
  readonly cuts: number | null;
  /** Of so many of these the command goes on. */
  readonly goOn: number;
}

/**
 * Cuts the power: notes all changing calls of each command, builds the folder again as the disk may have it behind any of
 * them, looks at it, and lets some go on. Behind the last call everything must have lasted, since the program has said so.
 */
export async function cutPower(options: PowerCutOptions): Promise<CallTorture> {
  const { folder, seed, cuts, goOn, milliseconds, isShort = false, only, say, onOffence } = options;
  const started = performance.now();
  mkdirSync(folder, { recursive: true });
  const rows = new Map<string, Row>();
  const shim = compileShim(folder);
  if (shim === null)
    return {
      rows,
      rounds: 0,
      notRun: ['calls are noted by a library: Linux with gcc is needed'],
      failed: [],
    };
  const { scenes, failed } = await makeCommandScenes({ folder, seed, isShort, only, say }, shim);
  const random = seededRandom(seed);
  let rounds = 0;
  for (const scene of scenes) {
    const source = join(folder, 'noted', scene.name.replaceAll(/\W+/g, '-'));
    cpSync(scene.base, source, { recursive: true });
    const disk = new CutDisk(source);
    const log = `${source}.log-of-calls`;
    const ending = await startScene(scene, source, shim, { SOCAVON_TORTURE_LOG: log });
    if (ending.status !== 0) throw new Error(`${scene.name} does not end well when its calls are noted`);
    const calls = readCalls(log);
    const chosen = new Set(spread(calls.length, cuts ?? calls.length));
    const going = new Set(spread(chosen.size, goOn).map((place) => [...chosen][place]));
    for (const [n, call] of calls.entries()) {
      disk.apply(call);
      if (!chosen.has(n) || performance.now() - started > milliseconds) continue;
      for (const cut of CUTS) {
        const round = join(folder, 'rounds', `${rounds}`);
        disk.leave(cut, round, random);
        const results: [Fault, string][] = [];
        const wrong = (fault: Fault, what: string): void =>
          void results.push([
            fault,
            `behind call ${n + 1} of ${calls.length} (${call.kind} ${basename(call.path)}): ${what}`,
          ]);
        const isEnd = n === calls.length - 1;
        await look(scene, round, wrong);
        if (isEnd)
          await expectResult(
            scene,
            round,
            null,
            (fault, what) => isLasting(fault, what) && wrong(fault, what),
          );
        if (isEnd || (going.has(n) && cut === CUTS[rounds % CUTS.length]))
          await goOnFrom(scene, round, shim, wrong);
        removeRound(round);
        count(rows, `${scene.name}: ${cut}`, results);
        for (const [fault, what] of results)
          onOffence({ round: rounds, row: `${scene.name}: ${cut}`, fault, what });
        rounds++;
      }
    }
    say(`${scene.name}: the power was cut behind ${chosen.size} of ${calls.length} calls`);
  }
  return { rows, rounds, notRun: [], failed };
}

/** What is left beside the result, such as a log that SQLite removed, is taken up by the next start. */
function isLasting(fault: Fault, what: string): boolean {
  return fault !== 'left over' || !/\.part|-wal|-shm/.test(what);
}

/** Nothing that was there is gone, and each file under its final name is whole. */
async function look(
  scene: CommandScene,
  folder: string,
  wrong: (fault: Fault, what: string) => void,
): Promise<void> {
  for (const path of filesIn(scene.base)) {
    const name = path.slice(scene.base.length + 1);
    if (!existsSync(join(folder, name))) wrong('lost', `${name} is gone`);
  }
  await expectWhole(scene, folder, wrong);
}

async function goOnFrom(
  scene: CommandScene,
  folder: string,
  shim: string,
  wrong: (fault: Fault, what: string) => void,
): Promise<void> {
  const ending = await startScene(scene, folder, shim);
  const code =
    ending.stdout.trim() === '' ? null : (lastJson(ending).error as { code?: string } | undefined)?.code;
  if (ending.status !== 0 && code !== scene.doneCode)
    wrong('lost', `it does not go on: ${ending.stderr.trimEnd().split('\n').at(-1)}`);
  await expectResult(scene, folder, ending, wrong);
}

/** So many of the places 0 to `size - 1`, evenly, the last among them. */
function spread(size: number, many: number): number[] {
  const least = Math.min(size, many);
  return Array.from({ length: least }, (_, i) => Math.floor(((i + 1) * size) / least) - 1);
}

function count(rows: Map<string, Row>, name: string, actual: readonly (readonly [Fault, string])[]): void {
  const row = rows.get(name) ?? newRow();
  rows.set(name, row);
  row.rounds++;
  if (actual.length === 0) row.same++;
  for (const fault of new Set(actual.map(([one]) => one))) row.faults[fault]++;
}
