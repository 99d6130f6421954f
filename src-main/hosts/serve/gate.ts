import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Who may speak to the server. Any page of any tab of this machine can reach a loopback port, and a name that a page
 * owns may be made to point here (DNS rebinding): so an address must name this server, a page must come from it, and
 * whoever asks must have the token that was printed.
 */
export interface Gate {
  /** For the address that is printed. */
  readonly token: string;
  /** Names the server by its address, and not by a name that somebody else gave it. */
  isAddressed(request: IncomingMessage): boolean;
  /** Comes from a page of this server, or from no page. */
  isFromHere(request: IncomingMessage): boolean;
  /** Has the token, in its cookie or its Authorization header. */
  hasToken(request: IncomingMessage): boolean;
  /** The address has the token: the cookie to set; else null. */
  cookieFor(address: URL): string | null;
}

/** @param port that the server listens to; cookies of one host are seen by all its ports, so its name has the port */
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
      const given = bearer ?? cookieValue(headers.cookie ?? '', cookie);
      return given !== undefined && isEqual(given, token);
    },
    cookieFor(address) {
      const given = address.searchParams.get('token');
      if (given === null || !isEqual(given, token)) return null;
      return `${cookie}=${token}; Path=/; HttpOnly; SameSite=Strict`;
    },
  };
}

/** In a time that says nothing of where the first difference is. */
function isEqual(given: string, token: string): boolean {
  const a = Buffer.from(given);
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
