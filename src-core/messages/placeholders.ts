/**
 * Types of the placeholders in a text of the catalogue, read from the text itself.
 *
 * `{name}` stands for a value; `{count|scan|scans}` for one of two words, the first where the value is 1;
 * `{names:or}` and `{names:and}` for a list, joined as the language does it,
 * and `{why:text}` for sentences one after another.
 */

/** What may stand in a placeholder: a figure as it is to be written, another message, or a list of these. */
export type MessageValue = string | number | MessageObject | readonly (string | number | MessageObject)[];

/** A message as plain data: it may be stored and sent, and is put into words by `formatMessage`. */
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

/** The names of all placeholders of a text. */
export type PlaceholdersOf<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? NameOf<Place> | PlaceholdersOf<Rest>
  : never;

/**
 * The texts of an area in another language: the same codes, each with the same placeholders.
 *
 * A text that lacks one, or has one more, is no member of the type and does not compile.
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
