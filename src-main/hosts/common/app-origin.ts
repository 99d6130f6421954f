/** Scheme of the window's pages: `file://` pages would share one origin with every file of the machine. */
export const SCHEME = 'app';
export const APP_ORIGIN = 'app://socavon';
