import { access } from 'node:fs/promises';
import type { HostInfo, RecentProject } from '../../../src-core/contract/host-requests.ts';
import type { Handlers, HostRequests, ParsedArgs, Reply } from '../../../src-core/contract/requests.ts';
import { SOFTWARE_VERSION } from '../../files/software-version.ts';
import type { EngineRelay } from './engine-relay.ts';
import type { FrameDocuments } from './frame-documents.ts';
import { samplePath } from './sample-path.ts';
import type { WindowMemory } from './window-memory.ts';

/** What one host can do and another cannot: the person's way to choose files. */
export interface FileChoice {
  chooseFiles(args: ParsedArgs<'host.chooseFiles'>): Promise<Reply<'host.chooseFiles'>>;
  chooseFolder(): Promise<Reply<'host.chooseFolder'>>;
  chooseNewFile(args: ParsedArgs<'host.chooseNewFile'>): Promise<Reply<'host.chooseNewFile'>>;
  list(args: ParsedArgs<'host.list'>): Promise<Reply<'host.list'>>;
  reveal(path: string): Promise<boolean>;
}

export interface Host {
  readonly kind: HostInfo['host'];
  readonly nativeDialogs: boolean;
  /** Folder in which to begin looking for files. */
  readonly home: string;
  readonly files: FileChoice;
  /** Whether a project that was opened before may be opened here. */
  readonly offers: (path: string) => boolean;
  readonly memory: WindowMemory;
  readonly relay: EngineRelay;
  readonly documents: FrameDocuments;
  /** See 'host.takeProject'. */
  readonly takeProject: () => string | null;
  /** Hears the preferences after a change: the menu speaks the person's language too. */
  readonly onPreferences?: () => void;
}

/** Answers to what a window asks of its host, not of the engine. */
export function hostHandlers(host: Host): Handlers<keyof HostRequests> {
  const { files, memory, relay, documents } = host;
  return {
    'host.info': async () => ({
      host: host.kind,
      version: SOFTWARE_VERSION,
      platform: process.platform,
      nativeDialogs: host.nativeDialogs,
      preferences: memory.preferences,
      recent: (await thoseThere(memory)).filter(({ path }) => host.offers(path)),
      home: host.home,
      sample: samplePath(host.home),
    }),
    'host.setPreferences': async (changed) => {
      const preferences = await memory.setPreferences(changed);
      host.onPreferences?.();
      return preferences;
    },
    'host.takeProject': async () => host.takeProject(),
    'host.chooseFiles': (args) => files.chooseFiles(args),
    'host.chooseFolder': () => files.chooseFolder(),
    'host.chooseNewFile': (args) => files.chooseNewFile(args),
    'host.list': (args) => files.list(args),
    'host.reveal': ({ path }) => files.reveal(path),
    'host.holdDocument': async ({ html }) => ({ address: documents.hold(html) }),
    'host.jobs': async () => relay.jobs(),
    'host.cancelJob': async ({ job }) => relay.cancelJob(job),
  };
}

/** A disk that is not plugged in today may be tomorrow: what is missing is not shown, and not forgotten. */
async function thoseThere({ recent }: WindowMemory): Promise<RecentProject[]> {
  const there = await Promise.all(
    recent.map(({ path }) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  return recent.filter((_, index) => there[index]);
}
