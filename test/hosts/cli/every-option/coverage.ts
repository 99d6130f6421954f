import type { Command, Option } from 'commander';
import { takenBy } from '../../../../src-main/hosts/cli/option-parsers.ts';
import { MEASURING, MEASURING_COMMANDS } from './cases.ts';

/** An option of a command, or one of the words that it takes. */
interface Door {
  readonly command: string;
  readonly option: string;
  readonly word: string | null;
}

/** How a call ended: as asked, with the refusal that is right, or otherwise. */
export type Outcome = 'done' | 'refused' | 'failed';

/** A word that one command takes of an option of a measurement, all take: of these the command does not matter. */
const keyOf = ({ command, option, word }: Door): string => {
  const isShared = word !== null && MEASURING.has(option) && MEASURING_COMMANDS.includes(command);
  return [isShared ? 'any' : command, option, word ?? ''].join(' ').trim();
};

/** All options of a command, each with all its words. */
function doorsOf(command: Command): Door[] {
  return command.options.flatMap((option) => {
    const door = { command: command.name(), option: option.long! };
    return [null, ...(takenBy(option).words ?? [])].map((word) => ({ ...door, word }));
  });
}

/** The options that arguments of a command have, and the words that these take. */
function doorsThrough(command: Command, args: readonly string[]): Door[] {
  const doors: Door[] = [];
  for (let i = 0; i < args.length; i++) {
    const option = command.options.find(({ long }) => long === args[i]);
    if (option === undefined) continue;
    const door = { command: command.name(), option: option.long! };
    doors.push({ ...door, word: null });
    const value = takesValue(option, args[i + 1]) ? args[++i] : null;
    const { words = [] } = takenBy(option);
    for (const word of value?.split(/[,:]/) ?? []) if (words.includes(word)) doors.push({ ...door, word });
  }
  return doors;
}

function takesValue(option: Option, next: string | undefined): boolean {
  return option.required || (option.optional && next !== undefined && !next.startsWith('--'));
}

/** Outcomes of the calls of each option and each word. */
export class Outcomes {
  readonly #of = new Map<string, Outcome[]>();
  readonly #calls = new Map<string, number>();

  note(command: Command, args: readonly string[], outcome: Outcome): void {
    this.#calls.set(command.name(), (this.#calls.get(command.name()) ?? 0) + 1);
    for (const key of new Set(doorsThrough(command, args).map(keyOf)))
      this.#of.set(key, [...(this.#of.get(key) ?? []), outcome]);
  }

  /** Options and words that no call had, and commands without a call. */
  missing(commands: readonly Command[]): string[] {
    return commands.flatMap((command) => [
      ...(this.#calls.has(command.name()) ? [] : [command.name()]),
      ...doorsOf(command)
        .map(keyOf)
        .filter((key) => !this.#of.has(key)),
    ]);
  }

  /** Options as a table in Markdown: one line each, with its words, its calls, and how they ended. */
  table(commands: readonly Command[]): string {
    const lines = commands.flatMap((command) => {
      const rows = command.options.map(({ long, flags }) => {
        const doors = doorsOf(command).filter(({ option }) => option === long);
        const words = doors.flatMap(({ word }) => (word === null ? [] : [`\`${word}\``]));
        const ended = doors.map((door) => this.#of.get(keyOf(door)) ?? []);
        return `| \`${flags}\` | ${words.join(', ')} | ${ended[0].length} | ${summaryOf(ended)} |`;
      });
      const calls = this.#calls.get(command.name()) ?? 0;
      const head = `## ${command.name()}\n\n${calls} calls\n\n| option | words | calls | outcome |\n|---|---|---:|---|`;
      return [head, ...rows, ''];
    });
    return lines.join('\n');
  }
}

/** How an option and its words ended: the worst of any. */
function summaryOf(ended: readonly (readonly Outcome[])[]): string {
  if (ended.some((of) => of.length === 0)) return 'NOT CALLED';
  if (ended.some((of) => of.includes('failed'))) return 'FAILED';
  const refusedAlways = ended.filter((of) => !of.includes('done')).length;
  if (refusedAlways === 0) return 'as asked';
  return refusedAlways === ended.length ? 'refused, rightly' : `as asked; ${refusedAlways} refused, rightly`;
}
