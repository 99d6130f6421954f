import type { CaptureItem, ImuSample, Scan } from '../model/scan.ts';
import type { StoredScan } from './scan-store.ts';

/**
 * Numbers the scans of a capture and gives each the inertial readings that belong to it: those with a stamp
 * before the scan's end that no earlier scan holds. Readings after the last scan belong to no scan and are
 * left out.
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

/** Stamp of the first column that arrived, sensor clock; 0 where none did. */
export function firstStampNs(scan: Scan): bigint {
  return scan.stampNs.find((stamp) => stamp !== 0n) ?? 0n;
}

/** Stamp of the last column that arrived, sensor clock; 0 where none did. */
export function lastStampNs(scan: Scan): bigint {
  return scan.stampNs.findLast((stamp) => stamp !== 0n) ?? 0n;
}

function byStamp(a: ImuSample, b: ImuSample): number {
  return a.stampNs < b.stampNs ? -1 : a.stampNs > b.stampNs ? 1 : 0;
}
