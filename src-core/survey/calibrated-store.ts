import { calibratedImu, calibratedScan, calibratedSensor } from '../calibration/apply-calibration.ts';
import { giveBack } from '../model/give-back.ts';
import { correctsMap, type InstrumentCalibration } from '../model/instrument-calibration.ts';
import type { ScanStore } from './scan-store.ts';
import { firstStampNs } from './stored-scans.ts';

/**
 * Scans of a store as the calibrated instrument would have sent them: beam table, range offsets, ranges and stamps of
 * the inertial unit corrected where the calibration applies. Map and measurement read them; the alignment keeps the
 * scans as captured.
 *
 * @param calibration null, or one that corrects nothing: the store itself
 */
export function calibratedStore(store: ScanStore, calibration: InstrumentCalibration | null): ScanStore {
  if (calibration === null || !correctsMap(calibration)) return store;
  let firstNs: bigint | null = null;
  return {
    sensor: calibratedSensor(store.sensor, calibration),
    count: store.count,
    async read(index) {
      const stored = await store.read(index);
      const { scan, imu } = stored;
      // Warm-up counts from the first scan.
      firstNs ??= firstStampNs(index === 0 ? scan : (await store.read(0)).scan);
      const stamp = firstStampNs(scan) || firstNs;
      const seconds = Number(stamp - firstNs) * 1e-9;
      const calibrated = calibratedScan(scan, seconds, calibration);
      return {
        index,
        scan: calibrated,
        imu: calibratedImu(imu, calibration),
        release() {
          if (calibrated.rangeMm !== scan.rangeMm) giveBack(calibrated.rangeMm);
          stored.release?.();
        },
      };
    },
  };
}
