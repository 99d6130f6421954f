import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import { openSocket, type Serving, serveFolder } from './served.ts';

const SEED = 11;

let serving: Serving;
beforeAll(async () => {
  serving = await serveFolder();
});
afterAll(() => serving.close());

function statusOf(path: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${serving.origin}${path}`, { headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode!));
    });
    sent.on('error', reject);
    sent.end();
  });
}

it(`tokens are guessed by another program of the machine: none of 300 fits, near ones neither (seed ${SEED})`, async () => {
  const random = seededRandom(SEED);
  const { token } = serving;
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const other = (letter: string): string => letters[(letters.indexOf(letter) + 1 + random.below(62)) % 64];
  const near = Array.from(
    { length: token.length },
    (_, i) => token.slice(0, i) + other(token[i]) + token.slice(i + 1),
  );
  const cut = [token.slice(0, -1), `${token}A`, `${token}${token}`, '', token.toLowerCase(), ` ${token}`];
  const blind = Array.from({ length: 250 }, () =>
    Array.from({ length: token.length }, () => letters[random.below(64)]).join(''),
  );
  for (const guess of [...near, ...cut, ...blind]) {
    expect(await statusOf(`/?token=${encodeURIComponent(guess)}`), guess).toBe(403);
    if (guess.trim() !== token)
      expect(await statusOf('/', { authorization: `Bearer ${guess}` }), guess).toBe(403);
  }
  expect(await statusOf('/', { authorization: `Bearer ${token}` })).toBe(200);
});

it('a hundred sockets are opened and say their request letter by letter: others are answered meanwhile', async () => {
  const { hostname, port } = new URL(serving.origin);
  const slow: Socket[] = [];
  try {
    for (let i = 0; i < 100; i++) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write('GET / HT');
      slow.push(socket);
    }
    for (let i = 0; i < 20; i++) {
      for (const socket of slow) socket.write('T');
      expect(await statusOf('/', { authorization: `Bearer ${serving.token}` })).toBe(200);
    }
  } finally {
    for (const socket of slow) socket.destroy();
  }
});

it('the log is filled by frames that are no messages: each costs it one short line without what it held', async () => {
  const before = serving.logged.length;
  for (let i = 0; i < 20; i++) {
    const socket = await openSocket(serving, { authorization: `Bearer ${serving.token}` });
    const closed = once(socket, 'close');
    socket.send(Buffer.from([255, 255, 255, 255, ...Buffer.from('x'.repeat(5000))]));
    await closed;
  }
  const lines = serving.logged.slice(before);
  expect(lines.length).toBe(20);
  for (const line of lines) expect(String(line).length).toBeLessThan(100);
});
