import { message } from '../../../messages/message.ts';
import type { CaptureHealth, ImuSample } from '../../../model/scan.ts';
import type { TimedPoints } from '../../../model/timed-cloud.ts';
import { warnOnce } from '../capture-health.ts';
import type { PointItem } from '../point-item.ts';
import { type Framed, IMU_MESSAGE, readImuMessage } from './imu-message.ts';
import type { LoggedMessage, LoggedTopic } from './message-log.ts';
import { readWhole } from './read-whole.ts';

/** Messages of points that are read from a log. */
export interface PointMessages {
  isOurs(topic: LoggedTopic): boolean;
  /** @throws RangeError for damage */
  read(logged: LoggedMessage): Framed<TimedPoints> | null;
}

/** Readings of an inertial unit that wait until the frame of the points is known. */
const MOST_EARLY = 2000;

/** The messages of the first topic of points, and of the inertial unit in the same frame. */
export async function* pointMessageItems(
  messages: AsyncIterable<LoggedMessage>,
  points: PointMessages,
  health: CaptureHealth,
): AsyncGenerator<PointItem, void, void> {
  let topic: string | null = null;
  let frame: string | null = null;
  let early: Framed<ImuSample>[] = [];
  for await (const logged of messages) {
    const { name, type } = logged.topic;
    if (points.isOurs(logged.topic)) {
      topic ??= name;
      if (name !== topic) {
        warnOnce(health, message('livox-topics', { topic, other: name }));
        continue;
      }
      const read = readWhole(logged, points.read, health);
      if (read === null) continue;
      frame ??= read.frame;
      for (const { frame: own, value } of early) if (own === frame) yield { kind: 'imu', sample: value };
      early = [];
      yield { kind: 'points', points: read.value, hostSeconds: logged.hostSeconds };
    } else if (type === IMU_MESSAGE) {
      const read = readWhole(logged, readImuMessage, health);
      if (read === null) continue;
      if (frame === null) {
        if (early.length < MOST_EARLY) early.push(read);
      } else if (read.frame === frame) yield { kind: 'imu', sample: read.value };
    }
  }
}
