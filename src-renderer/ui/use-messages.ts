import { useI18n } from 'vue-i18n';
import { formatMessage, type Language, type Message } from '../../src-core/messages/message.ts';
import { formatRemark, type Remark } from '../../src-core/messages/remark.ts';

export interface Messages {
  /** An error or a remark of the engine in the language of the window. */
  readonly say: (remark: Remark) => string;
  /** A message of the catalogue in the language of the window. */
  readonly format: (message: Message) => string;
}

/** Errors, warnings and whatever else the engine says, in the language of the window. */
export function useMessages(): Messages {
  const { locale } = useI18n();
  const language = (): Language => locale.value as Language;
  return {
    say: (remark) => formatRemark(remark, language()),
    format: (message) => formatMessage(message, language()),
  };
}
