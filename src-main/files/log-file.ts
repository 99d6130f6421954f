import { appendFileSync, renameSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { SOFTWARE_VERSION } from './software-version.ts';

/** Path of the log of unexpected errors, by the convention of the operating system; SOCAVON_LOG overrides it. */
function logFilePath(env: NodeJS.ProcessEnv = process.env): string {
  return env.SOCAVON_LOG ?? join(logFolder(env), 'socavon.log');
}

/** Size at which a log becomes the earlier one, of which there is one: together they take twice this. */
const LARGEST_BYTES = 2 << 20;
/** Numbers as coordinates and heights are: with decimals, or of six digits and more; not lines of code, addresses, versions. */
const COORDINATE = /(?<![\w.])[-+]?(?:\d{3,}\.\d+|\d+\.\d{2,}|(?<!:)\d{6,})(?:e[-+]?\d+)?(?!\w|\.\d)/gi;

/**
 * Appends an error with its stack to the log. The log is sent to whoever mends the program, so it holds no coordinates of a
 * mine, and it is bounded, whoever makes errors.
 *
 * @returns the path of the log, or null if it cannot be written
 */
export function logUnexpected(error: unknown): string | null {
  const path = logFilePath();
  try {
    makeFolder(dirname(path));
    const text = describe(error).replaceAll(COORDINATE, '#');
    makeRoom(path);
    appendFileSync(path, `${new Date().toISOString()} ${SOFTWARE_VERSION} ${text}\n`);
    return path;
  } catch {
    return null; // reported to the user instead of the path
  }
}

function makeRoom(path: string): void {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status !== undefined && status.size > LARGEST_BYTES) renameSync(path, `${path}.1`);
}

/** Text of an error with its stack and causes. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\ncaused by ${describe(error.cause)}`;
}

function logFolder(env: NodeJS.ProcessEnv): string {
  switch (process.platform) {
    case 'win32':
      return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'Socavon', 'Logs');
    case 'darwin':
      return join(homedir(), 'Library', 'Logs', 'Socavon');
    default:
      return join(env.XDG_STATE_HOME ?? join(homedir(), '.local', 'state'), 'socavon');
  }
}
