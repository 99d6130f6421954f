import type { CaptureItem, ImuSample, Scan } from '../model/scan.ts';
import type { StoredScan } from './scan-store.ts';

/**
 * Numbers the scans of a capture and assigns the IMU readings to them: each scan gets those with a stamp
 * before its end that belong to no earlier scan. Readings after the last scan are left out.
 */
export async function* storedScans(items: AsyncIterable<CaptureItem>): AsyncGenerator<StoredScan> {
  let waiting: ImuSample[] = [];
  let index = 0;
  for await (const item of items) {
    if (item.kind === 'imu') {
      waiting.push(item.sample);
      continue;
    }
    const endNs = lastStampNs(item.scan);
    const imu = waiting.filter((sample) => sample.stampNs <= endNs).sort(byStamp);
    waiting = waiting.filter((sample) => sample.stampNs > endNs);
    yield { index, scan: item.scan, imu };
    index++;
  }
}

/** Stamp of the first column received, sensor clock; 0 if there is none. */
export function firstStampNs(scan: Scan): bigint {
  return scan.stampNs.find((stamp) => stamp !== 0n) ?? 0n;
}

/** Stamp of the last column received, sensor clock; 0 if there is none. */
export function lastStampNs(scan: Scan): bigint {
  return scan.stampNs.findLast((stamp) => stamp !== 0n) ?? 0n;
}

function byStamp(a: ImuSample, b: ImuSample): number {
  return a.stampNs < b.stampNs ? -1 : a.stampNs > b.stampNs ? 1 : 0;
}
