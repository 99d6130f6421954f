import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openAtomicSink } from '../files/atomic-sink.ts';
import { fileError, systemCode } from '../files/file-errors.ts';
import { configFolder } from './config-folder.ts';
import type { Remembered } from './remembered-schema.ts';

export interface ReadRemembered {
  readonly remembered: Remembered;
  /** One sentence where there is a file that cannot be used, else null. */
  readonly complaint: string | null;
}

/** Where measurements of devices are kept for this user. */
export function rememberedPath(env: NodeJS.ProcessEnv = process.env): string {
  return join(configFolder(env), 'devices.json');
}

/**
 * What was measured before. A file that is damaged or of another program counts as empty: all in it can be measured
 * again.
 */
export async function readRemembered(path: string = rememberedPath()): Promise<ReadRemembered> {
  const empty: Remembered = { format: 'socavon-devices', version: 1, tunings: {}, choices: {} };
  const ignored = (why: string): ReadRemembered => ({
    remembered: empty,
    complaint: `What was measured of this machine's engines is ignored: ${why}`,
  });
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { remembered: empty, complaint: null };
    return ignored(fileError(path, 'read', error).message);
  }
  // The schemas take longer to load than most files to read.
  const { RememberedSchema } = await import('./remembered-schema.ts');
  const damaged = (how: string): ReadRemembered =>
    ignored(`${path} is damaged or not of this version (${how}); delete it, or run \`socavon tune\`.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return damaged('no JSON');
  }
  const parsed = RememberedSchema.safeParse(value);
  if (parsed.success) return { remembered: parsed.data, complaint: null };
  const { path: at, message } = parsed.error.issues[0];
  return damaged(at.length > 0 ? `${at.join('.')}: ${message}` : message);
}

/**
 * Changes what is remembered: the new file takes the place of the old one whole or not at all. One that cannot be used
 * is replaced.
 *
 * @throws SocavonError 'file-unwritable', 'disk-full'
 */
export async function remember(
  change: (remembered: Remembered) => Remembered,
  path: string = rememberedPath(),
): Promise<void> {
  const { remembered } = await readRemembered(path);
  const sink = await openAtomicSink(path);
  await sink.write(new TextEncoder().encode(`${JSON.stringify(change(remembered), null, 2)}\n`));
  await sink.close();
}
