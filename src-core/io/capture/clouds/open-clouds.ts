import { message } from '../../../messages/message.ts';
import { type StageContext, throwIfCancelled } from '../../../model/context.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { CaptureHealth, CaptureItem } from '../../../model/scan.ts';
import type { SensorModel } from '../../../model/sensor.ts';
import type { ReadSource } from '../../bytes/byte-stream.ts';
import { newCaptureHealth, warnOnce } from '../capture-health.ts';
import { refuseCut } from '../capture-refusals.ts';
import { meteredSources } from '../metered-sources.ts';
import type { OpenedCapture, RecordingTimes } from '../opened-capture.ts';
import type { LoggedMessage } from '../ros/message-log.ts';
import { readMessages } from '../ros/read-messages.ts';
import { readWhole } from '../ros/read-whole.ts';
import { CloudBatcher } from './cloud-batcher.ts';
import { cloudSensor } from './cloud-sensor.ts';
import { fitRings, type RingFit } from './fit-rings.ts';
import { type CloudLack, POINT_CLOUD, readTimedCloud, type TimedCloud } from './point-cloud-message.ts';

/** Clouds of a topic that are looked at: the fullest determines the sensor. */
const CLOUDS_LOOKED_AT = 4;

/** Sensor of the clouds of a topic. */
interface FittedClouds {
  readonly topic: string;
  readonly fit: RingFit;
  readonly sensor: SensorModel;
}

/**
 * The sensor whose driver made the point clouds of a log, from the first topic whose clouds have a ring and a time for
 * each point.
 *
 * @throws SocavonError 'capture-format' if no topic has, with what the clouds lack; as `readMessages`
 */
export async function fitClouds(source: ReadSource, context: StageContext): Promise<FittedClouds> {
  const health = newCaptureHealth();
  const fullest = new Map<string, { cloud: TimedCloud; seen: number }>();
  const lacks = new Map<string, CloudLack | 'rings'>();
  const fitted = (topic: string): FittedClouds | null => {
    const fit = fitRings(fullest.get(topic)!.cloud);
    if (fit === null) lacks.set(topic, 'rings');
    return fit === null ? null : { topic, fit, sensor: cloudSensor(fit, topic) };
  };
  for await (const logged of readMessages(source, health)) {
    throwIfCancelled(context.cancel, 'work-inspect');
    const cloud = cloudIn(logged, health);
    if (cloud === null) continue;
    const topic = logged.topic.name;
    if (typeof cloud === 'string') {
      lacks.set(topic, cloud);
      continue;
    }
    const known = fullest.get(topic);
    const seen = (known?.seen ?? 0) + 1;
    fullest.set(topic, { cloud: known && known.cloud.count >= cloud.count ? known.cloud : cloud, seen });
    if (seen !== CLOUDS_LOOKED_AT) continue;
    const found = fitted(topic);
    if (found !== null) return found;
  }
  for (const topic of fullest.keys()) {
    const found = fitted(topic);
    if (found !== null) return found;
  }
  const [[topic, lack]] = lacks.size > 0 ? lacks : [['', 'rings'] as const];
  throw new SocavonError('capture-format', message(`cloud-without-${lack}`, { name: source.name, topic }));
}

/** Opens logs of point clouds as captures of the sensor that their rings and times tell. */
export async function openClouds(
  sources: readonly ReadSource[],
  context: StageContext,
): Promise<OpenedCapture> {
  const fitted = await fitClouds(sources[0], context);
  const health = newCaptureHealth();
  const times: RecordingTimes = { hostFrom: null };
  return { sensor: fitted.sensor, health, times, items: readItems(sources, fitted, health, times, context) };
}

async function* readItems(
  sources: readonly ReadSource[],
  { topic, fit, sensor }: FittedClouds,
  health: CaptureHealth,
  times: RecordingTimes,
  context: StageContext,
): AsyncGenerator<CaptureItem, void, void> {
  const batcher = new CloudBatcher(sensor, fit, health);
  for (const source of meteredSources(sources, context)) {
    for await (const logged of readMessages(source, health)) {
      throwIfCancelled(context.cancel, 'work-import');
      if (logged.topic.name !== topic) continue;
      const cloud = cloudIn(logged, health);
      if (cloud === null || typeof cloud === 'string') continue;
      health.lidarPackets++;
      if (Number.isFinite(logged.hostSeconds)) times.hostFrom ??= logged.hostSeconds;
      for (const scan of batcher.add(cloud)) yield { kind: 'scan', scan };
    }
  }
  for (const scan of batcher.end()) yield { kind: 'scan', scan };
  if (health.scans === 0) throw refuseCut(sources, health);
  if (batcher.strays > 0) warnOnce(health, message('cloud-strays', { count: batcher.strays, topic }));
}

/** The cloud in a message, or what it lacks; null: the message is no cloud, or damaged, which is counted. */
function cloudIn(logged: LoggedMessage, health: CaptureHealth): TimedCloud | CloudLack | null {
  if (logged.topic.type !== POINT_CLOUD) return null;
  return readWhole(logged, readTimedCloud, health);
}
