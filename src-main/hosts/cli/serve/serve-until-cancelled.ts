import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { serve } from '../../serve/serve.ts';
import type { CommandResult } from '../with-command.ts';
import { say } from '../words.ts';

export interface ServeCommandOptions {
  readonly port: number;
  readonly open?: boolean;
  readonly json?: boolean;
}

/** Polling interval for cancellation, ms. */
const CANCEL_POLL_MS = 100;

/** Opens an address in the user's browser; without a browser the printed address remains. */
export function openInBrowser(address: string, platform: NodeJS.Platform = process.platform): void {
  const [program, ...args] = opener(platform);
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

function opener(platform: NodeJS.Platform): [string, ...string[]] {
  switch (platform) {
    case 'win32':
      // Not `start`, a word of cmd.exe, which would read an & in the address.
      return ['rundll32', 'url.dll,FileProtocolHandler'];
    case 'darwin':
      return ['open'];
    default:
      return ['xdg-open'];
  }
}

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
