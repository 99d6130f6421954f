import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import { bytesText } from '../../../files/bytes-text.ts';
import { fileError } from '../../../files/file-errors.ts';
import type { CommandResult } from '../with-command.ts';
import { type Entry, sheet } from './sheet.ts';

/** What the files of a folder are to this program, by name; the first that matches. */
const ROLES: readonly (readonly [role: string, pattern: RegExp])[] = [
  ['truth', /^truth.*/i],
  ['capture', /\.(pcap|pcapng|cap)(\.gz)?$/i],
  ['donuts', /\.(bin|donut|raw)(\.gz)?$/i],
  ['project', /\.socavon$/i],
  ['metadata', /\.json$/i],
];

interface FolderFile {
  readonly name: string;
  readonly role: string;
  readonly bytes: number;
}

/**
 * A folder of captures, as `socavon simulate` writes it: the files that matter and what the simulator says
 * of the drive.
 *
 * @throws SocavonError 'capture-empty' where nothing in it is of use
 */
export async function describeFolder(path: string): Promise<CommandResult> {
  const files = await filesOf(path);
  if (!files.some(({ role }) => role !== 'metadata'))
    throw new SocavonError(
      'capture-empty',
      `${path} holds no capture (.pcap, .pcapng, donuts) and no project; name the folder or the file that does.`,
    );
  const simulation = files.some(({ name }) => name === 'truth.json') ? await readTruth(path) : null;
  const captures = files.filter(({ role }) => role === 'capture' || role === 'donuts');
  const warnings =
    simulation !== null && captures.length === 0 ? ['The capture of this drive is not here.'] : [];
  return {
    data: { kind: simulation === null ? 'folder' : 'simulation', path, files, simulation, warnings },
    text: sheet(
      `${path}: ${simulation === null ? 'folder' : 'simulated drive'}`,
      [
        ...files.map(({ name, role, bytes }): Entry => [role, `${name}, ${bytesText(bytes)}`]),
        ...Object.entries(simulation ?? {})
          .filter(([, value]) => typeof value !== 'object')
          .map(([key, value]): Entry => [key, String(value)]),
      ],
      warnings,
    ),
  };
}

async function filesOf(folder: string): Promise<FolderFile[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const files: FolderFile[] = [];
    for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name))) {
      const role = ROLES.find(([, pattern]) => pattern.test(entry.name))?.[0];
      if (!entry.isFile() || role === undefined) continue;
      files.push({ name: entry.name, role, bytes: (await stat(join(folder, entry.name))).size });
    }
    return files;
  } catch (error) {
    throw fileError(folder, 'read', error);
  }
}

async function readTruth(folder: string): Promise<Record<string, unknown>> {
  const path = join(folder, 'truth.json');
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new SocavonError('file-format', `${path} is not whole JSON; simulate the drive again.`, {
        cause: error,
      });
    throw fileError(path, 'read', error);
  }
}
