import { message } from '../../../messages/message.ts';
import { READING_LIMITS } from '../../../model/reading-limits.ts';
import type { CaptureHealth } from '../../../model/scan.ts';
import { warnOnce } from '../capture-health.ts';
import type { Datagram } from '../datagram.ts';
import { MessageCursor } from './message-cursor.ts';
import type { LoggedMessage } from './message-log.ts';
import { carriesPackets, packetsOf } from './packet-messages.ts';

/** Messages of one topic. */
export interface TopicCount {
  readonly name: string;
  readonly type: string;
  count: number;
}

/** Contents of a log of messages; filled in while reading. */
export interface LogNotes {
  /** By name and type. */
  readonly topics: Map<string, TopicCount>;
  /** Metadata of the sensor, as its driver published it; null: none so far. */
  sensorMetadata: string | null;
}

/**
 * The packets in the messages of a log, as the datagrams that they once were. The topics of a sensor share a namespace
 * (`/ouster/lidar_packets`, `/ouster/imu_packets`), which tells it from other sensors as an address does; ports are 0,
 * for the drivers do not record them.
 *
 * @param name of the file, for warnings
 * @param health gets messages that end within a field
 */
export async function* messageDatagrams(
  messages: AsyncIterable<LoggedMessage>,
  name: string,
  health: CaptureHealth,
  notes: LogNotes,
): AsyncGenerator<Datagram, void, void> {
  const senders = new Map<string, number>();
  const garbled = new Map<string, TopicCount>();
  for await (const logged of messages) {
    const { topic } = logged;
    countTopic(notes.topics, logged);
    if (topic.type === 'std_msgs/String') notes.sensorMetadata ??= metadataIn(logged);
    if (!carriesPackets(topic.type)) continue;
    const space = topic.name.slice(0, topic.name.lastIndexOf('/'));
    const sender = senders.get(space) ?? senders.size + 1;
    senders.set(space, sender);
    try {
      for (const { payload, hostSeconds } of packetsOf(logged))
        yield { sender, port: 0, payload, hostSeconds };
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      health.incompleteDatagrams++;
      countTopic(garbled, logged);
    }
  }
  for (const { name: topic, type, count } of garbled.values())
    warnOnce(health, message('message-garbled', { count, topic, type, name }));
}

function countTopic(topics: Map<string, TopicCount>, { topic: { name, type } }: LoggedMessage): void {
  const key = `${name} ${type}`;
  const known = topics.get(key);
  if (known !== undefined) known.count++;
  else if (topics.size < READING_LIMITS.topics) topics.set(key, { name, type, count: 1 });
}

/** The text of a message if it is the metadata that the driver of an Ouster publishes. */
function metadataIn({ topic, data }: LoggedMessage): string | null {
  if (topic.encoding === null || data.length > READING_LIMITS.recordedMetadataBytes) return null;
  try {
    const text = new MessageCursor(data, topic.encoding).string();
    return text.includes('"beam_altitude_angles"') ? text : null;
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}
