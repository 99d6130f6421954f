import type { CaptureHealth } from '../../../model/scan.ts';
import type { ReadSource } from '../../bytes/byte-stream.ts';
import { ByteWindow } from '../../bytes/byte-window.ts';
import { openForward } from '../../bytes/open-forward.ts';
import { refuseNewerContainer } from '../newer-container.ts';
import { isMcap, readMcap } from './mcap-reader.ts';
import type { LoggedMessage } from './message-log.ts';
import { isRosBag, readRosBag } from './rosbag-reader.ts';

/** A log of messages: its kind and its messages, in the order of the file. */
interface MessageLog {
  readonly container: 'mcap' | 'rosbag';
  readonly messages: AsyncIterable<LoggedMessage>;
}

/** Bytes at the start of a file that tell a log. */
const HEAD_BYTES = 16;

/** The log that a window starts; null if it is none. @param health see the readers */
export function openLog(window: ByteWindow, health: CaptureHealth): MessageLog | null {
  refuseNewerContainer(window);
  if (isMcap(window)) return { container: 'mcap', messages: readMcap(window, health) };
  if (isRosBag(window)) return { container: 'rosbag', messages: readRosBag(window, health) };
  return null;
}

/** All messages of a log, plain or compressed; none for a file that is no log. */
export async function* readMessages(
  source: ReadSource,
  health: CaptureHealth,
): AsyncGenerator<LoggedMessage, void, void> {
  const window = new ByteWindow(await openForward(source));
  await window.need(HEAD_BYTES);
  const log = openLog(window, health);
  if (log !== null) yield* log.messages;
}
