import { app, protocol } from 'electron';
import { logUnexpected } from '../../files/log-file.ts';
import { SCHEME } from '../common/app-origin.ts';
import { projectIn } from '../common/opening.ts';
import { type Desktop, startDesktop } from './desktop.ts';

/**
 * Entry point of the desktop application. This folder only connects Electron's events; the logic is in
 * `hosts/common`.
 */

// Must run before Electron is ready to have an effect.
protocol.registerSchemesAsPrivileged([
  { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
]);
app.enableSandbox();
// Background requests of Chromium to its vendor's servers.
for (const silence of [
  'disable-background-networking',
  'disable-component-update',
  'disable-domain-reliability',
])
  app.commandLine.appendSwitch(silence);
app.setAppUserModelId('pe.socavon.desktop');

// A second instance passes its project to the first and exits, because two engines would conflict on one project
// file.
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
