import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { type Offence, type Row, TORMENTS, type Torment, torture } from '../test/torture/run-torture.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface TortureBenchOptions {
  readonly seed: number;
  readonly rounds: number;
  readonly minutes: number;
  readonly only?: Torment;
  readonly write?: boolean;
}

/** `npm run torture`, which is `npm run bench -- torture`: the real command line killed, starved and misled. */
export function registerTorture(program: Command): void {
  benchCommand(
    program,
    'torture',
    'kill -9, disks that fill, fail and vanish, a clock set back, three at once: each goes on to the same bytes',
  )
    .option('--seed <n>', 'of drive and blows', parseSeed, 1)
    .option('--rounds <n>', 'at most', parsePositive, 200)
    .option('--minutes <n>', 'no round begins after so many', parsePositive, 120)
    .option('--only <how>', `one of: ${TORMENTS.join('; ')}`, parseTorment)
    .action((options: TortureBenchOptions) => present('torture', options, () => tortureBench(options)));
}

function parseTorment(text: string): Torment {
  const found = TORMENTS.find((name) => name.startsWith(text));
  if (found === undefined) throw new InvalidArgumentError(`Give one of: ${TORMENTS.join('; ')}.`);
  return found;
}

async function tortureBench({ seed, rounds, minutes, only }: TortureBenchOptions): Promise<BenchReport> {
  const offences: Offence[] = [];
  const done = await inTemporaryFolder((folder) =>
    torture({
      folder: join(folder, 'torture'),
      seed,
      rounds,
      milliseconds: minutes * 60_000,
      ...(only && { only: [only] }),
      say,
      onOffence: (offence) => {
        offences.push(offence);
        say(`OFFENCE in round ${offence.round}, ${offence.row}: ${offence.fault}, ${offence.what}`);
      },
    }),
  );
  for (const what of done.notRun) say(`*** NOT RUN: ${what} ***`);
  return {
    title: 'Torture',
    body: [
      `${done.rounds} rounds, seed ${seed}, of the real command line on a simulated drive of 60 scans: a survey with control, a second session, a join of both, and projects of earlier versions of the schema. Each round is disturbed, goes on until it is done, and is compared with the undisturbed result byte by byte, the minute of the report excepted; the project must pass SQLite's checks of integrity and foreign keys.`,
      tableOf(done.rows),
      ...done.notRun.map((what) => `**NOT RUN**: ${what}.`),
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
