import type { CapturePreview } from '../../src-core/contract/project-requests.ts';
import type { Points } from '../../src-core/contract/shapes.ts';
import { toWireError } from '../../src-core/contract/wire-error.ts';
import type { ReadSource } from '../../src-core/io/bytes/byte-stream.ts';
import { openCapture } from '../../src-core/io/capture/capture.ts';
import { type CaptureSummary, inspectCapture } from '../../src-core/io/capture/inspect-capture.ts';
import { metadataMisfit } from '../../src-core/io/capture/metadata-candidates.ts';
import { type Message, message } from '../../src-core/messages/message.ts';
import { type Remark, remark, remarkOf } from '../../src-core/messages/remark.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import {
  RANGE_FILTER_DEFAULTS,
  scanPointsBuffer,
  scanToPoints,
} from '../../src-core/odometry/frame/scan-points.ts';
import { bytesText } from '../files/bytes-text.ts';
import { openFileSource } from '../files/file-source.ts';
import { firstBytes } from '../files/first-bytes.ts';
import { type ResolvedSensor, resolveSensor, type SensorChoice } from '../files/resolve-sensor.ts';
import { healthEntries, sensorEntries, summaryEntries } from './capture-facts.ts';

/** Bytes of a capture that are read, so that a preview of an hour is as fast as one of a minute. */
const HEAD_BYTES = 256e6;
/** Number of first scans of which the most complete is shown, because the recording may start within a rotation. */
const SCANS_LOOKED_AT = 4;

type Problem = CapturePreview['problems'][number];

/**
 * Preview of a capture before its import: its packets, warnings, and its first scan.
 *
 * @throws SocavonError of the reader if the file is no capture; CancelledError
 */
export async function previewCapture(
  path: string,
  choice: SensorChoice,
  context: StageContext,
): Promise<CapturePreview> {
  const file = await openFileSource(path);
  try {
    const source = firstBytes(file, HEAD_BYTES);
    const isWhole = source.size === file.size;
    const summary = { ...(await inspectCapture(source, context)), bytes: file.size };
    const { sensor, problem } = await sensorOf(path, choice, summary);
    const firstScan = sensor === null ? null : await firstScanOf(source, sensor.sensor, context);
    const entries = [
      ...summaryEntries(summary),
      ...(isWhole
        ? []
        : [['looked at', message('fact-looked-at', { size: bytesText(source.size) })] as const]),
      ...healthEntries({ ...summary.health, ...(isWhole ? {} : { truncatedBytes: 0 }) }, false),
      ...(sensor === null ? [] : sensorEntries(sensor.sensor)),
    ];
    return {
      name: file.name,
      bytes: file.size,
      facts: entries.flatMap(([label, value]) => (value === null ? [] : [{ label, ...factOf(value) }])),
      problems: [...problem, ...problemsOf(summary, isWhole), ...assumed(sensor)],
      metadata: sensor?.metadata?.name ?? null,
      firstScan,
    };
  } finally {
    await file.close();
  }
}

/** Sensor of the capture, or null and the reason why it is unknown. */
async function sensorOf(
  path: string,
  choice: SensorChoice,
  summary: CaptureSummary,
): Promise<{ sensor: ResolvedSensor | null; problem: Problem[] }> {
  try {
    const sensor = await resolveSensor(path, choice);
    const misfit = sensor.metadata && metadataMisfit(sensor.sensor, summary);
    if (!misfit) return { sensor, problem: [] };
    const name = sensor.metadata?.name ?? '';
    const said = remark('metadata-misfit', { name, why: misfit.why });
    return {
      sensor: null,
      problem: [{ code: 'metadata-mismatch', ...said, repair: 'choose-metadata' }],
    };
  } catch (error) {
    if (!(error instanceof SocavonError) || error.code === 'cancelled') throw error;
    return { sensor: null, problem: [{ ...toWireError(error), repair: 'choose-metadata' }] };
  }
}

function problemsOf({ health }: CaptureSummary, isWhole: boolean): Problem[] {
  // A truncated head ends within a record; that is no damage of the capture.
  const warnings = isWhole
    ? health.warnings
    : health.warnings.filter(({ sentence }) => sentence?.code !== 'capture-cut');
  const damage = warnings.map((remark): Problem => ({ code: 'capture', ...remark, repair: null }));
  if (health.imuPackets > 0) return damage;
  return [...damage, { code: 'no-imu', ...remark('no-imu'), repair: null }];
}

function assumed(sensor: ResolvedSensor | null): Problem[] {
  const assumptions = sensor?.sensor.assumptions ?? [];
  return assumptions.map((remark) => ({ code: 'sensor-assumed', ...remark, repair: null }));
}

/** First complete scan, not de-skewed: the sensor motion is not known yet. */
async function firstScanOf(
  source: ReadSource,
  sensor: SensorModel,
  context: StageContext,
): Promise<Points | null> {
  try {
    const opened = await openCapture([source], sensor, context);
    let fullest: Scan | null = null;
    let looked = 0;
    for await (const item of opened.items) {
      if (item.kind !== 'scan') continue;
      if (fullest === null || columnsOf(item.scan) > columnsOf(fullest)) fullest = item.scan;
      if (++looked === SCANS_LOOKED_AT) break;
    }
    return fullest && pointsOf(fullest, opened.sensor);
  } catch (error) {
    // The import reports the error; the preview omits the scan.
    if (error instanceof SocavonError && error.code !== 'cancelled') return null;
    throw error;
  }
}

function columnsOf({ columnValid }: Scan): number {
  return columnValid.reduce((sum, valid) => sum + valid, 0);
}

function pointsOf(scan: Scan, sensor: SensorModel): Points {
  const geometry = beamGeometry(sensor);
  const { xyz, pixel, count } = scanToPoints(
    scan,
    geometry,
    RANGE_FILTER_DEFAULTS,
    scanPointsBuffer(geometry),
  );
  return {
    origin: [0, 0, 0],
    xyz: xyz.slice(0, 3 * count),
    reflectivity: Uint16Array.from({ length: count }, (_, i) => scan.reflectivity[pixel[i]]),
    scanIndex: null,
  };
}

function factOf(value: Message | string | number): Remark {
  return typeof value === 'object' ? remarkOf(value) : { message: String(value) };
}
