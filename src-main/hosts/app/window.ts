import { fileURLToPath } from 'node:url';
import { BrowserWindow, dialog, screen } from 'electron';
import { preloadFile } from '../../files/own-module.ts';
import { APP_ORIGIN } from '../common/app-origin.ts';
import type { MenuTexts } from '../common/menu-texts.ts';
import { frameOnScreen } from '../common/window-frames.ts';
import type { WindowMemory } from '../common/window-memory.ts';

const SMALLEST = { minWidth: 960, minHeight: 600 };
const USUAL = { width: 1366, height: 768 };

/** Greatest number of failures per minute before a page is no longer reloaded. */
const MOST_FAILURES = 3;
const MINUTE_MS = 60_000;

/** Opens the window at its last position. */
export function openWindow(
  memory: WindowMemory,
  texts: () => MenuTexts,
  log: (error: unknown) => void,
): BrowserWindow {
  const frame = frameOnScreen(
    memory.frame,
    screen.getAllDisplays().map(({ workArea }) => workArea),
  );
  const { x, y, width, height } = { x: undefined, y: undefined, ...USUAL, ...frame };
  const window = new BrowserWindow({
    ...SMALLEST,
    x,
    y,
    width,
    height,
    show: false,
    title: 'Socavón',
    backgroundColor: '#14171a',
    webPreferences: {
      preload: fileURLToPath(preloadFile()),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      // A hidden page continues to align scans.
      backgroundThrottling: false,
    },
  });
  if (frame?.maximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    const bounds = window.getNormalBounds();
    void memory.setFrame({ ...bounds, maximized: window.isMaximized() }).catch(log);
  });
  loadAgainAfterFailure(window, texts, log);
  return window;
}

/** @throws what loading throws if the window was closed meanwhile */
export async function loadWindow(window: BrowserWindow): Promise<void> {
  await window.loadURL(`${APP_ORIGIN}/`);
}

function loadAgainAfterFailure(
  window: BrowserWindow,
  texts: () => MenuTexts,
  log: (error: unknown) => void,
): void {
  const failures: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    log(new Error(`the window's process ended: ${reason}, status ${exitCode}`));
    const now = Date.now();
    failures.push(now);
    if (failures.filter((at) => at > now - MINUTE_MS).length <= MOST_FAILURES) window.webContents.reload();
    else dialog.showErrorBox('Socavón', texts().windowFailed);
  });
}
