import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { socavonProgram } from '../../src-main/hosts/cli/program.ts';

const PAGE = readFileSync(resolve(import.meta.dirname, '../../docs/cli.md'), 'utf8');
/** In the shells' block, what npm takes. */
const OF_NPM = new Set(['--silent', '--help']);

const named = new Set([...PAGE.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag));
const { commands } = socavonProgram();
const flagsOf = (name: string): string[] =>
  commands.find((command) => command.name() === name)!.options.map(({ long }) => long!);

describe('the page of the command line', () => {
  it('names no option that no command has', () => {
    const flags = new Set(commands.flatMap((command) => command.options.map(({ long }) => long!)));
    expect([...named].filter((flag) => !flags.has(flag) && !OF_NPM.has(flag))).toEqual([]);
  });

  it('names every option of run, or its opposite', () => {
    const opposite = (flag: string): string =>
      flag.startsWith('--no-') ? flag.replace('--no-', '--') : flag.replace('--', '--no-');
    expect(flagsOf('run').filter((flag) => !named.has(flag) && !named.has(opposite(flag)))).toEqual([]);
  });

  it('names every command', () => {
    expect(commands.map((command) => command.name()).filter((name) => !PAGE.includes(`| \`${name}`))).toEqual(
      [],
    );
  });
});
