import { type Command, Option } from 'commander';
import { boundsText, fullHelp } from '../../../src-core/question/check-question.ts';
import {
  FIELD_GROUPS,
  type Field,
  type FieldGroup,
  type NumberField,
} from '../../../src-core/question/field.ts';
import { MEASURE_FIELDS } from '../../../src-core/question/measure-fields.ts';
import {
  parseBox,
  parsePlace,
  parseShotcrete,
  parseStretchLength,
  parseTolerance,
  parseVehiclePlace,
} from './measure-parsers.ts';
import {
  numbersOf,
  parseChainage,
  parseChainageRange,
  parseMetres,
  parseWithin,
  saying,
  takesOf,
} from './option-parsers.ts';
import { currentLanguage, say } from './words.ts';

/** Parsers of arguments that are not a single number; a field without a parser takes its argument as text. */
const COMPOUND_PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  chainage: parseChainageRange,
  'design.axisAt': parsePlace,
  'design.shotcrete': parseShotcrete,
  'design.tolerance': parseTolerance,
  'measure.rounds.length': parseStretchLength,
  'measure.vehicle': parseBox,
  'measure.vehicle.placement': parseVehiclePlace,
};

/** Adds the options of the fields of the given groups, in table order, under the heading of each group. */
export function addFields(command: Command, ...groups: readonly FieldGroup[]): Command {
  for (const group of groups)
    for (const field of MEASURE_FIELDS)
      if (field.group === group) command.addOption(fieldOption(field, group));
  return command;
}

/** Adds the options of single fields, by key. */
export function addFieldsOf(command: Command, ...keys: readonly string[]): Command {
  for (const field of MEASURE_FIELDS)
    if (keys.includes(field.key) && field.group) command.addOption(fieldOption(field, field.group));
  return command;
}

/** Values of the plain fields directly below a path of the survey question, as given; unset fields are omitted. */
export function givenFields(options: object, path: string): Record<string, unknown> {
  const values = options as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    MEASURE_FIELDS.flatMap((field) => {
      const name = field.key.slice(path.length + 1);
      const isHere = field.key.startsWith(`${path}.`) && !name.includes('.') && field.kind !== 'compound';
      const value = isHere && field.flag ? values[attributeOf(field.flag)] : undefined;
      if (value === undefined) return [];
      return [[name, field.kind === 'choice' && field.flagged ? field.flagged : value]];
    }),
  );
}

function attributeOf(flag: string): string {
  return new Option(flag).attributeName();
}

function fieldOption(field: Field, group: FieldGroup): Option {
  const option = new Option(field.flag!, helpOf(field)).helpGroup(
    `${FIELD_GROUPS[group][currentLanguage()]}:`,
  );
  if (field.conflicts) option.conflicts(field.conflicts);
  if (field.kind === 'choice' && !field.flagged) option.choices(field.choices.map(({ value }) => value));
  if (field.kind === 'number')
    option.argParser(saying(numbersOf('', ' ', field), (text: string) => parseField(field, text)));
  const parse = field.kind === 'compound' ? COMPOUND_PARSERS[field.key] : undefined;
  // Not the parser itself: commander hands on the value before, and these take no list.
  if (parse) option.argParser(saying(takesOf(parse), (text: string) => parse(text)));
  return option;
}

/** @throws InvalidArgumentError with the bounds, if the number is out of range */
function parseField(field: NumberField, text: string): number {
  if (field.hasOwnRefusal) return parseMetres(text);
  return parseWithin(field.isChainage ? String(parseChainage(text)) : text, field);
}

function helpOf(field: Field): string {
  const language = currentLanguage();
  const bounds = field.kind === 'number' ? `, ${boundsText(field, language)}` : '';
  const isFlag = field.kind === 'switch' || (field.kind === 'choice' && field.flagged !== undefined);
  const standard = field.default ?? field.otherwise?.[language];
  const help = `${fullHelp(field, language)}${bounds}`;
  if (isFlag || standard === undefined) return help;
  return `${help} (${say('help-default', { value: String(standard) })})`;
}
