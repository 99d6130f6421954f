import { SOCKET_PATH, type WindowBridge } from '../../src-core/contract/bridge.ts';
import { type Client, clientOver } from '../../src-core/contract/client.ts';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { socketCarrier } from './socket-carrier.ts';

declare global {
  interface Window {
    /** Put there by the preload of the desktop window. */
    readonly socavon?: WindowBridge;
  }
}

export interface Connection {
  readonly client: Client;
  /** Path of a dropped file, or null where the host cannot know it: a browser tells no paths. */
  pathOf(file: File): string | null;
}

/** The one place that knows in which host the window is: Electron's bridge, or the socket of `socavon serve`. */
export function connect(onLost: () => void): Connection {
  const bridge = window.socavon;
  if (bridge !== undefined)
    return { client: clientOver(bridge), pathOf: (file) => bridge.pathOf(file) || null };

  const address = new URL(SOCKET_PATH, window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address);
  const client = clientOver(socketCarrier(socket));
  socket.addEventListener('close', () => {
    client.fail(new SocavonError('engine-unavailable', message('program-ended')));
    onLost();
  });
  return { client, pathOf: () => null };
}
