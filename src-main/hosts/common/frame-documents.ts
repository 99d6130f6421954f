import { randomBytes } from 'node:crypto';

/** Documents served to the window for display in a frame, each under an unguessable path. */
export interface FrameDocuments {
  /** Stores a document. @returns the path of its address, from the root */
  hold(html: string): string;
  /** @param path the path of an address. @returns null: no document, or evicted */
  find(path: string): string | null;
  /** Grants a PDF to the browser. @param file its real path. @returns the path of its address, from the root */
  holdFile(file: string): string;
  /** @param path the path of an address. @returns the real path of the file; null: none, or evicted */
  findFile(path: string): string | null;
}

/** Greatest number of stored documents, the oldest are evicted; a window shows one at a time. */
const MOST = 4;
const FOLDER = '/document/';

export function frameDocuments(): FrameDocuments {
  const documents = new Map<string, string>();
  const files = new Map<string, string>();
  return {
    hold(html) {
      const path = `${FOLDER}${randomBytes(16).toString('hex')}`;
      documents.set(path, html);
      for (const oldest of documents.keys()) if (documents.size > MOST) documents.delete(oldest);
      return path;
    },
    find: (path) => documents.get(path) ?? null,
    holdFile(file) {
      const path = `${FOLDER}${randomBytes(16).toString('hex')}.pdf`;
      files.set(path, file);
      for (const oldest of files.keys()) if (files.size > MOST) files.delete(oldest);
      return path;
    },
    findFile: (path) => files.get(path) ?? null,
  };
}
