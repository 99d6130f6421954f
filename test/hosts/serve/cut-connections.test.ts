import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket, type Serving, serveFolder } from './served.ts';

const CUTTER = fileURLToPath(new URL('./cut-sockets.ts', import.meta.url));
const run = promisify(execFile);

let serving: Serving;
beforeAll(async () => {
  serving = await serveFolder();
});
afterAll(() => serving.close());

/** What an error without a listener would come to, which ends a program. */
async function uncaughtWhile(work: () => Promise<unknown>): Promise<string[]> {
  const uncaught: string[] = [];
  const hear = (error: Error): void => void uncaught.push(error.message);
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', hear);
  try {
    await work();
  } finally {
    process.off('uncaughtException', hear);
    for (const other of others) process.on('uncaughtException', other);
  }
  return uncaught;
}

describe('a connection that another program of the machine cuts by a reset does not end the server', () => {
  it.each([
    'a refused upgrade',
    'an upgrade without the token',
    'an upgrade that goes on',
    'a page',
    'many pages at once',
    'a body in its midst',
    'a tunnel',
    'half a request',
    'no HTTP',
    'nothing',
  ])('in %s', async (kind) => {
    const { port } = new URL(serving.origin);
    expect(await uncaughtWhile(() => run(process.execPath, [CUTTER, port, kind, '60']))).toEqual([]);
    const page = await fetch(serving.origin, { headers: { authorization: `Bearer ${serving.token}` } });
    expect(page.status).toBe(200);
  });

  it('after it was let in, with a frame that is none and a message that is half', async () => {
    const uncaught = await uncaughtWhile(async () => {
      for (const data of [
        Buffer.from([0xff, 0xff, 0xff, 0xff]),
        Buffer.from([0x81, 0xfe, 0xff, 0xff, 0, 0]),
      ]) {
        for (let i = 0; i < 12; i++) {
          const socket = await openSocket(serving, { authorization: `Bearer ${serving.token}` });
          const { _socket: raw } = socket as unknown as { _socket: Socket };
          socket.on('error', () => {});
          raw.write(data);
          if (i % 2 > 0) await new Promise((resolve) => setTimeout(resolve, 1));
          raw.resetAndDestroy();
        }
      }
    });
    expect(uncaught).toEqual([]);
    const again = await openSocket(serving, { authorization: `Bearer ${serving.token}` });
    again.close();
  });
});

it('connections of a program that opens without end are bounded, and it keeps none of the descriptors', async () => {
  const { port } = new URL(serving.origin);
  const sockets: Socket[] = [];
  let refused = 0;
  const uncaught = await uncaughtWhile(async () => {
    for (let i = 0; i < 540; i++) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => {});
      socket.on('close', () => refused++);
      await once(socket, 'connect');
      sockets.push(socket);
    }
    await expect.poll(() => refused).toBeGreaterThan(0);
    for (const socket of sockets) socket.resetAndDestroy();
  });
  expect(uncaught).toEqual([]);
  const page = await fetch(serving.origin, { headers: { authorization: `Bearer ${serving.token}` } });
  expect(page.status).toBe(200);
});
