/** One frame as a recorder wrote it, by its place in the window's bytes; reused from frame to frame. */
export interface CapturedFrame {
  /** LINKTYPE_ number of the tcpdump registry. */
  linkType: number;
  /** First byte and one past the last, in `window.bytes`. */
  start: number;
  end: number;
  /** Clock of the recording computer, seconds since 1970 (a double: good to a microsecond). */
  hostSeconds: number;
}

/** A container of frames, read record by record. */
export interface FrameReader {
  readonly container: 'pcap' | 'pcapng';
  /** The next frame, or null when the window holds no whole one: refill it and ask again. */
  next(): CapturedFrame | null;
  /** What is wrong with the record at the window's start, as half a sentence; nothing after it can be read. */
  readonly damage: string | null;
}

/** Larger than any frame a recorder writes (tcpdump's own limit); a longer record is damage. */
export const LONGEST_FRAME_BYTES = 1 << 20;
