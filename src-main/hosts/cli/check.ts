import type { Command } from 'commander';
import { type Message, message } from '../../../src-core/messages/message.ts';
import { inOneGo } from '../../../src-core/model/context.ts';
import type { ProjectCheck, Remedy } from '../../project/check-project.ts';
import { type CommandResult, withCommand } from './with-command.ts';
import { say, sayMessage } from './words.ts';

/** Damaged parts that are listed; more are counted. */
const LISTED = 20;

const REMEDY_WORDS: Readonly<Record<Remedy, Message>> = {
  align: message('check-align'),
  measure: message('check-measure'),
  set: message('check-set'),
  import: message('check-import'),
};

/** `socavon check PROJECT` */
export function registerCheck(program: Command): void {
  program
    .command('check')
    .description(say('help-check'))
    .argument('<project>', say('help-check-project'))
    .option('--repair', say('help-check-repair'))
    .option('--json', say('help-json-it'))
    .action((file: string, options: { repair?: boolean; json?: boolean }) =>
      withCommand(options, async ({ cancel }) => {
        const { checkProject } = await import('../../project/check-project.ts');
        // A file that is made so can lead SQLite from page to page without end; a repair is one transaction.
        return resultOf(await inOneGo(cancel, () => checkProject(file, options.repair === true)));
      }),
    );
}

function resultOf(check: ProjectCheck): CommandResult {
  const { path, rows, damage, dropped, backup } = check;
  const list = (parts: ProjectCheck['damage']): string[] => [
    ...parts
      .slice(0, LISTED)
      .map(({ what, remedy }) =>
        say('check-part', { what: sayMessage(what), remedy: sayMessage(REMEDY_WORDS[remedy]) }),
      ),
    ...(parts.length > LISTED ? [say('check-more', { count: parts.length - LISTED })] : []),
  ];
  const repaired =
    backup === null ? [] : [say('check-dropped', { count: dropped.length, backup }), ...list(dropped)];
  const left =
    damage.length === 0
      ? [say('check-intact', { path, rows })]
      : [say('check-damaged', { path, count: damage.length, rows }), ...list(damage)];
  const named = (parts: ProjectCheck['damage']) =>
    parts.map(({ table, what, remedy }) => ({ table, what: sayMessage(what), remedy }));
  return {
    data: { path, rows, damage: named(damage), dropped: named(dropped), backup },
    text: [...repaired, ...left].join('\n'),
    failed: damage.length > 0,
  };
}
