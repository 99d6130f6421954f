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
  // Two in turn: what is left of one is put before what is read next.
  let buffer = new Uint8Array(0);
  let other = new Uint8Array(0);
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
        const wanted = Math.max(READ_BYTES, length - rest);
        const room =
          other.buffer.byteLength < rest + wanted
            ? new Uint8Array(rest + wanted)
            : new Uint8Array(other.buffer);
        room.set(buffer.subarray(at));
        const more = await source.read(next, wanted, room.subarray(rest));
        if (rest + more.length < length) throw cut();
        next += more.length;
        if (more.buffer !== room.buffer) room.set(more, rest);
        other = buffer;
        buffer = room.subarray(0, rest + more.length);
        at = 0;
      }
      at += length;
      return buffer.subarray(at - length, at);
    },
  };
}
