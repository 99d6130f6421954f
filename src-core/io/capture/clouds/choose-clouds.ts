import { message } from '../../../messages/message.ts';
import { type StageContext, throwIfCancelled } from '../../../model/context.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { CaptureHealth } from '../../../model/scan.ts';
import type { ReadSource } from '../../bytes/byte-stream.ts';
import { newCaptureHealth } from '../capture-health.ts';
import { frameFault } from '../frames/check-frames.ts';
import type { LoggedMessage } from '../ros/message-log.ts';
import { readMessages } from '../ros/read-messages.ts';
import { readWhole } from '../ros/read-whole.ts';
import { fitRings, hasRingTimes, isSpread, type RingCloud, type RingFit } from './fit-rings.ts';
import { type MessageCloud, POINT_CLOUD, readPointCloud } from './point-cloud-message.ts';

/** The topic of a log that is read, and how its clouds become scans. */
export type CloudChoice =
  /** Range images of a spinning sensor. */
  | { readonly kind: 'rings'; readonly topic: string; readonly fit: RingFit }
  /** Timed clouds; without times each message is of one instant. */
  | { readonly kind: 'points'; readonly topic: string; readonly hasTimes: boolean };

/** Clouds with rings that are looked at: the fullest determines the sensor. */
const RINGS_LOOKED_AT = 4;
/** Clouds of one topic after which no other is waited for. */
const CLOUDS_LOOKED_AT = 20;
/** Clouds from which it is told whether they are in the frame of the sensor. */
const SAMPLE = 5;

/** What was seen of a topic. */
interface SeenTopic {
  seen: number;
  ringed: number;
  fullest: RingCloud | null;
  hasTimes: boolean;
  readonly sample: MessageCloud[];
}

/**
 * Chooses the point clouds of a log that are read: the first topic whose clouds determine the beams of a spinning sensor by
 * a ring and a time for each point, else the first whose points have times, else the first in the frame of its sensor.
 *
 * @throws SocavonError 'capture-format' if there is none, with what is wrong; as `readMessages`; CancelledError
 */
export async function chooseClouds(source: ReadSource, context: StageContext): Promise<CloudChoice> {
  const health = newCaptureHealth();
  const topics = new Map<string, SeenTopic>();
  let bare: string | null = null;
  const ringsOf = (topic: string, { fullest }: SeenTopic): CloudChoice | null => {
    const fit = fullest === null ? null : fitRings(fullest);
    return fit === null ? null : { kind: 'rings', topic, fit };
  };
  for await (const logged of readMessages(source, health)) {
    throwIfCancelled(context.cancel, 'work-inspect');
    const cloud = cloudIn(logged, health);
    if (cloud === 'no-coordinates') bare ??= logged.topic.name;
    if (cloud === null || cloud === 'no-coordinates') continue;
    const topic = logged.topic.name;
    const known = topics.get(topic) ?? note(topics, topic);
    known.seen++;
    if (known.sample.length < SAMPLE) known.sample.push(cloud);
    known.hasTimes ||= cloud.seconds !== null && isSpread(cloud.seconds);
    if (hasRingTimes(cloud)) {
      known.ringed++;
      if (known.fullest === null || cloud.count > known.fullest.count) known.fullest = cloud;
    }
    if (known.ringed === RINGS_LOOKED_AT) {
      const found = ringsOf(topic, known);
      if (found !== null) return found;
    }
    if (known.seen === CLOUDS_LOOKED_AT) break;
  }
  for (const [topic, known] of topics) {
    const found = ringsOf(topic, known);
    if (found !== null) return found;
  }
  const inFrame = [...topics].filter(([topic, { sample }]) => frameFault(sample.map(framed(topic))) === null);
  const [topic, { hasTimes }] = inFrame.find(([, known]) => known.hasTimes) ?? inFrame[0] ?? [null, {}];
  if (topic !== null) return { kind: 'points', topic, hasTimes: hasTimes === true };
  const { name } = source;
  const [first] = topics.keys();
  if (first !== undefined) throw refuseClouds(name, first, topics.get(first)!);
  throw new SocavonError('capture-format', message('cloud-without-xyz', { name, topic: bare ?? '' }));
}

function note(topics: Map<string, SeenTopic>, topic: string): SeenTopic {
  const seen = { seen: 0, ringed: 0, fullest: null, hasTimes: false, sample: [] };
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
