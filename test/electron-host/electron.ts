/** What `import ... from 'electron'` gives the main bundle. Only what the shell uses is here; all else is undefined. */
export { app } from './app.ts';
export { BrowserWindow } from './browser-window.ts';
export { dialog, Menu, powerSaveBlocker, screen, shell } from './desk.ts';
export { ipcMain } from './ipc-main.ts';
export { protocol, session } from './session.ts';
export { utilityProcess } from './utility-process.ts';
