import type { SensorModel } from '../../../src-core/model/sensor.ts';
import { readMetadata } from '../../files/find-metadata.ts';
import type { CommandResult } from '../with-command.ts';
import { type Entry, plain, sheet } from './sheet.ts';

/** A sensor's metadata file. */
export async function describeMetadata(path: string): Promise<CommandResult> {
  const { sensor } = await readMetadata(path);
  return {
    data: { kind: 'metadata', path, sensor: plain(sensor) },
    text: sheet(`${path}: sensor metadata`, sensorEntries(sensor), sensor.assumptions),
  };
}

/** The sensor in a few lines. */
export function sensorEntries(sensor: SensorModel): Entry[] {
  const { beams, columnsPerFrame, rotationHz, beamAltitudeDeg, packetSlots } = sensor;
  const slots =
    packetSlots === null ? ', packet slots told by the packets' : `, in packets of ${packetSlots} channels`;
  return [
    [
      'sensor',
      [sensor.productLine || 'unnamed', sensor.serial && `serial ${sensor.serial}`]
        .filter(Boolean)
        .join(', '),
    ],
    ['firmware', sensor.firmware || null],
    ['profile', sensor.profile],
    ['mode', `${columnsPerFrame} columns at ${rotationHz} Hz, ${beams} beams${slots}`],
    ['altitudes', `${beamAltitudeDeg[0].toFixed(2)}° to ${beamAltitudeDeg[beams - 1].toFixed(2)}°`],
    ['beam origin', `${sensor.beamOriginMm} mm from the axis`],
    ['ports', `lidar ${sensor.udpPortLidar}, IMU ${sensor.udpPortImu}`],
  ];
}
