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
import { readMessages } from '../ros/read-messages.ts';
import { chooseClouds, cloudIn } from './choose-clouds.ts';
import { CloudBatcher } from './cloud-batcher.ts';
import { cloudSensor } from './cloud-sensor.ts';
import { hasRingTimes, type RingFit } from './fit-rings.ts';

/**
 * Opens logs of point clouds with rings as captures of the sensor that their rings and times tell.
 *
 * @throws SocavonError 'capture-format' where they do not determine one; as `chooseClouds`
 */
export async function openRingClouds(
  sources: readonly ReadSource[],
  context: StageContext,
): Promise<OpenedCapture> {
  const [{ name }] = sources;
  const choice = await chooseClouds(sources[0], context);
  if (choice.kind !== 'rings')
    throw new SocavonError('capture-format', message('cloud-without-rings', { name, topic: choice.topic }));
  const { topic, fit } = choice;
  const sensor = cloudSensor(fit, topic);
  const health = newCaptureHealth();
  const times: RecordingTimes = { hostFrom: null };
  return { sensor, health, times, items: readItems(sources, { topic, fit, sensor }, health, times, context) };
}

/** Sensor of the clouds of a topic. */
interface FittedClouds {
  readonly topic: string;
  readonly fit: RingFit;
  readonly sensor: SensorModel;
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
      if (cloud === null || cloud === 'no-coordinates' || !hasRingTimes(cloud)) continue;
      health.lidarPackets++;
      if (Number.isFinite(logged.hostSeconds)) times.hostFrom ??= logged.hostSeconds;
      for (const scan of batcher.add(cloud)) yield { kind: 'scan', scan };
    }
  }
  for (const scan of batcher.end()) yield { kind: 'scan', scan };
  if (health.scans === 0) throw refuseCut(sources, health);
  if (batcher.strays > 0) warnOnce(health, message('cloud-strays', { count: batcher.strays, topic }));
}
