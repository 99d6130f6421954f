import { setTimeout as pause } from 'node:timers/promises';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { serve } from '../../serve/serve.ts';
import type { ServeCommandOptions } from '../serve.ts';
import type { CommandResult } from '../with-command.ts';
import { openInBrowser } from './open-in-browser.ts';

/** Milliseconds between two looks at whether the person has ended it. */
const CANCEL_POLL_MS = 100;

/**
 * Serves until Ctrl-C; the address is printed as soon as it answers.
 *
 * @throws what `serve` throws
 */
export async function serveUntilCancelled(
  folder: string,
  { port, open, json }: ServeCommandOptions,
  { cancel }: StageContext,
): Promise<CommandResult> {
  const served = await serve({ folder, port });
  const { address } = served;
  process.stdout.write(
    json
      ? `${JSON.stringify({ address, folder: served.folder })}\n`
      : `Open ${address}\nThe window reads and writes in ${served.folder}. Ctrl-C ends it.\n`,
  );
  if (open) openInBrowser(address);
  while (!cancel.cancelled) await pause(CANCEL_POLL_MS);
  await served.close();
  return { data: { served: served.folder }, text: 'Ended; what was finished is kept.' };
}
