import { EN } from './en.ts';
import { ES } from './es.ts';
import type { MessageObject, MessageValue, PlaceholdersOf } from './placeholders.ts';

/** Languages of the catalogue. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

export type MessageCode = keyof typeof EN;
export type Message = MessageObject;
export type { MessageValue };

/** Values for the placeholders of a code's text, one each. */
type ValuesOf<Code extends MessageCode> = Readonly<Record<PlaceholdersOf<(typeof EN)[Code]>, MessageValue>>;

/** Codes whose text has no placeholder. */
export type PlainCode = {
  [Code in MessageCode]: PlaceholdersOf<(typeof EN)[Code]> extends never ? Code : never;
}[MessageCode];

/** Codes that name a job, with its article. */
export type WorkCode = Extract<MessageCode, 'work' | `work-${string}`>;

const CATALOGUES: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en: EN, es: ES };

/** A catalogue message with its values: plain data that may be stored and sent. */
export function message<Code extends MessageCode>(
  code: Code,
  ...[values]: Code extends PlainCode ? [values?: Readonly<Record<string, never>>] : [values: ValuesOf<Code>]
): Message {
  return { code, values: (values ?? {}) as Message['values'] };
}

/**
 * Place where a message is shown: on the command line a text of the code with the suffix `-cli` takes precedence.
 */
export type Host = 'window' | 'cli';

/** Formats a message as text. A code that the catalogue lacks, from a later version, is returned unchanged. */
export function formatMessage(message: Message, language: Language, host: Host = 'window'): string {
  return wordsOf(message, language, host) ?? message.code;
}

/** True if the catalogue has the code. */
export function isKnown(code: string): boolean {
  return textOf(code, 'en') !== undefined;
}

/** True if the catalogue has the code, and the message has a value for each placeholder of its text. */
export function isComplete({ code, values }: Message): boolean {
  const text = textOf(code, 'en');
  return text !== undefined && [...text.matchAll(PLACE)].every(([, name]) => Object.hasOwn(values, name));
}

/** Joining of a list: by a word of the language, or as consecutive sentences; else by commas. */
type Join = 'or' | 'and' | 'text';

/** Name, then the two words of a plural, or the word that joins a list. */
const PLACE = /\{(\w+)(?:\|([^|}]*)\|([^|}]*)|:(or|and|text))?\}/g;

function textOf(code: string, language: Language): string | undefined {
  return Object.hasOwn(CATALOGUES[language], code) ? CATALOGUES[language][code] : undefined;
}

function wordsOf({ code, values }: Message, language: Language, host: Host): string | undefined {
  const text = (host === 'cli' ? textOf(`${code}-cli`, language) : undefined) ?? textOf(code, language);
  return text?.replace(PLACE, (_, name: string, one?: string, other?: string, join?: Join) => {
    const value = Object.hasOwn(values, name) ? values[name] : '?';
    if (one !== undefined && other !== undefined) return String(value) === '1' ? one : other;
    return valueText(value, language, host, join);
  });
}

/**
 * Numbers are printed as the message has them, with a decimal point in both languages, as is usual in Andean mines.
 */
function valueText(value: MessageValue, language: Language, host: Host, join?: Join): string {
  if (typeof value !== 'object') return printable(String(value));
  if (!('code' in value))
    return listText(
      value.map((one) => valueText(one, language, host)),
      language,
      join,
    );
  return formatMessage(value, language, host);
}

/**
 * A text that may have come from a damaged or hostile file, without what a terminal or a log would obey: ends of lines
 * become blanks, other control characters the mark of an unknown character.
 */
export function printable(text: string): string {
  return text.replace(/[\r\n\t]+/g, ' ').replace(/\p{Cc}/gu, '\ufffd');
}

function listText(words: readonly string[], language: Language, join: Join | undefined): string {
  if (join === 'text') return words.join(' ');
  if (join === undefined || words.length < 2) return words.join(', ');
  const type = join === 'or' ? 'disjunction' : 'conjunction';
  return new Intl.ListFormat(language === 'en' ? 'en-GB' : 'es', { type }).format(words);
}
