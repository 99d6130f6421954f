import { memorySink, memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import type { ExportFolder } from '../../src-core/io/cloud/export-map.ts';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

/** A folder in memory whose files appear when they are closed, as those of a disk do. */
export class MemoryFolder implements ExportFolder {
  readonly files = new Map<string, Uint8Array>();
  /** Sinks that were neither closed nor aborted. */
  unfinished = 0;
  /** Name of a file that the disk has no room for. */
  readonly #full: string | null;

  constructor(full: string | null = null) {
    this.#full = full;
  }

  async create(fileName: string) {
    const sink = memorySink(fileName);
    this.unfinished++;
    return {
      ...sink,
      write: async (bytes: Uint8Array) => {
        if (fileName === this.#full)
          throw new SocavonError('disk-full', message('text', { text: `No room for ${fileName}.` }));
        await sink.write(bytes);
      },
      close: async () => {
        await sink.close();
        this.files.set(fileName, sink.bytes());
        this.unfinished--;
      },
      abort: async () => {
        await sink.abort();
        this.unfinished--;
      },
    };
  }

  async open(fileName: string) {
    const bytes = this.files.get(fileName);
    if (bytes === undefined)
      throw new SocavonError('file-missing', message('text', { text: `There is no ${fileName}.` }));
    return { ...memorySource(fileName, bytes), close: async () => {} };
  }

  async remove(fileName: string) {
    this.files.delete(fileName);
  }

  text(fileName: string): string {
    return new TextDecoder().decode(this.files.get(fileName));
  }
}
