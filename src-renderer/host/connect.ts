import { SOCKET_PATH, type WindowBridge } from '../../src-core/contract/bridge.ts';
import type { Client, ContractMethods } from '../../src-core/contract/requests.ts';
import { rpcClient } from '../../src-core/contract/rpc.ts';
import { socketCarrier } from './socket-carrier.ts';

declare global {
  interface Window {
    /** Set by the preload script of the desktop window. */
    readonly socavon?: WindowBridge;
  }
}

export interface Connection {
  readonly client: Client;
  /** Path of a dropped file; null in a browser, which does not reveal paths. */
  pathOf(file: File): string | null;
}

/**
 * Connects the window to its host: Electron's bridge, or the socket of `socavon serve`. The only place that
 * distinguishes them.
 */
export function connect(onLost: () => void): Connection {
  const bridge = window.socavon;
  if (bridge !== undefined)
    return { client: rpcClient<ContractMethods>(bridge), pathOf: (file) => bridge.pathOf(file) || null };

  const address = new URL(SOCKET_PATH, window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address);
  const client = rpcClient<ContractMethods>(socketCarrier(socket));
  socket.addEventListener('close', onLost);
  return { client, pathOf: () => null };
}
