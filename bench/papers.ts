import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { BUNNY_FOLDER } from './gpu/bunny.ts';
import { papersDocument, partOf } from './papers/document.ts';
import { ENGINES, type Engine, type Experiment } from './papers/experiment.ts';
import { EXPERIMENTS } from './papers/experiments.ts';
import { mergeRecords, PAPER_RECORDS, type PaperRecord } from './papers/records.ts';
import { enginesOf, runExperiments } from './papers/run-experiments.ts';
import { refusal, say } from './support/present.ts';

const ROOT = resolve(import.meta.dirname, '..');
const KEPT = join(ROOT, 'bench/results/papers.json');
const GLOBAL = join(ROOT, 'bench/results/global.md');

/** More threads than that wait for each other on any machine. */
const MOST_WORKERS = 256;

interface PapersOptions {
  readonly only?: readonly Experiment[];
  readonly engine: 'auto' | Engine;
  readonly bunny: string;
  readonly workers?: readonly number[];
  readonly long?: boolean;
  readonly software?: boolean;
  readonly merge?: string;
  readonly out?: string;
  readonly write?: boolean;
  readonly json?: boolean;
}

/** `npm run bench -- papers` */
export function registerPapers(program: Command): void {
  program
    .command('papers')
    .description("every experiment of the papers at their sizes, the papers' figures beside ours")
    .option('--only <ids>', 'some of them, with commas between (default: all)', parseIds)
    .addOption(
      new Option('--engine <name>', 'what computes; auto is all that this machine has')
        .choices(['auto', ...ENGINES])
        .default('auto'),
    )
    .option('--bunny <folder>', 'of P5032.txt, Qnew5032.txt and bun000.ply (or SOCAVON_BUNNY)', BUNNY_FOLDER)
    .option(
      '--workers <numbers>',
      "of pICP in picp-workers, with commas between (default: the paper's, up to twice the cores)",
      parseWorkers,
    )
    .option('--long', 'also what takes the processor more than a quarter of an hour')
    .option('--software', 'take a software adapter too, and time nothing on it')
    .option('--out <file>', 'keep the results of this run in a file')
    .option('--merge <file>', 'run nothing; keep the results of another machine, written there with --out')
    .option('--write', 'store the results in bench/results/papers.json and rewrite docs/papers.md')
    .option('--json', 'print the results as one JSON object')
    .addHelpText('after', `\nExperiments, with what they take about:\n${EXPERIMENTS.map(needs).join('\n')}`)
    .action(papers);
}

async function papers(options: PapersOptions): Promise<void> {
  const { engine, bunny: bunnyFolder, long = false, software = false } = options;
  if (options.write && software)
    throw refusal('Results of a software adapter are not stored; omit --write or --software.');
  const records = options.merge === undefined ? [] : PAPER_RECORDS.read(options.merge);
  const left: string[] = [];
  if (options.merge === undefined) {
    const { workers } = options;
    const run = {
      ...{ engines: enginesOf(engine), bunnyFolder, long, software },
      ...(workers && { workers }),
    };
    const keepRecord = (record: PaperRecord): void => {
      records.push(record);
      // At once: a later experiment may lose the device, or the patience of whoever waits.
      if (options.out) writeFileSync(options.out, PAPER_RECORDS.text(records));
    };
    left.push(...(await runExperiments(options.only ?? EXPERIMENTS, run, keepRecord)));
  }
  if (options.write || options.merge !== undefined) keep(records);
  for (const sentence of left) say(sentence);
  if (records.length === 0) process.exitCode = 1;
  process.stdout.write(options.json ? `${JSON.stringify({ records, left })}\n` : readable(records));
}

function readable(records: readonly PaperRecord[]): string {
  const ran = EXPERIMENTS.filter(({ id }) => records.some(({ experiment }) => experiment === id));
  return ran.map((experiment) => `${partOf(experiment, records).lines.join('\n\n')}\n\n`).join('');
}

function keep(records: readonly PaperRecord[]): void {
  const all = mergeRecords(PAPER_RECORDS.read(KEPT), records, EXPERIMENTS);
  // Through the file's text, so that the document shows the stored digits.
  const text = PAPER_RECORDS.text(all);
  writeFileSync(KEPT, text);
  const { text: document, figures } = papersDocument(
    PAPER_RECORDS.parse(text, KEPT),
    EXPERIMENTS,
    readFileSync(GLOBAL, 'utf8'),
  );
  writeFileSync(join(ROOT, 'docs/papers.md'), document);
  mkdirSync(join(ROOT, 'docs/images'), { recursive: true });
  for (const { name, svg } of figures) writeFileSync(join(ROOT, `docs/images/${name}.svg`), svg);
}

function parseIds(text: string): Experiment[] {
  return text.split(',').map((id) => {
    const result = EXPERIMENTS.find((experiment) => experiment.id === id);
    if (result === undefined) throw new InvalidArgumentError(`Choose of ${idsText()}.`);
    return result;
  });
}

/** In ascending order, from 1 on, which the others are compared with. */
function parseWorkers(text: string): number[] {
  const numbers = text.split(',').map(Number);
  if (!numbers.every((count) => Number.isInteger(count) && count >= 1 && count <= MOST_WORKERS))
    throw new InvalidArgumentError(`Give whole numbers from 1 to ${MOST_WORKERS}, with commas between.`);
  return [...new Set([1, ...numbers])].sort((a, b) => a - b);
}

function needs({ id, covers, seconds }: Experiment): string {
  const times = ENGINES.flatMap((engine) =>
    seconds[engine] === undefined ? [] : `${engine.toUpperCase()} ${seconds[engine]} s`,
  );
  return `  ${id.padEnd(22)}${covers.join(', ')} (${times.join(', ')})`;
}

function idsText(): string {
  return EXPERIMENTS.map(({ id }) => id).join(', ');
}
