import { fileURLToPath } from 'node:url';
import { app, type BrowserWindow, powerSaveBlocker, protocol, utilityProcess } from 'electron';
import { logUnexpected } from '../../files/log-file.ts';
import { ownModule } from '../../files/own-module.ts';
import { SCHEME } from '../common/app-origin.ts';
import { answerAppRequest } from '../common/app-request.ts';
import type { EngineProcess } from '../common/engine-process.ts';
import { type EngineRelay, engineRelay } from '../common/engine-relay.ts';
import { frameDocuments } from '../common/frame-documents.ts';
import type { Host } from '../common/host-handlers.ts';
import { jobProgress } from '../common/job-progress.ts';
import { MENU_TEXTS, type MenuTexts } from '../common/menu-texts.ts';
import { rendererFiles } from '../common/renderer-files.ts';
import { samplePaths } from '../common/sample-path.ts';
import { windowMemory } from '../common/window-memory.ts';
import { listenToWindow } from './bridge.ts';
import { dialogFiles } from './dialogs.ts';
import { denyByDefault } from './guards.ts';
import { setMenu } from './menu.ts';
import { loadWindow, openWindow } from './window.ts';

/** Starts the engine in a utility process, so that neither its work nor a crash blocks the window. */
function engineUtility(): EngineProcess {
  const child = utilityProcess.fork(fileURLToPath(ownModule('engine/main')), [], {
    serviceName: 'Socavón engine',
  });
  return {
    post: (message) => child.postMessage(message),
    onMessage: (hear) => void child.on('message', hear),
    onExit: (hear) => void child.on('exit', (status) => hear(`status ${status}`)),
    kill: () => void child.kill(),
  };
}

/** Progress value above 1: Electron shows an indeterminate bar. */
const UNKNOWN = 2;
const NONE = -1;

/** Shows the progress of long work in the dock or task bar, and prevents the machine from sleeping meanwhile. */
function showWork(relay: EngineRelay, window: () => BrowserWindow | null): void {
  let blocker: number | null = null;
  relay.onJobs((jobs) => {
    const progress = jobProgress(jobs);
    window()?.setProgressBar(progress === null ? NONE : progress === 'unknown' ? UNKNOWN : progress);
    if (progress !== null && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    else if (progress === null && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  });
}

/** Event handlers of the running application. */
export interface Desktop {
  /** Shows the window; opens one if there is none. */
  show(): void;
  openProject(path: string): void;
  /** All windows are closed: finishes long work, then quits. */
  windowsClosed(): void;
  /** Lets the engine store finished results, then ends it. */
  end(): Promise<void>;
}

/** Starts the application; called once, when Electron is ready. */
export async function startDesktop(): Promise<Desktop> {
  const log = (error: unknown): void => void logUnexpected(error);
  const files = rendererFiles();
  const documents = frameDocuments();
  const memory = await windowMemory();
  let window: BrowserWindow | null = null;
  /** Project that the user requested to open, until the window fetches it. */
  let requested: string | null = null;
  const current = (): BrowserWindow | null => window;
  const texts = (): MenuTexts => MENU_TEXTS[memory.preferences.language];

  denyByDefault();
  protocol.handle(SCHEME, (request) => answerAppRequest(request, files, documents));

  const relay = engineRelay({
    start: engineUtility,
    log,
    onProject: (project) => {
      app.addRecentDocument(project.path);
      memory.addRecent(project).then(drawMenu).catch(log);
    },
  });
  for (const { path } of memory.recent) relay.grant(path, 'file', true);
  const home = app.getPath('documents');
  for (const sample of samplePaths(home)) relay.grant(sample, 'file', true);
  const host: Host = {
    kind: 'desktop',
    nativeDialogs: true,
    home,
    files: dialogFiles({ window: current, texts, relay }),
    offers: () => true,
    memory,
    relay,
    documents,
    takeProject() {
      const taken = requested;
      requested = null;
      return taken;
    },
    onPreferences: drawMenu,
  };
  const bridge = listenToWindow(host, current, log);
  showWork(relay, current);
  relay.onJobs(quitWhenIdle);

  /**
   * Quits when idle: long work outlives the window that started it and keeps the application alive until it is
   * done.
   */
  function quitWhenIdle(): void {
    if (window === null && relay.jobs().length === 0) app.quit();
  }

  function drawMenu(): void {
    setMenu({
      texts: texts(),
      recent: memory.recent,
      command: (command) => relay.broadcast('host.command', { command }),
      openProject,
    });
  }

  function show(): void {
    if (window === null) {
      const opened = openWindow(memory, texts, log);
      window = opened;
      bridge.attach(opened);
      opened.on('closed', () => {
        window = null;
      });
      loadWindow(opened).catch(log);
      return;
    }
    if (window.isMinimized()) window.restore();
    window.focus();
  }

  function openProject(path: string): void {
    relay.grant(path, 'file', true);
    requested = path;
    show();
    // A loading window receives nothing yet; it fetches the project itself once loaded.
    relay.broadcast('host.openProject', null);
  }

  drawMenu();
  return {
    show,
    openProject,
    windowsClosed: quitWhenIdle,
    async end() {
      await relay.end();
      await memory.settled();
    },
  };
}
