import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { ReadSource } from './byte-stream.ts';

const READ_BYTES = 1 << 20;

/** Forward reader of a source in megabyte steps, for records whose size is only known while reading. */
export interface ByteCursor {
  /** Offset in the source of the next byte. */
  position(): number;
  /**
   * The next `length` bytes, valid until the next call.
   *
   * @throws SocavonError 'file-format' if the source ends before
   */
  take(length: number): Promise<Uint8Array>;
}

/** @param what name of the record, for the message if the file ends too early, for example 'a vertex' */
export function byteCursor(source: ReadSource, offset: number, what: Message): ByteCursor {
  let buffer: Uint8Array = new Uint8Array(0);
  let at = 0;
  let next = offset;
  return {
    position: () => next - (buffer.length - at),
    take: async (length) => {
      if (buffer.length - at < length) {
        const rest = buffer.length - at;
        const cut = (): SocavonError =>
          new SocavonError(
            'file-format',
            message('file-cut', { name: source.name, bytes: source.size, what }),
          );
        // A length may be announced by the file: it is no reason to read the whole of it.
        if (!(next + length - rest <= source.size)) throw cut();
        const more = await source.read(next, Math.max(READ_BYTES, length - rest));
        if (rest + more.length < length) throw cut();
        next += more.length;
        const joined = new Uint8Array(rest + more.length);
        joined.set(buffer.subarray(at));
        joined.set(more, rest);
        buffer = joined;
        at = 0;
      }
      at += length;
      return buffer.subarray(at - length, at);
    },
  };
}
