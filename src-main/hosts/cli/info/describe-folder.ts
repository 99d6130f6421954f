import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { message } from '../../../../src-core/messages/message.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import { captureKind } from '../../../../src-core/model/file-endings.ts';
import { bytesText } from '../../../files/bytes-text.ts';
import { fileError } from '../../../files/file-errors.ts';
import { readText } from '../../../files/read-text.ts';
import type { CommandResult } from '../with-command.ts';
import { say } from '../words.ts';
import { type Entry, sheet } from './sheet.ts';

/** What a simulation writes beside its captures for comparison. */
const TRUTH = /^truth/i;
/** Roles of the other files of a folder, by name; the first match counts. */
const ROLES: readonly (readonly [role: string, pattern: RegExp])[] = [
  ['project', /\.socavon$/i],
  ['cloud', /\.(las|laz|e57|ply|pcd|pts|ptx|xyz|asc)$/i],
  ['trajectory', /\.tum$/i],
  ['metadata', /\.json$/i],
];

interface FolderFile {
  readonly name: string;
  readonly role: string;
  readonly bytes: number;
}

/**
 * Describes a folder of captures, as written by `socavon simulate`: its relevant files and the simulator's
 * description of the drive.
 *
 * @throws SocavonError 'capture-empty' if it contains no usable file
 */
export async function describeFolder(path: string): Promise<CommandResult> {
  const files = await filesOf(path);
  if (!files.some(({ role }) => role !== 'metadata'))
    throw new SocavonError('capture-empty', message('folder-without-capture', { path }));
  const simulation = files.some(({ name }) => name === 'truth.json') ? await readTruth(path) : null;
  const captures = files.filter(({ role }) => role === 'capture' || role === 'donuts');
  const warnings = simulation !== null && captures.length === 0 ? [say('info-no-capture')] : [];
  return {
    data: { kind: simulation === null ? 'folder' : 'simulation', path, files, simulation, warnings },
    text: sheet(
      say(simulation === null ? 'info-folder' : 'info-simulated', { path }),
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

function roleOf(name: string): string | undefined {
  if (TRUTH.test(name)) return 'truth';
  return captureKind(name) ?? ROLES.find(([, pattern]) => pattern.test(name))?.[0];
}

async function filesOf(folder: string): Promise<FolderFile[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const files: FolderFile[] = [];
    for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name))) {
      const role = roleOf(entry.name);
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
    return JSON.parse(await readText(path));
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new SocavonError('file-format', message('json-broken', { path }), {
        cause: error,
      });
    throw fileError(path, 'read', error);
  }
}
