import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { OFFENCES, type OffenceKind } from '../test/fuzz/judge.ts';
import { READERS, type ReaderName } from '../test/fuzz/readers.ts';
import { emptyTally, type Offence, runFuzz, type Tally } from '../test/fuzz/run-fuzz.ts';
import { seedFiles } from '../test/fuzz/seed-files.ts';
import { changedProjects, mutatedProjects, storedProject } from '../test/project/rotted-project.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { sharedDataFolder } from './support/shared-data.ts';

interface FuzzBenchOptions {
  readonly seed: number;
  readonly count: number;
  readonly projects: number;
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
    .option('--projects <n>', 'damaged project files', parsePositive, 500)
    .option('--keep <folder>', 'where to keep each file that a reader took wrongly, with how to repeat it')
    .action((options: FuzzBenchOptions) => present('fuzz', options, () => fuzzBench(options)));
}

function parseReader(text: string): ReaderName {
  const name = Object.keys(READERS).find((one) => one.toLowerCase() === text.toLowerCase());
  if (name === undefined) throw new InvalidArgumentError(`Give one of ${Object.keys(READERS).join(', ')}.`);
  return name as ReaderName;
}

async function fuzzBench({ seed, count, projects, only, keep }: FuzzBenchOptions): Promise<BenchReport> {
  const seeds = (await seedFiles(sharedDataFolder())).filter(({ reader }) => !only || reader === only);
  const offences: Offence[] = [];
  const { tallies } = await runFuzz(seeds, {
    seed,
    count,
    onOffence: (offence) => {
      offences.push(offence);
      say(`${offence.reader}, ${offence.file}, number ${offence.number} (${offence.how}): ${offence.what}`);
    },
    onProgress: (done) => {
      if (done % 1000 === 0) say(`${done} of ${count} files`);
    },
  });
  const project = only === undefined ? await damagedProjects(seed, projects) : null;
  if (keep !== undefined) await keepOffences(resolve(keep), offences, { seed, count });
  return {
    title: 'Damaged files',
    body: [
      `${count} files damaged from ${seeds.length} whole ones, seed ${seed}: cut at every kilobyte, bits flipped, bytes overwritten, parts doubled, lost, exchanged and taken from other files, numbers at their extremes in either byte order, words for numbers, 100 kB of blanks or of a mark that begins something. In the rows of *sums mended* one or two numbers, words or bits were changed and the checksums computed again, of pages, blocks, chunks, pictures, datagrams and gzip, so that what is behind them is tried. The columns between *refused* and *longest ms* count offences: errors that are no sentence, over a second of the processor, sentences with control characters, of more than 600 characters or without the name of the file, figures or parts that cannot be and were taken, and arrays over 64 MiB or a heap over 400 MiB. The longest time is of the processor, and the largest array and heap those of one file.`,
      tableOf(tallies),
      offences.length === 0
        ? 'No offence.'
        : `**${offences.length} offences**: ${[...new Set(offences.map(({ reader, what }) => `${reader}: ${what.slice(0, 100)}`))].slice(0, 20).join('; ')}`,
      ...(project === null
        ? []
        : [
            `Projects of which a value was changed and its check sum mended: of ${projects}, ${project.changed.refused} were refused in a sentence, ${project.changed.same} gave the same numbers, ${project.changed.different} others, as nobody can tell${project.changed.others === 0 ? '' : `; ${project.changed.others} another error`}.`,
            `Projects, a bit flipped or a sector of zeros, noise or another place, or cut: of ${projects}, ${project.refused} were refused in a sentence, ${project.same} gave the same numbers, ${project.different} silently different ones${project.others === 0 ? '' : `, ${project.others} another error`}.`,
          ]),
    ],
    boundsMet:
      offences.length === 0 &&
      (project === null || project.different + project.others + project.changed.others === 0),
  };
}

/** Damages a project file in many ways, and counts what reading all of it gives. */
async function damagedProjects(seed: number, count: number) {
  const folder = await mkdtemp(join(tmpdir(), 'socavon-fuzz-'));
  try {
    const whole = await storedProject(folder);
    const counts = mutatedProjects(whole, { count, seed }, (verdict, how) => {
      if (verdict !== 'same' && verdict !== 'refused') say(`project with ${how}: ${verdict}`);
    });
    const mended = changedProjects(whole, { count, seed }, (verdict, how) => {
      if (!['same', 'different', 'refused'].includes(verdict)) say(`project, changed ${how}: ${verdict}`);
    });
    const sums = ({ same, refused, different }: Record<string, number>) => ({
      ...{ same, refused, different },
      others: count - same - refused - different,
    });
    return { ...sums(counts), changed: sums(mended) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function tableOf(tallies: ReadonlyMap<string, Tally>): string {
  const kinds = Object.keys(OFFENCES) as OffenceKind[];
  const sum = emptyTally();
  for (const tally of tallies.values()) {
    for (const key of ['files', 'accepted', 'refused'] as const) sum[key] += tally[key];
    for (const kind of kinds) sum.offences[kind] += tally.offences[kind];
    for (const key of ['slowest', 'largestArray', 'largestHeap'] as const)
      sum[key] = Math.max(sum[key], tally[key]);
  }
  return markdownTable(
    ['reader', 'files', 'read', 'refused', ...Object.values(OFFENCES), 'longest ms', 'array MiB', 'heap MiB'],
    [...tallies, ['all', sum] as const].map(([reader, tally]) => [
      reader,
      tally.files,
      tally.accepted,
      tally.refused,
      ...kinds.map((kind) => tally.offences[kind]),
      tally.slowest.toFixed(0),
      (tally.largestArray / MIB).toFixed(1),
      (tally.largestHeap / MIB).toFixed(0),
    ]),
  );
}

const MIB = 1 << 20;

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
