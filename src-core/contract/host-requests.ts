import { z } from 'zod';
import { request } from './request-spec.ts';
import { Path, strict } from './shapes.ts';

/** What is asked of the host, not of the engine: dialogs, what was opened lately, preferences. */

export const FILE_KINDS = [
  'capture',
  'metadata',
  'project',
  'cloud',
  'axis',
  'design',
  'control',
  'picture',
] as const;

export const RecentProject = z.object({ path: z.string(), name: z.string(), openedAt: z.string() });
export type RecentProject = z.infer<typeof RecentProject>;

export const Preferences = z.strictObject({
  language: z.enum(['es', 'en']).default('es'),
  theme: z.enum(['dark', 'light', 'system']).default('system'),
  /** Size of the writing and of what is touched, in parts of the usual. */
  scale: z.number().min(0.75).max(2).default(1),
});
export type Preferences = z.infer<typeof Preferences>;

export const HostInfo = z.object({
  /** 'desktop': Electron; 'serve': a browser on this machine. */
  host: z.enum(['desktop', 'serve']),
  version: z.string(),
  platform: z.string(),
  /** False where files are chosen in the window itself because the host has no dialogs of its own. */
  nativeDialogs: z.boolean(),
  preferences: Preferences,
  recent: z.array(RecentProject),
  /** Folder in which to begin looking for files. */
  home: z.string(),
  /** Where `project.openSample` puts its project without a question; it may be written. */
  sample: z.string(),
});
export type HostInfo = z.infer<typeof HostInfo>;

/** A request that tells of its progress. */
export const Job = z.object({
  job: z.number(),
  /** Of the request, such as 'capture.import'. */
  name: z.string(),
  stage: z.string(),
  done: z.number(),
  /** Null where nobody knows. */
  total: z.number().nullable(),
  unit: z.string(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
});
export type Job = z.infer<typeof Job>;

export const hostRequests = {
  'host.info': request(strict({}), HostInfo),
  'host.setPreferences': request(Preferences.partial(), Preferences),
  /**
   * The project that the person asked for outside of the window (by its file, the menu, a second start), told once;
   * null: none. To be asked at the start, and whenever 'host.openProject' is heard.
   */
  'host.takeProject': request(strict({}), z.string().nullable()),
  /** The native dialog; paths that the person chose may be read from then on. Null: cancelled. */
  'host.chooseFiles': request(
    strict({ kind: z.enum(FILE_KINDS), many: z.boolean().default(false) }),
    z.array(z.string()).nullable(),
  ),
  'host.chooseFolder': request(strict({}), z.string().nullable()),
  /** Where to write a new file. */
  'host.chooseNewFile': request(
    strict({ kind: z.enum(FILE_KINDS), name: z.string().max(200) }),
    z.string().nullable(),
  ),
  /** What a folder holds, where `nativeDialogs` is false. */
  'host.list': request(
    strict({ folder: Path, kind: z.enum(FILE_KINDS).nullable().default(null) }),
    z.object({
      folder: z.string(),
      parent: z.string().nullable(),
      entries: z.array(
        z.object({ name: z.string(), path: z.string(), isFolder: z.boolean(), bytes: z.number() }),
      ),
    }),
  ),
  /** Shows a written file in the system's file manager; false where the host has none. */
  'host.reveal': request(strict({ path: Path }), z.boolean()),
  /** Keeps a document, such as the preview of a report, to be shown in a frame: the address for its `src`. */
  'host.holdDocument': request(strict({ html: z.string() }), z.object({ address: z.string() })),
  /** Long work that is under way, also what a window began that is closed by now. */
  'host.jobs': request(strict({}), z.array(Job)),
  /** Cancels long work of whichever window; false where there is none of this number any more. */
  'host.cancelJob': request(strict({ job: z.int() }), z.boolean()),
};

/** News from the host, by name; see `EventMessage`. */
export interface HostEvents {
  /** Long work under way, whenever it changes. */
  'host.jobs': Job[];
  /** The engine stopped by itself. 'restarted': it works again, with the project open; 'gone': it will not. */
  'host.engine': { state: 'restarted' | 'gone' };
  /** A project waits to be opened; see 'host.takeProject'. */
  'host.openProject': null;
  /** The person chose a command in the menu. */
  'host.command': { command: MenuCommand };
}

/** What the native menu asks of the window. */
export const MENU_COMMANDS = [
  'new',
  'open',
  'sample',
  'import',
  'palette',
  'undo',
  'redo',
  'shortcuts',
] as const;
export type MenuCommand = (typeof MENU_COMMANDS)[number];
