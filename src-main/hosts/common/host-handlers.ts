import { access } from 'node:fs/promises';
import type { HostInfo } from '../../../src-core/contract/host-requests.ts';
import type { Handlers, HostRequests, ParsedArgs, Reply } from '../../../src-core/contract/requests.ts';
import { SOFTWARE_VERSION } from '../../files/software-version.ts';
import type { EngineRelay } from './engine-relay.ts';
import type { FrameDocuments } from './frame-documents.ts';
import { samplePath } from './sample-path.ts';
import type { WindowMemory } from './window-memory.ts';

/** File choice of a host: native dialogs or the window's own browser. */
export interface FileChoice {
  chooseFiles(args: ParsedArgs<'host.chooseFiles'>): Promise<Reply<'host.chooseFiles'>>;
  chooseFolder(args: ParsedArgs<'host.chooseFolder'>): Promise<Reply<'host.chooseFolder'>>;
  chooseNewFile(args: ParsedArgs<'host.chooseNewFile'>): Promise<Reply<'host.chooseNewFile'>>;
  list(args: ParsedArgs<'host.list'>): Promise<Reply<'host.list'>>;
  makeFolder(args: ParsedArgs<'host.makeFolder'>): Promise<Reply<'host.makeFolder'>>;
  reveal(path: string): Promise<boolean>;
  canOpen(path: string): Promise<Reply<'host.canOpen'>>;
  /** @throws SocavonError 'path-refused', 'file-missing' */
  openFile(path: string): Promise<Reply<'host.openFile'>>;
  /** @returns the text of a written report page. @throws SocavonError 'path-refused', 'file-missing', 'file-unreadable' */
  readPage(path: string): Promise<string>;
}

export interface Host {
  readonly kind: HostInfo['host'];
  readonly nativeDialogs: boolean;
  /** Start folder of the file choice. */
  readonly home: string;
  readonly files: FileChoice;
  /** True if a recent project may be opened in this host. */
  readonly offers: (path: string) => boolean;
  readonly memory: WindowMemory;
  readonly relay: EngineRelay;
  readonly documents: FrameDocuments;
  /** See 'host.takeProject'. */
  readonly takeProject: () => string | null;
  /** Called after a change of preferences, because the menu is localised too. */
  readonly onPreferences?: () => void;
}

/** Handlers of the requests that the host answers, not the engine. */
export function hostHandlers(host: Host): Handlers<keyof HostRequests> {
  const { files, memory, relay, documents } = host;
  return {
    'host.info': async () => ({
      host: host.kind,
      version: SOFTWARE_VERSION,
      platform: process.platform,
      nativeDialogs: host.nativeDialogs,
      preferences: memory.preferences,
      recent: (await recentOf(memory)).filter(({ path }) => host.offers(path)),
      home: host.home,
      sample: samplePath(host.home, memory.preferences.language),
    }),
    'host.setPreferences': async (changed) => {
      const preferences = await memory.setPreferences(changed);
      host.onPreferences?.();
      return preferences;
    },
    'host.takeProject': async () => host.takeProject(),
    'host.chooseFiles': (args) => files.chooseFiles(args),
    'host.chooseFolder': (args) => files.chooseFolder(args),
    'host.chooseNewFile': (args) => files.chooseNewFile(args),
    'host.list': (args) => files.list(args),
    'host.makeFolder': (args) => files.makeFolder(args),
    'host.forgetRecent': async ({ path }) => {
      await memory.forgetRecent(path);
      // The menu lists them too.
      host.onPreferences?.();
      return null;
    },
    'host.reveal': ({ path }) => files.reveal(path),
    'host.canOpen': ({ path }) => files.canOpen(path),
    'host.openFile': ({ path }) => files.openFile(path),
    'host.holdReport': async ({ path }) => ({ address: documents.hold(await files.readPage(path)) }),
    'host.jobParts': async () => ({ ...memory.jobParts }),
    'host.keepJobParts': async ({ label, parts }) => {
      await memory.setJobParts(label, parts);
      return null;
    },
    'host.holdDocument': async ({ html }) => ({ address: documents.hold(html) }),
    'host.jobs': async () => relay.jobs(),
    'host.cancelJob': async ({ job }) => relay.cancelJob(job),
  };
}

/** Recent projects; those whose files are missing stay, because a removable disk may return. */
async function recentOf({ recent }: WindowMemory): Promise<HostInfo['recent']> {
  return Promise.all(
    recent.map(async (project) => ({
      ...project,
      isThere: await access(project.path).then(
        () => true,
        () => false,
      ),
    })),
  );
}
