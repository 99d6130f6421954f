import { join } from 'node:path';
import { Argument, type Command, InvalidArgumentError } from 'commander';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { cutPower } from '../test/torture/power-cut.ts';
import { type Offence, type Row, TORMENTS, type Torment, torture } from '../test/torture/run-torture.ts';
import { type CallTorture, tortureCalls } from '../test/torture/torture-calls.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface TortureBenchOptions {
  readonly seed: number;
  readonly rounds: number;
  readonly minutes: number;
  readonly only?: string;
  readonly each?: boolean;
  readonly write?: boolean;
}

/** `npm run torture`, which is `npm run bench -- torture`: the real command line killed, starved and misled. */
export function registerTorture(program: Command): void {
  benchCommand(
    program,
    'torture',
    'kill -9, disks that fill, fail and vanish, power cuts: each command goes on to the same bytes',
  )
    .addArgument(
      new Argument(
        '[what]',
        'whole surveys at any instant, every command at its changing calls, or the power behind them',
      )
        .choices(['surveys', 'calls', 'power-cut'])
        .default('surveys'),
    )
    .option('--seed <n>', 'of drive and blows', parseSeed, 1)
    .option('--rounds <n>', 'at most; of calls and power-cut for each command', parsePositive)
    .option('--each', 'calls and power-cut: at each changing call', false)
    .option('--minutes <n>', 'no round begins after so many', parsePositive, 120)
    .option('--only <name>', `commands that begin so; of surveys one of: ${TORMENTS.join('; ')}`)
    .action((what: string, options: TortureBenchOptions) =>
      present(what === 'surveys' ? 'torture' : `torture-${what}`, options, () =>
        what === 'surveys' ? tortureBench(options) : callsBench(what === 'calls', options),
      ),
    );
}

function parseTorment(text: string): Torment {
  const torment = TORMENTS.find((name) => name.startsWith(text));
  if (torment === undefined) throw new InvalidArgumentError(`Give one of: ${TORMENTS.join('; ')}.`);
  return torment;
}

function listener(offences: Offence[]) {
  return (offence: Offence): void => {
    offences.push(offence);
    say(`OFFENCE in round ${offence.round}, ${offence.row}: ${offence.fault}, ${offence.what}`);
  };
}

async function tortureBench({
  seed,
  rounds = 200,
  minutes,
  only,
}: TortureBenchOptions): Promise<BenchReport> {
  const offences: Offence[] = [];
  const done = await inTemporaryFolder((folder) =>
    torture({
      folder: join(folder, 'torture'),
      seed,
      rounds,
      milliseconds: minutes * 60_000,
      ...(only && { only: [parseTorment(only)] }),
      say,
      onOffence: listener(offences),
    }),
  );
  return report(
    `${done.rounds} rounds, seed ${seed}, of the real command line on a simulated drive of 60 scans: a survey with control, a second session, a join of both, and projects of earlier versions of the schema. Each round is disturbed, goes on until it is done, and is compared with the undisturbed result byte by byte, the minute of the report excepted; the project must pass SQLite's checks of integrity and foreign keys.`,
    done,
    offences,
  );
}

/** Rounds for each command, where nobody says how many. */
const BLOWS = 16;
const CUTS = 24;

async function callsBench(
  isCalls: boolean,
  { seed, rounds, minutes, only, each }: TortureBenchOptions,
): Promise<BenchReport> {
  const offences: Offence[] = [];
  const done = await inTemporaryFolder((folder): Promise<CallTorture> => {
    const common = {
      ...{ folder: join(folder, 'torture'), seed, milliseconds: minutes * 60_000, say },
      ...(only !== undefined && { only }),
      onOffence: listener(offences),
    };
    return isCalls
      ? tortureCalls({ ...common, blows: each ? null : (rounds ?? BLOWS) })
      : cutPower({ ...common, cuts: each ? null : (rounds ?? CUTS), goOn: rounds ?? CUTS });
  });
  for (const { name, why } of done.failed)
    listener(offences)({ round: 0, row: name, fault: 'lost', what: `does not even end undisturbed: ${why}` });
  const what = isCalls
    ? 'of every command that writes: kill -9 in the place of a changing call (one that creates, writes, cuts, flushes, renames, links or removes), or a disk that is full, fails or is read-only at that call or from it on. The command is then called again, and what it leaves is compared with the undisturbed result.'
    : 'of every command that writes: all its changing calls are noted, and the folder is built again as a disk may have it that lost its power behind one of them: with all calls; with what was flushed alone, data and names; with all names, or all data; with some of each. No file may have its final name that is not whole, nothing that was there may be gone, behind the last call all must be there, and the command goes on to the undisturbed result.';
  return report(`${done.rounds} rounds, seed ${seed}, ${what}`, done, offences);
}

function report(
  intro: string,
  { rows, notRun }: { readonly rows: ReadonlyMap<string, Row>; readonly notRun: readonly string[] },
  offences: readonly Offence[],
): BenchReport {
  for (const what of notRun) say(`*** NOT RUN: ${what} ***`);
  return {
    title: 'Torture',
    body: [
      intro,
      tableOf(rows),
      ...notRun.map((what) => `**NOT RUN**: ${what}.`),
      offences.length === 0
        ? 'No offence.'
        : `**${offences.length} offences**: ${[...new Set(offences.map(({ row, fault, what }) => `${row}: ${fault}, ${what.slice(0, 160)}`))].slice(0, 20).join('; ')}`,
    ],
    boundsMet: offences.length === 0,
  };
}

function tableOf(rows: ReadonlyMap<string, Row>): string {
  const sorted = [...rows].sort(([a], [b]) => a.localeCompare(b));
  return markdownTable(
    [
      'what, and where',
      'rounds',
      'the same bytes',
      'lost',
      'corrupt',
      'other bytes',
      'wrong sentence',
      'left over',
    ],
    sorted.map(([name, { rounds, same, faults }]) => [name, rounds, same, ...Object.values(faults)]),
  );
}
