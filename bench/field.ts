import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Argument, type Command } from 'commander';
import { parseTum } from '../src-core/io/tables/tum.ts';
import type { VolumeJson } from '../src-core/report/volume-json.ts';
import { type FieldScore, fieldScore } from './field/score.ts';
import { FIELD_SETS, type FieldSet, type FieldSetName } from './field/sets.ts';
import { parseTruePlaces } from './field/true-places.ts';
import { markdownTable, signed } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, refusal, say } from './support/present.ts';
import { runCli } from './support/run-cli.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface FieldOptions {
  readonly only?: string;
  readonly truth?: string;
  readonly metadata?: string;
  readonly timeOffset: number;
  readonly write?: boolean;
}

/** `npm run bench -- field DATASET FOLDER` */
export function registerField(program: Command): void {
  const names = Object.keys(FIELD_SETS) as FieldSetName[];
  benchCommand(program, 'field', 'a public set of tunnels: end error, its ±, and whether that covers it')
    .addArgument(new Argument('<dataset>', 'which set').choices(names))
    .argument('<folder>', 'with its recordings and its true places')
    .option('--only <text>', 'recordings whose name has it')
    .option('--truth <file>', 'true places of the one recording that is left')
    .option('--metadata <file>', 'of the sensor, where the recordings have none')
    .option('--time-offset <s>', 'added to the times of the scans', Number, 0)
    .action((dataset: FieldSetName, folder: string, options: FieldOptions) =>
      present(`field-${dataset}`, options, () => fieldBench(dataset, folder, options)),
    );
}

/** One recording and how it went. */
interface FieldRow {
  readonly recording: string;
  readonly scans: number;
  /** Null: there are no true places. */
  readonly score: FieldScore | null;
  /** Length of the way as found, m. */
  readonly found: number;
  /** Of the position of the last scan along the drive from the first, 95 %, m; null: none was stated. */
  readonly plusMinus: number | null;
  readonly msPerScan: number | null;
  readonly said: readonly string[];
}

/**
 * Surveys each recording of a set by the real command line and compares it with the set's true places.
 *
 * @throws SocavonError 'usage' in a sentence where the folder has no recordings, or a recording no true places that fit
 */
export async function fieldBench(
  dataset: FieldSetName,
  folder: string,
  options: FieldOptions,
): Promise<BenchReport> {
  const set: FieldSet = FIELD_SETS[dataset];
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const recordings = names.filter((name) => set.recordings.test(name) && name.includes(options.only ?? ''));
  if (recordings.length === 0)
    throw refusal(`${folder} has no recordings of ${dataset}; ${addressText(set)}`);
  const rows: FieldRow[] = [];
  for (const recording of recordings) {
    const truth = truthOf(set, names, recording, folder, options);
    rows.push(await surveyed(folder, recording, truth, options));
  }
  return {
    title: `Field data: ${dataset}`,
    body: [
      [`${set.what}.`, set.remark && `${set.remark}.`].filter((text) => text !== '').join(' '),
      '*End*: distance of the last compared place from the first, as found less in truth; ± (95 %) of it along the drive, as the program states it. *RMS* and *largest*: of all places, after the best rigid motion.',
      table(rows, set),
      ...rows
        .filter(({ said }) => said.length > 0)
        .map(({ recording, said }) => `${recording}: ${said.join(' ')}`),
    ],
    boundsMet: rows.every((row) => covers(row, set) !== false),
  };
}

function addressText({ address }: FieldSet): string {
  return address === '' ? 'give a folder that has some.' : `it is to be had at ${address}.`;
}

/** The file of true places of a recording; null: the set has none. */
function truthOf(
  set: FieldSet,
  names: readonly string[],
  recording: string,
  folder: string,
  { truth }: FieldOptions,
): string | null {
  if (truth !== undefined) return truth;
  if (set.truth === null) return null;
  const matchingNames = names.filter((name) => set.truth!.test(name));
  const stem = recording.replace(/\.[^.]*$/, '').toLowerCase();
  const own = matchingNames.filter((name) => name.toLowerCase().includes(stem));
  const chosen = own.length === 1 ? own : matchingNames;
  if (chosen.length !== 1)
    throw refusal(
      `${folder} has ${matchingNames.length} files of true places for ${recording}; name one with --truth.`,
    );
  return join(folder, chosen[0]);
}

async function surveyed(
  folder: string,
  recording: string,
  truth: string | null,
  { metadata, timeOffset }: FieldOptions,
): Promise<FieldRow> {
  say(`socavon run ${recording}`);
  return inTemporaryFolder(async (out) => {
    const run = await runCli([
      'run',
      join(folder, recording),
      ...(metadata === undefined ? [] : ['--metadata', metadata]),
      ...['--project', join(out, 'field.socavon'), '--out', out, '--report', 'html'],
    ]);
    const trajectory = join(out, 'trajectory.tum');
    if (!existsSync(trajectory))
      throw refusal(`socavon run of ${recording} ended with ${run.status}: ${run.messages.join(' ')}`);
    const poses = parseTum(await readFile(trajectory, 'utf8'), 'trajectory.tum');
    const result = poses.map(({ stampNs, T_map_sensor: { t } }) => ({
      seconds: Number(stampNs) * 1e-9,
      place: [t[0], t[1], t[2]] as [number, number, number],
    }));
    const score =
      truth === null
        ? null
        : fieldScore(result, parseTruePlaces(await readFile(truth, 'utf8'), basename(truth)), timeOffset);
    if (truth !== null && score === null)
      throw refusal(
        `No scan of ${recording} is within the times of ${basename(truth)}; give their difference by --time-offset.`,
      );
    const measured = join(out, 'volume.json');
    const { reliability } = existsSync(measured)
      ? (JSON.parse(await readFile(measured, 'utf8')) as Partial<VolumeJson>)
      : {};
    return {
      recording,
      scans: result.length,
      score,
      found: result.slice(1).reduce((sum, { place }, i) => {
        const [x, y, z] = result[i].place;
        return sum + Math.hypot(place[0] - x, place[1] - y, place[2] - z);
      }, 0),
      plusMinus: reliability?.at(-1)?.plusMinus.along ?? null,
      msPerScan: run.alignMs,
      said: run.messages,
    };
  });
}

/** The error of the end, m; null: nothing is known of it. */
function endError({ score, found: result }: FieldRow, { statedLength }: FieldSet): number | null {
  if (score !== null) return score.chord - score.trueChord;
  return statedLength === null ? null : result - statedLength;
}

/** Whether the ± covers the error of the end; null: one of both is not known. A stated length is too coarse to judge by. */
function covers(row: FieldRow, set: FieldSet): boolean | null {
  const error = endError(row, set);
  return row.score === null || row.plusMinus === null || error === null
    ? null
    : Math.abs(error) <= row.plusMinus;
}

function table(rows: readonly FieldRow[], set: FieldSet): string {
  const fixed = (value: number | null | undefined, decimals: number): string =>
    value === null || value === undefined ? '' : value.toFixed(decimals);
  return markdownTable(
    [
      'recording',
      'scans',
      'compared',
      'path m',
      'end m',
      '% of path',
      '± m',
      'covered',
      'RMS m',
      'largest m',
      'ms a scan',
    ],
    rows.map((row) => {
      const error = endError(row, set);
      const path = row.score?.path ?? row.found;
      const isCovered = covers(row, set);
      return [
        row.recording,
        row.scans,
        row.score?.compared ?? 0,
        path.toFixed(2),
        error === null ? '' : signed(error, 3),
        error === null ? '' : signed((100 * error) / path, 3),
        fixed(row.plusMinus, 3),
        isCovered === null ? '' : isCovered ? 'yes' : 'NO',
        fixed(row.score?.rms, 3),
        fixed(row.score?.largest, 3),
        fixed(row.msPerScan, 1),
      ];
    }),
  );
}
