import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createPinia, setActivePinia } from 'pinia';
import { inject } from 'vitest';
import type { ToClient } from '../../src-core/contract/messages.ts';
import type { ContractMethods } from '../../src-core/contract/requests.ts';
import { rpcClient } from '../../src-core/contract/rpc.ts';
import type { EngineProcess } from '../../src-main/hosts/common/engine-process.ts';
import { engineRelay } from '../../src-main/hosts/common/engine-relay.ts';
import { frameDocuments } from '../../src-main/hosts/common/frame-documents.ts';
import type { Host } from '../../src-main/hosts/common/host-handlers.ts';
import { windowMemory } from '../../src-main/hosts/common/window-memory.ts';
import { windowSession } from '../../src-main/hosts/common/window-session.ts';
import { engineThread } from '../../src-main/hosts/serve/engine-thread.ts';
import { folderFiles } from '../../src-main/hosts/serve/folder-files.ts';
import { useHost } from '../../src-renderer/stores/host.ts';

/** Stores of a window with a host and an engine of its own, all real but the screen. */
export interface OwnWindow {
  /** What the window may read and write. */
  readonly folder: string;
  /** What the program made wrong. */
  readonly logged: unknown[];
  /** Loads the page anew: other stores at the same host. */
  reload(): Promise<void>;
  /** As a crash would. */
  killEngine(): void;
  close(): Promise<void>;
}

export async function ownWindow(): Promise<OwnWindow> {
  setActivePinia(createPinia());
  const folder = mkdtempSync(join(inject('scratch'), 'window-'));
  const logged: unknown[] = [];
  const log = (error: unknown): void => void logged.push(error);
  let engine: EngineProcess;
  const start = (): EngineProcess => {
    engine = engineThread();
    return engine;
  };
  const documents = frameDocuments();
  const relay = engineRelay({ start, log });
  relay.grant(folder, 'folder', true);
  const host: Host = {
    kind: 'serve',
    nativeDialogs: false,
    offers: () => true,
    home: folder,
    files: folderFiles(folder, documents),
    memory: await windowMemory(join(folder, 'window.json')),
    relay,
    documents,
    takeProject: () => null,
  };

  let hear: (message: ToClient) => void = () => {};
  const session = windowSession(host, (message) => hear(message), log);
  const client = rpcClient<ContractMethods>({
    send: (message) => session.receive(message),
    listen: (listener) => {
      hear = listener;
    },
  });
  const connection = { client, pathOf: () => null };
  await useHost().attach(connection);
  return {
    folder,
    logged,
    async reload() {
      setActivePinia(createPinia());
      await useHost().attach(connection);
    },
    killEngine: () => engine.kill(),
    async close() {
      session.leave();
      await relay.end();
    },
  };
}
