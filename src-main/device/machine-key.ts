import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { availableParallelism, cpus, homedir, release } from 'node:os';
import { join } from 'node:path';
import { deviceFiles, namesIn } from './graphics-hardware.ts';

/** Environment variables that control the Vulkan loader. */
const VULKAN_VARIABLES = ['VK_DRIVER_FILES', 'VK_ICD_FILENAMES', 'VK_ADD_DRIVER_FILES', 'LD_LIBRARY_PATH'];

/**
 * Key of the machine: its processor and the traces of its graphics drivers that are visible without loading them,
 * so that measurements are not reused after a driver was added, removed or replaced.
 */
export function machineKey(env: NodeJS.ProcessEnv = process.env): string {
  const [first] = cpus();
  const seen = [
    release(),
    deviceFiles(),
    ...manifestFolders(env).map((folder) => namesIn(folder).map((name) => [name, changedAt(folder, name)])),
    VULKAN_VARIABLES.map((name) => env[name] ?? null),
  ];
  const drivers = createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 12);
  return `${first?.model.trim() ?? 'unknown processor'} x ${availableParallelism()}, drivers ${drivers}`;
}

/** Folders in which the Vulkan loader searches for drivers on Linux. */
function manifestFolders(env: NodeJS.ProcessEnv): string[] {
  const own = env.XDG_DATA_HOME || join(homedir(), '.local', 'share');
  return ['/etc', '/usr/share', '/usr/local/share', own].map((root) => join(root, 'vulkan', 'icd.d'));
}

function changedAt(folder: string, name: string): number {
  return statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
