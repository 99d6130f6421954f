import type { CaptureSummary } from '../../src-core/io/capture/inspect-capture.ts';
import { captureSeconds } from '../../src-core/model/capture-seconds.ts';
import type { CaptureHealth } from '../../src-core/model/scan.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { type Sentence, sentence } from '../../src-core/model/sentences.ts';
import { bytesText } from '../files/bytes-text.ts';

/** One line of a description: a name and its value, with its sentence where it has words; null leaves the line out. */
export type Entry = readonly [name: string, value: string | number | null, said?: Sentence];

/** The packets of a capture in a few lines. */
export function summaryEntries(summary: CaptureSummary): Entry[] {
  const { container, gzip, linkTypes, streams, usedChannels, hostFrom, hostTo } = summary;
  const links = linkTypes.length > 0 ? `, ${linkTypes.join(' and ')}` : '';
  return [
    ['file', `${bytesText(summary.bytes)}, ${container}${gzip ? ' (gzip)' : ''}${links}`],
    ...streams.map(({ kind, port, size, count, guesses }): Entry => {
      const guess = guesses.length > 0 ? `, ${guesses.join(' or ')}` : '';
      const to = port === 0 ? '' : ` to port ${port}`;
      // What the only guess says, profile and mode say too.
      const said =
        port === 0 || guesses.length > 1 ? undefined : sentence('fact-packets', { count, size, port });
      return [`${kind} packets`, `${count} of ${size} bytes${to}${guess}`, said];
    }),
    usedChannels === null
      ? ['channels', null]
      : ['channels', `${usedChannels} with data`, sentence('fact-channels', { count: usedChannels })],
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
    seconds === null
      ? ['sensor clock', null]
      : [
          'sensor clock',
          `${seconds.toFixed(3)} s from ${health.firstStampNs} ns`,
          sentence('fact-clock', { seconds: seconds.toFixed(3), ns: String(health.firstStampNs) }),
        ],
    ['scans', health.scans],
    ['losses', lost.length > 0 ? lost.join(', ') : decoded ? 'none' : null],
  ];
}

/** The sensor in a few lines. */
export function sensorEntries(sensor: SensorModel): Entry[] {
  const { beams, columnsPerFrame, rotationHz, beamAltitudeDeg, packetSlots } = sensor;
  const slots =
    packetSlots === null ? ', packet slots told by the packets' : `, in packets of ${packetSlots} channels`;
  const mode = { columns: columnsPerFrame, hertz: rotationHz, beams };
  const [first, last] = [beamAltitudeDeg[0], beamAltitudeDeg[beams - 1]].map((degrees) => degrees.toFixed(2));
  return [
    [
      'sensor',
      [sensor.productLine || 'unnamed', sensor.serial && `serial ${sensor.serial}`]
        .filter(Boolean)
        .join(', '),
      sensor.productLine && sensor.serial
        ? sentence('fact-sensor', { name: sensor.productLine, serial: sensor.serial })
        : undefined,
    ],
    ['firmware', sensor.firmware || null],
    ['profile', sensor.profile],
    [
      'mode',
      `${columnsPerFrame} columns at ${rotationHz} Hz, ${beams} beams${slots}`,
      packetSlots === null
        ? sentence('fact-mode', mode)
        : sentence('fact-mode-slots', { ...mode, slots: packetSlots }),
    ],
    ['altitudes', `${first}° to ${last}°`, sentence('fact-altitudes', { first, last })],
    [
      'beam origin',
      `${sensor.beamOriginMm} mm from the axis`,
      sentence('fact-beam-origin', { millimetres: sensor.beamOriginMm }),
    ],
    ['ports', `lidar ${sensor.udpPortLidar}, IMU ${sensor.udpPortImu}`],
  ];
}
