import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { WebSocket } from 'ws';
import { SOCKET_PATH } from '../../../src-core/contract/bridge.ts';
import type { ToClient } from '../../../src-core/contract/messages.ts';
import type { Client, ContractMethods } from '../../../src-core/contract/requests.ts';
import { rpcClient } from '../../../src-core/contract/rpc.ts';
import { decodeMessage, encodeMessage } from '../../../src-core/contract/wire.ts';
import { type Served, type ServeOptions, serve } from '../../../src-main/hosts/serve/serve.ts';

export interface Serving extends Served {
  /** Without the token. */
  readonly origin: string;
  readonly token: string;
  readonly logged: unknown[];
}

/** A server over a new folder, with a window of one line. */
export async function serveFolder(options: Partial<ServeOptions> = {}): Promise<Serving> {
  const renderer = mkdtempSync(join(inject('scratch'), 'renderer-'));
  writeFileSync(join(renderer, 'index.html'), '<!doctype html><p>window');
  const folder = realpathSync(mkdtempSync(join(inject('scratch'), 'served-')));
  mkdirSync(join(folder, 'capturas'));
  const logged: unknown[] = [];
  const served = await serve({ folder, port: 0, renderer, log: (error) => logged.push(error), ...options });
  const { origin, searchParams } = new URL(served.address);
  return { ...served, origin, token: searchParams.get('token') ?? '', logged };
}

/** A socket as a browser opens it. Rejects where the server refuses it. */
export function openSocket(
  { origin }: Pick<Serving, 'origin'>,
  headers: Record<string, string>,
): Promise<WebSocket> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${SOCKET_PATH}`, { headers });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** A window's end of the contract. */
export async function windowOf(
  serving: Pick<Serving, 'origin' | 'token'>,
): Promise<Client & { leave(): void }> {
  const socket = await openSocket(serving, { authorization: `Bearer ${serving.token}` });
  const client = rpcClient<ContractMethods>({
    send: (message) => socket.send(encodeMessage(message)),
    listen: (hear) => socket.on('message', (data: Buffer) => hear(decodeMessage(data) as ToClient)),
  });
  return { ...client, leave: () => socket.terminate() };
}
