/**
 * Types of the placeholders in a text of the catalogue, derived from the text itself.
 *
 * `{name}` stands for a value; `{count|scan|scans}` for one of two words, the first if the value is 1; `{names:or}`
 * and `{names:and}` for a list, joined by the language's word, and `{why:text}` for consecutive sentences.
 */

/** Value of a placeholder: a formatted figure, another message, or a list of these. */
export type MessageValue = string | number | MessageObject | readonly (string | number | MessageObject)[];

/** A message as plain data: it may be stored and sent; `formatMessage` turns it into text. */
export interface MessageObject {
  readonly code: string;
  readonly values: Readonly<Record<string, MessageValue>>;
}

/** `count|scan|scans` and `names:or` name their value first. */
type NameOf<Place extends string> = Place extends `${infer Name}|${string}`
  ? Name
  : Place extends `${infer Name}:${string}`
    ? Name
    : Place;

/** Names of all placeholders of a text. */
export type PlaceholdersOf<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? NameOf<Place> | PlaceholdersOf<Rest>
  : never;

/**
 * Translation of an area's texts: the same codes, each with the same placeholders.
 *
 * A text with a missing or an extra placeholder does not compile.
 */
export type Translation<English extends Readonly<Record<string, string>>, Texts> = {
  readonly [Code in keyof English]: Code extends keyof Texts
    ? Texts[Code] extends string
      ? SameNames<PlaceholdersOf<English[Code]>, PlaceholdersOf<Texts[Code]>> extends true
        ? string
        : { readonly 'has not the placeholders': PlaceholdersOf<English[Code]> }
      : string
    : string;
} & { readonly [Code in Exclude<keyof Texts, keyof English>]: never };

type SameNames<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
