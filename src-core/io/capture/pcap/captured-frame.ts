import type { Message } from '../../../messages/message.ts';

/** One frame as recorded, by its position in the window's bytes; reused between frames. */
export interface CapturedFrame {
  /** LINKTYPE_ number of the tcpdump registry. */
  linkType: number;
  /** First byte and one past the last, in `window.bytes`. */
  start: number;
  end: number;
  /** True if the recorder kept less of the frame than was on the wire, or as much as it keeps at most (its snap length). */
  isCut: boolean;
  /** Clock of the recording computer, seconds since 1970 (a double: good to a microsecond). */
  hostSeconds: number;
}

/** A container of frames, read record by record. */
export interface FrameReader {
  readonly container: 'pcap' | 'pcapng';
  /** The next frame, or null if the window contains no complete one: refill it and call again. */
  next(): CapturedFrame | null;
  /** Defect of the record at the window's start, as half a sentence; nothing after it can be read. */
  readonly damage: Message | null;
}

/** Larger than any frame a recorder writes (tcpdump's own limit); a longer record is damage. */
export const LONGEST_FRAME_BYTES = 1 << 20;
