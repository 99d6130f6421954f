import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import {
  JobParts,
  PREFERENCE_DEFAULTS,
  Preferences,
  RecentProject,
} from '../../../src-core/contract/host-requests.ts';
import { configFolder } from '../../device/config-folder.ts';
import { openAtomicSink } from '../../files/atomic-sink.ts';

/** Last position of the window, in pixels of the whole desktop. */
export const WindowFrame = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  maximized: z.boolean(),
});
export type WindowFrame = z.infer<typeof WindowFrame>;

const StoredWindows = z.object({
  format: z.literal('socavon-window'),
  version: z.literal(1),
  preferences: Preferences.partial().transform((stored) => ({ ...PREFERENCE_DEFAULTS, ...stored })),
  recent: z.array(RecentProject),
  frame: WindowFrame.nullable(),
  jobParts: z.record(z.string(), JobParts).default({}),
});
type StoredWindows = z.infer<typeof StoredWindows>;

const MOST_RECENT = 12;

/** Persistent state of the windows of this user. */
export interface WindowMemory {
  readonly preferences: Preferences;
  /** Newest first. */
  readonly recent: readonly RecentProject[];
  readonly frame: WindowFrame | null;
  /** What the parts of jobs took the last time, by label. */
  readonly jobParts: Readonly<Record<string, JobParts>>;
  setJobParts(label: string, parts: JobParts): Promise<void>;
  /** @throws SocavonError 'file-unwritable', 'disk-full' */
  setPreferences(changed: Partial<Preferences>): Promise<Preferences>;
  setFrame(frame: WindowFrame): Promise<void>;
  addRecent(project: { path: string; name: string }): Promise<void>;
  forgetRecent(path: string): Promise<void>;
  /** Resolves when all changes are written. */
  settled(): Promise<void>;
}

function windowMemoryPath(env: NodeJS.ProcessEnv = process.env): string {
  return join(configFolder(env), 'window.json');
}

/**
 * Opens the window memory. A file that is damaged or of another version counts as empty; its content does not
 * justify an error.
 */
export async function windowMemory(path: string = windowMemoryPath()): Promise<WindowMemory> {
  let stored = await read(path);
  let written: Promise<void> = Promise.resolve();

  const keep = (changed: Partial<StoredWindows>): Promise<void> => {
    stored = { ...stored, ...changed };
    // Writes are serialised, so that the last change wins.
    written = written.catch(() => {}).then(() => write(path, stored));
    return written;
  };

  return {
    get preferences() {
      return stored.preferences;
    },
    get recent() {
      return stored.recent;
    },
    get frame() {
      return stored.frame;
    },
    get jobParts() {
      return stored.jobParts;
    },
    setJobParts: (label, parts) => keep({ jobParts: { ...stored.jobParts, [label]: parts } }),
    async setPreferences(changed) {
      await keep({ preferences: { ...stored.preferences, ...changed } });
      return stored.preferences;
    },
    setFrame: (frame) => keep({ frame }),
    addRecent({ path, name }) {
      const added = { path, name, openedAt: new Date().toISOString() };
      return keep({
        recent: [added, ...stored.recent.filter((old) => old.path !== path)].slice(0, MOST_RECENT),
      });
    },
    forgetRecent: (path) => keep({ recent: stored.recent.filter((old) => old.path !== path) }),
    settled: () => written.catch(() => {}),
  };
}

async function read(path: string): Promise<StoredWindows> {
  const empty: StoredWindows = {
    format: 'socavon-window',
    version: 1,
    preferences: PREFERENCE_DEFAULTS,
    recent: [],
    frame: null,
    jobParts: {},
  };
  try {
    return StoredWindows.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return empty;
  }
}

async function write(path: string, stored: StoredWindows): Promise<void> {
  const sink = await openAtomicSink(path);
  await sink.write(new TextEncoder().encode(`${JSON.stringify(stored, null, 2)}\n`));
  await sink.close();
}
