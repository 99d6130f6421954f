import type { CaptureItem, ImuSample, Scan } from '../../model/scan.ts';
import { stampRange } from '../../model/stamp-words.ts';

/** Queue capacity in samples (40 s at 100 Hz, 5 s of the accelerated profile): a capture without scans must not fill memory. */
const LONGEST_QUEUE = 4096;

/** Queues IMU samples, sorted by stamp, until the scan that they belong to is complete. */
export class ImuQueue {
  readonly #samples: ImuSample[] = [];

  /** @returns the oldest sample if the queue is full, else null */
  push(sample: ImuSample): ImuSample | null {
    const samples = this.#samples;
    let at = samples.length;
    while (at > 0 && samples[at - 1].stampNs > sample.stampNs) at--;
    samples.splice(at, 0, sample);
    return samples.length > LONGEST_QUEUE ? samples.shift()! : null;
  }

  /** Removes and returns the samples up to an instant, in order. */
  takeUntil(stampNs: bigint): ImuSample[] {
    let count = 0;
    while (count < this.#samples.length && this.#samples[count].stampNs <= stampNs) count++;
    return this.#samples.splice(0, count);
  }

  takeAll(): ImuSample[] {
    return this.#samples.splice(0);
  }
}

/** A scan after the samples up to its last column. */
export function* inOrder(scan: Scan, imu: ImuQueue): Generator<CaptureItem, void, void> {
  const stamped = stampRange(scan.stampNs);
  for (const sample of imu.takeUntil(stamped === null ? 0n : stamped[1])) yield imuItem(sample);
  yield { kind: 'scan', scan };
}

export function imuItem(sample: ImuSample): CaptureItem {
  return { kind: 'imu', sample };
}
