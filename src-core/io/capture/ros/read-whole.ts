import { message } from '../../../messages/message.ts';
import type { CaptureHealth } from '../../../model/scan.ts';
import { warnOnce } from '../capture-health.ts';
import type { LoggedMessage } from './message-log.ts';

/** What a message of a log holds; null: it is damaged, which is counted and told. @param read throws a RangeError for damage */
export function readWhole<T>(
  logged: LoggedMessage,
  read: (logged: LoggedMessage) => T,
  health: CaptureHealth,
): T | null {
  try {
    return read(logged);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    health.incompleteDatagrams++;
    const { name, type } = logged.topic;
    warnOnce(health, message('cloud-garbled', { topic: name, type, why: cause.message }));
    return null;
  }
}
