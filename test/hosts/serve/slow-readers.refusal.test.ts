import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { SOCKET_PATH } from '../../../src-core/contract/bridge.ts';
import { webSocketCarrier } from '../../../src-main/hosts/serve/sockets.ts';
import { openSocket, type Serving, serveFolder, windowOf } from './served.ts';

let serving: Serving;
beforeAll(async () => {
  serving = await serveFolder();
});
afterAll(() => serving.close());

const withToken = () => ({ authorization: `Bearer ${serving.token}` });

/** The server answers another window. */
async function expectAnswers(): Promise<void> {
  const window = await windowOf(serving);
  expect(await window.call('host.list', { folder: serving.folder })).toMatchObject({
    folder: serving.folder,
  });
  window.leave();
}

/** A socket that has been made a WebSocket by hand, so that it may say what no browser says. */
async function rawWebSocket(): Promise<Socket> {
  const { hostname, port, host } = new URL(serving.origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.on('error', () => {});
  const head = [
    `GET ${SOCKET_PATH} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    'Sec-WebSocket-Extensions: permessage-deflate',
    `Authorization: Bearer ${serving.token}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 101 /);
  expect(answer.toString()).not.toMatch(/deflate/i);
  return socket;
}

it('a window that never reads is let go before it costs more memory than a reply', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sockets = new WebSocketServer({ server });
  try {
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const [[end]] = await Promise.all([
      once(sockets, 'connection') as Promise<[WebSocket]>,
      once(client, 'open'),
    ]);
    client.pause();
    const logged: unknown[] = [];
    const carrier = webSocketCarrier(end, (error) => logged.push(error), 8 << 20);
    const closed = new Promise<Error>((resolve) => carrier.onClose(resolve));
    const reply = { kind: 'reply', id: 1, ok: true, value: new Uint8Array(1 << 20) } as never;
    let sent = 0;
    // What the system itself holds for a socket is some megabytes.
    for (; sent < 100 && end.readyState === end.OPEN; sent++) {
      carrier.send(reply);
      await new Promise(setImmediate);
    }
    expect(sent).toBeGreaterThanOrEqual(8);
    expect(sent).toBeLessThan(40);
    expect((await closed).message).toMatch(/closed/);
    expect(logged).toEqual(['a window does not read what it is sent, and was let go']);
    client.terminate();
  } finally {
    sockets.close();
    server.close();
  }
});

it.each([
  ['of a petabyte', [0x82, 0xff, 0, 4, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]],
  ['compressed, though nobody agreed on it', [0xc2, 0x85, 0, 0, 0, 0, 1, 2, 3, 4, 5]],
  ['without the mask of a browser', [0x82, 0x05, 1, 2, 3, 4, 5]],
  ['that goes on with nothing', [0x80, 0x85, 0, 0, 0, 0, 1, 2, 3, 4, 5]],
  ['of control that is too long', [0x89, 0xfe, 0x10, 0x00, 0, 0, 0, 0]],
])('a frame %s ends its socket alone', async (_, bytes) => {
  const socket = await rawWebSocket();
  const closed = once(socket, 'close');
  socket.resume();
  socket.write(Buffer.from(bytes));
  await closed;
  await expectAnswers();
});

it('pieces of a message that would be larger than any end its socket', async () => {
  const socket = await rawWebSocket();
  const closed = once(socket, 'close');
  socket.resume();
  const piece = Buffer.alloc(1 << 20);
  const head = (first: number): Buffer => Buffer.from([first, 0xff, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0]);
  let pieces = 0;
  for (; pieces < 200 && !socket.destroyed; pieces++) {
    socket.write(Buffer.concat([head(pieces === 0 ? 0x02 : 0x00), piece]));
    await new Promise(setImmediate);
  }
  await closed;
  expect(pieces).toBeLessThan(200);
  await expectAnswers();
});

it.each([
  ['arrays in arrays', (depth: number) => '['.repeat(depth) + ']'.repeat(depth)],
  ['objects in objects', (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
])('%s, a hundred thousand deep, are answered or end their socket', async (_, nested) => {
  const socket = await openSocket(serving, withToken());
  const left = Promise.race([once(socket, 'close'), once(socket, 'message')]);
  // Written by hand: our own writer would not go so deep.
  const text = Buffer.from(
    `{"kind":"request","id":1,"name":"work.set","args":{"topic":"question","sessionId":null,"values":{"interval":${nested(100_000)}}}}`,
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const padding = Buffer.alloc((8 - ((4 + text.length) % 8)) % 8);
  socket.send(Buffer.concat([length, text, padding]));
  await left;
  socket.terminate();
  // As text, which no window sends: nothing comes of it.
  const other = await openSocket(serving, withToken());
  other.send(text.toString());
  await expectAnswers();
  other.terminate();
});

it('three hundred windows at once are answered, and a request that ends never is refused', async () => {
  const sockets = await Promise.all(Array.from({ length: 300 }, () => openSocket(serving, withToken())));
  await expectAnswers();
  for (const socket of sockets) socket.terminate();
  const { hostname, port, host } = new URL(serving.origin);
  const socket = connect(Number(port), hostname);
  socket.write(`POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000000000\r\n\r\nx`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 40[35] /);
  socket.destroy();
  await expectAnswers();
});
