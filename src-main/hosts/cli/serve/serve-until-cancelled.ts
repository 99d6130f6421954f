import { setTimeout as pause } from 'node:timers/promises';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { serve } from '../../serve/serve.ts';
import type { CommandResult } from '../with-command.ts';
import { say } from '../words.ts';
import { openInBrowser } from './open-in-browser.ts';

export interface ServeCommandOptions {
  readonly port: number;
  readonly open?: boolean;
  readonly json?: boolean;
}

/** Polling interval for cancellation, ms. */
const CANCEL_POLL_MS = 100;

/**
 * Serves until Ctrl-C; prints the address as soon as the server is ready.
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
      : say('serve-open', { address, folder: served.folder }),
  );
  if (open) openInBrowser(address);
  while (!cancel.cancelled) await pause(CANCEL_POLL_MS);
  await served.close();
  return { data: { served: served.folder }, text: say('serve-ended') };
}
