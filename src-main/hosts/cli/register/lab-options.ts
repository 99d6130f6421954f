import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDecimal } from '../../../../src-core/math/pose-text.ts';
import type { Message } from '../../../../src-core/messages/message.ts';
import { METHOD_IDS } from '../../../../src-core/model/registration-ids.ts';
import { boundsText, fullHelp } from '../../../../src-core/question/check-question.ts';
import { LAB_FIELDS, type LabField } from '../../../../src-core/question/lab-fields.ts';
import { type LabValues, labFault } from '../../../../src-core/question/lab-values.ts';
import { METHOD_TEXTS } from '../../../../src-core/question/method-texts.ts';
import { numbersOf, saying } from '../option-parsers.ts';
import { currentLanguage, say, sayError, sayMessage } from '../words.ts';

/** Adds the options of the registration methods, from their table, with the methods that each belongs to. */
export function addLabOptions(command: Command): Command {
  for (const field of LAB_FIELDS) {
    const option = new Option(field.flag, helpOf(field)).helpGroup(`${groupOf(field)}:`);
    if (field.kind === 'choice') option.choices(field.choices.map(({ value }) => value));
    if (field.kind === 'number')
      option.argParser(saying(numbersOf('', ' ', field), (text: string) => parseField(field, text)));
    command.addOption(option);
  }
  return command;
}

/** Text after the help of a command: what each registration method does, wrapped like the options. */
export function methodsHelp(command: Command): string {
  const helper = command.createHelp();
  helper.prepareContext({ helpWidth: command.configureOutput().getOutHelpWidth?.() });
  const width = Math.max(...METHOD_IDS.map((id) => id.length));
  const items = METHOD_IDS.map((id) =>
    helper.formatItem(id, width, METHOD_TEXTS[id][currentLanguage()], helper),
  );
  return ['', say('help-register-methods'), ...items].join('\n');
}

/** Options of the methods as given on the command line, by key; those that are not given are left out. */
export function givenLabValues(options: object): LabValues {
  const values = options as Readonly<Record<string, number | boolean | string | undefined>>;
  return Object.fromEntries(
    LAB_FIELDS.flatMap((field) => {
      const value = values[new Option(field.flag).attributeName()];
      // A flag `--no-x` has the value true unless it is given.
      const isGiven = value !== undefined && !(field.kind === 'switch' && value === field.default);
      return isGiven ? [[field.key, value]] : [];
    }),
  );
}

/** Heading of the help: the methods that an option belongs to, or the few that it does not. */
function groupOf({ methods }: LabField): string {
  const others = METHOD_IDS.filter((id) => !methods.includes(id));
  if (others.length === 0) return say('help-register-all');
  if (others.length < methods.length) return say('help-register-all-but', { methods: others.join(', ') });
  return say('help-register-of', { methods: methods.join(', ') });
}

function helpOf(field: LabField): string {
  const language = currentLanguage();
  const bounds = field.kind === 'number' ? `, ${boundsText(field, language)}` : '';
  const help = `${fullHelp(field, language)}${bounds}`;
  const standard = field.default ?? field.otherwise?.[language];
  if (field.kind === 'switch' || standard === undefined) return help;
  return `${help} (${say('help-default', { value: String(standard) })})`;
}

/** @throws InvalidArgumentError with the bounds, if the number is out of range */
function parseField(field: LabField, text: string): number {
  let value: number;
  try {
    value = parseDecimal(text);
  } catch (error) {
    throw new InvalidArgumentError(sayError(error));
  }
  const fault: Message | null = labFault(field, value);
  if (fault !== null) throw new InvalidArgumentError(sayMessage(fault));
  return value;
}
