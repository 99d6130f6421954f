import { type Command, InvalidArgumentError } from 'commander';
import {
  CONTENT_NAMES,
  FILE_CHOICE_DEFAULTS,
  type FileChoice,
  type FormatOf,
  formatsOf,
  MAP_ATTRIBUTES,
  type MapAttribute,
  type OutputContent,
  type Paper,
  SURVEY_CONTENTS,
  type SurveyContent,
} from '../../../src-core/model/survey-content.ts';
import { saying } from './option-parsers.ts';
import { say } from './words.ts';

type List = typeof SURVEY_CONTENTS;
type FlagOf<Content extends SurveyContent> = List[Content] extends {
  choice: { flag: infer Flag extends string };
}
  ? Flag
  : never;
type Flag = { [Content in SurveyContent]: FlagOf<Content> }[SurveyContent];
type Camel<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Text;

/** Options of `socavon run` that choose formats; one that is left out has its default, or its content is not written. */
export type OutputOptions = {
  readonly [Content in SurveyContent as Camel<FlagOf<Content>>]?: readonly FormatOf<Content>[];
} & {
  readonly mapAttributes?: readonly MapAttribute[];
  readonly paper: Paper;
};

/** Contents whose formats `socavon run` chooses, by its flags. */
const FLAGGED = CONTENT_NAMES.flatMap((content) => {
  const { choice, isBasic = false }: OutputContent = SURVEY_CONTENTS[content];
  return choice?.flag === undefined ? [] : [{ content, flag: choice.flag as Flag, isBasic }];
});

/** Adds the options that choose outputs of a survey and their formats, except those of its report. */
export function addOutputOptions(command: Command): Command {
  for (const { content, flag, isBasic } of FLAGGED) {
    if (flag === 'report') continue;
    const help = say(`help-run-${flag}`, { formats: formatsOf(content).join(',') });
    const initial = isBasic ? [...SURVEY_CONTENTS[content].default] : undefined;
    command.option(`--${flag} <formats>`, help, formatsParser(content), initial as never);
  }
  return command.option(
    '--map-attributes <names>',
    say('help-run-map-attributes', { names: MAP_ATTRIBUTES.join(',') }),
    wordsParser(MAP_ATTRIBUTES),
  );
}

/** The choice of files of these options. */
export function choiceFromOptions(options: OutputOptions): FileChoice {
  const named: Readonly<Record<string, unknown>> = options;
  const formats = Object.fromEntries(
    FLAGGED.map(({ content, flag }) => [content, named[camelCase(flag)]]).filter(
      ([, of]) => of !== undefined,
    ),
  );
  const { contents } = FILE_CHOICE_DEFAULTS;
  return {
    contents: CONTENT_NAMES.filter((content) => contents.includes(content) || content in formats),
    formats,
    attributes: options.mapAttributes ?? [],
    paper: options.paper,
  };
}

/** As the options of a flag are named. */
function camelCase(flag: string): string {
  return flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/** Parser of formats of a content as `las,laz`. */
export function formatsParser<Content extends SurveyContent>(
  content: Content,
): (text: string) => FormatOf<Content>[] {
  return wordsParser(formatsOf(content) as readonly string[]) as (text: string) => FormatOf<Content>[];
}

/** Parser of words of a list as `time,range`, which come in the order of the list; it throws InvalidArgumentError. */
export function wordsParser<Word extends string>(words: readonly Word[]): (text: string) => Word[] {
  return saying({ words }, (text: string) => {
    const named = text.split(',').map((word) => word.trim().toLowerCase());
    if (!named.every((name) => words.some((known) => known === name)))
      throw new InvalidArgumentError(say('give-formats', { formats: words.join(', ') }));
    return words.filter((word) => named.includes(word));
  });
}
