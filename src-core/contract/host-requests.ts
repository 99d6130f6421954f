import { z } from 'zod';
import { request } from './request-spec.ts';
import { Path, strict } from './shapes.ts';

/** Requests to the host instead of the engine: dialogs, recent projects, preferences. */

export const FILE_KINDS = [
  'capture',
  'metadata',
  'project',
  'cloud',
  'axis',
  'design',
  'solid',
  'control',
  'grid',
  'picture',
  'logo',
  'key',
  'video',
  'transform',
  'trajectory',
  'distance',
  'table',
  'svg',
  'dxf',
] as const;

export const RecentProject = z.object({ path: z.string(), name: z.string(), openedAt: z.string() });
export type RecentProject = z.infer<typeof RecentProject>;

export const Preferences = z.strictObject({
  language: z.enum(['es', 'en']),
  theme: z.enum(['dark', 'light', 'system']),
  /** Scale of text and controls, relative to the default. */
  scale: z.number().min(0.75).max(2),
});
export type Preferences = z.infer<typeof Preferences>;

/** Not in the schema: it would set what a change leaves out. */
export const PREFERENCE_DEFAULTS: Preferences = { language: 'es', theme: 'system', scale: 1 };

export const HostInfo = z.object({
  /** 'desktop': Electron; 'serve': a browser on this machine. */
  host: z.enum(['desktop', 'serve']),
  version: z.string(),
  platform: z.string(),
  /** False if files are chosen in the window itself because the host has no native dialogs. */
  nativeDialogs: z.boolean(),
  preferences: Preferences,
  /** Newest first; `isThere`: false where the file is gone, moved, or on a disk that is not connected. */
  recent: z.array(RecentProject.extend({ isThere: z.boolean() })),
  /** Initial folder of the file chooser. */
  home: z.string(),
  /** Path where `project.openSample` puts its project without prompting; writable. */
  sample: z.string(),
});
export type HostInfo = z.infer<typeof HostInfo>;

/** A long-running request that reports progress. */
export const Job = z.object({
  job: z.number(),
  /** Name of the request, such as 'capture.import'. */
  name: z.string(),
  stage: z.string(),
  done: z.number(),
  /** Null if unknown. */
  total: z.number().nullable(),
  unit: z.string(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
});
export type Job = z.infer<typeof Job>;

/** What the parts of a job took on this machine, in their order. */
export const JobParts = z.array(z.object({ part: z.string().max(40), seconds: z.number().min(0) })).max(40);
export type JobParts = z.infer<typeof JobParts>;

export const hostRequests = {
  'host.info': request(strict({}), HostInfo),
  'host.setPreferences': request(Preferences.partial(), Preferences),
  /**
   * Project that the user opened from outside the window (by its file, the menu, a second start); returned once;
   * null: none. To be requested at the start and after each 'host.openProject' event.
   */
  'host.takeProject': request(strict({}), z.string().nullable()),
  /** Opens the native dialog; the chosen paths are readable from then on. Null: cancelled. */
  'host.chooseFiles': request(
    strict({ kind: z.enum(FILE_KINDS), many: z.boolean().default(false) }),
    z.array(z.string()).nullable(),
  ),
  /** `write` false: a folder to read from. */
  'host.chooseFolder': request(strict({ write: z.boolean().default(true) }), z.string().nullable()),
  /** Path of a new file to write. */
  'host.chooseNewFile': request(
    strict({ kind: z.enum(FILE_KINDS), name: z.string().max(200) }),
    z.string().nullable(),
  ),
  /** Entries of a folder, if `nativeDialogs` is false. */
  'host.list': request(
    strict({ folder: Path, kind: z.enum(FILE_KINDS).nullable().default(null) }),
    z.object({
      folder: z.string(),
      /** Topmost folder that can be listed. */
      root: z.string(),
      parent: z.string().nullable(),
      entries: z.array(
        z.object({
          name: z.string(),
          path: z.string(),
          isFolder: z.boolean(),
          bytes: z.number(),
          /** ISO 8601. */
          modified: z.string(),
        }),
      ),
    }),
  ),
  /** Makes a folder in a folder that can be listed, if `nativeDialogs` is false. */
  'host.makeFolder': request(
    strict({ folder: Path, name: z.string().min(1).max(240) }),
    z.object({ path: z.string() }),
  ),
  /** Removes a project from the recent ones; its file stays. */
  'host.forgetRecent': request(strict({ path: Path }), z.null()),
  /** Shows a written file in the system's file manager; false if the host has none. */
  'host.reveal': request(strict({ path: Path }), z.boolean()),
  /** True if the host can open this file, print it, or show it in its folder, for the user. */
  'host.canOpen': request(
    strict({ path: Path }),
    z.object({ file: z.boolean(), page: z.boolean(), folder: z.boolean() }),
  ),
  /**
   * Opens a written report by the program of the system; a host without one returns the address at which the window's
   * browser shows it.
   */
  'host.openFile': request(strict({ path: Path }), z.object({ address: z.string().nullable() })),
  /** Stores a written report, a page in HTML, for a frame that it is printed from; returns the address for its `src`. */
  'host.holdReport': request(strict({ path: Path }), z.object({ address: z.string() })),
  /** What the parts of earlier jobs took on this machine, by label of the job. */
  'host.jobParts': request(strict({}), z.record(z.string(), JobParts)),
  'host.keepJobParts': request(strict({ label: z.string().max(60), parts: JobParts }), z.null()),
  /** Stores a document, such as a report preview, for display in a frame; returns the address for its `src`. */
  'host.holdDocument': request(strict({ html: z.string() }), z.object({ address: z.string() })),
  /** Running jobs, including those of windows that have been closed since. */
  'host.jobs': request(strict({}), z.array(Job)),
  /** Cancels a job of any window; false if no job has this number any more. */
  'host.cancelJob': request(strict({ job: z.int() }), z.boolean()),
};

/** Events of the host, by name; see `EventMessage`. */
export interface HostEvents {
  /** Running jobs, sent on every change. */
  'host.jobs': Job[];
  /**
   * The engine exited unexpectedly. 'restarted': it runs again, with the project open; 'gone': it could not be
   * restarted.
   */
  'host.engine': { state: 'restarted' | 'gone' };
  /** A project is waiting to be opened; see 'host.takeProject'. */
  'host.openProject': null;
  /** The user chose a menu command. */
  'host.command': { command: MenuCommand };
}

/** Commands of the native menu. */
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
