import { message } from '../../messages/message.ts';
import { type StageContext, throwIfCancelled } from '../../model/context.ts';
import { SocavonError } from '../../model/errors.ts';
import type { CaptureHealth, CaptureItem, ImuSample } from '../../model/scan.ts';
import type { SensorModel } from '../../model/sensor.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { ByteWindow } from '../bytes/byte-window.ts';
import { openForward } from '../bytes/open-forward.ts';
import { countOther, newCaptureHealth, warnOnce } from './capture-health.ts';
import { refuseCut } from './capture-refusals.ts';
import { ImuQueue, imuItem, inOrder } from './imu-queue.ts';
import {
  type Framed,
  IMU_MESSAGE,
  LIVOX_MESSAGE,
  readCustomMessage,
  readImuMessage,
} from './livox/custom-message.ts';
import {
  LIVOX,
  livoxImu,
  livoxKind,
  livoxPacketPoints,
  livoxStampNs,
  livoxStep,
} from './livox/livox-packets.ts';
import { LIVOX_FRAME_SECONDS, LivoxBatcher, type LivoxPoints } from './livox/livox-points.ts';
import { meteredSources } from './metered-sources.ts';
import type { OpenedCapture, RecordingTimes } from './opened-capture.ts';
import { viewOf } from './ouster/packet-header.ts';
import { readDatagrams } from './pcap/datagrams.ts';
import type { LoggedMessage } from './ros/message-log.ts';
import { openLog } from './ros/read-messages.ts';
import { readWhole } from './ros/read-whole.ts';
import { StampClock } from './spinning/stamp-clock.ts';
import { timedCloudSensor } from './timed-cloud-sensor.ts';

/** What a recording of a Livox holds, in the order of the file. */
type LivoxItem =
  | { readonly kind: 'points'; readonly points: LivoxPoints; readonly hostSeconds: number }
  | { readonly kind: 'imu'; readonly sample: ImuSample };

/** Seconds of points from which the rate is measured. */
const SURVEY_SECONDS = 0.5;
/** Room of a frame over the mean: points that return are more in a narrow place. */
const ROOM = 1.3;
/** Longest step from a point to the next that two packets tell, s: otherwise some were lost between them. */
const LONGEST_STEP = 1e-4;
/** Place of the inertial unit of a Mid-360 in the frame of its points, m: its user manual. */
const IMU_PLACE = [0.011, 0.02329, -0.04412] as const;

/**
 * The sensor model of a recording of a Livox: the rate of its points tells the size of a frame.
 *
 * @throws SocavonError 'capture-empty' without points; as `readDatagrams`
 */
export async function livoxSensor(
  sources: readonly ReadSource[],
  context: StageContext,
): Promise<SensorModel> {
  let [points, first, last] = [0, null as bigint | null, 0n];
  for await (const item of livoxItems(sources[0], newCaptureHealth(), context)) {
    if (item.kind !== 'points') continue;
    first ??= item.points.stampNs;
    last = item.points.stampNs;
    points += item.points.count;
    if (Number(last - first) * 1e-9 > SURVEY_SECONDS) break;
  }
  if (points === 0)
    throw new SocavonError('capture-empty', message('livox-empty', { name: sources[0].name }));
  const seconds = Math.max(Number(last - (first ?? 0n)) * 1e-9, LIVOX_FRAME_SECONDS);
  const room = (ROOM * points * LIVOX_FRAME_SECONDS) / seconds;
  const sensor = timedCloudSensor('LIVOX', LIVOX, room, 1 / LIVOX_FRAME_SECONDS);
  const { R } = sensor.T_sensor_imu;
  return { ...sensor, T_sensor_imu: { R, t: Float64Array.from(IMU_PLACE) } };
}

/** Opens recordings of a Livox: packets, LVX2 files, or logs with the messages of its drivers. */
export async function openLivox(
  sources: readonly ReadSource[],
  context: StageContext,
): Promise<OpenedCapture> {
  const ordered = await inOrderOfStamps(sources, context);
  const sensor = await livoxSensor(ordered, context);
  const health = newCaptureHealth();
  const times: RecordingTimes = { hostFrom: null };
  return { sensor, health, times, items: readItems(ordered, sensor, health, times, context) };
}

/** Files in the order of the clock of the sensor. */
async function inOrderOfStamps(
  sources: readonly ReadSource[],
  context: StageContext,
): Promise<readonly ReadSource[]> {
  if (sources.length < 2) return sources;
  const starts: { readonly source: ReadSource; readonly ns: bigint }[] = [];
  for (const source of sources)
    for await (const item of livoxItems(source, newCaptureHealth(), context)) {
      if (item.kind !== 'points') continue;
      starts.push({ source, ns: item.points.stampNs });
      break;
    }
  if (starts.length < sources.length) return sources;
  return starts.sort((a, b) => (a.ns < b.ns ? -1 : 1)).map(({ source }) => source);
}

async function* readItems(
  sources: readonly ReadSource[],
  sensor: SensorModel,
  health: CaptureHealth,
  times: RecordingTimes,
  context: StageContext,
): AsyncGenerator<CaptureItem, void, void> {
  const batcher = new LivoxBatcher(sensor.beams, health);
  const imu = new ImuQueue();
  for (const source of meteredSources(sources, context))
    for await (const item of livoxItems(source, health, context)) {
      if (item.kind === 'imu') {
        health.imuPackets++;
        const overflow = imu.push(item.sample);
        if (overflow !== null) yield imuItem(overflow);
        continue;
      }
      health.lidarPackets++;
      if (Number.isFinite(item.hostSeconds)) times.hostFrom ??= item.hostSeconds;
      for (const scan of batcher.add(item.points)) yield* inOrder(scan, imu);
    }
  for (const scan of batcher.end()) yield* inOrder(scan, imu);
  for (const sample of imu.takeAll()) yield imuItem(sample);
  if (health.scans === 0) throw refuseCut(sources, health);
}

async function* livoxItems(
  source: ReadSource,
  health: CaptureHealth,
  context: StageContext,
): AsyncGenerator<LivoxItem, void, void> {
  const window = new ByteWindow(await openForward(source));
  await window.need(16);
  const log = openLog(window, health);
  const items = log === null ? packetItems(source, health) : messageItems(log.messages, health);
  for await (const item of items) {
    throwIfCancelled(context.cancel, 'work-import');
    yield item;
  }
}

/** The packets of the first sensor that sends. */
async function* packetItems(
  source: ReadSource,
  health: CaptureHealth,
): AsyncGenerator<LivoxItem, void, void> {
  const clock = new StampClock(null);
  let sender: number | null = null;
  let step = 0;
  // A packet that does not state the time from a point to the next waits for the one after it, which tells.
  let waiting: { readonly view: DataView; readonly stampNs: bigint; readonly hostSeconds: number } | null =
    null;
  for await (const datagram of readDatagrams(source, health)) {
    const view = viewOf(datagram.payload);
    const kind = livoxKind(view);
    if (kind === null) {
      countOther(health, datagram.port, datagram.payload.length);
      continue;
    }
    sender ??= datagram.sender;
    if (sender !== datagram.sender) {
      countOther(health, datagram.port, datagram.payload.length);
      warnOnce(health, message('senders-several', { name: source.name, port: String(datagram.port) }));
      continue;
    }
    const stampNs = clock.next(livoxStampNs(view), datagram.hostSeconds);
    if (kind === 'imu') {
      const sample = livoxImu(view, stampNs);
      if (sample === null) health.damagedPackets++;
      else yield { kind, sample };
      continue;
    }
    if (waiting !== null) {
      const told = Number(stampNs - waiting.stampNs) * 1e-9;
      const between = told / waiting.view.getUint16(5, true);
      if (between > 0 && between < LONGEST_STEP) step = between;
      yield pointsItem(waiting.view, step, waiting);
      waiting = null;
    }
    const { hostSeconds } = datagram;
    const own = livoxStep(view);
    if (own > 0) yield pointsItem(view, own, { stampNs, hostSeconds });
    else waiting = { view: viewOf(datagram.payload.slice()), stampNs, hostSeconds };
  }
  if (waiting !== null) yield pointsItem(waiting.view, step, waiting);
}

function pointsItem(
  view: DataView,
  step: number,
  { stampNs, hostSeconds }: { readonly stampNs: bigint; readonly hostSeconds: number },
): LivoxItem {
  return { kind: 'points', points: livoxPacketPoints(view, step, stampNs), hostSeconds };
}

/** The messages of the first topic of points, and of the inertial unit in the same frame. */
async function* messageItems(
  messages: AsyncIterable<LoggedMessage>,
  health: CaptureHealth,
): AsyncGenerator<LivoxItem, void, void> {
  let topic: string | null = null;
  let frame: string | null = null;
  let early: Framed<ImuSample>[] = [];
  for await (const logged of messages) {
    const { name, type } = logged.topic;
    if (LIVOX_MESSAGE.test(type)) {
      topic ??= name;
      if (name !== topic) {
        warnOnce(health, message('livox-topics', { topic, other: name }));
        continue;
      }
      const read = readWhole(logged, readCustomMessage, health);
      if (read === null) continue;
      frame ??= read.frame;
      for (const { frame: own, value } of early) if (own === frame) yield { kind: 'imu', sample: value };
      early = [];
      yield { kind: 'points', points: read.value, hostSeconds: logged.hostSeconds };
    } else if (type === IMU_MESSAGE) {
      const read = readWhole(logged, readImuMessage, health);
      if (read === null) continue;
      if (frame === null) {
        if (early.length < 2000) early.push(read);
      } else if (read.frame === frame) yield { kind: 'imu', sample: read.value };
    }
  }
}
