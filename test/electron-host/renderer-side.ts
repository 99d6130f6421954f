import { decodeMessage, encodeMessage } from '../../src-core/contract/wire.ts';

/**
 * Runs in the page before its own scripts: what the preload script requires as `electron`. The preload bundle runs in a
 * world of its own in Electron; here in a function, out of which it reaches the page by the bridge only.
 */

type Hear = (event: object, ...args: unknown[]) => void;

interface Side {
  /** The way to the shell; Playwright puts it here. */
  standInSend?: (channel: string, bytes: string) => Promise<void>;
  /** From the shell. */
  standInHear?: (channel: string, bytes: string) => void;
  /** Paths of dropped files by name: a test's hand has no real ones. */
  standInPaths?: Record<string, string>;
}

const side = globalThis as unknown as Side & Record<string, unknown>;
const heard = new Map<string, Hear[]>();

side.standInHear = (channel, bytes) => {
  const args = decodeMessage(bytesOf(bytes)) as unknown[];
  for (const hear of heard.get(channel) ?? []) hear({}, ...args);
};

const electron = {
  contextBridge: {
    exposeInMainWorld(name: string, api: object) {
      for (const [method, value] of Object.entries(api))
        if (typeof value !== 'function') throw new Error(`${method} of the bridge is no method`);
      Object.defineProperty(globalThis, name, { value: Object.freeze({ ...api }) });
    },
  },
  ipcRenderer: {
    send(channel: string, ...args: unknown[]) {
      void side.standInSend?.(channel, textOf(encodeMessage(args)));
    },
    on(channel: string, hear: Hear) {
      heard.set(channel, [...(heard.get(channel) ?? []), hear]);
    },
  },
  webUtils: {
    getPathForFile: (file: { name: string }) => side.standInPaths?.[file.name] ?? '',
  },
};

/** What a sandboxed preload may require. */
export function requireInPreload(name: string): typeof electron {
  if (name !== 'electron') throw new Error(`a sandboxed preload script cannot require ${name}`);
  return electron;
}

function textOf(bytes: Uint8Array): string {
  return (bytes as Base64Bytes).toBase64();
}

function bytesOf(text: string): Uint8Array {
  return (Uint8Array as unknown as Base64Array).fromBase64(text);
}

/** Newer than the library that these types come from. */
interface Base64Bytes extends Uint8Array {
  toBase64(): string;
}
interface Base64Array {
  fromBase64(text: string): Uint8Array;
}
