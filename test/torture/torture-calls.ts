import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { checkProject } from '../../src-main/project/check-project.ts';
import { type Ending, lastJson } from '../hosts/cli/run-cli.ts';
import {
  type CommandScene,
  commandResult,
  type FailedScene,
  filesIn,
  makeCommandScenes,
  startScene,
} from './command-scenes.ts';
import { compileShim, type Fault, newRow, type Offence, type Row, UNFORESEEN } from './run-torture.ts';
import { type Result, removeRound } from './scenes.ts';

/** What is done at a call: nothing of it and all after it happens, or it fails, alone or with all after it. */
const BLOWS = [
  ['kill -9', 'SOCAVON_TORTURE_KILL', (at: number) => `${at}`],
  ['ENOSPC', 'SOCAVON_TORTURE_ERROR', (at: number) => `write:${at}:28`],
  ['kill -9', 'SOCAVON_TORTURE_KILL', (at: number) => `${at}`],
  ['EIO once', 'SOCAVON_TORTURE_ERROR', (at: number) => `once:${at}:5`],
  ['kill -9', 'SOCAVON_TORTURE_KILL', (at: number) => `${at}`],
  ['EROFS', 'SOCAVON_TORTURE_ERROR', (at: number) => `write:${at}:30`],
  ['ENOSPC once', 'SOCAVON_TORTURE_ERROR', (at: number) => `once:${at}:28`],
  ['EIO', 'SOCAVON_TORTURE_ERROR', (at: number) => `write:${at}:5`],
] as const;
/** Refusals of a disk that fails. */
const OF_DISKS = ['disk-full', 'file-unwritable', 'file-unreadable', 'file-missing'];

export interface CallTortureOptions {
  readonly folder: string;
  readonly seed: number;
  /** Calls of each command that are struck, spread over all; null: each, killed. */
  readonly blows: number | null;
  readonly milliseconds: number;
  readonly isShort?: boolean;
  /** Commands that begin so. */
  readonly only?: string;
  readonly say: (text: string) => void;
  readonly onOffence: (offence: Offence) => void;
}

export interface CallTorture {
  readonly rows: ReadonlyMap<string, Row>;
  readonly rounds: number;
  readonly notRun: readonly string[];
  readonly failed: readonly FailedScene[];
}

/** Kills every command that writes at its changing calls, or lets these fail, and lets it go on. */
export async function tortureCalls(options: CallTortureOptions): Promise<CallTorture> {
  const { folder, seed, blows, milliseconds, isShort = false, only, say, onOffence } = options;
  const started = performance.now();
  mkdirSync(folder, { recursive: true });
  const rows = new Map<string, Row>();
  const shim = compileShim(folder);
  if (shim === null)
    return { rows, rounds: 0, notRun: ['calls that fail: Linux with gcc is needed'], failed: [] };
  const { scenes, failed } = await makeCommandScenes({ folder, seed, isShort, only, say }, shim);
  const random = seededRandom(seed);
  let rounds = 0;
  for (const scene of scenes) {
    for (const [which, at] of struckCalls(scene.calls, blows, random).entries()) {
      if (performance.now() - started > milliseconds) break;
      const [how, variable, value] = BLOWS[blows === null ? 0 : which % BLOWS.length];
      const results: [Fault, string][] = [];
      const round = join(folder, 'rounds', String(rounds));
      mkdirSync(dirname(round), { recursive: true });
      await strike(scene, round, shim, { [variable]: value(at) }, how === 'kill -9', (fault, what) =>
        results.push([fault, `${how} at call ${at} of ${scene.calls}: ${what}`]),
      );
      removeRound(round);
      const name = `${scene.name}: ${how}`;
      const row = rows.get(name) ?? newRow();
      rows.set(name, row);
      row.rounds++;
      if (results.length === 0) row.same++;
      for (const fault of new Set(results.map(([one]) => one))) row.faults[fault]++;
      for (const [fault, what] of results) onOffence({ round: rounds, row: name, fault, what });
      rounds++;
      say(`${name} at ${at} of ${scene.calls}: ${results.length === 0 ? 'the same' : results[0].join(', ')}`);
    }
  }
  return { rows, rounds, notRun: [], failed };
}

/** The first, the last, and between them one of each of as many parts. */
function struckCalls(calls: number, blows: number | null, random: Random): number[] {
  if (blows === null || blows >= calls) return Array.from({ length: calls }, (_, i) => i + 1);
  return Array.from({ length: blows }, (_, i) => 1 + Math.floor(((i + random.uniform()) * calls) / blows));
}

async function strike(
  scene: CommandScene,
  folder: string,
  shim: string,
  blow: NodeJS.ProcessEnv,
  isKilled: boolean,
  wrong: (fault: Fault, what: string) => void,
): Promise<void> {
  cpSync(scene.base, folder, { recursive: true });
  const struck = await startScene(scene, folder, shim, blow);
  if (struck.status === 0) await expectResult(scene, folder, struck, exceptLog(wrong));
  else {
    if (!isKilled) expectRefusal(struck, wrong);
    await expectWhole(scene, folder, wrong, writtenOutputs(struck));
  }
  const again = await startScene(scene, folder, shim);
  expectDone(scene, again, wrong);
  await expectResult(scene, folder, again, wrong);
  if (existsSync(`${folder}.log`)) wrong('wrong sentence', 'an unexpected error is in the log');
}

/** Where the disk fails as a project is closed, its changes stay in SQLite's log beside it until it is opened again. */
function exceptLog(wrong: (fault: Fault, what: string) => void): typeof wrong {
  return (fault, what) => {
    if (fault !== 'left over' || !/^\S+-(?:wal|shm)(?:, \S+-(?:wal|shm))*$/.test(what)) wrong(fault, what);
  };
}

/** Outputs that a call of which others failed says it has written; null: none failed, or it says nothing. */
function writtenOutputs({ stdout }: Ending): readonly string[] | null {
  if (stdout.trim() === '') return null;
  const { failed, files } = lastJson({ stdout } as Ending) as { failed?: unknown; files?: string[] };
  return failed === undefined ? null : (files ?? null);
}

function expectDone({ doneCode }: CommandScene, ending: Ending, wrong: (fault: Fault, what: string) => void) {
  if (ending.status === 0 || (doneCode !== undefined && codeOf(ending) === doneCode)) return;
  wrong('lost', `it does not go on: ${lastLine(ending.stderr)}`);
}

function expectRefusal(ending: Ending, wrong: (fault: Fault, what: string) => void): void {
  const code = codeOf(ending);
  // A run of which an output failed prints its result.
  const isKnown = code === null ? ending.stdout.trim() !== '' : OF_DISKS.includes(code);
  if (ending.status !== 1 || UNFORESEEN.test(ending.stderr) || !isKnown)
    wrong('wrong sentence', `${code}, status ${ending.status}: ${lastLine(ending.stderr)}`);
}

/** Equal to the undisturbed result, and nothing beside it. */
export async function expectResult(
  scene: CommandScene,
  folder: string,
  ending: Ending | null,
  wrong: (fault: Fault, what: string) => void,
): Promise<void> {
  const left = filesIn(folder).filter((path) => /\.part(?:$|-)|-wal$|-shm$|-journal$/.test(path));
  if (left.length > 0) wrong('left over', left.map((path) => basename(path)).join(', '));
  const printed = ending?.status === 0 ? ending : null;
  const result = await resultIn(scene, folder, printed, wrong);
  if (result === null) return;
  for (const [name, bytes] of scene.truth) {
    if (name === 'printed' && printed === null) continue;
    const own = result.get(name);
    if (own === undefined) wrong('lost', `${name} is missing`);
    else if (!own.equals(bytes)) wrong('other bytes', `${name}: ${difference(own, bytes)}`);
  }
  for (const name of result.keys())
    if (!scene.truth.has(name) && !name.endsWith('.part')) wrong('left over', name);
}

/**
 * No file has its final name that is not whole: it is as at the end, or as before.
 *
 * @param written outputs that were said to be written where others failed: a list of files names these; null: none failed
 */
export async function expectWhole(
  scene: CommandScene,
  folder: string,
  wrong: (fault: Fault, what: string) => void,
  written: readonly string[] | null = null,
): Promise<void> {
  // Opening a project changes its log, and what is looked at is a copy.
  const copy = mkdtempSync(`${folder}.look-`);
  try {
    cpSync(folder, copy, { recursive: true });
    for (const path of filesIn(copy)) if (/\.part(?:-\w+)?$/.test(path)) rmSync(path);
    const isOurs = (path: string): boolean =>
      path.endsWith('.socavon') && !(scene.isOfAnother && existsSync(join(scene.base, basename(path))));
    for (const path of filesIn(copy)) {
      const fault = isOurs(path) ? damageOf(path) : null;
      if (fault !== null) wrong('corrupt', `${basename(path)}: ${fault}`);
    }
    const result = await resultIn(scene, copy, null, wrong);
    // A project grows while it is written to: it must be sound, which it was asked above.
    for (const [name, bytes] of result ?? [])
      if (
        !isOurs(name) &&
        scene.truth.get(name)?.equals(bytes) !== true &&
        !isListOf(written, scene.truth.get(name), bytes) &&
        !existsSync(join(scene.base, name))
      )
        wrong('corrupt', `${name} stands there and is not whole`);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** True for a list of files that is that of the end, of those that were written. */
function isListOf(written: readonly string[] | null, truth: Buffer | undefined, own: Buffer): boolean {
  if (written === null || truth === undefined || truth[0] !== 0x7b) return false;
  const { files, ...rest } = JSON.parse(truth.toString('utf8')) as { files?: { file: string }[] };
  const left = files?.filter(({ file }) => written.includes(file));
  try {
    return isDeepStrictEqual(JSON.parse(own.toString('utf8')), { ...rest, files: left });
  } catch {
    return false;
  }
}

async function resultIn(
  scene: CommandScene,
  folder: string,
  ending: Ending | null,
  wrong: (fault: Fault, what: string) => void,
): Promise<Result | null> {
  try {
    return await commandResult(scene, folder, ending);
  } catch (error) {
    wrong('corrupt', String(error));
    return null;
  }
}

/** What `check` says of a project, in words; null: it is sound. */
export function damageOf(path: string): string | null {
  try {
    const { damage } = checkProject(path);
    return damage.length === 0 ? null : `${damage.length} damaged parts, ${damage[0].what.code}`;
  } catch (error) {
    return error instanceof SocavonError ? error.message : String(error);
  }
}

function codeOf({ stdout, ...rest }: Ending): string | null {
  if (stdout.trim() === '') return null;
  const { error } = lastJson({ stdout, ...rest });
  return (error as { code?: string } | undefined)?.code ?? null;
}

function lastLine(text: string): string {
  return text.trimEnd().split('\n').at(-1) ?? '';
}

/** The text around the first byte that differs, of either. */
function difference(own: Buffer, truth: Buffer): string {
  const at = own.findIndex((byte, i) => byte !== truth[i]);
  const near = (bytes: Buffer): string => bytes.toString('latin1', Math.max(0, at - 30), at + 40);
  return `at ${at}, "${near(own)}" for "${near(truth)}"`.replaceAll(/[^ -~]/g, '.');
}
