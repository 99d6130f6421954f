import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { message } from '../../../src-core/messages/message.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { FrameDocuments } from '../common/frame-documents.ts';
import type { RendererFiles } from '../common/renderer-files.ts';
import { documentHeaders, fileHeaders, securityHeaders } from '../common/security-headers.ts';
import { type Gate, gate } from './gate.ts';

const LOOPBACK = '127.0.0.1';
/** Connections at a time: some windows need a few each, and the engine must have descriptors left to open files. */
const MOST_CONNECTIONS = 512;

interface WindowServer {
  readonly server: Server;
  readonly gate: Gate;
  /** Address with the token, to be printed. */
  readonly address: string;
}

/**
 * Serves the window to this machine only.
 *
 * @param port 0: any free port
 * @param onEntered called when somebody came with the printed address
 * @throws SocavonError 'usage' if the port is in use or not permitted for this user
 */
export async function windowServer(
  files: RendererFiles,
  documents: FrameDocuments,
  port: number,
  onEntered: () => void = () => {},
): Promise<WindowServer> {
  const server = createServer();
  server.maxConnections = MOST_CONNECTIONS;
  // Who opens a socket may cut it at any moment, also after Node's own listeners have left it, as they do at an upgrade.
  // An error without a listener would end the program, and with it what it computes.
  server.on('connection', (socket) => void socket.on('error', ignored));
  await listen(server, port);
  server.on('error', ignored); // a connection that could not be accepted
  const taken = (server.address() as AddressInfo).port;
  const access = gate(taken);
  server.on('request', (request, response) => {
    request.on('error', ignored);
    response.on('error', ignored);
    answer(request, response, access, files, documents, onEntered).catch(() => end(response, 500));
  });
  return { server, gate: access, address: `http://${LOOPBACK}:${taken}/?token=${access.token}` };
}

/** Of one connection: its end is told by 'close', and strangers must not fill the log. */
function ignored(): void {}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  access: Gate,
  files: RendererFiles,
  documents: FrameDocuments,
  onEntered: () => void,
): Promise<void> {
  if (!access.isAddressed(request) || !access.isFromHere(request)) return end(response, 403);
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405);
  const address = addressOf(request);
  if (address === null) return end(response, 400);
  const cookie = access.cookieFor(address);
  if (cookie !== null) {
    onEntered();
    if (CAME_FROM_A_PAGE.includes(String(request.headers['sec-fetch-site'])))
      return send(response, { ...securityHeaders(), 'Set-Cookie': cookie }, 'text/html; charset=utf-8', STEP);
    // Redirects to the same page without the token, which would otherwise appear in the history and in screenshots.
    response.writeHead(303, {
      ...securityHeaders(),
      'Set-Cookie': cookie,
      Location: '/',
      'Cache-Control': 'no-store',
    });
    response.end();
    return;
  }
  if (!access.hasToken(request)) return end(response, 403);

  const document = documents.find(address.pathname);
  if (document !== null) return send(response, documentHeaders(), 'text/html; charset=utf-8', document);
  const report = documents.findFile(address.pathname);
  if (report !== null) return send(response, fileHeaders(), 'application/pdf', await readFile(report));
  const file = files.get(address.pathname);
  if (file === undefined) return end(response, 404);
  const socket = `ws://${request.headers.host}`;
  send(response, securityHeaders([socket]), file.type, await readFile(file.path));
}

function send(
  response: ServerResponse,
  headers: Record<string, string>,
  type: string,
  body: string | Uint8Array,
): void {
  response.writeHead(200, { ...headers, 'Content-Type': type, 'Cache-Control': 'no-store' });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

function addressOf({ url }: IncomingMessage): URL | null {
  return URL.parse(url ?? '', `http://${LOOPBACK}`);
}

/**
 * A strict cookie is not sent where another page leads here, such as the one that `--open` writes, nor after a redirect
 * from there. Therefore this page of our own leads on; a browser puts what it leads to in its place in the history.
 */
const CAME_FROM_A_PAGE = ['cross-site', 'same-site'];
const STEP = '<!doctype html><meta http-equiv="refresh" content="0;url=/"><a href="/">Socavón</a>';

const SENTENCES: Record<number, string> = {
  400: 'This address cannot be read.',
  403: 'Open the whole address that socavon serve printed, with its token.',
  404: 'There is nothing at this address.',
  405: 'Only GET is answered here.',
  500: 'The program made a mistake; start it again.',
};

function end(response: ServerResponse, status: number): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { ...securityHeaders(), 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${SENTENCES[status]}\n`);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why = cause.code === 'EADDRINUSE' ? message('port-taken') : (cause.code ?? cause.message);
      reject(
        new SocavonError('usage', message('port-unusable', { port, why }), {
          cause,
        }),
      );
    });
    server.listen(port, LOOPBACK, resolve);
  });
}
