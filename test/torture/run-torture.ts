import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import { mountSmallDisk, plugFolder } from '../fixtures/special-disks.ts';
import { type Ending, endOf, lastJson, startCli } from '../hosts/cli/run-cli.ts';
import { environmentIn, makeScenes, removeRound, resultIn, type Scene } from './scenes.ts';

/** What is done to the program. */
export const TORMENTS = [
  'kill -9',
  'disk that fills',
  'injected ENOSPC, EIO, EROFS',
  'disk that vanishes',
  'disk made read-only',
  'clock moved',
  'three at once',
] as const;
export type Torment = (typeof TORMENTS)[number];

/** In which way a round went wrong. */
export type Fault = 'lost' | 'corrupt' | 'other bytes' | 'wrong sentence' | 'left over';

export interface Offence {
  readonly round: number;
  readonly row: string;
  readonly fault: Fault;
  readonly what: string;
}

/** Rounds of one kind, by where in the work it was. */
export interface Row {
  rounds: number;
  /** Done after it, with the bytes of the undisturbed result. */
  same: number;
  readonly faults: Record<Fault, number>;
}

interface TortureOptions {
  /** New; it holds the captures, the undisturbed results and the rounds. */
  readonly folder: string;
  readonly seed: number;
  readonly rounds: number;
  /** No round begins after so many milliseconds. */
  readonly milliseconds: number;
  readonly only?: readonly Torment[];
  /** The survey alone, for a few rounds. */
  readonly isShort?: boolean;
  readonly say: (text: string) => void;
  readonly onOffence: (offence: Offence) => void;
}

interface Torture {
  readonly rows: ReadonlyMap<string, Row>;
  readonly rounds: number;
  /** What could not be done on this machine, and why. */
  readonly notRun: readonly string[];
}

/** How often each comes among ten rounds. */
const CYCLE: readonly Torment[] = [
  'kill -9',
  'injected ENOSPC, EIO, EROFS',
  'kill -9',
  'disk that fills',
  'kill -9',
  'three at once',
  'kill -9',
  'disk that vanishes',
  'kill -9',
  'clock moved',
  'kill -9',
  'injected ENOSPC, EIO, EROFS',
  'kill -9',
  'disk made read-only',
];
const STAGES = ['import', 'align', 'refine', 'map', 'measure', 'export'];
/** Sentences that say no more than that the program does not know what happened. */
export const UNFORESEEN = /met an error of its own|^\s+at .*:\d+/m;

interface Round {
  readonly scene: Scene;
  readonly folder: string;
  readonly random: Random;
  readonly shim: string | null;
  readonly wrong: (fault: Fault, what: string) => void;
}

/** Where in the work a round was disturbed; null: nothing was done, since this machine refuses it. */
type Blow = (round: Round) => Promise<string | null>;

/** Disturbs the real command line in every way, lets it go on each time, and compares with the undisturbed result. */
export async function torture(options: TortureOptions): Promise<Torture> {
  const { folder, seed, rounds, milliseconds, only, isShort = false, say, onOffence } = options;
  const started = performance.now();
  const random = seededRandom(seed);
  mkdirSync(folder, { recursive: true });
  const scenes = await makeScenes(folder, seed, isShort, say);
  const notRun = new Set<string>();
  const shim = compileShim(folder);
  if (shim === null) notRun.add('injected errors and the clock: Linux with gcc is needed');
  const cycle = CYCLE.filter((torment) => only?.includes(torment) ?? true);
  const rows = new Map<string, Row>();
  let done = 0;
  for (; done < rounds && performance.now() - started < milliseconds; done++) {
    const torment = cycle[done % cycle.length];
    // Half of the rounds are whole surveys, where most can go wrong.
    const scene = done % 2 === 0 || random.uniform() < 0.3 ? scenes[0] : scenes[random.below(scenes.length)];
    const results: [Fault, string][] = [];
    const round: Round = {
      scene,
      folder: join(folder, 'rounds', String(done)),
      random,
      shim,
      wrong: (fault, what) => void results.push([fault, what]),
    };
    mkdirSync(dirname(round.folder), { recursive: true });
    const where = await BLOWS[torment](round);
    removeRound(round.folder);
    if (where === null) {
      notRun.add(`${torment}: this user may not mount here, or gcc is missing`);
      continue;
    }
    const name = `${torment}: ${scene.name === 'survey' || scene.name === 'second session' ? where : scene.name}`;
    const row = rows.get(name) ?? newRow();
    rows.set(name, row);
    row.rounds++;
    if (results.length === 0) row.same++;
    for (const fault of new Set(results.map(([one]) => one))) row.faults[fault]++;
    for (const [fault, what] of results) onOffence({ round: done, row: name, fault, what });
    say(`${done + 1} of ${rounds}, ${name}: ${results.length === 0 ? 'the same' : results[0].join(', ')}`);
  }
  return { rows, rounds: done, notRun: [...notRun] };
}

/** A row of no rounds. */
export function newRow(): Row {
  const faults = { lost: 0, corrupt: 0, 'other bytes': 0, 'wrong sentence': 0, 'left over': 0 };
  return { rounds: 0, same: 0, faults };
}

const BLOWS: Readonly<Record<Torment, Blow>> = {
  async 'kill -9'(round) {
    begin(round);
    let where = 'start';
    for (let blow = 0; blow < 1 + round.random.below(3); blow++) {
      const run = startIn(round);
      strike(run, round, () => void run.child.kill('SIGKILL'));
      const ending = await run.ended;
      where = run.stage();
      if (ending.status !== null) expectDone(round, ending);
    }
    await resume(round);
    return where;
  },

  async 'disk that fills'(round) {
    const { scene, folder, random } = round;
    const least = sizeOf(scene.base);
    const most = sizeOf(join(dirname(dirname(folder)), 'truth', scene.name));
    const bytes = Math.ceil(1.02 * least + (1 << 16) + random.uniform() * (most - least));
    const disk = mountSmallDisk(bytes, dirname(folder));
    if (disk === null) return null;
    try {
      const own = { ...round, folder: join(disk.path, 'round') };
      // What belongs to the machine is not on the disk of the project.
      const env = environmentIn(folder);
      begin(own);
      const run = startIn(own, env);
      const ending = await run.ended;
      if (ending.status !== 0) expectRefused(own, ending, ['disk-full']);
      expectWhole(own);
      disk.resize(4 * most + (16 << 20));
      await resume(own, env);
      return run.stage();
    } finally {
      disk.unmount();
    }
  },

  async 'injected ENOSPC, EIO, EROFS'(round) {
    const { random, shim, folder } = round;
    if (shim === null) return null;
    begin(round);
    const [name, codes] = [
      // There is room in fact, so that SQLite's failures to flush are not told as a full disk.
      ['ENOSPC', ['disk-full', 'file-unwritable']],
      ['EIO', ['file-unwritable', 'file-unreadable']],
      ['EROFS', ['file-unwritable']],
    ][random.below(3)] as [keyof typeof ERRNO, string[]];
    const doing = name === 'EIO' && random.uniform() < 0.5 ? 'read' : 'write';
    const at = Math.ceil(Math.exp(random.uniform() * Math.log(3000)));
    const run = startIn(round, {
      LD_PRELOAD: shim,
      SOCAVON_TORTURE_FOLDER: folder,
      SOCAVON_TORTURE_ERROR: `${doing}:${at}:${ERRNO[name]}`,
    });
    const ending = await run.ended;
    if (ending.status !== 0) expectRefused(round, ending, codes, `${name} at ${doing} ${at}`);
    expectWhole(round);
    await resume(round);
    return `${name} (${doing})`;
  },

  async 'disk that vanishes'(round) {
    const behind = join(dirname(round.folder), `${round.scene.name}-behind`);
    rmSync(behind, { recursive: true, force: true });
    mkdirSync(behind);
    const plugged = plugFolder(behind, round.folder);
    if (plugged === null) return null;
    try {
      begin(round);
      const run = startIn(round);
      strike(run, round, () => plugged.vanish());
      const ending = await run.ended;
      if (ending.status !== 0)
        expectRefused(round, ending, ['file-unwritable', 'file-unreadable', 'file-missing']);
      else if (!existsSync(join(round.folder, round.scene.project)))
        compare(
          { ...round, folder: behind },
          { ...ending, stdout: ending.stdout.replaceAll(round.folder, behind) },
        );
      // Gone before the program looked for it, all of it lies in the folder that was under the disk. Of a round that begins
      // with a project that is another one, of this command alone.
      else if (!existsSync(join(round.scene.base, round.scene.project))) compare(round, ending);
      plugged.vanish();
      rmSync(round.folder, { recursive: true });
      mkdirSync(round.folder);
      plugged.plugIn();
      await resume(round);
      return run.stage();
    } finally {
      plugged.remove();
      rmSync(behind, { recursive: true, force: true });
    }
  },

  async 'disk made read-only'(round) {
    const disk = mountSmallDisk(256 << 20, dirname(round.folder));
    if (disk === null) return null;
    try {
      const own = { ...round, folder: join(disk.path, 'round') };
      const env = environmentIn(round.folder);
      begin(own);
      const run = startIn(own, env);
      // A disk with a file that is being written does not let itself be made so; it is tried until it does.
      strike(run, own, async () => {
        while (run.isRunning()) {
          try {
            disk.makeReadOnly();
            return;
          } catch {
            await pause(2);
          }
        }
      });
      const ending = await run.ended;
      if (ending.status !== 0) expectRefused(own, ending, ['file-unwritable', 'file-unreadable']);
      disk.makeWritable();
      expectWhole(own);
      await resume(own, env);
      return run.stage();
    } finally {
      disk.unmount();
    }
  },

  async 'clock moved'(round) {
    const { random, shim, scene } = round;
    if (shim === null) return null;
    begin(round);
    const seconds = Math.round((random.uniform() - 0.8) * 3e8);
    const run = startIn(round, {
      LD_PRELOAD: shim,
      SOCAVON_TORTURE_CLOCK: `${Math.round(random.uniform() * scene.milliseconds)}:${seconds}`,
    });
    const ending = await run.ended;
    expectDone(round, ending);
    return seconds < 0 ? 'back' : 'forward';
  },

  async 'three at once'(round) {
    begin(round);
    const runs = [];
    for (let number = 0; number < 3; number++) {
      runs.push(startIn(round));
      await pause(round.random.uniform() * 0.3 * round.scene.milliseconds);
    }
    const endings = await Promise.all(runs.map(({ ended }) => ended));
    if (endings.every(({ status }) => status !== 0)) round.wrong('lost', 'none of three ended well');
    for (const ending of endings)
      if (ending.status !== 0) expectRefused(round, ending, ['project-busy', 'capture-known']);
    await resume(round);
    return 'all';
  },
};

const ERRNO = { ENOSPC: 28, EIO: 5, EROFS: 30 } as const;

/** The library that makes calls fail and moves the clock; null where it cannot be made. */
export function compileShim(folder: string): string | null {
  if (process.platform !== 'linux') return null;
  const library = join(folder, 'shim.so');
  const source = fileURLToPath(new URL('shim.c', import.meta.url));
  try {
    execFileSync('gcc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], { stdio: 'pipe' });
    return library;
  } catch {
    return null;
  }
}

function begin({ scene, folder }: Round): void {
  cpSync(scene.base, folder, { recursive: true });
}

interface Run {
  readonly child: ReturnType<typeof startCli>;
  readonly ended: Promise<Ending>;
  /** The last that it told of its progress, until it was struck. */
  stage(): string;
  isRunning(): boolean;
  /** Calls back at each line of progress. */
  onProgress(hear: (stage: string) => void): void;
  struck: boolean;
}

function startIn({ scene, folder }: Round, env: NodeJS.ProcessEnv = {}): Run {
  const child = startCli(scene.command(folder), { ...environmentIn(folder), ...env });
  let stage = 'start';
  let hear: ((stage: string) => void) | null = null;
  child.stderr?.on('data', (text: Buffer) => {
    for (const [, name] of text.toString().matchAll(/^(\w+): \d/gm)) {
      if (!run.struck) stage = name;
      hear?.(name);
    }
  });
  const run: Run = {
    child,
    ended: endOf(child),
    stage: () => stage,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    onProgress: (listener) => {
      hear = listener;
    },
    struck: false,
  };
  return run;
}

/** Does something once to a run: at a random instant, or at a random line of progress of a stage. */
function strike(run: Run, { random, scene }: Round, blow: () => void | Promise<void>): void {
  const once = (): void => {
    if (run.struck || !run.isRunning()) return;
    run.struck = true;
    void blow();
  };
  if (random.uniform() < 0.5) {
    const timer = setTimeout(once, random.uniform() * scene.milliseconds);
    void run.ended.then(() => clearTimeout(timer));
    return;
  }
  const aim = STAGES[random.below(STAGES.length)];
  let left = random.below(10);
  const later = random.uniform() * 100;
  run.onProgress((stage) => {
    if (stage === aim && left-- === 0) setTimeout(once, later);
  });
}

/** Runs until it is done and compares with the undisturbed result. */
async function resume(round: Round, env: NodeJS.ProcessEnv = {}): Promise<void> {
  expectDone(round, await startIn(round, env).ended);
}

function expectDone(round: Round, ending: Ending): void {
  const { wrong, folder, scene } = round;
  if (ending.status !== 0) {
    wrong('lost', `it does not go on: ${lastLine(ending.stderr)}`);
    if (UNFORESEEN.test(ending.stderr)) wrong('wrong sentence', lastLine(ending.stderr));
    return;
  }
  compare(round, ending);
  const damage = damageOf(join(folder, scene.project));
  if (damage !== null) wrong('corrupt', damage);
  const left = namesIn(folder).filter((name) => /\.part|-wal$|-shm$|-journal$/.test(name));
  if (left.length > 0) wrong('left over', left.join(', '));
  if (existsSync(`${folder}.log`)) wrong('wrong sentence', 'an unexpected error is in the log');
}

function compare({ scene, folder, wrong }: Round, ending: Ending): void {
  const result = resultIn(folder, ending);
  for (const [name, bytes] of scene.truth) {
    const own = result.get(name);
    if (own === undefined) wrong('lost', `${name} is missing`);
    else if (!own.equals(bytes)) wrong('other bytes', `${name}: ${firstDifference(own, bytes)}`);
  }
  for (const name of result.keys()) if (!scene.truth.has(name)) wrong('left over', name);
}

/** The text around the first byte that differs, of either. */
function firstDifference(own: Buffer, truth: Buffer): string {
  const at = own.findIndex((byte, i) => byte !== truth[i]);
  const near = (bytes: Buffer): string => bytes.toString('latin1', Math.max(0, at - 30), at + 30);
  return `at ${at}, "${near(own)}" for "${near(truth)}"`.replaceAll(/[^ -~]/g, '.');
}

/** No file stands under its final name that is not whole. */
function expectWhole({ scene, folder, wrong }: Round): void {
  const result = resultIn(folder, { status: 0, stdout: '{}', stderr: '' });
  for (const [name, bytes] of result)
    if (name !== 'printed' && !name.endsWith('.part') && scene.truth.get(name)?.equals(bytes) !== true)
      wrong('corrupt', `${name} stands there and is not whole`);
}

/** Ended by one sentence, and by the right one. */
function expectRefused({ wrong }: Round, ending: Ending, codes: readonly string[], how = ''): void {
  const { status, stdout, stderr } = ending;
  const said = `${how} status ${status}: ${lastLine(stderr)}`.trim();
  const code = stdout.trim() === '' ? null : (lastJson(ending).error as { code?: string } | undefined)?.code;
  if (status !== 1 || UNFORESEEN.test(stderr) || !codes.includes(code ?? ''))
    wrong('wrong sentence', `${code}, ${said}`);
}

function damageOf(project: string): string | null {
  const plain = new Database(project, { readonly: true });
  try {
    const integrity = plain.pragma('integrity_check', { simple: true });
    const foreign = plain.pragma('foreign_key_check') as unknown[];
    if (integrity !== 'ok') return String(integrity);
    return foreign.length === 0 ? null : `${foreign.length} rows refer to nothing`;
  } finally {
    plain.close();
    for (const end of ['-wal', '-shm']) rmSync(project + end, { force: true });
  }
}

function namesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' });
}

function sizeOf(folder: string): number {
  // Each file takes whole pages.
  return namesIn(folder).reduce(
    (sum, name) => sum + Math.ceil(statSync(join(folder, name)).size / 4096) * 4096 + 4096,
    0,
  );
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1)!;
}
