import { type Message, message } from '../../messages/message.ts';
import { type StageContext, throwIfCancelled } from '../../model/context.ts';
import { SocavonError } from '../../model/errors.ts';
import type { CaptureHealth, CaptureItem } from '../../model/scan.ts';
import type { SensorModel } from '../../model/sensor.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { newCaptureHealth, warnOnce } from './capture-health.ts';
import { ImuQueue, imuItem, inOrder } from './imu-queue.ts';
import { parseSensorMetadata } from './metadata.ts';
import type { OpenedCapture } from './opened-capture.ts';
import { FieldError } from './osf/osf-field.ts';
import { type OsfFile, type OsfStream, readOsfChunk, readOsfIndex } from './osf/osf-file.ts';
import { type OsfScan, readOsfScan } from './osf/osf-scan.ts';
import { windowWidth } from './ouster/scan-batcher.ts';
import type { SenderChoice } from './sender.ts';

/** Offset of the four letters that say what a buffer is, after its length and the offset of its root. */
const IDENTIFIER_AT = 8;
const HEADER_IDENTIFIER = 'OSF$';

/** True if a source begins as an OSF file does. */
export async function isOsf(source: ReadSource): Promise<boolean> {
  const head = await source.read(0, IDENTIFIER_AT + HEADER_IDENTIFIER.length);
  return (
    String.fromCharCode(...head.subarray(IDENTIFIER_AT, IDENTIFIER_AT + HEADER_IDENTIFIER.length)) ===
    HEADER_IDENTIFIER
  );
}

/** A file with the stream of the sensor that is read. */
interface OpenedOsf {
  readonly source: ReadSource;
  readonly file: OsfFile;
  readonly stream: OsfStream;
}

/**
 * Opens OSF files of one sensor as a capture: the files by the time of their start.
 *
 * @param sensor from the metadata of the file, `osfMetadata`
 * @throws SocavonError `capture-format`, `capture-truncated`, `capture-empty` (no scan; also while reading),
 *   `metadata-mismatch` (the metadata of another sensor), `capture-sensors`; CancelledError
 */
export async function openOsf(
  sources: readonly ReadSource[],
  sensor: SensorModel,
  context: StageContext,
): Promise<OpenedCapture> {
  const opened: OpenedOsf[] = [];
  for (const source of sources) {
    if (!(await isOsf(source)))
      throw new SocavonError(
        'capture-format',
        message('osf-mixed', { name: source.name, osf: sources[0].name }),
      );
    const file = await readOsfIndex(source);
    opened.push({ source, file, stream: streamOf(source, file, sensor) });
  }
  opened.sort((a, b) => (a.file.startNs < b.file.startNs ? -1 : a.file.startNs > b.file.startNs ? 1 : 0));
  const fitted: SensorModel = {
    ...sensor,
    packetSlots: sensor.beams,
    slotOfBeam: Int32Array.from({ length: sensor.beams }, (_, beam) => beam),
  };
  const health = newCaptureHealth();
  const times = { hostFrom: opened[0].file.startNs > 0n ? Number(opened[0].file.startNs) / 1e9 : null };
  return { sensor: fitted, health, times, items: itemsOf(opened, fitted, health, context) };
}

/** The stream of the sensor that metadata describes. */
function streamOf(source: ReadSource, file: OsfFile, sensor: SensorModel): OsfStream {
  const { name } = source;
  const own = file.sensors.filter(({ metadata }) => {
    const parsed = parseSensorMetadata(metadata, name);
    return parsed.serial === sensor.serial && parsed.beams === sensor.beams && sameStart(parsed, sensor);
  });
  const stream = file.streams.find(({ sensorId }) => own.some(({ id }) => id === sensorId));
  if (stream !== undefined) return stream;
  const there = file.sensors.map(({ metadata }) => parseSensorMetadata(metadata, name).serial);
  throw new SocavonError(
    file.streams.length === 0 ? 'capture-empty' : 'metadata-mismatch',
    file.streams.length === 0
      ? message('osf-without-scans', { name })
      : message('osf-of-another', { name, serials: there, expected: sensor.serial }),
  );
}

function sameStart(a: SensorModel, b: SensorModel): boolean {
  return a.initId === b.initId && a.columnsPerFrame === b.columnsPerFrame;
}

async function* itemsOf(
  opened: readonly OpenedOsf[],
  sensor: SensorModel,
  health: CaptureHealth,
  context: StageContext,
): AsyncGenerator<CaptureItem, void, void> {
  const imu = new ImuQueue();
  const total = opened.reduce((sum, { source }) => sum + source.size, 0);
  let before = 0;
  for (const { source, file, stream } of opened) {
    for (const at of file.chunks) {
      throwIfCancelled(context.cancel, 'work-import');
      const messages = await readOsfChunk(source, at);
      context.emit({ kind: 'progress', stage: 'import', done: before + at, total, unit: 'bytes' });
      if (messages === null) {
        health.damagedPackets++;
        warnOnce(health, message('osf-chunk-damaged', { name: source.name, at }));
        continue;
      }
      for (const { streamId, bytes } of messages) {
        if (streamId !== stream.id) continue;
        const read = scanOrNull(bytes, sensor, source.name, health);
        if (read === null) continue;
        count(read, sensor, health);
        for (const sample of read.imu) {
          const overflow = imu.push(sample);
          if (overflow !== null) yield imuItem(overflow);
        }
        yield* inOrder(read.scan, imu);
      }
    }
    before += source.size;
  }
  for (const sample of imu.takeAll()) yield imuItem(sample);
  if (health.scans === 0) {
    const why = health.warnings.at(-1)?.sentence;
    throw new SocavonError('capture-empty', reasonOf(opened[0].source.name, why));
  }
}

function reasonOf(name: string, why: Message | undefined): Message {
  return why === undefined
    ? message('osf-without-scans', { name })
    : message('osf-unreadable', { name, why });
}

function scanOrNull(
  bytes: Uint8Array,
  sensor: SensorModel,
  name: string,
  health: CaptureHealth,
): OsfScan | null {
  try {
    const read = readOsfScan(bytes, sensor);
    for (const [field, why] of read.lost) warnOnce(health, message('osf-field-lost', { name, field, why }));
    return read;
  } catch (error) {
    if (!(error instanceof FieldError) && !(error instanceof RangeError)) throw error;
    health.damagedPackets++;
    warnOnce(health, message('osf-scan-damaged', { name, why: error.message }));
    return null;
  }
}

function count({ scan, imu, packets, arrived }: OsfScan, sensor: SensorModel, health: CaptureHealth): void {
  const { columns, columnValid, stampNs } = scan;
  const width = windowWidth(sensor.columnWindow, columns);
  let missing = 0;
  for (let i = 0; i < width; i++) {
    const column = (sensor.columnWindow[0] + i) % columns;
    if (columnValid[column] === 1) continue;
    if (arrived[column] === 1) health.invalidColumns++;
    else missing++;
  }
  health.scans++;
  health.lidarPackets += packets;
  // Their packets are not in the file; a scan with readings stands for one.
  if (imu.length > 0) health.imuPackets++;
  health.missingColumns += missing;
  if (missing > 0) health.incompleteScans++;
  for (const stamp of stampNs) {
    if (stamp === 0n) continue;
    if (health.firstStampNs === null || stamp < health.firstStampNs) health.firstStampNs = stamp;
    if (health.lastStampNs === null || stamp > health.lastStampNs) health.lastStampNs = stamp;
  }
}

/**
 * Metadata in an OSF file, of the sensor that was chosen by its serial number or of the only one.
 *
 * @throws SocavonError `capture-sensors` if there are several and none was chosen, `capture-empty` if there is none; see
 *   `readOsfIndex`
 */
export async function osfMetadata(source: ReadSource, chosen: SenderChoice | null): Promise<string> {
  const { name } = source;
  const { sensors, streams } = await readOsfIndex(source);
  const known = sensors
    .filter(({ id }) => streams.length === 0 || streams.some(({ sensorId }) => sensorId === id))
    .map(({ metadata }) => ({ metadata, serial: parseSensorMetadata(metadata, name).serial }));
  if (known.length === 0) throw new SocavonError('capture-empty', message('osf-without-scans', { name }));
  const wanted = chosen === null ? known : known.filter(({ serial }) => serial === chosen.serial);
  if (wanted.length === 1) return wanted[0].metadata;
  const serials = known.map(({ serial }) => serial);
  throw new SocavonError(
    'capture-sensors',
    chosen === null
      ? message('osf-several', { name, serials })
      : message('osf-without-sensor', { name, serials, chosen: chosen.text }),
  );
}

/** What an OSF file holds, by its index and its first and last chunk. */
interface OsfSummary {
  readonly identities: readonly { initId: number; serial: string }[];
  readonly hostFrom: number | null;
  readonly hostTo: number | null;
  readonly health: CaptureHealth;
}

/**
 * Looks into an OSF file without unpacking its scans.
 *
 * @throws SocavonError as `readOsfIndex`; CancelledError
 */
export async function inspectOsf(source: ReadSource, context: StageContext): Promise<OsfSummary> {
  const file = await readOsfIndex(source);
  const health = newCaptureHealth();
  const sensors = file.sensors.map(({ id, metadata }) => ({
    id,
    sensor: parseSensorMetadata(metadata, source.name),
  }));
  for (const { id, sensorId, count: counted } of file.streams) {
    const { sensor } = sensors.find((known) => known.id === sensorId) ?? {};
    if (sensor === undefined) continue;
    const ends = [file.chunks[0], file.chunks[file.chunks.length - 1]];
    const looked = counted === null ? file.chunks : [...new Set(ends)];
    const seen = newCaptureHealth();
    for (const at of looked) {
      throwIfCancelled(context.cancel, 'work-inspect');
      for (const { streamId, bytes } of (await readOsfChunk(source, at)) ?? []) {
        const read = streamId === id ? scanOrNull(bytes, sensor, source.name, health) : null;
        if (read !== null) count(read, sensor, seen);
      }
    }
    health.scans += counted ?? seen.scans;
    health.imuPackets += seen.imuPackets;
    health.firstStampNs ??= seen.firstStampNs;
    health.lastStampNs = seen.lastStampNs ?? health.lastStampNs;
  }
  const seconds = (ns: bigint) => (ns > 0n ? Number(ns) / 1e9 : null);
  return {
    identities: sensors.map(({ sensor: { initId, serial } }) => ({ initId: initId ?? 0, serial })),
    hostFrom: seconds(file.startNs),
    hostTo: seconds(file.endNs),
    health,
  };
}
