import { say } from '../words.ts';
import type { Finding } from './finding.ts';

/** Checks whether a window can be opened. */
export function displayFinding(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): Finding {
  const common = { name: say('doctor-display'), required: false };
  if (platform === 'win32' || platform === 'darwin')
    return env.SSH_CONNECTION === undefined
      ? {
          ...common,
          state: 'works',
          found: platform === 'win32' ? say('doctor-desktop-windows') : say('doctor-desktop-mac'),
        }
      : {
          ...common,
          state: 'limited',
          found: say('doctor-remote'),
          advice: say('doctor-remote-advice'),
        };
  const found = env.WAYLAND_DISPLAY
    ? `Wayland ${env.WAYLAND_DISPLAY}`
    : env.DISPLAY
      ? `X11 ${env.DISPLAY}`
      : null;
  return found !== null
    ? { ...common, state: 'works', found }
    : {
        ...common,
        state: 'missing',
        found: say('doctor-no-display'),
        advice: say('doctor-display-advice'),
      };
}
