import type { Finding } from './finding.ts';

/** Whether a window could be opened. */
export function displayFinding(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): Finding {
  const common = { name: 'Display', required: false };
  if (platform === 'win32' || platform === 'darwin')
    return env.SSH_CONNECTION === undefined
      ? { ...common, state: 'works', found: platform === 'win32' ? 'Windows desktop' : 'macOS desktop' }
      : {
          ...common,
          state: 'limited',
          found: 'a remote shell',
          advice: 'The window opens on the machine itself; the command line works here.',
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
        found: 'none (DISPLAY and WAYLAND_DISPLAY are not set)',
        advice:
          'The command line works without one. For the window, log in to a desktop, or start it with xvfb-run.',
      };
}
