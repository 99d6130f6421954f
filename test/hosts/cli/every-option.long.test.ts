import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, describe, expect, it } from 'vitest';
import { SOFTWARE_VERSION } from '../../../src-main/files/software-version.ts';
import { socavonProgram } from '../../../src-main/hosts/cli/program.ts';
import { builtProgram } from '../../e2e/harness/build.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { CASES, type Case, type Places } from './every-option/cases.ts';
import { type Outcome, Outcomes } from './every-option/coverage.ts';
import { filesBelow, readBack } from './every-option/read-back.ts';
import { JSON_SCHEMAS, REFUSED, SERVE_BEGINS } from './every-option/schemas.ts';
import { optionsWorld, WORLD_SEED } from './every-option/world.ts';
import { type Ending, endOf, lastJson, runCli, startProgram } from './run-cli.ts';
import { runHere } from './run-here.ts';

const world = await optionsWorld();
const program = socavonProgram();
const outcomes = new Outcomes();

/** Programs of the system that `serve --open` looks for, in a folder of their own. */
function withOpener(folder: string): NodeJS.ProcessEnv {
  writeFileSync(join(folder, 'xdg-open'), '#!/bin/sh\ncp "$1" "$(dirname "$0")/opened.html"\n', {
    mode: 0o755,
  });
  return { PATH: `${folder}:${process.env.PATH}` };
}

/** A call of the built program, which has the window, ended by Ctrl-C once it has printed a line. */
async function untilSignal(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ending> {
  const child = startProgram(join(await builtProgram(), 'main/cli/main.js'), args, env);
  const ending = endOf(child);
  await Promise.race([once(child.stdout!, 'data'), ending]);
  child.kill('SIGINT');
  return ending;
}

/** Commands that enter what they write into the audit trail of the project. */
const ENTERS = new Set(['run', 'calibrate', 'profiles', 'volume', 'chamber', 'unroll', 'report']);

/** Files that a call says it wrote, or that it was told to write. */
function written(args: readonly string[], data: Record<string, unknown>): string[] {
  const { out, files, report, key, publicKey, signature } = data as Record<string, string> & {
    files?: string[];
  };
  const reported = args[args.indexOf('--out') + 1];
  const isFile = args.includes('--out') && existsSync(reported) && statSync(reported).isFile();
  return [
    ...(files ?? []).filter((name) => typeof name === 'string').map((name) => join(out, name)),
    ...(isFile ? [reported] : []),
    ...[report, key, publicKey, signature].filter((path) => path !== undefined),
  ];
}

/** What goes on by itself, or is another program, is a process of its own. */
function endingOf(one: Case, call: readonly string[], folder: string): Promise<Ending> {
  if (one.untilSignal) return untilSignal(call, withOpener(folder));
  return one.isPlain ? runCli(...call) : runHere(...call);
}

async function outcomeOf(one: Case, args: readonly string[], { project, own }: Places): Promise<Outcome> {
  const call = [one.command, ...args, ...(one.isPlain ? [] : ['--json'])];
  const ending = await endingOf(one, call, own('.'));
  const said = `${ending.stdout}\n${ending.stderr}`;
  if (one.status === 1 || (ending.status === 1 && one.unless !== undefined)) {
    const { error } = REFUSED.parse(lastJson(ending));
    expect(ending.status, said).toBe(1);
    if (one.unless !== undefined) expect(one.unless).toContain(error.code);
    expect(error.message).toMatch(/^\S[^\n]*[.!?)]?$/);
    expect(ending.stderr).not.toMatch(/\n\s+at /);
    return 'refused';
  }
  expect(ending.status, said).toBe(0);
  if (one.isPlain) return 'done';
  if (one.untilSignal) {
    SERVE_BEGINS.parse(JSON.parse(ending.stdout.split('\n')[0]));
    return 'done';
  }
  const data = lastJson(ending);
  JSON_SCHEMAS[one.command as keyof typeof JSON_SCHEMAS].parse(data);
  const paths = written(args, data).flatMap(filesBelow);
  for (const path of paths) await readBack(path);
  if (ENTERS.has(one.command) && existsSync(project)) {
    const verified = await runHere('verify', project, ...paths, '--json');
    const { files } = JSON_SCHEMAS.verify.parse(lastJson(verified));
    expect(files.filter(({ status }) => status !== 'valid')).toEqual([]);
    expect(verified.status, verified.stderr).toBe(0);
  }
  return 'done';
}

/** The call in words, for a title. */
function titleOf(one: Case): string {
  const shown = { world, own: (name: string) => name, project: 'project.socavon' };
  return one.args(shown).join(' ').replaceAll(world.at(''), '');
}

const LANGUAGES = ['en', 'es'];

const TABLE_HEAD = `# Options

\`SOCAVON_OPTIONS_TABLE=bench/results/options.md SOCAVON_TIER=long npx vitest run test/hosts/cli/every-option.long.test.ts\`,
whole or, with \`-t "socavon volume on"\`, the part of one command.

Each option of each command and each word that it takes, called through the real command line on a small survey with
control points, a design and a second session. As asked: the exit status, the JSON by its schema, each file read back
and valid in the audit trail.`;

describe.each(program.commands.map((command) => [command.name(), command] as const))(
  `socavon %s on a survey with control, a design and a second session (seed ${WORLD_SEED})`,
  (name, command) => {
    const built = CASES[name]?.(command, world) ?? [];
    // The only call of a command is made in each language.
    const calls = built.length === 1 ? LANGUAGES.flatMap(() => built) : built;
    const cases = calls.map((one, i) => [i + 1, titleOf(one), one] as const);
    it.each(cases)('does what it is asked, call %i: %s', async (at, _, one) => {
      const folder = temporaryFolder();
      const own = (file: string): string => join(folder, file);
      const project = own('work.socavon');
      if (one.project !== undefined) copyFileSync(world.at(`${one.project}.socavon`), project);
      const places = { world, own, project };
      for (const call of one.before?.(places) ?? []) {
        const { status, stderr } = await runHere(...call);
        expect(status, stderr).toBe(0);
      }
      const input = one.args(places);
      const said = input.includes('--language') ? [] : ['--language', LANGUAGES[at % 2]];
      const args = [...input, ...said];
      let outcome: Outcome = 'failed';
      try {
        outcome = await outcomeOf(one, args, places);
      } finally {
        outcomes.note(command, one.isPlain ? args : [...args, '--json'], outcome);
      }
    });
    afterAll(() => {
      const { SOCAVON_OPTIONS_TABLE: path } = process.env;
      if (path !== undefined && path !== '') keepSection(path, command);
    });
  },
);

describe('every command and every option of it', () => {
  it('was called, with every word that it takes', () => {
    expect(outcomes.missing(program.commands)).toEqual([]);
  });

  it('explains itself, and the program says its version', async () => {
    for (const language of LANGUAGES)
      for (const call of [[], ['help'], ...program.commands.map((command) => ['help', command.name()])])
        expect(
          (await runHere('--language', language, ...(call.length === 0 ? ['--help'] : call))).status,
        ).toBe(0);
    expect(await runHere('--version')).toMatchObject({ status: 0, stdout: `${SOFTWARE_VERSION}\n` });
  });
});

/** Writes a command's part of the table of options; those of the other commands stay as they are. */
function keepSection(path: string, command: Command): void {
  const before = existsSync(path) ? readFileSync(path, 'utf8').split(/^(?=## )/m).slice(1) : []; // biome-ignore format: short
  const sections = new Map(before.map((section) => [/^## (\S+)/.exec(section)![1], section]));
  sections.set(command.name(), outcomes.table([command]));
  const table = program.commands.flatMap((one) => sections.get(one.name()) ?? []).map((one) => one.trim());
  writeFileSync(path, `${[TABLE_HEAD, ...table].join('\n\n')}\n`);
}
