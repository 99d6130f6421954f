import { app, type Session, session } from 'electron';
import { APP_ORIGIN } from '../common/app-origin.ts';
import { isOwnAddress } from '../common/app-request.ts';

/**
 * Refuses all that a page of a surveying program has no use for, so that a fault in it stays in it: other pages, new
 * windows, permissions, devices, downloads, and every address that is not its own.
 */
export function denyByDefault(): void {
  const own: Session = session.defaultSession;
  own.setPermissionRequestHandler((_contents, permission, answer) => answer(isHarmless(permission)));
  own.setPermissionCheckHandler((_contents, permission) => isHarmless(permission));
  own.setDevicePermissionHandler(() => false);
  own.setSpellCheckerEnabled(false); // it fetches its dictionaries
  own.on('will-download', (event) => event.preventDefault());
  own.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isOwnAddress(url) }));

  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => {
      // The window may load itself again; a frame may show a document that the host holds.
      const allowed = event.isMainFrame ? event.url === `${APP_ORIGIN}/` : isOwnAddress(event.url);
      if (!allowed) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/** Putting a figure into the clipboard, walking through the drive with the pointer held, and the whole screen. */
function isHarmless(permission: string): boolean {
  return ['clipboard-sanitized-write', 'pointerLock', 'fullscreen'].includes(permission);
}
