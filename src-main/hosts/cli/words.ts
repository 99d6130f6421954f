import {
  formatMessage,
  type Language,
  type Message,
  type MessageCode,
  message,
} from '../../../src-core/messages/message.ts';
import { formatRemark, type Remark } from '../../../src-core/messages/remark.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';

/** One process speaks one language: `main` sets it before anything is said. */
let language: Language = 'en';

export function setLanguage(chosen: Language): void {
  language = chosen;
}

/** A message of the catalogue in the language of this command line. */
export function say<Code extends MessageCode>(...said: Parameters<typeof message<Code>>): string {
  return sayMessage(message<Code>(...said));
}

/** The same of a message that is there. */
export function sayMessage(said: Message): string {
  return formatMessage(said, language, 'cli');
}

/** The same of a remark. */
export function sayRemark(remark: Remark): string {
  return formatRemark(remark, language, 'cli');
}

/** What an error says: its message, or for one of the program itself its English. */
export function sayError(error: unknown): string {
  if (error instanceof SocavonError) return formatRemark(error, language, 'cli');
  return error instanceof Error ? error.message : String(error);
}

/** A warning under a result. */
export function warningLine(warning: Remark): string {
  return say('warning-line', { text: sayRemark(warning) });
}

/**
 * The language of a command line: as `--language` says, else as the locale of the user does, else English.
 *
 * @param locale of the operating system, where the environment names none, as on Windows
 */
export function languageOf(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  locale: string | undefined,
): Language {
  const at = args.findLastIndex((arg) => arg === '--language' || arg.startsWith('--language='));
  const asked = at < 0 ? undefined : args[at].includes('=') ? args[at].split('=')[1] : args[at + 1];
  if (asked === 'es' || asked === 'en') return asked;
  // As POSIX orders them; an empty one counts as none.
  const named = env.LC_ALL || env.LC_MESSAGES || env.LANG || locale || '';
  return /^es\b|^es_/i.test(named) ? 'es' : 'en';
}
