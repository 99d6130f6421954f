import { message } from '../../../messages/message.ts';
import type { Remark } from '../../../messages/remark.ts';
import { type StageContext, throwIfCancelled } from '../../../model/context.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { CaptureHealth } from '../../../model/scan.ts';
import type { ReadSource } from '../../bytes/byte-stream.ts';
import { newCaptureHealth } from '../capture-health.ts';
import { frameFault } from '../frames/check-frames.ts';
import {
  PointTimes,
  refuseTimes,
  type SeenTimes,
  scaleRemarks,
  seenTimes,
  type TimeScale,
  timeScale,
  usualStep,
} from '../frames/point-times.ts';
import type { LoggedMessage } from '../ros/message-log.ts';
import { readMessages } from '../ros/read-messages.ts';
import { readWhole } from '../ros/read-whole.ts';
import { fitRings, hasRingTimes, type RingCloud, type RingFit } from './fit-rings.ts';
import { type MessageCloud, POINT_CLOUD, readPointCloud } from './point-cloud-message.ts';

/** The topic of a log that is read, and how its clouds become scans. */
export type CloudChoice =
  /** Range images of a spinning sensor. */
  | (ChosenTopic & { readonly kind: 'rings'; readonly fit: RingFit; readonly times: TimeScale })
  /** Timed clouds; without times each message is of one instant. */
  | (ChosenTopic & { readonly kind: 'points'; readonly times: TimeScale | null });

interface ChosenTopic {
  readonly topic: string;
  /** Usual time from one cloud to the next, s; 0: a single one. */
  readonly interval: number;
  /** What a person should know of the times. */
  readonly remarks: readonly Remark[];
}

/** Clouds with rings of which the fullest determines the sensor, and those whose times determine their unit. */
const RINGS_FITTED = 4;
const RINGS_LOOKED_AT = 10;
/** Clouds of one topic after which no other is waited for. */
const CLOUDS_LOOKED_AT = 20;
/** Clouds from which it is told whether they are in the frame of the sensor. */
const SAMPLE = 5;

/** What was seen of a topic. */
interface SeenTopic {
  seen: number;
  ringed: number;
  fullest: RingCloud | null;
  wholeTimes: boolean;
  readonly stamps: number[];
  readonly times: SeenTimes[];
  readonly sample: MessageCloud[];
}

/**
 * Chooses the point clouds of a log that are read: the first topic whose clouds determine the beams of a spinning sensor by
 * a ring and a time for each point, else the first whose points have times, else the first in the frame of its sensor.
 *
 * @throws SocavonError 'capture-format' if there is none, or their times are of no unit; as `readMessages`; CancelledError
 */
export async function chooseClouds(source: ReadSource, context: StageContext): Promise<CloudChoice> {
  const health = newCaptureHealth();
  const topics = new Map<string, SeenTopic>();
  let bare: string | null = null;
  for await (const logged of readMessages(source, health)) {
    throwIfCancelled(context.cancel, 'work-inspect');
    const cloud = cloudIn(logged, health);
    if (cloud === 'no-coordinates') bare ??= logged.topic.name;
    if (cloud === null || cloud === 'no-coordinates') continue;
    const topic = logged.topic.name;
    const known = topics.get(topic) ?? note(topics, topic);
    known.seen++;
    if (known.sample.length < SAMPLE) known.sample.push(cloud);
    noteTimes(known, cloud);
    if (hasRingTimes(cloud)) {
      const isFuller = known.fullest === null || cloud.count > known.fullest.count;
      if (known.ringed++ < RINGS_FITTED && isFuller) known.fullest = cloud;
    }
    if (known.ringed === RINGS_LOOKED_AT) {
      const rings = ringsOf(topic, known);
      if (rings !== null) return rings;
    }
    if (known.seen === CLOUDS_LOOKED_AT) break;
  }
  for (const [topic, known] of topics) {
    const clouds = ringsOf(topic, known);
    if (clouds !== null) return clouds;
  }
  const inFrame = [...topics].filter(([topic, { sample }]) => frameFault(sample.map(framed(topic))) === null);
  const { name } = source;
  const scales = inFrame.map(([topic, known]) => ({ topic, known, scale: timeScale(known.times) }));
  // Times that are of no unit are not left out in silence: the motion within a cloud would not be compensated.
  const chosen =
    scales.find(({ scale }) => typeof scale === 'object') ??
    scales.find(({ scale }) => scale === 'unclear') ??
    scales[0];
  if (chosen?.scale === 'unclear') throw refuseTimes(name, chosen.topic, chosen.known.times);
  if (chosen !== undefined) {
    const times = typeof chosen.scale === 'object' ? chosen.scale : null;
    return { kind: 'points', ...chosenTopic(chosen.topic, chosen.known, times), times };
  }
  const [first] = topics.keys();
  if (first !== undefined) throw refuseClouds(name, first, topics.get(first)!);
  throw new SocavonError('capture-format', message('cloud-without-xyz', { name, topic: bare ?? '' }));
}

/** The choice of a topic whose clouds determine the beams of a spinning sensor; null: they do not. */
function ringsOf(topic: string, known: SeenTopic): CloudChoice | null {
  const times = known.fullest === null ? 'none' : timeScale(known.times);
  if (typeof times === 'string') return null;
  const cloud = { ...known.fullest!, seconds: known.fullest!.seconds.slice() };
  new PointTimes(times).toSeconds(cloud.seconds, Number(cloud.stampNs) * 1e-9);
  const fit = fitRings(cloud);
  return fit === null ? null : { kind: 'rings', ...chosenTopic(topic, known, times), fit, times };
}

function chosenTopic(topic: string, { stamps, wholeTimes }: SeenTopic, times: TimeScale | null): ChosenTopic {
  return {
    topic,
    interval: usualStep(stamps) ?? 0,
    remarks: times === null ? [] : scaleRemarks(topic, times, wholeTimes),
  };
}

function noteTimes(known: SeenTopic, { seconds, stampNs, wholeTimes }: MessageCloud): void {
  const stamp = Number(stampNs) * 1e-9;
  known.stamps.push(stamp);
  const seen = seconds === null ? null : seenTimes(seconds, stamp);
  if (seen === null) return;
  known.times.push(seen);
  known.wholeTimes = wholeTimes;
}

function note(topics: Map<string, SeenTopic>, topic: string): SeenTopic {
  const seen: SeenTopic = {
    seen: 0,
    ringed: 0,
    fullest: null,
    wholeTimes: false,
    stamps: [],
    times: [],
    sample: [],
  };
  topics.set(topic, seen);
  return seen;
}

function framed(name: string): (cloud: MessageCloud) => { name: string; count: number; xyz: Float64Array } {
  return ({ count, xyz }) => ({ name, count, xyz });
}

function refuseClouds(name: string, topic: string, { sample }: SeenTopic): SocavonError {
  const isEmpty = frameFault(sample.map(framed(topic)))?.kind === 'empty';
  return isEmpty
    ? new SocavonError('capture-empty', message('clouds-empty', { name, topic }))
    : refuseWorld(name, topic);
}

/** Refuses clouds in the coordinates of a map. */
export function refuseWorld(name: string, topic: string): SocavonError {
  return new SocavonError('capture-format', message('clouds-world', { name, topic }));
}

/** The cloud in a message; null: the message is no cloud, or damaged, which is counted. */
export function cloudIn(
  logged: LoggedMessage,
  health: CaptureHealth,
): MessageCloud | 'no-coordinates' | null {
  if (logged.topic.type !== POINT_CLOUD) return null;
  return readWhole(logged, readPointCloud, health);
}
