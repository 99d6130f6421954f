import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Access control of the server. Any page in any tab on this machine can reach a loopback port, and a foreign host
 * name may be pointed here (DNS rebinding): so the Host header must name this server, the origin must be this
 * server, and the request must carry the printed token.
 */
export interface Gate {
  /** Token of the printed address. */
  readonly token: string;
  /** True if the Host header is the server's address, not a foreign name. */
  isAddressed(request: IncomingMessage): boolean;
  /** True if the origin is this server, or there is none. */
  isFromHere(request: IncomingMessage): boolean;
  /** True if the cookie or the Authorization header has the token. */
  hasToken(request: IncomingMessage): boolean;
  /** Cookie to set if the address has the token; else null. */
  cookieFor(address: URL): string | null;
}

/** @param port of the server, part of the cookie's name, because all ports of a host share cookies */
export function gate(port: number, token: string = randomBytes(32).toString('base64url')): Gate {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const cookie = `socavon-${port}`;
  return {
    token,
    isAddressed: ({ headers }) => hosts.includes(headers.host ?? ''),
    isFromHere: ({ headers }) =>
      headers.origin === undefined || hosts.some((host) => headers.origin === `http://${host}`),
    hasToken({ headers }) {
      const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
      const candidate = bearer ?? cookieValue(headers.cookie ?? '', cookie);
      return candidate !== undefined && isEqual(candidate, token);
    },
    cookieFor(address) {
      const candidate = address.searchParams.get('token');
      if (candidate === null || !isEqual(candidate, token)) return null;
      return `${cookie}=${token}; Path=/; HttpOnly; SameSite=Strict`;
    },
  };
}

/** Compares in constant time, so that timing does not reveal the position of the first difference. */
function isEqual(candidate: string, token: string): boolean {
  const a = Buffer.from(candidate);
  const b = Buffer.from(token);
  return a.length === b.length && timingSafeEqual(a, b);
}

function cookieValue(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}
