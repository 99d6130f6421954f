import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { CaptureHealth } from '../../model/scan.ts';
import type { SensorModel } from '../../model/sensor.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import type { CaptureSurvey } from './capture-survey.ts';
import { describeLayout, describeSize } from './ouster/known-sizes.ts';
import { layoutsOf } from './packet-layouts.ts';
import { type SenderChoice, senderWords } from './sender.ts';

/** True if lidar packets were found, of another sensor, start, profile or size. */
export function holdsOtherLidar({ health, foreign }: CaptureSurvey): boolean {
  return foreign !== null || otherLidarOf(health).length > 0;
}

function otherLidarOf(health: CaptureHealth): [kind: string, count: number][] {
  return [...health.otherPackets].filter(([kind]) => describeSize(sizeOf(kind)).length > 0);
}

/** Error for a capture without a packet that fits the sensor, with the reason. */
export function refuseUnfit(
  sources: readonly ReadSource[],
  sensor: SensorModel,
  survey: CaptureSurvey,
): SocavonError {
  const { health, foreign } = survey;
  const names = namesOf(sources);
  if (foreign !== null) {
    const { initId, serial } = foreign;
    return new SocavonError(
      'metadata-mismatch',
      message(serial === sensor.serial ? 'capture-of-another-start' : 'capture-of-another', {
        count: health.foreignPackets,
        names,
        initId: String(initId),
        serial,
        expectedId: String(sensor.initId),
        expectedSerial: sensor.serial,
      }),
    );
  }
  const otherLidar = otherLidarOf(health);
  if (otherLidar.length > 0) {
    const expected = layoutsOf(sensor).map((layout) =>
      message('packets-of-layout', { bytes: layout.packetBytes, layout: describeLayout(layout) }),
    );
    const isSized = otherLidar.every(([kind]) =>
      layoutsOf(sensor).some((layout) => layout.packetBytes === sizeOf(kind)),
    );
    if (isSized) {
      const count = otherLidar.reduce((sum, [, packets]) => sum + packets, 0);
      return new SocavonError('metadata-mismatch', message('capture-garbled', { names, count, expected }));
    }
    const kinds = otherLidar.map(([kind, count]) =>
      message('packets-of-size', { count, bytes: sizeOf(kind), layouts: describeSize(sizeOf(kind)) }),
    );
    return new SocavonError('metadata-mismatch', message('capture-unfit', { names, expected, found: kinds }));
  }
  return refuseWithout(sources, health, sensor.udpPortLidar);
}

/**
 * Error for a capture without a packet of the sensor, with what it contains; for one that was cut before anything came, that
 * it was. A recorder that is stopped mostly cuts its last record, which is no reason why it has no lidar.
 *
 * @param port of the sensor
 */
export function refuseWithout(
  sources: readonly ReadSource[],
  health: CaptureHealth,
  port: number,
): SocavonError {
  const isEmpty = health.otherPackets.size + health.imuPackets + health.incompleteDatagrams === 0;
  if (health.truncatedBytes > 0 && isEmpty) return refuseCut(sources, health);
  return new SocavonError(
    'capture-empty',
    message('capture-without-lidar', {
      names: namesOf(sources),
      contents: contentsOf(health),
      port: String(port),
    }),
  );
}

/** Error for a capture with the packets of several sensors, of which none was chosen or one that is not there. */
export function refuseSeveral(
  sources: readonly ReadSource[],
  chosen: SenderChoice | null,
  { senders }: CaptureSurvey,
): SocavonError {
  const figures = { names: namesOf(sources), senders: senders.map(senderWords) };
  return new SocavonError(
    'capture-sensors',
    chosen === null
      ? message('capture-of-several', figures)
      : message('capture-without-sender', { ...figures, chosen: chosen.text }),
  );
}

/** Error for a capture that has packets, or was truncated before any, but has no scan. */
export function refuseCut(sources: readonly ReadSource[], health: CaptureHealth): SocavonError {
  const names = namesOf(sources);
  if (health.truncatedBytes > 0) {
    return new SocavonError(
      'capture-truncated',
      message('capture-cut-at-once', { names, bytes: health.truncatedBytes }),
    );
  }
  return new SocavonError(
    'capture-empty',
    message('capture-without-column', { names, packets: health.lidarPackets }),
  );
}

function contentsOf(health: CaptureHealth): Message[] {
  const kinds = [...health.otherPackets]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8)
    .map(([kind, count]) => {
      const [port, bytes] = kind.split(':');
      return bytes === undefined
        ? message('packets-more', { count })
        : message('packets-of-port', { count, bytes, port });
    });
  if (health.imuPackets > 0) kinds.push(message('packets-of-imu', { count: health.imuPackets }));
  if (health.incompleteDatagrams > 0)
    kinds.push(message('datagrams-incomplete', { count: health.incompleteDatagrams }));
  return kinds.length > 0 ? kinds : [message('packets-none')];
}

function sizeOf(kind: string): number {
  return Number(kind.split(':')[1]);
}

const NAMES_SHOWN = 3;

function namesOf(sources: readonly ReadSource[]): string | Message {
  const names = sources
    .slice(0, NAMES_SHOWN)
    .map((source) => source.name)
    .join(', ');
  const more = sources.length - NAMES_SHOWN;
  return more > 0 ? message('names-more', { names, more }) : names;
}
