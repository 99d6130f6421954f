import type { Command } from 'commander';
import type { Recovery } from '../../project/rescue.ts';
import { type CommandResult, withCommand } from './with-command.ts';
import { say } from './words.ts';

/** `socavon recover PROJECT NEW` */
export function registerRecover(program: Command): void {
  program
    .command('recover')
    .description(say('help-recover'))
    .argument('<project>', say('help-recover-project'))
    .argument('<new>', say('help-recover-new'))
    .option('--json', say('help-json-it'))
    .action((file: string, target: string, options: { json?: boolean }) =>
      withCommand(options, async () => {
        const { recoverProject } = await import('../../project/recover-project.ts');
        return resultOf(recoverProject(file, target));
      }),
    );
}

/** Exit status 1 if no session could be saved. */
function resultOf(recovery: Recovery): CommandResult {
  const { path, out, sessions, parts, lostSessions, runs, tables } = recovery;
  return {
    data: recovery,
    text: [
      say('recover-saved', { path, out, sessions: sessions.length + parts.length, runs: runs.length }),
      ...parts.map(({ session, saved, lost }) => say('recover-session-part', { session, saved, lost })),
      ...lostSessions.map((session) => say('recover-session-lost', { session })),
      ...tables.map(({ table, saved, lost }) => say('recover-table', { table, saved, lost })),
    ].join('\n'),
    failed: sessions.length + parts.length === 0,
  };
}
