import { z } from 'zod';
import { request } from './request-spec.ts';
import { Path, strict } from './shapes.ts';

/** What is asked of the host, not of the engine: dialogs, what was opened lately, preferences. */

export const FILE_KINDS = ['capture', 'metadata', 'project', 'cloud', 'axis', 'design'] as const;

export const RecentProject = z.object({ path: z.string(), name: z.string(), openedAt: z.string() });

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
});
export type HostInfo = z.infer<typeof HostInfo>;

export const hostRequests = {
  'host.info': request(strict({}), HostInfo),
  'host.setPreferences': request(Preferences.partial(), Preferences),
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
  /** Shows a written file in the system's file manager. */
  'host.reveal': request(strict({ path: Path }), z.boolean()),
};
