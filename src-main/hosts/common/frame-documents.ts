import { randomBytes } from 'node:crypto';

/** Documents that the window asked to be shown in a frame of their own, each under a path that nobody guesses. */
export interface FrameDocuments {
  /** @returns the path of its address, from the root */
  hold(html: string): string;
  /** @param path as an address has it; null: none is there, or no more */
  find(path: string): string | null;
}

/** The oldest give way; a window shows one at a time. */
const MOST = 4;
const FOLDER = '/document/';

export function frameDocuments(): FrameDocuments {
  const documents = new Map<string, string>();
  return {
    hold(html) {
      const path = `${FOLDER}${randomBytes(16).toString('hex')}`;
      documents.set(path, html);
      for (const oldest of documents.keys()) if (documents.size > MOST) documents.delete(oldest);
      return path;
    },
    find: (path) => documents.get(path) ?? null,
  };
}
