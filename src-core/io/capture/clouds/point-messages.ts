import { message } from '../../../messages/message.ts';
import type { CaptureHealth, ImuSample } from '../../../model/scan.ts';
import type { TimedPoints } from '../../../model/timed-cloud.ts';
import { warnOnce } from '../capture-health.ts';
import type { PointItem } from '../point-item.ts';
import { type Framed, IMU_MESSAGE, readImuMessage } from '../ros/imu-message.ts';
import type { LoggedMessage, LoggedTopic } from '../ros/message-log.ts';
import { readWhole } from '../ros/read-whole.ts';
import type { CloudClock } from './cloud-clock.ts';

/** Messages of points that are read from a log. */
export interface PointMessages {
  isOurs(topic: LoggedTopic): boolean;
  /** @throws RangeError for damage */
  read(logged: LoggedMessage): Framed<TimedPoints> | null;
}

/** Readings of an inertial unit that wait until the frame of the points is known. */
const MOST_EARLY = 2000;
/** Readings that are older than the last one by more came between a jump of the clock and the first cloud after it, ns. */
const OLDEST_NS = 1_000_000_000n;

/**
 * The messages of the first topic of points, and of the inertial unit in the same frame.
 *
 * @param clock on which their stamps are put; absent: they are left as they are
 */
export async function* pointMessageItems(
  messages: AsyncIterable<LoggedMessage>,
  points: PointMessages,
  health: CaptureHealth,
  clock?: CloudClock,
): AsyncGenerator<PointItem, void, void> {
  let lastReading = 0n;
  const onClock = (sample: ImuSample): PointItem[] => {
    const stampNs = sample.stampNs + (clock?.shiftNs ?? 0n);
    if (clock !== undefined && stampNs + OLDEST_NS < lastReading) return [];
    if (stampNs > lastReading) lastReading = stampNs;
    return [{ kind: 'imu', sample: { ...sample, stampNs } }];
  };
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
      const own = clock === undefined ? read.value : stamped(read.value, clock, logged.hostSeconds);
      for (const { frame: other, value } of early) if (other === frame) yield* onClock(value);
      early = [];
      if (own !== null) yield { kind: 'points', points: own, hostSeconds: logged.hostSeconds };
    } else if (type === IMU_MESSAGE) {
      const read = readWhole(logged, readImuMessage, health);
      if (read === null) continue;
      if (frame === null) {
        if (early.length < MOST_EARLY) early.push(read);
      } else if (read.frame === frame) yield* onClock(read.value);
    }
  }
}

/** Points with their stamp on a clock; null: they are late. */
function stamped(points: TimedPoints, clock: CloudClock, hostSeconds: number): TimedPoints | null {
  const { count, seconds } = points;
  const span: [number, number] = seconds === null || count === 0 ? [0, 0] : [seconds[0], seconds[count - 1]];
  const stampNs = clock.next(points.stampNs, span, hostSeconds);
  return stampNs === null ? null : { ...points, stampNs };
}
