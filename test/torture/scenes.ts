import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { MIGRATIONS } from '../../src-main/project/migrations/index.ts';
import { addRowSum } from '../../src-main/project/row-sum.ts';
import { withoutMoment } from '../fixtures/report-moment.ts';
import { type Ending, endOf, lastJson, startCli } from '../hosts/cli/run-cli.ts';

/** What is tortured: a command of the real command line in a folder, and what they leave there undisturbed. */
export interface Scene {
  readonly name: string;
  /** Files that each round begins with. */
  readonly base: string;
  readonly command: (folder: string) => readonly string[];
  /** Project in the folder. */
  readonly project: string;
  /** Result undisturbed. */
  readonly truth: Result;
  /** How long the command took undisturbed, ms. */
  readonly milliseconds: number;
}

/** Files by path and what was printed, without the moment of the run. */
export type Result = ReadonlyMap<string, Buffer>;

export const PROJECT = 'p.socavon';
const OUT = 'out';
/** Cheap, so that there are many rounds; every stage is in them. */
const QUICK = [
  '--engine', 'cpu', '--report', 'html', '--map-formats', 'ply', '--map-voxel', '0.1', '--calibration', 'off',
]; // biome-ignore format: options of one command line
const DRIVE = [
  '--preset',
  'rough',
  '--length',
  '22',
  '--speed',
  '5',
  '--layout',
  'legacy16',
  '--targets',
  '10',
];

/**
 * Makes the scenes in a folder: a survey with control, a second session of a project, a join, and older projects.
 *
 * @param isShort the survey alone
 */
export async function makeScenes(
  folder: string,
  seed: number,
  isShort: boolean,
  say: (text: string) => void,
): Promise<Scene[]> {
  const captures = join(folder, 'captures');
  const simulate = (name: string, more: readonly string[]): Promise<unknown> =>
    whole(['simulate', ...DRIVE, '--seed', String(seed), ...more, '--out', join(captures, name)], folder);
  await simulate('first', []);
  const captureOf = (name: string): string => join(captures, name, 'capture.pcap');
  const survey = (name: string, into: string, more: readonly string[]): string[] => [
    'run',
    captureOf(name),
    '--project',
    join(into, PROJECT),
    '--out',
    join(into, OUT),
    ...QUICK,
    ...more,
    '--json',
  ];
  const make = (name: string, base: string, command: Scene['command']): Promise<Scene> => {
    say(`undisturbed: ${name}`);
    return sceneOf(folder, name, base, command);
  };

  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const control = ['--control', join(captures, 'first', 'control.csv')];
  const first = await make('survey', empty, (into) => survey('first', into, control));

  if (isShort) return [first];

  await simulate('second', ['--survey-seed', String(seed + 1)]);
  const withFirst = takeProject(folder, 'with-first', join(folder, 'truth', 'survey', PROJECT));
  const second = await make('second session', withFirst, (into) => survey('second', into, []));

  const withBoth = takeProject(folder, 'with-both', join(folder, 'truth', 'second session', PROJECT));
  const join_ = await make('join', withBoth, (into) => [
    'join',
    join(into, PROJECT),
    '--session',
    '2',
    '--to',
    '1',
    '--json',
  ]);

  const older: Scene[] = [];
  for (const version of [1, MIGRATIONS.length - 1]) {
    const base = join(folder, `version-${version}`);
    mkdirSync(base);
    writeOlder(join(withFirst, PROJECT), join(base, PROJECT), version);
    const measure = (into: string) => ['volume', join(into, PROJECT), '--json'];
    older.push(await make(`migration from ${version}`, base, measure));
  }
  return [first, second, join_, ...older];
}

async function sceneOf(
  folder: string,
  name: string,
  base: string,
  command: Scene['command'],
): Promise<Scene> {
  const into = join(folder, 'truth', name);
  cpSync(base, into, { recursive: true });
  const started = performance.now();
  const printed = await whole(command(into), into);
  const milliseconds = performance.now() - started;
  return { name, base, command, project: PROJECT, truth: resultIn(into, printed), milliseconds };
}

async function whole(args: readonly string[], folder: string): Promise<Ending> {
  const ending = await endOf(startCli(args, environmentIn(folder)));
  if (ending.status !== 0) throw new Error(`socavon ${args.join(' ')} ended: ${ending.stderr}`);
  return ending;
}

/** Cache, settings and log of a round's own, so that it finds nothing that another left. */
export function environmentIn(folder: string): NodeJS.ProcessEnv {
  return {
    SOCAVON_CACHE: `${folder}.cache`,
    SOCAVON_CONFIG: `${folder}.config`,
    SOCAVON_LOG: `${folder}.log`,
  };
}

/** Removes a round's folder and what lies beside it. */
export function removeRound(folder: string): void {
  for (const end of ['', '.cache', '.config', '.log', '.count'])
    rmSync(folder + end, { recursive: true, force: true });
}

/** What a finished round left: the files of its out folder, and what was printed, by which folders are not told apart. */
export function resultIn(folder: string, printed: Ending): Result {
  const result = new Map<string, Buffer>();
  const out = join(folder, OUT);
  for (const name of existsSync(out) ? readdirSync(out).sort() : [])
    result.set(`${OUT}/${name}`, comparable(name, readFileSync(join(out, name))));
  // Whether this call imported the capture or found it is not of the result.
  const { alreadyImported: _, ...said } = lastJson(printed);
  const json = JSON.stringify(said).replaceAll(folder, '.');
  result.set('printed', Buffer.from(json));
  return result;
}

/** A report states the minute in which it was made, and in its audit trail that and when it was resumed. */
function comparable(name: string, bytes: Buffer): Buffer {
  return name === 'report.html' ? Buffer.from(withoutMoment(bytes.toString('utf8'))) : bytes;
}

function takeProject(folder: string, name: string, project: string): string {
  const into = join(folder, name);
  mkdirSync(into);
  copyFileSync(project, join(into, PROJECT));
  return into;
}

/** Writes a project as an earlier version of the program kept it: its schema, with the rows of today as far as they fit, also in place of its first. */
function writeOlder(project: string, path: string, version: number): void {
  const old = new Database(path);
  try {
    // Later versions ask for it in their schema.
    addRowSum(old);
    old.prepare('ATTACH ? AS today').run(project);
    old.pragma(`application_id = ${old.pragma('today.application_id', { simple: true })}`);
    old.pragma('journal_mode = WAL');
    for (const { sql } of MIGRATIONS.slice(0, version)) old.exec(sql);
    old.pragma(`user_version = ${version}`);
    const columns = (schema: string, table: string): string[] =>
      old
        .prepare<[string, string], string>('SELECT name FROM pragma_table_xinfo(?, ?) WHERE hidden = 0')
        .pluck()
        .all(table, schema);
    const tables = old
      .prepare<[], string>(
        "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
      )
      .pluck()
      .all();
    for (const table of tables) {
      const today = columns('today', table);
      const both = columns('main', table)
        .filter((column) => today.includes(column))
        .join();
      if (both !== '')
        old.exec(`INSERT OR REPLACE INTO main.${table} (${both}) SELECT ${both} FROM today.${table}`);
    }
  } finally {
    old.close();
  }
}
