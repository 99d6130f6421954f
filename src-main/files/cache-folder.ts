import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Cache folder of the user, by the convention of the operating system; SOCAVON_CACHE overrides it. It need not
 * exist.
 */
export function cacheFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (env.SOCAVON_CACHE) return env.SOCAVON_CACHE;
  switch (platform) {
    case 'win32':
      return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Socavon', 'Cache');
    case 'darwin':
      return join(home, 'Library', 'Caches', 'Socavon');
    default:
      return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'socavon');
  }
}
