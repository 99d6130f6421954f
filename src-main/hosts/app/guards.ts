import { app, type Session, session } from 'electron';
import { APP_ORIGIN } from '../common/app-origin.ts';
import { isOwnAddress } from '../common/app-request.ts';

/**
 * Denies everything that the window does not need, to contain a fault in it: navigation, new windows, permissions,
 * devices, downloads, and all foreign addresses.
 */
export function denyByDefault(): void {
  const own: Session = session.defaultSession;
  own.setPermissionRequestHandler((_contents, permission, answer) => answer(isHarmless(permission)));
  own.setPermissionCheckHandler((_contents, permission) => isHarmless(permission));
  own.setDevicePermissionHandler(() => false);
  own.setSpellCheckerEnabled(false); // it downloads its dictionaries
  own.on('will-download', (event) => event.preventDefault());
  own.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isOwnAddress(url) }));

  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => {
      // The window may reload itself; a frame may show a document served by the host.
      const allowed = event.isMainFrame ? event.url === `${APP_ORIGIN}/` : isOwnAddress(event.url);
      if (!allowed) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/**
 * True for harmless permissions: clipboard write of figures, pointer lock for walking through the drive, full
 * screen, notices of ended jobs.
 */
function isHarmless(permission: string): boolean {
  return ['clipboard-sanitized-write', 'pointerLock', 'fullscreen', 'notifications'].includes(permission);
}
