import {
  formatMessage,
  type Host,
  isComplete,
  type Language,
  type Message,
  type MessageCode,
  message,
} from './message.ts';

/** A remark for the user: its English text, and the message that it renders. */
export interface Remark {
  /** English, for logs, `volume.json` and programs that do not know the code. */
  readonly message: string;
  /** Undefined in projects of the first versions, which stored only the English text. */
  readonly sentence?: Message | undefined;
}

/** A catalogue message together with its English text. */
export function remark<Code extends MessageCode>(
  ...said: Parameters<typeof message<Code>>
): Required<Remark> {
  return remarkOf(message<Code>(...said));
}

/** A message together with its English text. */
export function remarkOf(sentence: Message): Required<Remark> & { readonly sentence: Message } {
  return { message: formatMessage(sentence, 'en'), sentence };
}

/** Formats a remark in a language; in English if this version does not know its code, or lacks a value for it. */
export function formatRemark(
  { message, sentence }: Remark,
  language: Language,
  host: Host = 'window',
): string {
  return sentence !== undefined && isComplete(sentence) ? formatMessage(sentence, language, host) : message;
}
