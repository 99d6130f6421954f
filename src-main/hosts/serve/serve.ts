import { realpath } from 'node:fs/promises';
import { fileError } from '../../files/file-errors.ts';
import { isInside } from '../../files/is-inside.ts';
import { logUnexpected } from '../../files/log-file.ts';
import type { EngineProcess } from '../common/engine-process.ts';
import { engineRelay } from '../common/engine-relay.ts';
import { frameDocuments } from '../common/frame-documents.ts';
import type { Host } from '../common/host-handlers.ts';
import { rendererFiles } from '../common/renderer-files.ts';
import { windowMemory } from '../common/window-memory.ts';
import { engineThread } from './engine-thread.ts';
import { folderFiles } from './folder-files.ts';
import { windowServer } from './server.ts';
import { serveSockets } from './sockets.ts';

export interface ServeOptions {
  /** Folder that the window may read and write. */
  readonly folder: string;
  /** 0: any free port. */
  readonly port: number;
  /** Default: starts it in a thread. */
  readonly startEngine?: () => EngineProcess;
  /** Folder of the built window. */
  readonly renderer?: string;
  readonly log?: (error: unknown) => void;
  /** Called when a browser has come with the printed address. */
  readonly onEntered?: () => void;
}

export interface Served {
  /** Address with the token. */
  readonly address: string;
  /** Real path, without links. */
  readonly folder: string;
  close(): Promise<void>;
}

/**
 * Serves the window to any browser on this machine: loopback HTTP and a WebSocket, the engine in a thread.
 *
 * @throws SocavonError 'file-missing' if the folder is missing or the window not built; 'usage' for the port
 */
export async function serve(options: ServeOptions): Promise<Served> {
  const { startEngine = engineThread, log = logUnexpected } = options;
  const files = rendererFiles(options.renderer);
  const folder = await realpath(options.folder).catch((cause) => {
    throw fileError(options.folder, 'read', cause);
  });
  const documents = frameDocuments();
  const { server, gate, address } = await windowServer(files, documents, options.port, options.onEntered);

  const memory = await windowMemory();
  const relay = engineRelay({
    start: startEngine,
    log,
    onProject: (project) => void memory.addRecent(project).catch(log),
  });
  relay.grant(folder, 'folder', true);

  const host: Host = {
    kind: 'serve',
    nativeDialogs: false,
    home: folder,
    files: folderFiles(folder, documents),
    // The printed address gives access to this folder only, whichever recent projects are in others.
    offers: (path) => isInside(folder, path),
    memory,
    relay,
    documents,
    takeProject: () => null,
  };
  const sockets = serveSockets(server, gate, host, log);
  return {
    address,
    folder,
    async close() {
      for (const socket of sockets.clients) socket.close(1001, 'the server ends');
      server.close();
      await relay.end();
      await memory.settled();
      server.closeAllConnections();
    },
  };
}
