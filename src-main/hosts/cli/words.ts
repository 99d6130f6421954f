import {
  formatMessage,
  type Language,
  type Message,
  type MessageCode,
  message,
} from '../../../src-core/messages/message.ts';
import { formatRemark, type Remark } from '../../../src-core/messages/remark.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';

/** Language of this process; `main` sets it before any output. */
let language: Language = 'en';

export function setLanguage(chosen: Language): void {
  language = chosen;
}

export function currentLanguage(): Language {
  return language;
}

/** A message of the catalogue in the language of this command line. */
export function say<Code extends MessageCode>(...said: Parameters<typeof message<Code>>): string {
  return sayMessage(message<Code>(...said));
}

/** Text of an existing message in the language of this command line. */
export function sayMessage(said: Message): string {
  return formatMessage(said, language, 'cli');
}

/** Text of a remark in the language of this command line. */
export function sayRemark(remark: Remark): string {
  return formatRemark(remark, language, 'cli');
}

/** Text of an error: its localised message, or for internal errors the English one. */
export function sayError(error: unknown): string {
  if (error instanceof SocavonError) return formatRemark(error, language, 'cli');
  return error instanceof Error ? error.message : String(error);
}

/** Formats a warning below a result. */
export function warningLine(warning: Remark): string {
  return say('warning-line', { text: sayRemark(warning) });
}

/**
 * Language of a command line: from `--language`, else from the user's locale, else English.
 *
 * @param locale of the operating system, if the environment sets none, as on Windows
 */
export function languageOf(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  locale: string | undefined,
): Language {
  const at = args.findLastIndex((arg) => arg === '--language' || arg.startsWith('--language='));
  const language = at < 0 ? undefined : args[at].includes('=') ? args[at].split('=')[1] : args[at + 1];
  if (language === 'es' || language === 'en') return language;
  // Precedence as in POSIX; an empty variable counts as unset.
  const named = env.LC_ALL || env.LC_MESSAGES || env.LANG || locale || '';
  return /^es\b|^es_/i.test(named) ? 'es' : 'en';
}
