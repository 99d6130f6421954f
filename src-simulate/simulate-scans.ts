import { type StageContext, throwIfCancelled } from '../src-core/model/context.ts';
import type { ImuSample, Scan } from '../src-core/model/scan.ts';
import type { SensorModel } from '../src-core/model/sensor.ts';
import { castScan } from './cast-scan.ts';
import { type Drive, simulateDrive } from './drive.ts';
import type { SimulateOptions } from './options.ts';
import { type CaptureLayout, ROTATION_HZ, simulatedSensor } from './os1-16.ts';

/** A capture in memory, with the interface of the scan store of the stages. */
export interface SimulatedScans {
  readonly drive: Drive;
  readonly sensor: SensorModel;
  readonly count: number;
  /** @param index 0 .. count - 1 */
  read(index: number): Promise<SimulatedScan>;
}

export interface SimulatedScan {
  readonly index: number;
  /** Rotation of the drive that it is: not its index where the recording has holes. */
  readonly rotation: number;
  readonly scan: Scan;
  /** Readings before the end of this scan that are not in an earlier one. */
  readonly imu: readonly ImuSample[];
}

/**
 * Simulates a drive and casts all its scans into memory (0.2 MB a scan), without encoding packets.
 *
 * @param layout packet layout of the sensor model; the scans are the same
 */
export function simulateScans(
  options: SimulateOptions,
  context: StageContext,
  layout: CaptureLayout = 'legacy16',
): SimulatedScans {
  const drive = simulateDrive(options);
  const scans: SimulatedScan[] = [];
  let next = 0;
  for (let index = 0; index < drive.scans; index++) {
    throwIfCancelled(context.cancel, 'work-simulate');
    if (drive.recording.hasRotation(index)) {
      const end = (index + 1) / ROTATION_HZ;
      const imu: ImuSample[] = [];
      for (; next < drive.imu.length && drive.imuSeconds[next] < end; next++) {
        imu.push(sampleOf(drive.imu[next]));
      }
      scans.push({ index: scans.length, rotation: index, scan: castScan(drive, index), imu });
    }
    context.emit({ kind: 'progress', stage: 'simulate', done: index + 1, total: drive.scans, unit: 'scans' });
  }
  return {
    drive,
    sensor: simulatedSensor(layout),
    count: scans.length,
    read: async (index) => scans[index],
  };
}

function sampleOf(reading: Drive['imu'][number]): ImuSample {
  const [ax, ay, az] = Array.from(reading.accel);
  const [gx, gy, gz] = Array.from(reading.gyro);
  return { stampNs: reading.gyroStampNs, accel: [ax, ay, az], gyro: [gx, gy, gz] };
}
