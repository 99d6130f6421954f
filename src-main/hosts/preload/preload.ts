import { contextBridge, ipcRenderer, webUtils } from 'electron';
import type { DroppedFile, WindowBridge } from '../../../src-core/contract/bridge.ts';
import type { ToClient } from '../../../src-core/contract/messages.ts';
import { CHANNELS } from '../common/channels.ts';

/** Messages received before the window listened. */
const early: ToClient[] = [];
let hear = (message: ToClient): void => void early.push(message);
ipcRenderer.on(CHANNELS.toWindow, (_event, message: ToClient) => hear(message));

const bridge: WindowBridge = {
  send: (message) => ipcRenderer.send(CHANNELS.toEngine, message),
  listen(listener) {
    hear = listener;
    for (const message of early.splice(0)) listener(message);
  },
  pathOf(file: DroppedFile) {
    // A page cannot forge a file with a path: only the user can drop one.
    const path = webUtils.getPathForFile(file as Parameters<typeof webUtils.getPathForFile>[0]);
    if (path !== '') ipcRenderer.send(CHANNELS.dropped, path);
    return path;
  },
};

contextBridge.exposeInMainWorld('socavon', bridge);
