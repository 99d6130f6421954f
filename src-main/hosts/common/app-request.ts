import { readFile } from 'node:fs/promises';
import { APP_ORIGIN } from './app-origin.ts';
import type { FrameDocuments } from './frame-documents.ts';
import type { RendererFiles } from './renderer-files.ts';
import { documentHeaders, securityHeaders } from './security-headers.ts';

/** Answers a request to the window's scheme: built files, and documents for display in a frame. */
export async function answerAppRequest(
  request: { readonly url: string; readonly method: string },
  files: RendererFiles,
  documents: FrameDocuments,
): Promise<Response> {
  const address = URL.parse(request.url);
  if (address === null || `${address.protocol}//${address.host}` !== APP_ORIGIN) return refused(404);
  if (request.method !== 'GET') return refused(405);
  const document = documents.find(address.pathname);
  if (document !== null) return answer(document, 'text/html; charset=utf-8', documentHeaders());
  const file = files.get(address.pathname);
  if (file === undefined) return refused(404);
  return answer(new Uint8Array(await readFile(file.path)), file.type, securityHeaders());
}

/** True for addresses that a page of the window may load; all others could leak data from this machine. */
export function isOwnAddress(url: string): boolean {
  const address = URL.parse(url);
  if (address === null) return false;
  if (address.protocol === 'data:') return true;
  if (address.protocol === 'blob:') return address.pathname.startsWith(`${APP_ORIGIN}/`);
  return `${address.protocol}//${address.host}` === APP_ORIGIN;
}

function answer(
  body: string | Uint8Array<ArrayBuffer>,
  type: string,
  headers: Record<string, string>,
): Response {
  return new Response(body, { headers: { ...headers, 'Content-Type': type } });
}

function refused(status: number): Response {
  return new Response(null, { status, headers: securityHeaders() });
}
