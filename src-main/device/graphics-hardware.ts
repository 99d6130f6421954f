import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { availableParallelism, cpus, homedir, release } from 'node:os';
import { join } from 'node:path';

/** Files that a Linux kernel driver of a graphics processor makes: NVIDIA, Tegra, Mali, Adreno, PowerVR, WSL. */
const DEVICE_FILES = /^(nvidia\d+|nvgpu|nvhost-gpu|mali\d+|kgsl-3d\d+|pvr_sync|dxg)$/;
/** Of the others; `card0` alone is a display without a processor. */
const RENDER_NODES = /^renderD\d+$/;
/** What steers the Vulkan loader. */
const VULKAN_VARIABLES = ['VK_DRIVER_FILES', 'VK_ICD_FILENAMES', 'VK_ADD_DRIVER_FILES', 'LD_LIBRARY_PATH'];

/**
 * Whether there can be a GPU at all, in well under a millisecond: on Linux by the files of its kernel drivers. Elsewhere
 * nothing tells so cheaply, and the answer is true.
 *
 * @param devices the folder of the device files
 */
export function mayHaveGpu(platform: NodeJS.Platform = process.platform, devices = '/dev'): boolean {
  if (platform !== 'linux') return true;
  return (
    namesIn(devices).some((name) => DEVICE_FILES.test(name)) ||
    namesIn(join(devices, 'dri')).some((name) => RENDER_NODES.test(name))
  );
}

/**
 * One text for the machine's processor and what its graphics drivers can be seen by without loading them, so that what
 * was measured is not taken for true after a driver came, went or was replaced.
 */
export function machineKey(env: NodeJS.ProcessEnv = process.env): string {
  const [first] = cpus();
  const seen = [
    release(),
    namesIn('/dev').filter((name) => DEVICE_FILES.test(name)),
    namesIn('/dev/dri'),
    ...manifestFolders(env).map((folder) => namesIn(folder).map((name) => [name, changedAt(folder, name)])),
    VULKAN_VARIABLES.map((name) => env[name] ?? null),
  ];
  const drivers = createHash('sha256').update(JSON.stringify(seen)).digest('hex').slice(0, 12);
  return `${first?.model.trim() ?? 'unknown processor'} x ${availableParallelism()}, drivers ${drivers}`;
}

/** Where the Vulkan loader looks for drivers on Linux. */
function manifestFolders(env: NodeJS.ProcessEnv): string[] {
  const own = env.XDG_DATA_HOME || join(homedir(), '.local', 'share');
  return ['/etc', '/usr/share', '/usr/local/share', own].map((root) => join(root, 'vulkan', 'icd.d'));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // no such folder: no such driver
  }
}

function changedAt(folder: string, name: string): number {
  return statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
