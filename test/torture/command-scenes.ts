import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import Database from 'better-sqlite3';
import { openSigningKey, readPublicKey } from '../../src-main/files/signing-key.ts';
import { withoutMoment } from '../fixtures/report-moment.ts';
import { type Ending, endOf, lastJson, startCli } from '../hosts/cli/run-cli.ts';
import { change } from '../project/rotted-project.ts';
import { box, MIDDLE, pointsOf } from '../tunnel/chambers.ts';
import { environmentIn, makeScenes, PROJECT, type Result } from './scenes.ts';

/** A command that is disturbed at each of its changing calls, and what it leaves undisturbed. */
export interface CommandScene {
  readonly name: string;
  /** Files that each round begins with. */
  readonly base: string;
  readonly command: (folder: string) => readonly string[];
  /** Said, with exit status 1, where it is done already. */
  readonly doneCode?: string;
  /** What is printed is not of the result: it tells of what this call found. */
  readonly isSilent?: true;
  /** The project that it begins with is damaged, or of an older version. */
  readonly isOfAnother?: true;
  /** Changing calls undisturbed. */
  readonly calls: number;
  readonly truth: Result;
}

/** A command that did not even end undisturbed. */
export interface FailedScene {
  readonly name: string;
  readonly why: string;
}

/** So that dates, and all that is made of them, are the same in each round: 2026-11-01. */
const NOW = '1793534400';
const PASSPHRASE = 'a passphrase of the torture';
const MESHES = 'stl,obj,ply,glb,dxf,landxml,surpac,datamine,omf';

type Draft = Omit<CommandScene, 'base' | 'calls' | 'truth'> & {
  /** Made for those that are run. */
  readonly base: () => string | Promise<string>;
};

/**
 * Makes a scene of every command that writes.
 *
 * @param isShort those that need one survey alone, which are quick
 */
export async function makeCommandScenes(
  options: {
    readonly folder: string;
    readonly seed: number;
    readonly isShort: boolean;
    /** Commands that begin with one of these, with commas between them. */
    readonly only?: string;
    readonly say: (text: string) => void;
  },
  shim: string,
): Promise<{ readonly scenes: CommandScene[]; readonly failed: FailedScene[] }> {
  const { folder, seed, isShort, only, say } = options;
  mkdirSync(folder, { recursive: true });
  const surveys = await makeScenes(folder, seed, isShort, say);
  const bases = join(folder, 'bases');
  const base = (name: string, fill: (into: string) => void) => (): string => {
    const into = join(bases, name);
    if (existsSync(into)) return into;
    mkdirSync(into, { recursive: true });
    fill(into);
    return into;
  };
  const surveyed = join(folder, 'truth', 'survey');
  const withProject = base('surveyed', (into) => copyFileSync(join(surveyed, PROJECT), join(into, PROJECT)));
  const project = (into: string): string => join(into, PROJECT);
  const passphrase = join(folder, 'passphrase.txt');
  writeFileSync(passphrase, `${PASSPHRASE}\n`);
  const capture = join(folder, 'captures', 'first', 'capture.pcap');

  const keys = join(folder, 'keys');
  mkdirSync(keys, { recursive: true });
  const secret = ['--passphrase-file', passphrase];
  await endOf(startCli(['key', 'new', join(keys, 'k1'), '--surveyor', 'Ana Rojas', ...secret]));

  const drafts: Draft[] = [
    {
      name: 'report',
      base: withProject,
      command: (into) => [
        'report',
        project(into),
        '--out',
        join(into, 'out'),
        '--format',
        'html,pdf,docx',
        '--json',
      ],
    },
    {
      name: 'profiles',
      base: withProject,
      command: (into) => [
        ...['profiles', project(into), '--out', join(into, 'out')],
        ...['--format', 'csv,dxf,str,landxml,svg', '--json'],
      ],
    },
    {
      name: 'unroll',
      base: withProject,
      command: (into) => ['unroll', project(into), '--out', join(into, 'out'), '--json'],
    },
    {
      name: 'sign',
      base: base('unsigned', (into) =>
        copyFileSync(join(surveyed, 'out', 'report.html'), join(into, 'report.html')),
      ),
      command: (into) => ['sign', join(into, 'report.html'), '--key', join(keys, 'k1'), ...secret, '--json'],
    },
    {
      name: 'key new',
      base: base('nothing', () => {}),
      command: (into) => ['key', 'new', join(into, 'k1'), '--surveyor', 'Ana Rojas', ...secret, '--json'],
      doneCode: 'exists',
      isSilent: true,
    },
    {
      name: 'check --repair',
      base: base('damaged', (into) => {
        copyFileSync(join(surveyed, PROJECT), project(into));
        change(project(into), "UPDATE poses SET quality = quality || ' ' WHERE scan_index = 5");
        change(project(into), 'PRAGMA wal_checkpoint(TRUNCATE)');
      }),
      command: (into) => ['check', project(into), '--repair', '--json'],
      isSilent: true,
      isOfAnother: true,
    },
    {
      name: 'recover',
      base: base('broken', (into) => {
        copyFileSync(join(surveyed, PROJECT), project(into));
        change(project(into), 'UPDATE scans SET image = zeroblob(100) WHERE scan_index = 3');
      }),
      command: (into) => ['recover', project(into), join(into, 'saved.socavon'), '--json'],
      doneCode: 'exists',
      isSilent: true,
      isOfAnother: true,
    },
    {
      name: 'calibrate',
      base: withProject,
      command: (into) => [
        'calibrate',
        project(into),
        '--out',
        join(into, 'out', 'calibration.json'),
        '--json',
      ],
    },
    {
      name: 'chamber',
      base: () => chamberIn(join(bases, 'chamber')),
      command: (into) => [
        ...['chamber', project(into), '--inside', MIDDLE.join(','), '--out', join(into, 'out')],
        ...['--meshes', MESHES, '--json'],
      ],
    },
    {
      name: 'run, every output',
      base: withProject,
      command: (into) => [
        ...['run', capture, '--project', project(into), '--out', join(into, 'out'), '--engine', 'cpu'],
        ...['--calibration', 'off', '--control', join(folder, 'captures', 'first', 'control.csv')],
        ...['--map-voxel', '0.1', '--map-formats', 'ply,las,laz,copc,e57,pts,pcd', '--meshes', MESHES],
        ...['--tables', 'xlsx,gpkg', '--trajectory-formats', 'tum,kitti,csv,mcap', '--scans', 'pcd,ply'],
        ...['--report', 'html,pdf,docx', '--json'],
      ],
    },
    ...surveys.map(
      ({ name, base: own, command }): Draft => ({
        ...{ name, base: () => own, command },
        ...(name.startsWith('migration') && { isOfAnother: true }),
      }),
    ),
    ...(isShort
      ? []
      : [
          {
            name: 'compare',
            base: base('joined', (into) =>
              copyFileSync(join(folder, 'truth', 'join', PROJECT), join(into, PROJECT)),
            ),
            command: (into: string) => ['compare', project(into), '--from', '1', '--to', '2', '--json'],
          },
        ]),
  ];
  const scenes: CommandScene[] = [];
  const failed: FailedScene[] = [];
  for (const draft of drafts.filter(
    ({ name }) => only?.split(',').some((begin) => name.startsWith(begin)) ?? true,
  )) {
    say(`undisturbed: ${draft.name}`);
    const into = join(folder, 'truth-of-commands', draft.name.replaceAll(/\W+/g, '-'));
    const begun = { ...draft, base: await draft.base() };
    cpSync(begun.base, into, { recursive: true });
    const count = `${into}.count`;
    const ending = await startScene(draft, into, shim, { SOCAVON_TORTURE_COUNT: count });
    if (ending.status !== 0) {
      failed.push({ name: draft.name, why: ending.stderr.trimEnd().split('\n').at(-1) ?? '' });
      continue;
    }
    const calls = Number(readFileSync(count).readBigUInt64LE());
    scenes.push({ ...begun, calls, truth: await commandResult(begun, into, ending) });
  }
  return { scenes, failed };
}

/** Runs the command of a scene in a folder of its own. */
export function startScene(
  { command }: Pick<CommandScene, 'command'>,
  folder: string,
  shim: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Ending> {
  const clock = { LD_PRELOAD: shim, SOCAVON_TORTURE_NOW: NOW, SOCAVON_TORTURE_FOLDER: folder };
  return endOf(startCli(command(folder), { ...environmentIn(folder), ...clock, ...env }));
}

/** A project of a chamber; importing it ends with a refusal, since it has no axis. */
async function chamberIn(into: string): Promise<string> {
  mkdirSync(into, { recursive: true });
  const { count, origin, xyz } = pointsOf(box(5, 5, 4.5), { count: 15_000, noise: 0.004 }, 1);
  const lines = Array.from({ length: count }, (_, i) =>
    [0, 1, 2].map((k) => (origin[k] + xyz[3 * i + k]).toFixed(4)).join(' '),
  );
  const cloud = `${into}.xyz`;
  writeFileSync(cloud, `${lines.join('\n')}\n`);
  await endOf(startCli(['run', cloud, '--project', join(into, PROJECT), '--out', `${into}.out`]));
  return into;
}

/**
 * What a command left: all files that were not there before, or not so, with projects as what they hold, and what was
 * printed.
 */
export async function commandResult(
  { base, isSilent }: Pick<CommandScene, 'base' | 'isSilent'>,
  folder: string,
  ending: Ending | null,
): Promise<Result> {
  const result = new Map<string, Buffer>();
  for (const path of filesIn(folder)) {
    const name = relative(folder, path).replaceAll('\\', '/');
    if (/-wal$|-shm$/.test(name)) continue;
    const bytes = readFileSync(path);
    const before = join(base, name);
    if (existsSync(before) && readFileSync(before).equals(bytes) && !name.endsWith('.socavon')) continue;
    result.set(finalName(name), await comparable(path, bytes));
  }
  if (ending !== null && !isSilent) {
    const { alreadyImported: _, ...said } = lastJson(ending);
    result.set('printed', Buffer.from(JSON.stringify(said).replaceAll(folder, '.')));
  }
  return result;
}

/** A copy that is made again after a kill has a number; it is the same. */
function finalName(name: string): string {
  return name.replace(/-\d+(?=\.backup$)/, '');
}

async function comparable(path: string, bytes: Buffer): Promise<Buffer> {
  const name = basename(path);
  if (name.endsWith('.part')) return bytes;
  // It tells when the survey was resumed, and of a new project which one it is.
  if (name === 'report.html') return Buffer.from(withoutMoment(bytes.toString('utf8')));
  // Other keys each time: they must open, and belong together.
  if (name === 'k1') {
    const { signer, publicKey } = await openSigningKey(path, PASSPHRASE);
    const isPaired =
      !existsSync(`${path}.pub`) ||
      (await readPublicKey(`${path}.pub`)).fingerprint === publicKey.fingerprint;
    return Buffer.from(`${signer}, ${isPaired ? 'of its public key' : 'of another public key'}`);
  }
  if (name === 'k1.pub') return Buffer.from((await readPublicKey(path)).signer);
  if (/\.socavon(?:\.v\d+(?:-\d+)?\.backup)?$/.test(name)) return Buffer.from(contentsOf(path));
  return bytes;
}

/** Not of what a project holds: who it is, and what was done to it when. */
const OF_HISTORY = /^(?:log|audit.*|tallies|sqlite_.*|running_imports)$/;
const OF_MOMENT = new Set(['uuid', 'checksum', 'created_by']);

/** All that a project holds, as text: a digest of the rows of each table, whatever pages they lie in. */
function contentsOf(path: string): string {
  const plain = new Database(path);
  try {
    plain.defaultSafeIntegers(true);
    const tables = plain
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck()
      .all()
      .filter((name) => !OF_HISTORY.test(name));
    return tables
      .map((table) => {
        const rows = plain
          .prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`)
          .all()
          .map((row) =>
            JSON.stringify(
              Object.entries(row)
                .filter(([column]) => !OF_MOMENT.has(column))
                // A kept report says which project it is of, as its file does.
                .map(([column, value]) => [
                  column,
                  row.kind === 'report' && column === 'payload' ? withoutMoment(String(value)) : value,
                ]),
              (_, value) => (typeof value === 'bigint' ? String(value) : value),
            ),
          )
          .sort();
        return `${table}: ${rows.length} ${createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 16)}\n`;
      })
      .join('');
  } finally {
    plain.close();
    for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
  }
}

/** Paths of all files below a folder. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
