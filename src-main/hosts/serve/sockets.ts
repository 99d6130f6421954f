import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { SOCKET_PATH } from '../../../src-core/contract/bridge.ts';
import type { ServerCarrier } from '../../../src-core/contract/rpc.ts';
import { decodeMessage, encodeMessage } from '../../../src-core/contract/wire.ts';
import type { Host } from '../common/host-handlers.ts';
import { windowSession } from '../common/window-session.ts';
import type { Gate } from './gate.ts';

/** Limit of a message; requests are short except for documents to display. */
const LARGEST_MESSAGE_BYTES = 64 << 20;
/** What a window may leave unread: some of the largest replies. Beyond it, it is no window that is only busy. */
const MOST_UNREAD_BYTES = 512 << 20;

/** Serves a WebSocket per tab, after the same checks as for a page. */
export function serveSockets(
  server: Server,
  access: Gate,
  host: Host,
  log: (error: unknown) => void,
): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE_BYTES });
  server.on('upgrade', (request, socket, head) => {
    if (!mayJoin(request, access)) return refuse(socket);
    sockets.handleUpgrade(request, socket, head, (webSocket) => join(webSocket, host, log));
  });
  return sockets;
}

function mayJoin(request: IncomingMessage, access: Gate): boolean {
  const path = URL.parse(request.url ?? '', 'http://127.0.0.1')?.pathname;
  return (
    path === SOCKET_PATH &&
    access.isAddressed(request) &&
    access.isFromHere(request) &&
    access.hasToken(request)
  );
}

/** The listener for its errors is that of every connection of the server. */
function refuse(socket: Duplex): void {
  socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n', () => socket.destroy());
}

function join(socket: WebSocket, host: Host, log: (error: unknown) => void): void {
  const carrier = webSocketCarrier(socket, log);
  const session = windowSession(host, carrier.send, log);
  carrier.listen(session.receive);
  carrier.onClose(session.leave);
}

/**
 * Server end of a window's socket. A message that cannot be decoded closes it, since our windows send none, and so does one
 * that stays unread while others come.
 *
 * @param mostUnread bytes
 */
export function webSocketCarrier(
  socket: WebSocket,
  log: (error: unknown) => void,
  mostUnread: number = MOST_UNREAD_BYTES,
): ServerCarrier & { onClose(closed: (why: Error) => void): void } {
  socket.on('error', log);
  return {
    send(message) {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > mostUnread) {
        log('a window does not read what it is sent, and was let go');
        socket.terminate();
        return;
      }
      socket.send(encodeMessage(message));
    },
    listen(hear) {
      socket.on('message', (data, isBinary) => {
        try {
          hear(isBinary ? decodeMessage(data as Buffer) : data);
        } catch {
          // Without what it held or where it failed: a stranger could fill the log with either.
          log('a frame of a socket was no message');
          socket.close(1007, 'not a message');
        }
      });
    },
    onClose: (closed) => void socket.on('close', () => closed(new Error('the window closed its socket'))),
  };
}
