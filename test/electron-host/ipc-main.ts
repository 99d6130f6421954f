import { EventEmitter } from 'node:events';

/** Hears what preload scripts send; the event names the page and the frame that sent it. */
export const ipcMain = new EventEmitter();
