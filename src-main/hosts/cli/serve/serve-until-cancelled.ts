import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { removeLeftover } from '../../../files/part-files.ts';
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

/**
 * Opens an address in the user's browser; without a browser the printed address remains. Every user of the machine reads
 * the arguments of its programs (`ps`), so the address, which has the token, is handed over in a page that only this user
 * may read, and that leads on to it.
 *
 * @returns removes the page
 */
export function openInBrowser(address: string, platform: NodeJS.Platform = process.platform): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'socavon-'));
  const page = join(folder, 'socavon.html');
  writeFileSync(page, leadingPage(address), { mode: 0o600, flag: 'wx' });
  const [program, ...args] = opener(platform);
  const child = spawn(program, [...args, page], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
  return () => removeLeftover(folder);
}

function leadingPage(address: string): string {
  const escaped = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Socavón</title>
<meta http-equiv="refresh" content="0;url=${escaped}"><a href="${escaped}">Socavón</a>
`;
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
  let removePage = (): void => {};
  const served = await serve({ folder, port, onEntered: () => removePage() });
  const { address } = served;
  process.stdout.write(
    json
      ? `${JSON.stringify({ address, folder: served.folder })}\n`
      : say('serve-open', { address, folder: served.folder }),
  );
  if (open) removePage = openInBrowser(address);
  try {
    while (!cancel.cancelled) await pause(CANCEL_POLL_MS);
  } finally {
    removePage();
  }
  await served.close();
  return { data: { served: served.folder }, text: say('serve-ended') };
}
