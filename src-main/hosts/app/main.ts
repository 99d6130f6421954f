import { app, protocol } from 'electron';
import { logUnexpected } from '../../files/log-file.ts';
import { SCHEME } from '../common/app-origin.ts';
import { projectIn } from '../common/opening.ts';
import { type Desktop, startDesktop } from './desktop.ts';

/** The desktop application. This room only connects Electron's events; what they mean is in `src-main/host`. */

// Before Electron is ready, or they have no effect.
protocol.registerSchemesAsPrivileged([
  { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
]);
app.enableSandbox();
// What Chromium asks of its maker's servers by itself.
for (const silence of [
  'disable-background-networking',
  'disable-component-update',
  'disable-domain-reliability',
])
  app.commandLine.appendSwitch(silence);
app.setAppUserModelId('pe.socavon.desktop');

// A second start hands its project to the first and ends: two engines would fight over one project file.
if (app.requestSingleInstanceLock()) begin();
else app.quit();

function begin(): void {
  const starting = app.whenReady().then(startDesktop);
  const withDesktop = (use: (desktop: Desktop) => void): void => {
    starting.then(use).catch(fail);
  };

  withDesktop((desktop) => {
    const named = projectIn(process.argv, process.cwd());
    if (named === null) desktop.show();
    else desktop.openProject(named);
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    withDesktop((desktop) => desktop.openProject(path));
  });
  app.on('second-instance', (_event, argv, cwd) => {
    const named = projectIn(argv, cwd);
    withDesktop((desktop) => (named === null ? desktop.show() : desktop.openProject(named)));
  });
  app.on('activate', () => withDesktop((desktop) => desktop.show()));
  app.on('window-all-closed', () => withDesktop((desktop) => desktop.windowsClosed()));

  let state: 'running' | 'ending' | 'ended' = 'running';
  app.on('before-quit', (event) => {
    if (state !== 'ended') event.preventDefault();
    if (state !== 'running') return;
    state = 'ending';
    withDesktop((desktop) => {
      void desktop.end().finally(() => {
        state = 'ended';
        app.quit();
      });
    });
  });
}

function fail(error: unknown): void {
  logUnexpected(error);
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  app.exit(1);
}
