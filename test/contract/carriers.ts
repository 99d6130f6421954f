import { MessageChannel } from 'node:worker_threads';
import { WebSocketServer } from 'ws';
import type { ToClient } from '../../src-core/contract/messages.ts';
import type { ClientCarrier, ServerCarrier } from '../../src-core/contract/rpc.ts';
import { decodeMessage, encodeMessage } from '../../src-core/contract/wire.ts';
import { webSocketCarrier } from '../../src-main/hosts/serve/sockets.ts';
import { portCarrier } from '../../src-main/rpc/port-carrier.ts';
import { socketCarrier } from '../../src-renderer/host/socket-carrier.ts';

/** Both ends of one carrier. */
export interface Ends {
  readonly client: ClientCarrier;
  readonly server: ServerCarrier;
  /** Breaks the carrier as a crash of the server would. */
  close(): void;
  /** What the server's end refused by itself. */
  readonly logged: unknown[];
}

/** Carriers of every kind: in memory with the bytes of `wire.ts`, a real port, a real socket. */
export const CARRIERS: Readonly<Record<string, () => Promise<Ends>>> = {
  memory: async () => memoryEnds(),
  port: async () => portEnds(),
  socket: socketEnds,
};

export function memoryEnds(): Ends {
  let toServer = (_: unknown): void => {};
  let toClient = (_: ToClient): void => {};
  const closed: ((why: Error) => void)[] = [];
  return {
    client: {
      send: (message) => toServer(decodeMessage(encodeMessage(message))),
      listen: (hear) => {
        toClient = hear;
      },
      onClose: (hear) => void closed.push(hear),
    },
    server: {
      send: (message) => toClient(decodeMessage(encodeMessage(message)) as ToClient),
      listen: (hear) => {
        toServer = hear;
      },
      onClose: (hear) => void closed.push(hear),
    },
    close: () => {
      for (const hear of closed) hear(new Error('gone'));
    },
    logged: [],
  };
}

export function portEnds(): Ends {
  const { port1, port2 } = new MessageChannel();
  return { client: portCarrier(port1), server: portCarrier(port2), close: () => port2.close(), logged: [] };
}

async function socketEnds(): Promise<Ends> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  const logged: unknown[] = [];
  // Listens before the socket is open: what is sent early waits.
  const client = socketCarrier(socket as never);
  const other = await new Promise<import('ws').WebSocket>((resolve) => server.once('connection', resolve));
  return {
    client,
    server: webSocketCarrier(other, (error) => logged.push(error)),
    close: () => {
      other.terminate();
      server.close();
    },
    logged,
  };
}
