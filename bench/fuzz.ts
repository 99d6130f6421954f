import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { READERS, type ReaderName } from '../test/fuzz/readers.ts';
import { type Offence, runFuzz, type Tally } from '../test/fuzz/run-fuzz.ts';
import { seedFiles } from '../test/fuzz/seed-files.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { sharedDataFolder } from './support/shared-data.ts';

interface FuzzBenchOptions {
  readonly seed: number;
  readonly count: number;
  readonly only?: ReaderName;
  readonly keep?: string;
  readonly write?: boolean;
}

/**
 * `npm run fuzz`, which is `npm run bench -- fuzz`: damaged files for every reader. A bench and no test, since it finds what
 * nobody has thought of, takes minutes, and stores a table; what it shares with the tests of `test/fuzz` lies there,
 * beside the writers of the tests that make its whole files.
 */
export function registerFuzz(program: Command): void {
  benchCommand(
    program,
    'fuzz',
    'damaged files for every reader: each is read or refused in a sentence, within a second and its size',
  )
    .option('--seed <n>', 'of the damage', parseSeed, 1)
    .option('--count <n>', 'damaged files', parsePositive, 20_000)
    .option('--only <reader>', `one of ${Object.keys(READERS).join(', ')}`, parseReader)
    .option('--keep <folder>', 'where to keep each file that a reader took wrongly, with how to repeat it')
    .action((options: FuzzBenchOptions) => present('fuzz', options, () => fuzzBench(options)));
}

function parseReader(text: string): ReaderName {
  const name = Object.keys(READERS).find((one) => one.toLowerCase() === text.toLowerCase());
  if (name === undefined) throw new InvalidArgumentError(`Give one of ${Object.keys(READERS).join(', ')}.`);
  return name as ReaderName;
}

async function fuzzBench({ seed, count, only, keep }: FuzzBenchOptions): Promise<BenchReport> {
  const seeds = (await seedFiles(sharedDataFolder())).filter(({ reader }) => !only || reader === only);
  const found: Offence[] = [];
  const { tallies } = await runFuzz(seeds, {
    seed,
    count,
    onOffence: (offence) => {
      found.push(offence);
      say(`${offence.reader}, ${offence.file}, number ${offence.number} (${offence.how}): ${offence.what}`);
    },
    onProgress: (done) => {
      if (done % 1000 === 0) say(`${done} of ${count} files`);
    },
  });
  if (keep !== undefined) await keepOffences(resolve(keep), found, { seed, count });
  return {
    title: 'Damaged files',
    body: [
      `${count} files damaged from ${seeds.length} whole ones, seed ${seed}: cut at every kilobyte, bits flipped, bytes overwritten, parts doubled, lost, exchanged and taken from other files, numbers at their extremes in either byte order, words for numbers, 100 kB of blanks. The longest time is of the processor, for one file.`,
      tableOf(tallies),
      found.length === 0
        ? 'No offence: no other error than a sentence for the person, no file over a second, no array over 64 MiB, no figure that is none, nothing that a checksum or count of the file contradicts.'
        : `**${found.length} offences**: ${[...new Set(found.map(({ reader, what }) => `${reader}: ${what.slice(0, 100)}`))].slice(0, 20).join('; ')}`,
    ],
    boundsMet: found.length === 0,
  };
}

function tableOf(tallies: ReadonlyMap<string, Tally>): string {
  const sum: Tally = { files: 0, accepted: 0, refused: 0, offences: 0, slowest: 0 };
  for (const tally of tallies.values()) {
    for (const key of ['files', 'accepted', 'refused', 'offences'] as const) sum[key] += tally[key];
    sum.slowest = Math.max(sum.slowest, tally.slowest);
  }
  return markdownTable(
    ['reader', 'files', 'read', 'refused', 'offences', 'longest ms'],
    [...tallies, ['all', sum] as const].map(([reader, { files, accepted, refused, offences, slowest }]) => [
      reader,
      files,
      accepted,
      refused,
      offences,
      slowest.toFixed(0),
    ]),
  );
}

/** Writes each file beside a text of one sentence that says what it did and how it is made again. */
async function keepOffences(
  folder: string,
  offences: readonly Offence[],
  { seed, count }: Pick<FuzzBenchOptions, 'seed' | 'count'>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { reader, file, number, how, what, bytes } of offences) {
    const name = `${reader.replaceAll(/\W+/g, '-')}-${number}-${file}`;
    await writeFile(join(folder, name), bytes);
    await writeFile(
      join(folder, `${name}.md`),
      `${name} is ${file} with ${how}, number ${number} of \`npm run fuzz -- --seed ${seed} --count ${count} --only "${reader}"\`; the reader gave: ${what}\n`,
    );
  }
}
