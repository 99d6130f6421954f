import { say } from '../words.ts';
import { electronPackage } from './electron-runtime.ts';
import type { Finding } from './finding.ts';

const DOWNLOADS = 'https://github.com/electron/electron/releases/download/';
const REACH_MS = 3000;

/** Checks the installation of Electron. @param from the file whose `node_modules` are searched */
export async function electronFinding(
  from: string = import.meta.url,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Finding> {
  const common = { name: say('doctor-electron'), required: false };
  const electron = electronPackage(from, env);
  if (electron === null)
    return {
      ...common,
      state: 'missing',
      found: say('doctor-electron-none'),
      advice: say('doctor-electron-none-advice'),
    };

  const { version, runtime } = electron;
  if (runtime !== null) return { ...common, state: 'works', found: `${version}, ${runtime}` };

  const mirror = env.ELECTRON_MIRROR ?? env.npm_config_electron_mirror ?? DOWNLOADS;
  return (await isReachable(mirror))
    ? {
        ...common,
        state: 'limited',
        found: say('doctor-electron-reachable', { version, mirror }),
        advice: say('doctor-electron-fetch'),
      }
    : {
        ...common,
        state: 'missing',
        found: say('doctor-electron-unreachable', { version, mirror }),
        advice: say('doctor-electron-advice'),
      };
}

async function isReachable(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(REACH_MS) });
    return true; // any answer proves that a server is listening
  } catch {
    return false;
  }
}
