import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../../src-core/messages/message.ts';
import { socavonProgram } from '../../../src-main/hosts/cli/program.ts';
import { currentLanguage, setLanguage } from '../../../src-main/hosts/cli/words.ts';

/** What a command explains: itself, its arguments, its options and their groups, and its help as it is printed. */
interface CommandHelp {
  readonly name: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly printed: string;
}

function helpOf(command: Command): CommandHelp {
  const help = command.createHelp();
  const texts = new Map([['command', command.description()]]);
  for (const argument of command.registeredArguments) texts.set(argument.name(), argument.description);
  for (const { flags, description, helpGroupHeading } of help.visibleOptions(command)) {
    texts.set(flags, description);
    if (helpGroupHeading !== undefined) texts.set(`group of ${flags}`, helpGroupHeading);
  }
  return { name: command.name(), texts, printed: command.helpInformation() };
}

/** The help of the program and of each of its commands. */
function helpIn(language: Language): CommandHelp[] {
  const before = currentLanguage();
  setLanguage(language);
  try {
    const program = socavonProgram();
    return [program, ...program.commands].map(helpOf);
  } finally {
    setLanguage(before);
  }
}

const ENGLISH = helpIn('en');
const SPANISH = helpIn('es');

describe.each(ENGLISH.map((english, at) => [english.name, english, SPANISH[at]] as const))(
  'the help of %s',
  (_, english, spanish) => {
    it('explains the same in both languages, and leaves nothing unexplained', () => {
      expect([...spanish.texts.keys()]).toEqual([...english.texts.keys()]);
      for (const { texts } of [english, spanish])
        expect([...texts].filter(([, text]) => text.trim() === '')).toEqual([]);
    });

    it('is in Spanish where Spanish is chosen', () => {
      const same = [...english.texts].filter(([what, text]) => spanish.texts.get(what) === text);
      expect(same).toEqual([]);
      expect(spanish.printed).not.toMatch(/\b(Usage|Options|Arguments|Commands|default|choices):/);
    });
  },
);
