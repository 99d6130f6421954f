import type { CapturePreview, CaptureScan } from '../../../src-core/contract/project-requests.ts';
import { toWireError } from '../../../src-core/contract/wire-error.ts';
import type { ReadSource } from '../../../src-core/io/bytes/byte-stream.ts';
import { type CaptureSummary, inspectCapture } from '../../../src-core/io/capture/inspect-capture.ts';
import { metadataMisfit } from '../../../src-core/io/capture/metadata-candidates.ts';
import { sensorWords } from '../../../src-core/io/capture/sensor-difference.ts';
import { message } from '../../../src-core/messages/message.ts';
import { type Remark, remark, remarkOf } from '../../../src-core/messages/remark.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { bytesText } from '../../files/bytes-text.ts';
import { openCaptureSource } from '../../files/capture-source.ts';
import { headOf } from '../../files/first-bytes.ts';
import { frameFolderOf } from '../../files/frame-folder.ts';
import { type ResolvedSensor, resolveSensor, type SensorChoice } from '../../files/resolve-sensor.ts';
import { capturesBySensor } from '../../files/sensor-evidence.ts';
import { areClouds } from '../../project/cloud-files.ts';
import type { ImportChoice } from '../../project/import-files.ts';
import { type Entry, factsOf, healthEntries, sensorEntries, summaryEntries } from './capture-facts.ts';
import { firstScanOf } from './capture-scan.ts';
import { metadataOffers } from './metadata-offers.ts';
import { previewCloud } from './preview-cloud.ts';
import { previewFrames } from './preview-frames.ts';

/** Bytes of a capture that are read, so that a preview of an hour is as fast as one of a minute. */
const HEAD_BYTES = 256e6;
/** Bytes of it on which the metadata files of the folder are tried: several rotations of any sensor. */
const TRIED_BYTES = 16 << 20;

type Problem = CapturePreview['problems'][number];

/**
 * Preview of a capture before its import: its packets, warnings, and its first scan.
 *
 * @throws SocavonError of the reader if the file is no capture; CancelledError
 */
export async function previewCapture(
  path: string,
  { cloud = {}, ...choice }: ImportChoice,
  context: StageContext,
  headBytes = HEAD_BYTES,
): Promise<CapturePreview> {
  const frames = await frameFolderOf(path);
  if (frames !== null) return previewFrames(frames, cloud, context);
  if (await areClouds([path])) return previewCloud(path, cloud, context);
  const file = await openCaptureSource(path, context.cancel);
  try {
    const source = await headOf(file, headBytes);
    const isWhole = source.size === file.size;
    const summary = { ...(await inspectCapture(source, context)), bytes: file.size };
    const { sensor, problem } = await sensorOf(path, choice, summary, context);
    const first = sensor === null ? NO_SCAN : await scanOrProblem(source, sensor, context);
    const counted = (facts: Entry[]) => (isWhole ? facts : ofPart(facts, file.size / source.size));
    const entries = [
      ...counted(summaryEntries(summary)),
      ...(isWhole
        ? []
        : [['looked at', message('fact-looked-at', { size: bytesText(source.size) })] as const]),
      ...counted(healthEntries({ ...summary.health, ...(isWhole ? {} : { truncatedBytes: 0 }) }, false)),
      ...(sensor === null ? [] : sensorEntries(sensor.sensor)),
    ];
    const { scans } = summary.health;
    return {
      kind: 'capture',
      name: file.name,
      bytes: file.size,
      facts: factsOf(entries),
      problems: [...problem, ...first.problem, ...problemsOf(summary, isWhole), ...assumed(sensor)],
      metadata: sensor?.metadata?.name ?? null,
      metadataOffers: await metadataOffers(path, await headOf(file, TRIED_BYTES), summary, context),
      firstScan: first.scan,
      scanShare: isSeekable(summary) && scans > 1 ? source.size / scans / file.size : null,
    };
  } finally {
    await file.close();
  }
}

/** True where a scan can be found without what is before it; see `captureFrom`. */
function isSeekable({ container, gzip, bzip2, zstd }: CaptureSummary): boolean {
  return ['pcap', 'pcapng', 'donut'].includes(container) && !gzip && !bzip2 && !zstd;
}

/**
 * Captures by the sensor that made them, with what tells each sensor from the others (see `capturesBySensor`); a folder of
 * the clouds of a drive is one of its own.
 */
export async function previewSensors(
  paths: readonly string[],
  context: StageContext,
): Promise<{ sensor: Remark; paths: string[] }[]> {
  const folders: string[] = [];
  for (const path of paths) if ((await frameFolderOf(path)) !== null) folders.push(path);
  if (folders.length > 0) {
    const own = folders.map((path) => ({ sensor: remark('clouds-of-a-drive'), paths: [path] }));
    const others = paths.filter((path) => !folders.includes(path));
    return others.length === 0 ? own : [...own, ...(await previewSensors(others, context))];
  }
  if (await areClouds(paths)) return [{ sensor: remark('cloud-of-another-program'), paths: [...paths] }];
  const groups = await capturesBySensor(paths, context);
  return groups.map((group) => ({
    sensor: remarkOf(sensorWords(group[0])),
    paths: group.map(({ path }) => path),
  }));
}

/** Facts that were counted, or measured in seconds: they are those of the part that was read. */
const COUNTED = /^(?:recorded|sensor clock|losses|.* packets)$/;

/** States facts of the start of a file as such. @param ratio size of the file to that of the part read */
function ofPart(facts: readonly Entry[], ratio: number): Entry[] {
  return facts.map(([name, value]) => {
    if (value === null) return [name, null];
    if (name === 'scans' && typeof value === 'number')
      return [name, message('fact-scans-of-part', { count: value, estimate: Math.round(value * ratio) })];
    return [name, COUNTED.test(name) ? message('fact-of-part', { value }) : value];
  });
}

/** Sensor of the capture, or null and the reason why it is unknown. */
async function sensorOf(
  path: string,
  choice: SensorChoice,
  summary: CaptureSummary,
  context: StageContext,
): Promise<{ sensor: ResolvedSensor | null; problem: Problem[] }> {
  try {
    const sensor = await resolveSensor(path, choice, context);
    const misfit = sensor.metadata && metadataMisfit(sensor.sensor, summary);
    if (!misfit) return { sensor, problem: [] };
    const name = sensor.metadata?.name ?? '';
    const said = remark('metadata-misfit', { name, why: misfit.why });
    return {
      sensor: null,
      problem: [{ code: 'metadata-mismatch', ...said, repair: 'choose-metadata', blocks: true }],
    };
  } catch (error) {
    if (!(error instanceof SocavonError) || error.code === 'cancelled') throw error;
    return { sensor: null, problem: [{ ...toWireError(error), repair: 'choose-metadata', blocks: true }] };
  }
}

const NO_SCAN = { scan: null, problem: [] };

/** The first scan, or the reason why the import would fail. */
async function scanOrProblem(
  source: ReadSource,
  { sensor, metadata }: ResolvedSensor,
  context: StageContext,
): Promise<{ scan: CaptureScan | null; problem: Problem[] }> {
  try {
    return { scan: await firstScanOf(source, sensor, context), problem: [] };
  } catch (error) {
    if (!(error instanceof SocavonError) || error.code === 'cancelled') throw error;
    // Other metadata helps only where the packets are those of another sensor.
    const repair = error.code === 'metadata-mismatch' || metadata === null ? 'choose-metadata' : null;
    return { scan: null, problem: [{ ...toWireError(error), repair, blocks: true }] };
  }
}

function problemsOf({ health }: CaptureSummary, isWhole: boolean): Problem[] {
  // A truncated head ends within a record; that is no damage of the capture.
  const warnings = isWhole
    ? health.warnings
    : health.warnings.filter(({ sentence }) => sentence?.code !== 'capture-cut');
  const damage = warnings.map(
    (remark): Problem => ({ code: 'capture', ...remark, repair: null, blocks: false }),
  );
  if (health.imuPackets > 0) return damage;
  return [...damage, { code: 'no-imu', ...remark('no-imu'), repair: null, blocks: false }];
}

function assumed(sensor: ResolvedSensor | null): Problem[] {
  const assumptions = sensor?.sensor.assumptions ?? [];
  return assumptions.map((remark) => ({ code: 'sensor-assumed', ...remark, repair: null, blocks: false }));
}
