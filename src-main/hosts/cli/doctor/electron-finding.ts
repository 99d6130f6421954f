import { electronPackage } from './electron-runtime.ts';
import type { Finding } from './finding.ts';

const DOWNLOADS = 'https://github.com/electron/electron/releases/download/';
const REACH_MS = 3000;

/** @param from the file whose `node_modules` are searched */
export async function electronFinding(
  from: string = import.meta.url,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Finding> {
  const common = { name: 'Electron runtime', required: false };
  const electron = electronPackage(from, env);
  if (electron === null)
    return {
      ...common,
      state: 'missing',
      found: 'the package electron is not installed',
      advice: 'The command line does all the work without it; only the window needs it.',
    };

  const { version, runtime } = electron;
  if (runtime !== null) return { ...common, state: 'works', found: `${version}, ${runtime}` };

  const mirror = env.ELECTRON_MIRROR ?? env.npm_config_electron_mirror ?? DOWNLOADS;
  return (await isReachable(mirror))
    ? {
        ...common,
        state: 'limited',
        found: `${version} is not here yet, ${mirror} can be reached`,
        advice:
          'It is fetched (about 120 MB) at the first start of the window, or now with npx install-electron.',
      }
    : {
        ...common,
        state: 'missing',
        found: `${version} is not here and ${mirror} cannot be reached`,
        advice:
          'The command line works without it. For the window, run npx install-electron once with the Internet, set ELECTRON_MIRROR to a mirror inside, or ELECTRON_OVERRIDE_DIST_PATH to an unpacked runtime.',
      };
}

async function isReachable(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(REACH_MS) });
    return true; // whatever the answer, there is somebody
  } catch {
    return false;
  }
}
