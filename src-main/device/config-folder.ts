import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Configuration folder of the user, by the convention of the operating system; SOCAVON_CONFIG overrides it. It need
 * not exist.
 */
export function configFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (env.SOCAVON_CONFIG) return env.SOCAVON_CONFIG;
  switch (platform) {
    case 'win32':
      return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Socavon');
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Socavon');
    default:
      return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'socavon');
  }
}
