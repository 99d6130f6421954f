import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSocket, type Serving, serveFolder } from './served.ts';

/** Any page that the person has open can reach a loopback port: these are what such a page could try. */

let serving: Serving;
beforeAll(async () => {
  serving = await serveFolder();
});
afterAll(() => serving.close());

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

/** Sends the path and headers as they are: `fetch` would put them right. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port } = new URL(serving.origin);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      let body = '';
      response.on('data', (text) => {
        body += text;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

const bearer = (): Record<string, string> => ({ authorization: `Bearer ${serving.token}` });
const port = (): string => new URL(serving.origin).port;

describe('a page', () => {
  it('is opened by the printed address, which becomes a cookie that no script reads and no other site sends', async () => {
    const first = await ask(`/?token=${serving.token}`);
    expect(first.status).toBe(303);
    expect(first.headers.location).toBe('/');
    const [cookie] = first.headers['set-cookie'] as string[];
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
    const second = await ask('/', { cookie: cookie.split(';')[0] });
    expect(second.status).toBe(200);
    expect(second.body).toContain('window');
  });

  it('led to by a page of this user is opened by a step of our own, since no other site sends the cookie', async () => {
    const first = await ask(`/?token=${serving.token}`, { 'sec-fetch-site': 'cross-site' });
    expect(first.status).toBe(200);
    expect(first.body).toContain('content="0;url=/"');
    expect(first.body).not.toContain(serving.token);
    expect(String(first.headers['set-cookie'])).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect((await ask('/?token=AAAA', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it.each([
    ['no token', '/', {}],
    ['a wrong token', '/?token=AAAA', {}],
    ['a token of the right length', `/?token=${'A'.repeat(43)}`, {}],
    ['a wrong cookie', '/', { cookie: 'socavon=1; other=2' }],
    ['a wrong bearer', '/', { authorization: 'Bearer x' }],
  ])('with %s is refused', async (_, path, headers) => {
    const answer = await ask(path, headers);
    expect(answer.status).toBe(403);
    expect(answer.body).not.toContain('window');
    expect(answer.body).not.toContain(serving.token);
  });

  it('under a name that somebody made point here is refused (DNS rebinding)', async () => {
    expect((await ask('/', { ...bearer(), host: `evil.example:${port()}` })).status).toBe(403);
    expect((await ask(`/?token=${serving.token}`, { host: 'evil.example' })).status).toBe(403);
    expect((await ask('/', { ...bearer(), host: `localhost:${port()}` })).status).toBe(200);
  });

  it('asked for by a page of another site is refused', async () => {
    expect((await ask('/', { ...bearer(), origin: 'https://evil.example' })).status).toBe(403);
    expect((await ask('/', { ...bearer(), origin: 'null' })).status).toBe(403);
    expect((await ask('/', { ...bearer(), origin: `http://127.0.0.1:${Number(port()) + 1}` })).status).toBe(
      403,
    );
    expect((await ask('/', { ...bearer(), origin: serving.origin })).status).toBe(200);
  });

  it.each([
    '/../index.html',
    '/%2e%2e/package.json',
    '/..%2f..%2fetc/passwd',
    '/etc/passwd',
    '/C:/Windows/win.ini',
  ])('at %s is not there', async (path) => {
    expect((await ask(path, bearer())).status).toBe(path === '/../index.html' ? 200 : 404);
  });

  it('takes no POST', async () => expect((await ask('/', bearer(), 'POST')).status).toBe(405));

  it('may run its own scripts only, talk to its own server only, and be in no frame', async () => {
    const { headers } = await ask('/', bearer());
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain(`connect-src 'self' ws://127.0.0.1:${port()}`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});

describe('a socket', () => {
  it('with the token is opened', async () => {
    const socket = await openSocket(serving, { ...bearer(), origin: serving.origin });
    socket.terminate();
  });

  it.each([
    ['no token', () => ({})],
    ['the page of another site', () => ({ ...bearer(), origin: 'https://evil.example' })],
    ['another name of this machine', () => ({ ...bearer(), host: 'evil.example' })],
  ])('from %s is refused', async (_, headers) => {
    await expect(openSocket(serving, headers())).rejects.toThrow('403');
  });

  it('that says what is no message is closed', async () => {
    const socket = await openSocket(serving, bearer());
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    socket.send(Buffer.from([255, 255, 255, 255, 1]));
    expect(await closed).toBe(1007);
  });
});
