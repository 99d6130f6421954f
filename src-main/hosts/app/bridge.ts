import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { type BrowserWindow, type IpcMainEvent, ipcMain } from 'electron';
import { APP_ORIGIN } from '../common/app-origin.ts';
import { CHANNELS } from '../common/channels.ts';
import type { Host } from '../common/host-handlers.ts';
import { type WindowSession, windowSession } from '../common/window-session.ts';

/**
 * Routes the window's messages to host and engine. Accepts messages only from our own page in the main frame of our
 * own window.
 *
 * @param window returns the current window, or null
 */
export function listenToWindow(
  host: Host,
  window: () => BrowserWindow | null,
  log: (error: unknown) => void,
): { attach(window: BrowserWindow): void } {
  let session: WindowSession | null = null;

  const guarded = (hear: (value: unknown) => void) => (event: IpcMainEvent, value: unknown) => {
    if (isOurs(event, window())) hear(value);
    else
      log(
        new Error(
          `a message of a stranger was left out: ${event.senderFrame?.url ?? 'a frame that is gone'}`,
        ),
      );
  };
  ipcMain.on(
    CHANNELS.toEngine,
    guarded((message) => session?.receive(message)),
  );
  ipcMain.on(
    CHANNELS.dropped,
    guarded((path) => {
      if (typeof path === 'string' && isAbsolute(path))
        host.relay.grant(path, isFolder(path) ? 'folder' : 'file', path.toLowerCase().endsWith('.socavon'));
    }),
  );

  return {
    attach(attached) {
      const { webContents } = attached;
      const begin = (): void => {
        session?.leave();
        session = windowSession(
          host,
          (message) => {
            if (!webContents.isDestroyed()) webContents.send(CHANNELS.toWindow, message);
          },
          log,
        );
      };
      begin();
      // A reloaded page restarts its request numbers.
      webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
        if (isMainFrame && !isSameDocument) begin();
      });
      attached.on('closed', () => {
        session?.leave();
        session = null;
      });
    },
  };
}

/** False for what is gone, which the engine then says. */
function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isOurs({ sender, senderFrame }: IpcMainEvent, window: BrowserWindow | null): boolean {
  return (
    window !== null &&
    !window.isDestroyed() &&
    sender === window.webContents &&
    senderFrame !== null &&
    senderFrame === window.webContents.mainFrame &&
    senderFrame.origin === APP_ORIGIN
  );
}
