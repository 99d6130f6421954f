import { message } from '../../../messages/message.ts';
import { type StageContext, throwIfCancelled } from '../../../model/context.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { CaptureHealth, CaptureItem } from '../../../model/scan.ts';
import type { SensorModel } from '../../../model/sensor.ts';
import type { ReadSource } from '../../bytes/byte-stream.ts';
import { newCaptureHealth, warnOnce } from '../capture-health.ts';
import { refuseCut } from '../capture-refusals.ts';
import { PointTimes, seenTimes } from '../frames/point-times.ts';
import { meteredSources } from '../metered-sources.ts';
import type { OpenedCapture, RecordingTimes } from '../opened-capture.ts';
import { readMessages } from '../ros/read-messages.ts';
import { type CloudChoice, chooseClouds, cloudIn } from './choose-clouds.ts';
import { CloudBatcher } from './cloud-batcher.ts';
import { CloudClock } from './cloud-clock.ts';
import { cloudSensor } from './cloud-sensor.ts';
import { hasRingTimes } from './fit-rings.ts';

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
  const sensor = cloudSensor(choice);
  const health = newCaptureHealth();
  const times: RecordingTimes = { hostFrom: null };
  return { sensor, health, times, items: readItems(sources, choice, sensor, health, times, context) };
}

async function* readItems(
  sources: readonly ReadSource[],
  { topic, fit, times: scale, interval }: Extract<CloudChoice, { kind: 'rings' }>,
  sensor: SensorModel,
  health: CaptureHealth,
  times: RecordingTimes,
  context: StageContext,
): AsyncGenerator<CaptureItem, void, void> {
  const batcher = new CloudBatcher(sensor, fit, health);
  const pointTimes = new PointTimes(scale);
  const clock = new CloudClock(interval, health);
  for (const source of meteredSources(sources, context)) {
    clock.nextFile();
    for await (const logged of readMessages(source, health)) {
      throwIfCancelled(context.cancel, 'work-import');
      if (logged.topic.name !== topic) continue;
      const cloud = cloudIn(logged, health);
      if (cloud === null || cloud === 'no-coordinates' || !hasRingTimes(cloud)) continue;
      health.lidarPackets++;
      if (Number.isFinite(logged.hostSeconds)) times.hostFrom ??= logged.hostSeconds;
      pointTimes.toSeconds(cloud.seconds, Number(cloud.stampNs) * 1e-9);
      const { first, last } = seenTimes(cloud.seconds, 0) ?? { first: 0, last: 0 };
      const stampNs = clock.next(cloud.stampNs, [first, last], logged.hostSeconds);
      if (stampNs === null) continue;
      for (const scan of batcher.add({ ...cloud, stampNs })) yield { kind: 'scan', scan };
    }
  }
  for (const scan of batcher.end()) yield { kind: 'scan', scan };
  clock.report();
  if (health.scans === 0) throw refuseCut(sources, health);
  if (batcher.strays > 0) warnOnce(health, message('cloud-strays', { count: batcher.strays, topic }));
}
