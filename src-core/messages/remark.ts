import {
  formatMessage,
  type Host,
  isComplete,
  type Language,
  type Message,
  type MessageCode,
  message,
} from './message.ts';

/** Something said to the person: its English, and the message of which that is the rendering. */
export interface Remark {
  /** English, as logs, `volume.json` and a program that does not know the code have it. */
  readonly message: string;
  /** Undefined in projects of the first versions, which kept English alone. */
  readonly sentence?: Message | undefined;
}

/** A message of the catalogue together with its English. */
export function remark<Code extends MessageCode>(
  ...said: Parameters<typeof message<Code>>
): Required<Remark> {
  return remarkOf(message<Code>(...said));
}

/** A message together with its English. */
export function remarkOf(sentence: Message): Required<Remark> & { readonly sentence: Message } {
  return { message: formatMessage(sentence, 'en'), sentence };
}

/** The remark in a language; in English where this version does not know its code, or lacks a value for it. */
export function formatRemark(
  { message, sentence }: Remark,
  language: Language,
  host: Host = 'window',
): string {
  return sentence !== undefined && isComplete(sentence) ? formatMessage(sentence, language, host) : message;
}
