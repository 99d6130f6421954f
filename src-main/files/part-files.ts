import { createHash, randomInt } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { systemCode } from './file-errors.ts';
import { flushFile, flushFolder } from './flush.ts';

/** Names of unfinished files: of what they become, eight characters of who writes them, and an ending. */
const PART_NAME = /^\.(?<file>.+)\.(?<writer>[0-9a-z]{8})\.part(?:-wal|-shm|-journal)?$/;
/** Age at which a file of another machine, or of an unknown writer, counts as left behind: a live one is written every few seconds. */
const STALE_MS = 600_000;
/** Shares of the eight characters: process id, machine, and a number that tells the files of a process apart. */
const MACHINES = 512;
const NUMBERS = 1024;

/** Path of the hidden file that becomes another when it is whole, in the same folder; its name says who writes it. */
export function partPath(path: string): string {
  const writer = (process.pid * MACHINES + thisMachine()) * NUMBERS + randomInt(NUMBERS);
  return join(dirname(path), `.${basename(path)}.${writer.toString(36).padStart(8, '0')}.part`);
}

/**
 * Gives an unfinished file that is whole now its name, unless there is a file of that name. Both are on the disk then: what
 * follows, such as the dropping of rows that were copied, may rely on it even if the power fails.
 *
 * @returns false: there is one, and the unfinished file stays
 * @throws errors of node:fs
 */
export function placeNew(part: string, path: string): boolean {
  if (existsSync(path)) return false;
  flushFile(part);
  try {
    linkSync(part, path); // unlike a rename, refused where another program has just taken the name
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    renameSync(part, path); // file systems of memory sticks have no links
    flushFolder(dirname(path));
    return true;
  }
  flushFolder(dirname(path));
  removeLeftover(part);
  return true;
}

/**
 * Removes a file or folder that was needed for the time of a work. One that cannot be removed stays: that hides neither the
 * result of the work nor why it failed.
 */
export function removeLeftover(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Whoever clears the folder next removes it.
  }
}

/**
 * Removes what programs that were killed left unfinished in a folder: at once where the program that wrote it ran on this
 * machine and is gone, else by age. What a live program writes is left alone.
 *
 * @param of only what would have become this file
 */
export function removeAbandonedParts(folder: string, of?: string): void {
  for (const name of readdirSync(folder)) {
    const { file, writer } = PART_NAME.exec(name)?.groups ?? {};
    if (file === undefined || (of !== undefined && file !== of)) continue;
    const part = join(folder, name);
    if (isAbandoned(writer, part)) removeLeftover(part);
  }
}

const looked = new Set<string>();

/** As `removeAbandonedParts`, the first time that this program writes into a folder. What cannot be removed stays. */
export function removeAbandonedPartsOnce(folder: string): void {
  if (looked.has(folder)) return;
  looked.add(folder);
  try {
    removeAbandonedParts(folder);
  } catch {
    // Somebody else's, or a disk that fails: what is written next tells.
  }
}

function isAbandoned(writer: string, part: string): boolean {
  const [process, machine] = [
    Math.floor(Number.parseInt(writer, 36) / NUMBERS / MACHINES),
    Math.floor(Number.parseInt(writer, 36) / NUMBERS) % MACHINES,
  ];
  if (machine === thisMachine() && !isAlive(process)) return true;
  const status = statSync(part, { throwIfNoEntry: false });
  return status !== undefined && Date.now() - status.mtimeMs > STALE_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

let machine: number | undefined;

/** A number for where process ids are told apart: the machine, and on Linux the container. */
function thisMachine(): number {
  machine ??=
    createHash('sha256').update(`${hostname()} ${namespaceOfProcesses()}`).digest().readUInt16LE() % MACHINES;
  return machine;
}

function namespaceOfProcesses(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
