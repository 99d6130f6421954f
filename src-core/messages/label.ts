import { isKnown, type Message, message } from './message.ts';

/** Message for a label of a description, such as `lidar packets`; the label itself if the catalogue has none. */
export function labelMessage(name: string): Message {
  const code = `label-${name.replaceAll(' ', '-')}`;
  return isKnown(code) ? { code, values: {} } : message('text', { text: name });
}
