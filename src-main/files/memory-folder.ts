import type { ExportFolder } from '../../src-core/io/cloud/export-map.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

/** Export folder in memory, for previews and tests. */
export class MemoryFolder implements ExportFolder {
  readonly #files = new Map<string, string>();

  /** @throws SocavonError 'internal' if no file of that name was written */
  text(name: string): string {
    const text = this.#files.get(name);
    if (text === undefined) throw new SocavonError('internal', `${name} was not written.`);
    return text;
  }

  async create(name: string) {
    const parts: string[] = [];
    const decoder = new TextDecoder();
    return {
      name,
      write: async (bytes: Uint8Array) => void parts.push(decoder.decode(bytes, { stream: true })),
      patch: async () => {
        throw new SocavonError('internal', `${name} is a text, of which nothing is written twice.`);
      },
      close: async () => void this.#files.set(name, parts.join('') + decoder.decode()),
      abort: async () => {},
    };
  }

  async open(name: string): Promise<never> {
    throw new SocavonError('internal', `${name} lies in memory and is not read back.`);
  }

  async remove(name: string): Promise<void> {
    this.#files.delete(name);
  }
}
