import type { CaptureSummary } from '../../../src-core/io/capture/inspect-capture.ts';
import { type Message, message } from '../../../src-core/messages/message.ts';
import { type Remark, remarkOf } from '../../../src-core/messages/remark.ts';
import { captureSeconds, LONGEST_CAPTURE_SECONDS } from '../../../src-core/model/capture-seconds.ts';
import type { CaptureHealth } from '../../../src-core/model/scan.ts';
import { hasTimedClouds, isOusterProfile, type SensorModel } from '../../../src-core/model/sensor.ts';
import { bytesText } from '../../files/bytes-text.ts';

/** Line of a description: the key of its name, and its value; a null value omits the line. */
export type Entry = readonly [name: string, value: Message | string | number | null];

/** Description as the window gets it: labels and remarks, without the lines that have no value. */
export function factsOf(entries: readonly Entry[]): (Remark & { label: string })[] {
  return entries.flatMap(([label, value]) => {
    if (value === null) return [];
    return [{ label, ...(typeof value === 'object' ? remarkOf(value) : { message: String(value) }) }];
  });
}

/** Description of the packets of a capture. */
export function summaryEntries(summary: CaptureSummary): Entry[] {
  const { linkTypes: links, streams, topics, usedChannels, hostFrom, hostTo, phaseLocked } = summary;
  const size = bytesText(summary.bytes);
  const packed = (['gzip', 'bzip2', 'zstd'] as const).find((by) => summary[by]);
  const container =
    packed === undefined ? summary.container : message(`fact-${packed}`, { container: summary.container });
  return [
    [
      'file',
      links.length > 0
        ? message('fact-file-links', { size, container, links })
        : message('fact-file', { size, container }),
    ],
    ...topics.map(({ name, type, count }): Entry => ['topic', message('fact-topic', { name, type, count })]),
    ...streams.map(({ kind, port, size, count, guesses, product }): Entry => {
      const packets =
        port === 0
          ? message('fact-packets-unported', { count, size })
          : message('fact-packets', { count, size, port });
      // A single guess repeats profile and mode.
      return [
        `${kind} packets`,
        product !== undefined
          ? message('fact-packets-product', { packets, product })
          : guesses.length > 1
            ? message('fact-packets-guess', { packets, guesses })
            : packets,
      ];
    }),
    ['channels', usedChannels === null ? null : message('fact-channels', { count: usedChannels })],
    ['phase', phaseLocked === null ? null : message(phaseLocked ? 'fact-phase-locked' : 'fact-phase-free')],
    [
      'recorded',
      hostFrom === null || hostTo === null
        ? null
        : message('fact-recorded', {
            date: instantWords(hostFrom),
            duration: durationWords(hostTo - hostFrom),
          }),
    ],
  ];
}

/** Before the first of these sensors, and after any of them, s since 1970: a clock there was never set. */
const EARLIEST = Date.UTC(2014, 0) / 1000;
const LATEST = Date.UTC(2100, 0) / 1000;

/** True if seconds since 1970 are a time at which a survey may have been made. */
export function isDate(seconds: number): boolean {
  return seconds >= EARLIEST && seconds <= LATEST;
}

/** Date and time of a clock, UTC, to the second; said to be unset if it cannot be true. */
export function instantWords(seconds: number): Message | string {
  const date = `${new Date(1000 * seconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return isDate(seconds) ? date : message('fact-clock-unset', { date });
}

/** Start of a sensor clock, which counts from 1970 where it is synchronised, else from the start of the sensor. */
function clockStart(seconds: number): Message | string {
  return seconds < EARLIEST
    ? message('fact-clock-since-start', { duration: durationWords(seconds) })
    : instantWords(seconds);
}

/** Duration such as `45.2 s`, `3 min 20 s`, `2 h 05 min`; said to be no duration if no recording takes so long. */
export function durationWords(seconds: number): Message | string {
  if (seconds > LONGEST_CAPTURE_SECONDS) return message('fact-clock-jumped');
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes} min ${String(whole % 60).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Description of lost data. @param decoded false: only packets were counted, so columns are unknown */
export function healthEntries(health: CaptureHealth, decoded: boolean): Entry[] {
  const seconds = captureSeconds(health);
  const lost = (
    [
      ['lost-missing-columns', health.missingColumns],
      ['lost-invalid-columns', health.invalidColumns],
      ['lost-incomplete-scans', health.incompleteScans],
      ['lost-repeated', health.repeatedPackets],
      ['lost-reordered', health.reorderedPackets],
      ['lost-foreign', health.foreignPackets],
      ['lost-fragments', health.incompleteDatagrams],
      ['lost-damaged', health.damagedPackets],
      ['lost-bytes', health.truncatedBytes],
    ] as const
  )
    .filter(([, count]) => count > 0)
    .map(([code, count]) => message(code, { count }));
  lost.push(...clockTroubles(health.warnings));
  return [
    [
      'sensor clock',
      seconds === null
        ? null
        : message('fact-clock', {
            duration: durationWords(seconds),
            start: clockStart(Number(health.firstStampNs) / 1e9),
          }),
    ],
    ['scans', health.scans],
    ['losses', lost.length > 0 ? message('list', { items: lost }) : decoded ? message('fact-none') : null],
  ];
}

const PAUSED = ['stamps-paused', 'clouds-paused'];
const JUMPED = ['stamps-back', 'stamps-ahead', 'clouds-back', 'clouds-ahead'];

/** Where a recording paused and its clock was set, of which the warnings say more. */
function clockTroubles(warnings: readonly Remark[]): Message[] {
  const said = warnings.flatMap(({ sentence }) => sentence ?? []);
  const pauses = said.filter(({ code }) => PAUSED.includes(code));
  const jumps = said.filter(({ code }) => JUMPED.includes(code));
  return [
    ...pauses.map(({ values: { count, total } }) => message('lost-pauses', { count, seconds: total })),
    ...(jumps.length > 0 ? [message('lost-jumps', { count: jumps.length })] : []),
  ];
}

/** Description of the sensor. */
export function sensorEntries(sensor: SensorModel): Entry[] {
  const { beams, columnsPerFrame, rotationHz, beamAltitudeDeg, packetSlots } = sensor;
  const mode = { columns: columnsPerFrame, hertz: rotationHz, beams };
  const [first, last] = [beamAltitudeDeg[0], beamAltitudeDeg[beams - 1]].map((degrees) => degrees.toFixed(2));
  const name = sensor.productLine || message('fact-unnamed');
  if (hasTimedClouds(sensor))
    return [
      ['sensor', sensor.serial ? message('fact-sensor', { name, serial: sensor.serial }) : name],
      ['mode', message('fact-mode-clouds', { hertz: rotationHz, points: beams * columnsPerFrame })],
    ];
  return [
    ['sensor', sensor.serial ? message('fact-sensor', { name, serial: sensor.serial }) : name],
    ['firmware', sensor.firmware || null],
    ['profile', sensor.profile],
    [
      'mode',
      packetSlots === null
        ? message('fact-mode', mode)
        : message('fact-mode-slots', { ...mode, slots: packetSlots }),
    ],
    ['altitudes', message('fact-altitudes', { first, last })],
    ['beam origin', message('fact-beam-origin', { millimetres: sensor.beamOriginMm })],
    [
      'window',
      windowIsWhole(sensor)
        ? null
        : message('fact-window', { first: sensor.columnWindow[0], last: sensor.columnWindow[1] }),
    ],
    ...(isOusterProfile(sensor.profile) ? [portsOf(sensor)] : []),
  ];
}

function windowIsWhole({ columnWindow: [first, last], columnsPerFrame }: SensorModel): boolean {
  return first === 0 && last === columnsPerFrame - 1;
}

function portsOf({ udpPortLidar, udpPortImu }: SensorModel): Entry {
  return ['ports', message('fact-ports', { lidar: String(udpPortLidar), imu: String(udpPortImu) })];
}
