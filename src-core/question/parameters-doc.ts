import { METHOD_IDS } from '../model/registration-ids.ts';
import { type OutputContent, SURVEY_CONTENTS } from '../model/survey-content.ts';
import type { Texts } from '../model/texts.ts';
import { ALIGNMENT_SETTINGS } from './alignment-settings.ts';
import { boundsText, fullHelp } from './check-question.ts';
import { FIELD_GROUPS, type Field, type FieldGroup } from './field.ts';
import { LAB_FIELDS, type LabField } from './lab-fields.ts';
import { MEASURE_FIELDS } from './measure-fields.ts';
import { METHOD_TEXTS } from './method-texts.ts';

/**
 * Generates docs/parameters.md: every option of the measurement, of the alignment and of the registration, the methods of
 * the latter, and the outputs of a survey, from their tables.
 */
export function parametersDoc(): string {
  const groups = Object.keys(FIELD_GROUPS) as FieldGroup[];
  return [
    '# Parameters',
    '',
    'Made by `npm run docs:parameters` from `src-core/question` and `src-core/model/survey-content.ts`; do not edit by hand.',
    '',
    '## Measurement',
    '',
    'Options of `socavon run`, `volume` and `report`, and of the sections panel. A value outside of its range is refused.',
    '',
    ...groups.flatMap((group) => [
      `### ${FIELD_GROUPS[group].en}`,
      '',
      '| Option | What it is | Range | Default |',
      '|---|---|---|---|',
      ...MEASURE_FIELDS.filter((field) => field.group === group).map((field) =>
        row([code(field.flag ?? field.key), fullHelp(field, 'en'), rangeOf(field), defaultOf(field)]),
      ),
      '',
    ]),
    '## Alignment',
    '',
    'Options of the alignment that may change from a scan on (window, “Align with other options”).',
    '',
    '| Key | Name | What it is | Range | Default |',
    '|---|---|---|---|---|',
    ...ALIGNMENT_SETTINGS.map((field) =>
      row([code(field.key), field.label.en, field.help.en, rangeOf(field), defaultOf(field)]),
    ),
    '',
    '## Registration',
    '',
    'Methods of `socavon register` and of the lab panel.',
    '',
    '| Method | What it does, and when to take it |',
    '|---|---|',
    ...METHOD_IDS.map((id) => row([code(id), METHOD_TEXTS[id].en])),
    '',
    'Options of `socavon register` and of the lab panel. An option is refused for a method that it does not belong to.',
    '',
    '| Option | Methods | What it is | Range | Default |',
    '|---|---|---|---|---|',
    ...LAB_FIELDS.map((field) =>
      row([code(field.flag), methodsOf(field), fullHelp(field, 'en'), rangeOf(field), defaultOf(field)]),
    ),
    '',
    '## Outputs',
    '',
    'Files of a survey that a person can choose, on the command line and in the window (“Files”); what each format holds: [formats](formats.md), [exchange formats](exchange-formats.md).',
    '',
    '| Option | Format | What it is | Names of the files end in | Default |',
    '|---|---|---|---|---|',
    ...Object.values<OutputContent>(SURVEY_CONTENTS).flatMap(outputRows),
    '',
  ].join('\n');
}

/** A row for each format of a content that has several. */
function outputRows({ choice, formats, default: chosen }: OutputContent): string[] {
  const text = (label: Texts | string): string => (typeof label === 'string' ? label : label.en);
  return Object.entries(formats).flatMap(([id, { label, endings }]) =>
    choice === undefined
      ? []
      : row([
          code(choice.place),
          code(id),
          text(label),
          endings.map(code).join(', '),
          chosen.includes(id) ? 'yes' : '',
        ]),
  );
}

/** The methods of an option, or those that it does not belong to, whichever are fewer. */
function methodsOf({ methods }: LabField): string {
  const others = METHOD_IDS.filter((id) => !methods.includes(id));
  if (others.length === 0) return 'all';
  return others.length < methods.length ? `all but ${others.join(', ')}` : methods.join(', ');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function rangeOf(field: Field): string {
  if (field.kind === 'number') return boundsText(field);
  if (field.kind === 'switch') return 'on, off';
  const words = (field.choices ?? []).map(({ value }) => code(value)).join(', ');
  if (field.kind === 'choice') return words;
  const numbers = field.numbers.map((number) => `${partName(number.path)} ${boundsText(number)}`);
  return [words, ...numbers].filter((range) => range !== '').join('; ');
}

function defaultOf(field: Field): string {
  if (field.kind === 'switch') return field.default ? 'on' : 'off';
  if (field.default === null) return field.otherwise?.en ?? '';
  return field.kind === 'number' && field.unit ? `${field.default} ${field.unit}` : String(field.default);
}

/** Last name of a path: `from` of `chainage.from`; for the elements of a plain list, that of the list. */
function partName(path: string): string {
  return path.split('.').findLast((name) => name !== '*') ?? path;
}
