import { SocavonError } from '../../model/errors.ts';
import type { CaptureHealth } from '../../model/scan.ts';
import type { SensorModel } from '../../model/sensor.ts';
import { sentence } from '../../model/sentences.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import type { CaptureSurvey } from './capture-survey.ts';
import { describeLayout, describeSize } from './ouster/known-sizes.ts';
import { layoutsOf } from './packet-layouts.ts';

/** Why a capture without a packet that fits the sensor cannot be read. */
export function refuseUnfit(
  sources: readonly ReadSource[],
  sensor: SensorModel,
  survey: CaptureSurvey,
): SocavonError {
  const { health, foreign } = survey;
  const names = namesOf(sources);
  if (foreign !== null) {
    const start = foreign.serial === sensor.serial ? ', another start of the same sensor' : '';
    return new SocavonError(
      'metadata-mismatch',
      `None of the ${health.foreignPackets} lidar packets of ${names} belongs to the metadata: they carry initialisation id ${foreign.initId} and serial number ${foreign.serial}, the metadata ${sensor.initId} and ${sensor.serial}${start}; give the metadata that was saved with this capture.`,
      {
        sentence: sentence('capture-of-another', {
          names,
          initId: String(foreign.initId),
          serial: foreign.serial,
        }),
      },
    );
  }
  const otherLidar = [...health.otherPackets].filter(([kind]) => describeSize(sizeOf(kind)).length > 0);
  if (otherLidar.length > 0) {
    const expected = layoutsOf(sensor)
      .map((layout) => `${layout.packetBytes} bytes (${describeLayout(layout)})`)
      .join(' or ');
    const seen = otherLidar
      .map(([kind, count]) => `${count} of ${sizeOf(kind)} bytes (${describeSize(sizeOf(kind)).join(', ')})`)
      .join('; ');
    return new SocavonError(
      'metadata-mismatch',
      `The metadata does not fit the packets of ${names}: lidar packets of ${expected} were expected, found were ${seen}; give the metadata of the sensor and mode that made this capture.`,
      { sentence: sentence('capture-unfit', { names }) },
    );
  }
  if (health.truncatedBytes > 0) return refuseCut(sources, health);
  return new SocavonError(
    'capture-empty',
    `${names} holds no lidar packets; it holds ${contentsOf(health)}: check that the recording included the sensor's lidar port (${sensor.udpPortLidar}).`,
    { sentence: sentence('capture-without-lidar', { names, port: String(sensor.udpPortLidar) }) },
  );
}

/** Why a capture that gave packets, or was cut before any, gave no scan. */
export function refuseCut(sources: readonly ReadSource[], health: CaptureHealth): SocavonError {
  const names = namesOf(sources);
  if (health.truncatedBytes > 0) {
    return new SocavonError(
      'capture-truncated',
      `${names} is cut before the end of its first rotation (${health.truncatedBytes} bytes at its end are no whole record): copy the capture again from the recorder.`,
      { sentence: sentence('capture-cut-at-once', { names, bytes: health.truncatedBytes }) },
    );
  }
  return new SocavonError(
    'capture-empty',
    `The ${health.lidarPackets} lidar packets of ${names} hold no valid column: the sensor was still starting; record again once it runs.`,
    { sentence: sentence('capture-without-column', { names, packets: health.lidarPackets }) },
  );
}

function contentsOf(health: CaptureHealth): string {
  const kinds = [...health.otherPackets]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8)
    .map(([kind, count]) => {
      const [port, size] = kind.split(':');
      return size === undefined
        ? `${packets(count)} more`
        : `${packets(count)} of ${size} bytes to port ${port}`;
    });
  if (health.imuPackets > 0) kinds.push(`${packets(health.imuPackets)} of an IMU`);
  if (health.incompleteDatagrams > 0) {
    kinds.push(
      `${health.incompleteDatagrams} datagrams that lack a fragment or were cut by the recorder (record with the full snap length)`,
    );
  }
  return kinds.length > 0 ? kinds.join(', ') : 'no UDP packets at all';
}

function packets(count: number): string {
  return count === 1 ? '1 packet' : `${count} packets`;
}

function sizeOf(kind: string): number {
  return Number(kind.split(':')[1]);
}

const NAMES_SHOWN = 3;

function namesOf(sources: readonly ReadSource[]): string {
  const shown = sources.slice(0, NAMES_SHOWN).map((source) => source.name);
  const more = sources.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
