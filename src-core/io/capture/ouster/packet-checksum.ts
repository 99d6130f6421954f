import { crc64 } from '../../bytes/crc64.ts';

/** Packets after which a sensor is believed to send no check sum: older firmware fills its place with other bytes. */
const PATIENCE = 64;
const CRC_BYTES = 8;

/**
 * Checks the check sum at the end of newer packets (CRC-64/XZ of all bytes before it; "Packet Footer", software user
 * manual of firmware 3.1). Older firmware sends none, and its version is not in the packets, so packets are only called
 * damaged once one of the capture had a right sum.
 */
export class PacketChecksum {
  #isSent = false;
  #wrong = 0;

  /** True if the packet's sum is wrong though the sensor sends sums. @param view of the packet and nothing else */
  isDamaged(view: DataView): boolean {
    if (!this.#isSent && this.#wrong >= PATIENCE) return false;
    const at = view.byteLength - CRC_BYTES;
    const [low, high] = crc64(view, at);
    const isRight = view.getUint32(at, true) === low && view.getUint32(at + 4, true) === high;
    if (isRight) this.#isSent = true;
    else this.#wrong++;
    return !isRight && this.#isSent;
  }
}
