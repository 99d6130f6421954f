import { message } from '../../messages/message.ts';
import type { StageContext } from '../../model/context.ts';
import { SocavonError } from '../../model/errors.ts';
import type { SensorModel } from '../../model/sensor.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { refuseWithout } from './capture-refusals.ts';
import { chooseClouds } from './clouds/choose-clouds.ts';
import { cloudSensor } from './clouds/cloud-sensor.ts';
import { POINT_CLOUD } from './clouds/point-cloud-message.ts';
import { type CaptureSummary, inspectCapture } from './inspect-capture.ts';
import { LIVOX_MESSAGE } from './livox/custom-message.ts';
import { pointCloudSensor, timedSensor } from './open-timed-clouds.ts';
import { isOsf } from './osf-capture.ts';
import { DEFAULT_LIDAR_PORT } from './ouster/product-defaults.ts';
import { spinningFormat } from './spinning/formats.ts';
import { openSpinning } from './spinning/open-spinning.ts';
import type { SpinningFormat } from './spinning/spinning-format.ts';
import { spinningSensor } from './spinning/spinning-sensor.ts';

/** What a file is, by its content. */
export type RecognisedCapture =
  /** Packets of an Ouster, or of nothing that is known; the metadata if a log of messages holds it. */
  | { readonly kind: 'ouster'; readonly metadata: string | null }
  /** A recording of another maker's sensor, which needs no metadata. */
  | {
      readonly kind: 'other';
      readonly sensor: SensorModel;
      /** The format of the packets, where a file of the unit may state its angles; absent: there is no such file. */
      readonly spinning?: SpinningFormat;
    };

/**
 * Recognises what a file is, before any metadata is looked for.
 *
 * @param head start of the file, several rotations of it
 * @param isWhole false: more of the file follows, in which there may be lidar packets
 * @throws SocavonError 'capture-format' for a file of another kind, which is named, and packets of a sensor that is not
 *   read; 'capture-empty' for a log without lidar data; what reading it throws; CancelledError
 */
export async function recogniseCapture(
  head: ReadSource,
  context: StageContext,
  isWhole = true,
): Promise<RecognisedCapture> {
  // Its metadata is read with the others': the file stands for one that lies beside a capture.
  if (await isOsf(head)) return { kind: 'ouster', metadata: null };
  const summary = await inspectCapture(head, context);
  const lidar = summary.streams.find(({ kind }) => kind === 'lidar');
  if (lidar?.format === 'LIVOX') return { kind: 'other', sensor: await timedSensor(head, 'LIVOX', context) };
  if (lidar?.format !== undefined) {
    const spinning = spinningFormat(lidar.format);
    if (spinning !== undefined) {
      const sensor = await sensorOf(spinning, head, context);
      return { kind: 'other', sensor, ...(spinning.angles && { spinning }) };
    }
  }
  if (lidar !== undefined) return { kind: 'ouster', metadata: summary.sensorMetadata };
  if (summary.topics.some(({ type }) => type === POINT_CLOUD))
    return { kind: 'other', sensor: await cloudsSensor(head, context) };
  if (summary.topics.some(({ type }) => LIVOX_MESSAGE.test(type)))
    return { kind: 'other', sensor: await timedSensor(head, 'LIVOX', context) };
  refuseUnread(head, summary, isWhole);
  return { kind: 'ouster', metadata: summary.sensorMetadata };
}

/** The sensor by the table of its format, or by its first packets, where those tell more than one of them does. */
async function sensorOf(
  spinning: SpinningFormat,
  head: ReadSource,
  context: StageContext,
): Promise<SensorModel> {
  if (spinning.fit === undefined) return spinningSensor(spinning);
  return (await openSpinning([head], spinning, context)).sensor;
}

/** The sensor of the point clouds of a log. */
async function cloudsSensor(head: ReadSource, context: StageContext): Promise<SensorModel> {
  const choice = await chooseClouds(head, context);
  if (choice.kind === 'rings') return cloudSensor(choice);
  return pointCloudSensor(head, choice, context);
}

/** Refuses what is recognised but not read. */
function refuseUnread(
  head: ReadSource,
  { streams, topics, health, container }: CaptureSummary,
  isWhole: boolean,
): void {
  const { name } = head;
  const known = streams.find(({ product, kind }) => product !== undefined && kind !== 'position');
  if (known !== undefined)
    throw new SocavonError(
      'capture-format',
      message(known.isRosette ? 'packets-livox' : 'packets-unread', {
        name,
        product: known.product ?? '',
        count: known.count,
        bytes: known.size,
        port: String(known.port),
      }),
    );
  if (topics.length > 0)
    throw new SocavonError(
      'capture-empty',
      message('log-without-lidar', {
        name,
        topics: topics
          .slice(0, 12)
          .map(({ name: topic, type, count }) => message('log-topic', { topic, type, count })),
      }),
    );
  const isLog = container === 'mcap' || container === 'rosbag';
  if (isWhole && isLog && health.truncatedBytes + health.incompleteDatagrams === 0)
    throw new SocavonError('capture-empty', message('log-empty', { name }));
  const position = streams.find(({ kind }) => kind === 'position');
  if (isWhole && position !== undefined && streams.length === 1)
    throw new SocavonError(
      'capture-empty',
      message('packets-of-position', { name, count: position.count, port: String(position.port) }),
    );
  // Without metadata the file would be said to lack it, which is not what is wrong.
  if (isWhole) throw refuseWithout([head], health, DEFAULT_LIDAR_PORT);
}
