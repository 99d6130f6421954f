import { EventEmitter } from 'node:events';
import { record } from './record.ts';

type PermissionHandler = (contents: unknown, permission: string, answer: (allowed: boolean) => void) => void;
type PermissionCheck = (contents: unknown, permission: string) => boolean;
type BeforeRequest = (details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void;

let permissionHandler: PermissionHandler | null = null;
let permissionCheck: PermissionCheck | null = null;
let deviceHandler: (() => boolean) | null = null;
let beforeRequest: BeforeRequest | null = null;

class Session extends EventEmitter {
  readonly webRequest = {
    onBeforeRequest(listener: BeforeRequest) {
      beforeRequest = listener;
    },
  };
  setPermissionRequestHandler(handler: PermissionHandler): void {
    permissionHandler = handler;
  }
  setPermissionCheckHandler(handler: PermissionCheck): void {
    permissionCheck = handler;
  }
  setDevicePermissionHandler(handler: () => boolean): void {
    deviceHandler = handler;
  }
  setSpellCheckerEnabled(enabled: boolean): void {
    record.spellChecker = enabled;
  }
}

export const session = { defaultSession: new Session() };

/** @returns whether the shell would let a page have it: asked, checked, and, for devices, chosen */
export async function wouldPermit(permission: string): Promise<boolean[]> {
  const isRequested = await new Promise<boolean>((resolve) => permissionHandler?.(null, permission, resolve));
  return [isRequested, permissionCheck?.(null, permission) ?? true, deviceHandler?.() ?? true];
}

/** @param url as the shell knows it */
export function isStopped(url: string): Promise<boolean> {
  if (beforeRequest === null) return Promise.resolve(false);
  const listener = beforeRequest;
  return new Promise((resolve) => listener({ url }, ({ cancel }) => resolve(cancel === true)));
}

const handlers = new Map<string, (request: Request) => Promise<Response>>();

export const protocol = {
  registerSchemesAsPrivileged(schemes: typeof record.schemes) {
    record.schemes = schemes;
  },
  handle(scheme: string, handler: (request: Request) => Promise<Response>) {
    handlers.set(scheme, handler);
  },
};

/** What the shell's handler answers; null: it has none for this scheme. @param url as the shell knows it */
export async function answerOf(url: string, method: string): Promise<Response | null> {
  const handler = handlers.get(new URL(url).protocol.slice(0, -1));
  return handler === undefined ? null : handler({ url, method } as Request);
}
