import type { PlacedScan, PlacedScans } from '../../../src-core/model/placed-scans.ts';

/** Two transforms and a gyro bias; see `PlacedScan`. */
const STRIDE = 12 + 12 + 3;

/** Placed scans in columns of memory that threads share: none is copied when a thread is given them. */
export interface SharedScans {
  readonly scanIndex: Uint32Array;
  readonly stampNs: BigUint64Array;
  /** `STRIDE` numbers a scan. */
  readonly numbers: Float64Array;
  /** 1 per scan with a gyro bias. */
  readonly byGyro: Uint8Array;
}

/** Copies placed scans into shared memory: a tenth of what the poses take, once for all threads. */
export function sharedScans(scans: PlacedScans): SharedScans {
  const { length } = scans;
  const shared: SharedScans = {
    scanIndex: new Uint32Array(new SharedArrayBuffer(4 * length)),
    stampNs: new BigUint64Array(new SharedArrayBuffer(8 * length)),
    numbers: new Float64Array(new SharedArrayBuffer(8 * STRIDE * length)),
    byGyro: new Uint8Array(new SharedArrayBuffer(length)),
  };
  let i = 0;
  for (const { scanIndex, stampNs, T_map_sensor, T_first_last, gyroBias } of scans) {
    shared.scanIndex[i] = scanIndex;
    shared.stampNs[i] = stampNs;
    const { numbers } = shared;
    const at = STRIDE * i;
    numbers.set(T_map_sensor.R, at);
    numbers.set(T_map_sensor.t, at + 9);
    numbers.set(T_first_last.R, at + 12);
    numbers.set(T_first_last.t, at + 21);
    if (gyroBias !== null) {
      shared.byGyro[i] = 1;
      numbers.set(gyroBias, at + 24);
    }
    i++;
  }
  return shared;
}

/** The scans of shared memory, each made when it is asked for. */
export function scansOf(shared: SharedScans): PlacedScans {
  const { length } = shared.scanIndex;
  const scanAt = (i: number): PlacedScan => {
    const at = STRIDE * i;
    const part = (from: number, to: number): Float64Array => shared.numbers.slice(at + from, at + to);
    return {
      scanIndex: shared.scanIndex[i],
      stampNs: shared.stampNs[i],
      T_map_sensor: { R: part(0, 9), t: part(9, 12) },
      T_first_last: { R: part(12, 21), t: part(21, 24) },
      gyroBias:
        shared.byGyro[i] === 1
          ? [shared.numbers[at + 24], shared.numbers[at + 25], shared.numbers[at + 26]]
          : null,
    };
  };
  return {
    length,
    at: (index) => (index >= 0 && index < length ? scanAt(index) : undefined),
    *[Symbol.iterator]() {
      for (let i = 0; i < length; i++) yield scanAt(i);
    },
  };
}
