import type { Command } from 'commander';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import type { StatedCloud } from '../../../jobs/preview/cloud-facts.ts';
import type { CommandResult } from '../with-command.ts';
import { say, sayError } from '../words.ts';
import { describeFile } from './describe-file.ts';

/**
 * Describes files one after another; a file that cannot be described is named with the reason, and the others follow.
 *
 * @throws SocavonError of the reader where there is one file only; CancelledError
 */
export async function describeFiles(
  paths: readonly string[],
  program: Command,
  context: StageContext,
  stated: StatedCloud = {},
): Promise<CommandResult> {
  if (paths.length === 1) return describeFile(paths[0], program, context, stated);
  const results: CommandResult[] = [];
  for (const path of paths)
    results.push(await describeFile(path, program, context, stated).catch(refusalOf(path)));
  return {
    data: { kind: 'files', files: results.map(({ data }) => data) },
    text: results.map(({ text }) => text).join('\n\n'),
    failed: results.some(({ failed }) => failed === true),
  };
}

function refusalOf(path: string): (error: unknown) => CommandResult {
  return (error) => {
    if (!(error instanceof SocavonError) || error.code === 'cancelled') throw error;
    const text = sayError(error);
    return {
      data: { kind: 'refused', path, error: { code: error.code, message: error.message } },
      text: `${say('info-refused', { path })}\n  ${text}`,
      failed: true,
    };
  };
}
