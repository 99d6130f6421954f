import { isKnown, type Message, message } from './message.ts';

/** The name of a line of a description, such as `lidar packets`; as it is where the catalogue has none. */
export function labelMessage(name: string): Message {
  const code = `label-${name.replaceAll(' ', '-')}`;
  return isKnown(code) ? { code, values: {} } : message('text', { text: name });
}
