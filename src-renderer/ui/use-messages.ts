import { useI18n } from 'vue-i18n';
import { formatMessage, type Language, type Message } from '../../src-core/messages/message.ts';
import { formatRemark, type Remark } from '../../src-core/messages/remark.ts';

interface Messages {
  /** Text of an error or remark of the engine in the language of the window. */
  readonly say: (remark: Remark) => string;
  /** Text of a catalogue message in the language of the window. */
  readonly format: (message: Message) => string;
}

/** Localises errors, warnings and messages of the engine. */
export function useMessages(): Messages {
  const { locale } = useI18n();
  const language = (): Language => locale.value as Language;
  return {
    say: (remark) => formatRemark(remark, language()),
    format: (message) => formatMessage(message, language()),
  };
}
