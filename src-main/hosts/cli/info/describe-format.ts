import type { Command } from 'commander';
import { type Message, message } from '../../../../src-core/messages/message.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import { FILE_FORMATS, type FileFormat, type FormatPlace } from '../../../../src-core/model/file-formats.ts';
import { type DrawingFacts, drawingEntries } from '../../../jobs/preview/drawing-facts.ts';
import type { CommandResult } from '../with-command.ts';
import { say, sayMessage } from '../words.ts';
import { type Entry, sheet } from './sheet.ts';

/**
 * Describes a file that is neither measured nor a project: its format, and where the command line reads and writes it.
 *
 * @param facts what it holds, of a drawing or a mesh
 * @param program whose commands are looked through for the options
 * @throws SocavonError 'file-format' with what to do, if nothing reads and nothing writes the format
 */
export function describeFormat(
  path: string,
  format: FileFormat,
  program: Command,
  facts: DrawingFacts = NO_FACTS,
): CommandResult {
  const { id, name, content, read, written, instead } = format;
  const advice = instead && message(`format-instead-${instead}`, { format: name });
  if (advice !== undefined && written.length === 0)
    throw new SocavonError('file-format', message('format-unread', { path, advice }));
  const warnings = facts.warnings.map(sayMessage);
  const notes = facts.notes.map(sayMessage);
  const { solid, lines } = facts;
  return {
    data: { kind: 'format', path, format: id, content, read, written, solid, lines, notes, warnings },
    text: [
      sheet(
        say('info-format', { path, format: name, content: message(`format-${content}`) }),
        [...drawingEntries(facts), ...placeEntries(format, program)],
        warnings,
      ),
      ...notes.map((note) => `  ${note}`),
      ...(advice === undefined ? [] : [`  ${sayMessage(advice)}`]),
    ].join('\n'),
  };
}

const NO_FACTS: DrawingFacts = { solid: null, lines: [], notes: [], warnings: [] };

/** Lists every format that the program reads or writes. */
export function describeFormats(program: Command): CommandResult {
  const known = FILE_FORMATS.filter(({ read, written }) => read.length + written.length > 0);
  return {
    data: { kind: 'formats', formats: known.map(({ marks: _, keys: __, ...format }) => format) },
    text: [
      say('formats-title'),
      ...known.map((format) => {
        const { name, content, endings } = format;
        const of = { name, content: message(`format-${content}`), endings: dotted(endings) };
        return sheet(say('info-format-line', of), placeEntries(format, program));
      }),
    ].join('\n'),
  };
}

/** Where the command line reads and writes a format. */
export function placeEntries({ read, written }: FileFormat, program: Command): Entry[] {
  return [
    ['read with', placesText(read, program)],
    ['written with', placesText(written, program)],
  ];
}

function dotted(endings: readonly string[]): string {
  return endings.map((ending) => `.${ending}`).join(', ');
}

function placesText(places: readonly FormatPlace[], program: Command): Message | string {
  return places.length === 0
    ? message('format-none')
    : places.map((place) => placeText(place, program)).join('; ');
}

/** `chamber --against`, or `--axis (run, volume, profiles)` where several commands have the option in the same words. */
function placeText(place: FormatPlace, program: Command): string {
  const [, name = '', option, choice = ''] = /^([^-]*?) ?(--[\w-]+)?(?: (\w+))?$/.exec(place) ?? [];
  if (option === undefined) return place;
  const wordsIn = (command: Command | undefined): string | undefined =>
    command?.options.find(({ long }) => long === option)?.description;
  const words = wordsIn(program.commands.find((command) => command.name() === name));
  const names = program.commands
    .filter((command) => wordsIn(command) === words)
    .map((command) => command.name());
  return names.length > 1 ? `${option} ${choice}`.trim().concat(` (${names.join(', ')})`) : place;
}
