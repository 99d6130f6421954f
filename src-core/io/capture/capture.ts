import { message } from '../../messages/message.ts';
import { SILENT_CONTEXT, type StageContext, throwIfCancelled } from '../../model/context.ts';
import { SocavonError } from '../../model/errors.ts';
import type { CaptureHealth, CaptureItem } from '../../model/scan.ts';
import { isOusterProfile, type SensorModel } from '../../model/sensor.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { newCaptureHealth, warnOnce } from './capture-health.ts';
import { holdsOtherLidar, refuseCut, refuseSeveral, refuseUnfit } from './capture-refusals.ts';
import { surveyCapture } from './capture-survey.ts';
import { openRingClouds } from './clouds/open-clouds.ts';
import { ImuQueue, imuItem, inOrder } from './imu-queue.ts';
import { meteredSources } from './metered-sources.ts';
import { openTimedClouds } from './open-timed-clouds.ts';
import type { OpenedCapture, RecordingTimes } from './opened-capture.ts';
import { isOsf, openOsf } from './osf-capture.ts';
import { checkColumns } from './ouster/column-evidence.ts';
import { type FittedSensor, fitSensor } from './ouster/fit-sensor.ts';
import { imuSamplesOf } from './ouster/imu-packet.ts';
import { PacketChecksum } from './ouster/packet-checksum.ts';
import { type FilterOptions, PacketFilter } from './ouster/packet-filter.ts';
import { viewOf } from './ouster/packet-header.ts';
import { withStampedRate } from './ouster/rotation-rate.ts';
import { ScanBatcher, windowWidth } from './ouster/scan-batcher.ts';
import { SensorState } from './ouster/sensor-state.ts';
import { StampWatch } from './ouster/stamp-watch.ts';
import { readDatagrams } from './pcap/datagrams.ts';
import { inRecordedOrder } from './recorded-order.ts';
import type { SenderChoice } from './sender.ts';
import { spinningFormat } from './spinning/formats.ts';
import { openSpinning } from './spinning/open-spinning.ts';
import { withAnglesOf } from './spinning/spinning-sensor.ts';

/** Opens captures of another format than an Ouster's packets; see `openCapture`. */
async function openOther(
  sources: readonly ReadSource[],
  sensor: SensorModel,
  context: StageContext,
): Promise<OpenedCapture> {
  const format = sensor.profile;
  if (isOusterProfile(format)) throw new RangeError(`${format} is not of another maker`);
  if (format === 'LIVOX' || format === 'POINTCLOUD2_POINTS') return openTimedClouds(sources, format, context);
  const spinning = spinningFormat(format);
  return spinning === undefined
    ? openRingClouds(sources, context)
    : openSpinning(sources, withAnglesOf(spinning, sensor), context);
}

/** How to read a capture with the packets of several sensors. */
interface OpenOptions {
  /** The sensor to read, from `parseSender`; null: the one that sends first. */
  readonly chosen?: SenderChoice | null;
  /** True: refuse several sensors if none was chosen, instead of reading the first with a warning. */
  readonly refuseSeveral?: boolean;
}

/**
 * Opens the files of one capture session: classic pcap, pcapng, raw donut files, MCAP or ROS bags, plain or compressed, or OSF
 * files. The sensor's format decides how they are read; see `recogniseCapture`. Of an Ouster, the first rotation
 * is inspected before any item is returned: its stamps, not the metadata, tell the rotation rate. Files given in
 * another order than recorded are sorted.
 *
 * @param sensor from `parseSensorMetadata`, `OS1_16_DEFAULT` or `recogniseCapture`
 * @throws SocavonError `usage` (no source), `capture-format`, `capture-empty` (no lidar packet; names what the
 *   files contain), `capture-sensors` (several sensors, or not the one chosen), `metadata-mismatch` (lidar packets of another sensor or mode), `capture-truncated` (a truncated
 *   file without a single scan, also while reading); CancelledError
 */
export async function openCapture(
  sources: readonly ReadSource[],
  sensor: SensorModel,
  context: StageContext = SILENT_CONTEXT,
  { chosen = null, refuseSeveral: refuses = false }: OpenOptions = {},
): Promise<OpenedCapture> {
  if (sources.length === 0) throw new SocavonError('usage', message('capture-none-given'));
  if (await isOsf(sources[0])) return openOsf(sources, sensor, context);
  if (!isOusterProfile(sensor.profile)) return openOther(sources, sensor, context);
  const health = newCaptureHealth();
  const filter: FilterOptions = { checksum: new PacketChecksum(), chosen };
  const ordered = await inRecordedOrder(sources, sensor, health, context, filter);
  const survey = await surveyCapture(ordered, sensor, context, filter);
  const isUnclear = refuses && chosen === null && survey.senders.length > 1;
  if (isUnclear || (chosen !== null && survey.layout === null && survey.senders.length > 0))
    throw refuseSeveral(ordered, chosen, survey);
  if (survey.layout === null) throw refuseUnfit(ordered, sensor, survey);
  const { name } = ordered[0];
  checkColumns(sensor, survey.highestColumn, survey.wholeTurn, name);
  if (ordered.length > 1) await checkEach(ordered, sensor, context, filter);
  const timed = withStampedRate(sensor, survey.columnSteps, health);
  const fitted = fitSensor(timed, survey.layout, survey.usedSlots, name);
  const times: RecordingTimes = { hostFrom: null };
  return {
    sensor: fitted.sensor,
    health,
    times,
    items: readItems(ordered, fitted, health, times, context, filter),
  };
}

/** Refuses a file of another sensor or mode among the others: none of its packets would be read. */
async function checkEach(
  sources: readonly ReadSource[],
  sensor: SensorModel,
  context: StageContext,
  filter: FilterOptions,
): Promise<void> {
  for (const source of sources) {
    const survey = await surveyCapture([source], sensor, context, filter);
    if (survey.layout !== null) checkColumns(sensor, survey.highestColumn, survey.wholeTurn, source.name);
    else if (holdsOtherLidar(survey)) throw refuseUnfit([source], sensor, survey);
  }
}

async function* readItems(
  sources: readonly ReadSource[],
  fitted: FittedSensor,
  health: CaptureHealth,
  times: RecordingTimes,
  context: StageContext,
  options: FilterOptions,
): AsyncGenerator<CaptureItem, void, void> {
  const batcher = new ScanBatcher(fitted.sensor, fitted.layout, health);
  const imu = new ImuQueue();
  const state = new SensorState();

  for (const source of meteredSources(sources, context)) {
    // Between the files of a session a recorder may pause.
    const stamps = new StampWatch();
    const filter = new PacketFilter(fitted.sensor, [fitted.layout], health, source.name, options);
    for await (const datagram of readDatagrams(source, health)) {
      throwIfCancelled(context.cancel, 'work-import');
      const { kind } = filter.sort(datagram);
      if (kind === 'imu') {
        for (const sample of imuSamplesOf(viewOf(datagram.payload))) {
          const overflow = imu.push(sample);
          if (overflow !== null) yield imuItem(overflow);
        }
      } else if (kind === 'lidar') {
        if (Number.isFinite(datagram.hostSeconds)) times.hostFrom ??= datagram.hostSeconds;
        const view = viewOf(datagram.payload);
        state.note(view, fitted.layout);
        stamps.note(view, fitted.layout, datagram.hostSeconds);
        for (const scan of batcher.add(datagram.payload)) yield* inOrder(scan, imu);
      }
    }
    stamps.report(health);
  }
  for (const scan of batcher.end()) yield* inOrder(scan, imu);
  for (const sample of imu.takeAll()) yield imuItem(sample);

  if (!hasFullRotation(fitted.sensor, health)) throw refuseCut(sources, health);
  warnOfLoss(fitted.sensor, health);
  warnOfModes(batcher, fitted.sensor, health);
  state.report(health);
  if (batcher.strays > 0) warnOnce(health, message('packets-stray', { count: batcher.strays }));
  if (health.damagedPackets > 0)
    warnOnce(health, message('packets-damaged', { count: health.damagedPackets }));
  if (health.foreignPackets > 0) {
    warnOnce(health, message('packets-foreign', { count: health.foreignPackets }));
  }
}

/**
 * True if the columns of one rotation have arrived. A truncated capture must have as many; a complete one may be
 * shorter.
 */
function hasFullRotation({ columnWindow, columnsPerFrame }: SensorModel, health: CaptureHealth): boolean {
  if (health.truncatedBytes === 0) return health.scans > 0;
  const width = windowWidth(columnWindow, columnsPerFrame);
  return health.scans * width - health.missingColumns >= width;
}

/**
 * Share of missing columns tolerated without a warning, besides the rotations at both ends of a recording, which
 * are seldom complete.
 */
const TOLERATED_LOSS = 0.01;

function warnOfLoss({ columnWindow, columnsPerFrame }: SensorModel, health: CaptureHealth): void {
  const width = windowWidth(columnWindow, columnsPerFrame);
  const share = health.missingColumns / (health.scans * width);
  if (health.missingColumns <= 2 * width || share <= TOLERATED_LOSS) return;
  warnOnce(
    health,
    message('columns-lost', {
      percent: (100 * share).toFixed(1),
      scans: health.incompleteScans,
      of: health.scans,
    }),
  );
}

/** Warns of rotations in the middle of the capture that were made in another mode. */
function warnOfModes(
  { otherRates, otherColumns }: ScanBatcher,
  { rotationHz, columnsPerFrame }: SensorModel,
  health: CaptureHealth,
): void {
  for (const [hertz, scans] of otherRates)
    warnOnce(health, message('rate-changed', { hertz, scans, of: health.scans, usual: rotationHz }));
  for (const [columns, scans] of otherColumns)
    warnOnce(health, message('columns-changed', { columns, scans, usual: columnsPerFrame }));
}
