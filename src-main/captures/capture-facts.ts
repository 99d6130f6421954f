import type { CaptureSummary } from '../../src-core/io/inspect-capture.ts';
import { captureSeconds } from '../../src-core/model/capture-seconds.ts';
import type { CaptureHealth } from '../../src-core/model/scan.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { bytesText } from '../files/bytes-text.ts';

/** One line of a description: a name and its value; null leaves the line out. */
export type Entry = readonly [name: string, value: string | number | null];

/** The packets of a capture in a few lines. */
export function summaryEntries(summary: CaptureSummary): Entry[] {
  const { container, gzip, linkTypes, streams, hostFrom, hostTo } = summary;
  const links = linkTypes.length > 0 ? `, ${linkTypes.join(' and ')}` : '';
  return [
    ['file', `${bytesText(summary.bytes)}, ${container}${gzip ? ' (gzip)' : ''}${links}`],
    ...streams.map(({ kind, port, size, count, guesses }): Entry => {
      const guess = guesses.length > 0 ? `, ${guesses.join(' or ')}` : '';
      const to = port === 0 ? '' : ` to port ${port}`;
      return [`${kind} packets`, `${count} of ${size} bytes${to}${guess}`];
    }),
    ['channels', summary.usedChannels === null ? null : `${summary.usedChannels} with data`],
    [
      'recorded',
      hostFrom === null || hostTo === null
        ? null
        : `${new Date(1000 * hostFrom).toISOString()}, ${(hostTo - hostFrom).toFixed(1)} s`,
    ],
  ];
}

/** What was lost. @param decoded false: only packets were counted, and nothing is known of columns */
export function healthEntries(health: CaptureHealth, decoded: boolean): Entry[] {
  const seconds = captureSeconds(health);
  const lost: string[] = [];
  const note = (count: number, what: string): void => {
    if (count > 0) lost.push(`${count} ${what}`);
  };
  note(health.missingColumns, 'columns missing');
  note(health.invalidColumns, 'columns invalid');
  note(health.incompleteScans, 'scans incomplete');
  note(health.repeatedPackets, 'packets repeated');
  note(health.reorderedPackets, 'packets out of order');
  note(health.foreignPackets, 'packets of another sensor or start');
  note(health.incompleteDatagrams, 'packets with a fragment lost');
  note(health.truncatedBytes, 'bytes cut off at the end');
  return [
    ['sensor clock', seconds === null ? null : `${seconds.toFixed(3)} s from ${health.firstStampNs} ns`],
    ['scans', health.scans],
    ['losses', lost.length > 0 ? lost.join(', ') : decoded ? 'none' : null],
  ];
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
