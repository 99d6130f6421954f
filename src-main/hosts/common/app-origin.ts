/** The window's own scheme: pages from the disk by `file://` would share one origin with every file of the machine. */
export const SCHEME = 'app';
export const APP_ORIGIN = 'app://socavon';
