import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/*
 * A program of the machine that knows a port and no token: opens connections, says something, and cuts each by a reset, as
 * a socket with SO_LINGER 0 does. node cut-sockets.ts PORT KIND COUNT
 */

const [port, kind, count] = process.argv.slice(2);

const HEAD = `Host: 127.0.0.1:${port}\r\n`;
const KEY = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const SAID: Readonly<Record<string, string>> = {
  'a refused upgrade': 'GET /x HTTP/1.1\r\nHost: evil\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
  'an upgrade without the token': `GET /socket HTTP/1.1\r\n${HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\n${KEY}\r\n`,
  'an upgrade that goes on': `GET /x HTTP/1.1\r\n${HEAD}Connection: Upgrade\r\nUpgrade: x\r\n\r\n${'x'.repeat(70_000)}`,
  'a page': `GET / HTTP/1.1\r\n${HEAD}\r\n`,
  'many pages at once': `GET / HTTP/1.1\r\n${HEAD}\r\n`.repeat(50),
  'a body in its midst': `POST / HTTP/1.1\r\n${HEAD}Content-Length: 1000000\r\n\r\n${'x'.repeat(5000)}`,
  'a tunnel': `CONNECT 10.0.0.1:22 HTTP/1.1\r\n${HEAD}\r\n`,
  'half a request': 'GET / HTTP/1.1\r\nHost: 127',
  'no HTTP': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  nothing: '',
};

for (let i = 0; i < Number(count); i++) {
  const socket = connect(Number(port), '127.0.0.1');
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => {});
  socket.write(SAID[kind]);
  // From at once to when the answer has come: the server is to be met between reading and writing.
  const wait = i % 6;
  if (wait > 0) await pause(wait - 1);
  socket.resetAndDestroy();
}
