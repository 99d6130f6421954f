import { message } from '../../messages/message.ts';
import type { Remark } from '../../messages/remark.ts';
import { type StageContext, throwIfCancelled } from '../../model/context.ts';
import { SocavonError } from '../../model/errors.ts';
import type { CaptureHealth, CaptureItem, Scan } from '../../model/scan.ts';
import type { OtherFormat, SensorModel } from '../../model/sensor.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { ByteWindow } from '../bytes/byte-window.ts';
import { openForward } from '../bytes/open-forward.ts';
import { newCaptureHealth, warnOnce } from './capture-health.ts';
import { refuseCut } from './capture-refusals.ts';
import { type CloudChoice, chooseClouds, refuseWorld } from './clouds/choose-clouds.ts';
import { CloudClock } from './clouds/cloud-clock.ts';
import { readCloudPoints } from './clouds/cloud-points.ts';
import { livoxPacketItems } from './clouds/livox-items.ts';
import { type PointMessages, pointMessageItems } from './clouds/point-messages.ts';
import { FRAME_SECONDS, PointsBatcher } from './clouds/points-batcher.ts';
import { frameFault, type SeenFrame } from './frames/check-frames.ts';
import {
  PointTimes,
  refuseTimes,
  type SeenTimes,
  scaleRemarks,
  seenTimes,
  type TimeScale,
  timeScale,
} from './frames/point-times.ts';
import { ImuQueue, imuItem, inOrder } from './imu-queue.ts';
import { LIVOX_MESSAGE, readCustomMessage } from './livox/custom-message.ts';
import { LIVOX } from './livox/livox-packets.ts';
import { meteredSources } from './metered-sources.ts';
import type { OpenedCapture, RecordingTimes } from './opened-capture.ts';
import type { PointItem } from './point-item.ts';
import { openLog, readMessages } from './ros/read-messages.ts';
import { readWhole } from './ros/read-whole.ts';
import { timedCloudSensor } from './timed-cloud-sensor.ts';

/** Formats of recordings whose points make no range image. */
type TimedFormat = Extract<OtherFormat, 'LIVOX' | 'POINTCLOUD2_POINTS'>;

/** The points that are read of a recording. */
interface PointStream {
  readonly format: TimedFormat;
  /** Topic of its point clouds; null: packets or messages of a Livox. */
  readonly topic: string | null;
  readonly hasTimes: boolean;
  /** Usual time from one message to the next, s; 0: unknown. */
  readonly interval: number;
  /** What a person should know of the times of the points. */
  readonly remarks: readonly Remark[];
  /** For one reading from the start. */
  messages(): PointMessages;
}

/** Seconds of points from which the rate is measured, and least number of frames without times. */
const SURVEY_SECONDS = 0.5;
const SURVEY_FRAMES = 10;
/** Room of a frame over the mean: points that return are more in a narrow place. */
const ROOM = 1.3;
/** Of frames without times, which cannot be cut, over the fullest that was looked at. */
const INSTANT_ROOM = 2;
/** Place of the inertial unit of a Mid-360 in the frame of its points, m: its user manual. */
const IMU_PLACE = [0.011, 0.02329, -0.04412] as const;
/** Scans after which it is asked again whether clouds are in the frame of the sensor. */
const CHECKED_EVERY = 50;

/**
 * The sensor model of a recording of points without a range image: their rate tells the size of a frame.
 *
 * @throws SocavonError 'capture-empty' without points, 'capture-format' as `chooseClouds`; as `readDatagrams`
 */
export async function timedSensor(
  source: ReadSource,
  format: TimedFormat,
  context: StageContext,
): Promise<SensorModel> {
  return sensorOf(source, await streamOf(source, format, context), context);
}

/** The same for the point clouds that were chosen in a log. */
export function pointCloudSensor(
  source: ReadSource,
  choice: CloudChoice,
  context: StageContext,
): Promise<SensorModel> {
  return sensorOf(source, cloudStream(choice), context);
}

/** Opens recordings of a Livox (packets, LVX2 files, logs with the messages of its drivers) and point clouds without rings. */
export async function openTimedClouds(
  sources: readonly ReadSource[],
  format: TimedFormat,
  context: StageContext,
): Promise<OpenedCapture> {
  const stream = await streamOf(sources[0], format, context);
  const ordered = await inOrderOfStamps(sources, stream, context);
  const sensor = await sensorOf(ordered[0], stream, context);
  const health = newCaptureHealth();
  const times: RecordingTimes = { hostFrom: null };
  if (!stream.hasTimes) warnOnce(health, message('frames-instant', { name: stream.topic ?? '' }));
  return { sensor, health, times, items: readItems(ordered, stream, sensor, health, times, context) };
}

async function streamOf(
  source: ReadSource,
  format: TimedFormat,
  context: StageContext,
): Promise<PointStream> {
  if (format === 'LIVOX') return livoxStream(source, context);
  return cloudStream(await chooseClouds(source, context));
}

function cloudStream(choice: CloudChoice): PointStream {
  const { topic, interval, remarks, times } = choice;
  return {
    format: 'POINTCLOUD2_POINTS',
    topic,
    hasTimes: times !== null,
    interval,
    remarks,
    messages: () => {
      const pointTimes = times === null ? null : new PointTimes(times);
      return {
        isOurs: ({ name }) => name === topic,
        read: (logged) => readCloudPoints(logged, pointTimes),
      };
    },
  };
}

/** Messages of a Livox from which the unit of their times is told. */
const MESSAGES_LOOKED_AT = 20;

/** The points of a Livox. @throws SocavonError 'capture-format' if the times in its messages are of no unit */
async function livoxStream(source: ReadSource, context: StageContext): Promise<PointStream> {
  const isOurs: PointMessages['isOurs'] = ({ type }) => LIVOX_MESSAGE.test(type);
  const seen: SeenTimes[] = [];
  let topic: string | null = null;
  const health = newCaptureHealth();
  for await (const logged of readMessages(source, health)) {
    throwIfCancelled(context.cancel, 'work-import');
    if (!isOurs(logged.topic)) continue;
    topic ??= logged.topic.name;
    if (logged.topic.name !== topic) continue;
    const points = readWhole(logged, readCustomMessage, health)?.value;
    const times = points && seenTimes(points.seconds, Number(points.stampNs) * 1e-9);
    if (times) seen.push(times);
    if (seen.length === MESSAGES_LOOKED_AT) break;
  }
  const scaleName = seen.length === 0 ? 'none' : timeScale(seen);
  if (scaleName === 'unclear') throw refuseTimes(source.name, topic ?? '', seen);
  const scale = scaleName === 'none' ? LIVOX_TIMES : scaleName;
  return {
    format: 'LIVOX',
    topic: null,
    hasTimes: true,
    interval: scale.interval,
    remarks: scaleRemarks(topic ?? '', scale, true),
    messages: () => {
      const pointTimes = new PointTimes(scale);
      return {
        isOurs,
        read: (logged) => {
          const framed = readCustomMessage(logged);
          pointTimes.toSeconds(framed.value.seconds, Number(framed.value.stampNs) * 1e-9);
          return framed;
        },
      };
    },
  };
}

/** As the drivers of the maker write them; also of messages whose points have one time. */
const LIVOX_TIMES: TimeScale = { unit: 'ns', seconds: 1e-9, isAbsolute: false, offset: 0, interval: 0 };

async function sensorOf(
  source: ReadSource,
  stream: PointStream,
  context: StageContext,
): Promise<SensorModel> {
  let [points, fullest, frames, first, last] = [0, 0, 0, null as bigint | null, 0n];
  for await (const item of itemsOf(source, stream, newCaptureHealth(), context)) {
    if (item.kind !== 'points') continue;
    const { count, stampNs } = item.points;
    first ??= stampNs;
    last = stampNs;
    points += count;
    fullest = Math.max(fullest, count);
    frames++;
    const isEnough = stream.hasTimes || frames >= SURVEY_FRAMES;
    if (isEnough && Number(last - first) * 1e-9 > SURVEY_SECONDS) break;
  }
  if (points === 0) throw refuseEmpty(source, stream);
  const seconds = Number(last - (first ?? 0n)) * 1e-9;
  if (stream.format !== 'LIVOX') {
    const hertz = stream.hasTimes || seconds <= 0 ? 1 / FRAME_SECONDS : (frames - 1) / seconds;
    const room = stream.hasTimes ? roomOf(points, seconds) : INSTANT_ROOM * fullest;
    return withRemarks(timedCloudSensor(stream.format, `PointCloud2, ${stream.topic}`, room, hertz), stream);
  }
  const sensor = timedCloudSensor(stream.format, LIVOX, roomOf(points, seconds), 1 / FRAME_SECONDS);
  const { R } = sensor.T_sensor_imu;
  return withRemarks({ ...sensor, T_sensor_imu: { R, t: Float64Array.from(IMU_PLACE) } }, stream);
}

function withRemarks(sensor: SensorModel, { remarks }: PointStream): SensorModel {
  return { ...sensor, assumptions: [...remarks, ...sensor.assumptions] };
}

function roomOf(points: number, seconds: number): number {
  return (ROOM * points * FRAME_SECONDS) / Math.max(seconds, FRAME_SECONDS);
}

function refuseEmpty({ name }: ReadSource, { topic }: PointStream): SocavonError {
  return new SocavonError(
    'capture-empty',
    topic === null ? message('livox-empty', { name }) : message('clouds-empty', { name, topic }),
  );
}

/** Files in the order of the clock of the sensor. */
async function inOrderOfStamps(
  sources: readonly ReadSource[],
  stream: PointStream,
  context: StageContext,
): Promise<readonly ReadSource[]> {
  if (sources.length < 2) return sources;
  const starts: { readonly source: ReadSource; readonly ns: bigint }[] = [];
  for (const source of sources)
    for await (const item of itemsOf(source, stream, newCaptureHealth(), context)) {
      if (item.kind !== 'points') continue;
      starts.push({ source, ns: item.points.stampNs });
      break;
    }
  if (starts.length < sources.length) return sources;
  return starts.sort((a, b) => (a.ns < b.ns ? -1 : 1)).map(({ source }) => source);
}

async function* readItems(
  sources: readonly ReadSource[],
  stream: PointStream,
  sensor: SensorModel,
  health: CaptureHealth,
  times: RecordingTimes,
  context: StageContext,
): AsyncGenerator<CaptureItem, void, void> {
  const batcher = new PointsBatcher(sensor.beams, health);
  const imu = new ImuQueue();
  const frame = new FrameCheck(stream.topic);
  const clock = new CloudClock(stream.interval, health);
  for (const source of meteredSources(sources, context)) {
    clock.nextFile();
    for await (const item of itemsOf(source, stream, health, context, clock)) {
      if (item.kind === 'imu') {
        health.imuPackets++;
        const overflow = imu.push(item.sample);
        if (overflow !== null) yield imuItem(overflow);
        continue;
      }
      health.lidarPackets++;
      if (Number.isFinite(item.hostSeconds)) times.hostFrom ??= item.hostSeconds;
      for (const scan of batcher.add(item.points)) {
        frame.check(scan, source.name);
        yield* inOrder(scan, imu);
      }
    }
  }
  clock.report();
  for (const scan of batcher.end()) yield* inOrder(scan, imu);
  for (const sample of imu.takeAll()) yield imuItem(sample);
  if (health.scans === 0) throw refuseCut(sources, health);
  if (batcher.leftOut > 0)
    warnOnce(health, message('cloud-points-thinned', { count: batcher.leftOut, topic: stream.topic ?? '' }));
}

/** Watches whether the clouds of a topic turn out to be in the frame of a map as the sensor drives off. */
class FrameCheck {
  readonly #topic: string | null;
  #seen = 0;
  /** Of the first scan, whose arrays belong to whoever takes it. */
  #first: SeenFrame | null = null;

  constructor(topic: string | null) {
    this.#topic = topic;
  }

  /** @throws SocavonError 'capture-format' if they are */
  check(scan: Scan, name: string): void {
    if (this.#topic === null || this.#seen++ % CHECKED_EVERY !== 0) return;
    const frame = seenFrame(scan, name);
    this.#first ??= frame;
    const fault = frameFault([this.#first, frame]);
    if (fault !== null && fault.kind !== 'empty') throw refuseWorld(name, this.#topic);
  }
}

/** A copy of the points of a scan that have a range. */
function seenFrame({ xyz, rangeMm }: Scan, name: string): SeenFrame {
  const places: number[] = [];
  for (const [i, range] of rangeMm.entries())
    if (range > 0) places.push(xyz![3 * i], xyz![3 * i + 1], xyz![3 * i + 2]);
  return { name, count: places.length / 3, xyz: places };
}

/** @param clock of the messages of a log; absent: their own */
async function* itemsOf(
  source: ReadSource,
  stream: PointStream,
  health: CaptureHealth,
  context: StageContext,
  clock?: CloudClock,
): AsyncGenerator<PointItem, void, void> {
  const window = new ByteWindow(await openForward(source));
  await window.need(16);
  const log = openLog(window, health);
  const items =
    log === null
      ? livoxPacketItems(source, health)
      : pointMessageItems(log.messages, stream.messages(), health, clock);
  for await (const item of items) {
    throwIfCancelled(context.cancel, 'work-import');
    yield item;
  }
}
