import { randomBytes } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { hasSimdKernels } from '../../../../src-core/math/simd-kernels.ts';
import { probeAdapter } from '../../../device/probe-adapter.ts';
import { fileError } from '../../../files/file-errors.ts';
import type { CommandResult } from '../with-command.ts';
import { say, sayError } from '../words.ts';
import { electronFinding } from './electron-finding.ts';
import { enginesFinding } from './engines-finding.ts';
import type { Finding } from './finding.ts';
import { gpuFindingOf } from './gpu-finding.ts';
import { threadsFinding } from './threads-finding.ts';

/** Says whether the hot loops of the odometry run in WebAssembly with SIMD, and if not why the odometry is slower. */
export function simdFinding(hasSimd = hasSimdKernels()): Finding {
  const common = { name: say('doctor-simd'), required: false, details: { hasSimd } };
  if (hasSimd) return { ...common, state: 'works', found: say('doctor-simd-found') };
  return { ...common, state: 'limited', found: say('doctor-simd-none'), advice: say('doctor-simd-advice') };
}

/** Recommended free space: an hour of an OS1-16 is 36000 scans of 50 kB, and as much again for map and report. */
const COMFORTABLE_BYTES = 4 * 2 ** 30;

/** Checks by writing whether results can be written to a folder. */
export async function diskFinding(folder: string): Promise<Finding> {
  const common = { name: say('doctor-folder'), required: true };
  const trial = join(folder, `.socavon-doctor-${randomBytes(4).toString('hex')}`);
  try {
    await writeFile(trial, 'x', { flag: 'wx' });
    await rm(trial);
  } catch (error) {
    await rm(trial, { force: true }).catch(() => {});
    return {
      ...common,
      state: 'missing',
      found: sayError(fileError(trial, 'write', error)),
      advice: say('doctor-folder-advice'),
    };
  }
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize;
  const text = say('doctor-folder-free', { folder, free: (freeBytes / 2 ** 30).toFixed(1) });
  return freeBytes >= COMFORTABLE_BYTES
    ? { ...common, state: 'works', found: text, details: { freeBytes } }
    : {
        ...common,
        state: 'limited',
        found: text,
        advice: say('doctor-disk-advice'),
        details: { freeBytes },
      };
}

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
  const text = env.WAYLAND_DISPLAY
    ? `Wayland ${env.WAYLAND_DISPLAY}`
    : env.DISPLAY
      ? `X11 ${env.DISPLAY}`
      : null;
  return text !== null
    ? { ...common, state: 'works', found: text }
    : {
        ...common,
        state: 'missing',
        found: say('doctor-no-display'),
        advice: say('doctor-display-advice'),
      };
}

const ENOUGH_CORES = 2;
const ENOUGH_MEMORY_BYTES = 4 * 2 ** 30;

export function machineFinding(cores = availableParallelism(), memoryBytes = totalmem()): Finding {
  const enough = cores >= ENOUGH_CORES && memoryBytes >= 0.9 * ENOUGH_MEMORY_BYTES;
  const model = cpus()[0]?.model.trim() ?? say('doctor-processor');
  return {
    name: say('doctor-computer'),
    state: enough ? 'works' : 'limited',
    required: false,
    found: say('doctor-machine', {
      cores,
      model,
      memory: (memoryBytes / 2 ** 30).toFixed(1),
      free: (freemem() / 2 ** 30).toFixed(1),
    }),
    ...(!enough && {
      advice: say('doctor-machine-advice', { cores: ENOUGH_CORES }),
    }),
    details: { cores, memoryBytes },
  };
}

/** The first version that runs this program's TypeScript as it is and that better-sqlite3 supports. */
const OLDEST_MAJOR = 24;

export function nodeFinding(version = process.versions.node): Finding {
  const works = Number(version.split('.')[0]) >= OLDEST_MAJOR;
  return {
    name: 'Node',
    state: works ? 'works' : 'missing',
    required: true,
    found: `${version} (${process.platform} ${process.arch})`,
    ...(!works && {
      advice: say('doctor-node-advice', { version: OLDEST_MAJOR }),
    }),
  };
}

export async function sqliteFinding(): Promise<Finding> {
  const common = { name: 'SQLite', required: true };
  try {
    const { default: Database } = await import('better-sqlite3');
    const database = new Database(':memory:');
    try {
      const version = database.prepare<[], string>('SELECT sqlite_version()').pluck().get();
      return { ...common, state: 'works', found: say('doctor-sqlite', { version: version ?? '?' }) };
    } finally {
      database.close();
    }
  } catch (error) {
    return {
      ...common,
      state: 'missing',
      found: error instanceof Error ? error.message.split('\n', 1)[0] : String(error),
      advice: say('doctor-sqlite-advice'),
    };
  }
}

/** Runs all checks; failed if a required component is missing. */
export async function examine(): Promise<CommandResult> {
  const probe = await probeAdapter();
  const findings = [
    nodeFinding(),
    await sqliteFinding(),
    gpuFindingOf(probe),
    await enginesFinding(probe),
    await electronFinding(),
    displayFinding(),
    await diskFinding(process.cwd()),
    machineFinding(),
    threadsFinding(),
    simdFinding(),
  ];
  const failed = findings.some(({ required, state }) => required && state === 'missing');
  return { data: { ok: !failed, findings }, text: findings.map(lines).join('\n'), failed };
}

function lines({ name, state, found: text, advice }: Finding): string {
  const first = `${say(`doctor-${state}`).padEnd(8)} ${name}: ${text}`;
  return advice === undefined ? first : `${first}\n         -> ${advice}`;
}
