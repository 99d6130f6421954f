/** One UDP datagram of a capture. */
export interface Datagram {
  /** Address of the sender as text; absent in a donut file. */
  readonly address?: string;
  /** Sender: IPv4 address as a number, IPv6 folded to 32 bits; 0 in a donut file. Only for comparison. */
  readonly sender: number;
  /** Destination port; 0 in a donut file, which has none. */
  readonly port: number;
  /** Valid until the next datagram is read. */
  readonly payload: Uint8Array;
  /** Clock of the recording computer, seconds since 1970; NaN in a donut file. */
  readonly hostSeconds: number;
}
