import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Files that a Linux kernel driver of a graphics processor makes: NVIDIA, Tegra, Mali, Adreno, PowerVR, WSL. */
const DEVICE_FILES = /^(nvidia\d+|nvgpu|nvhost-gpu|mali\d+|kgsl-3d\d+|pvr_sync|dxg)$/;
/** Of the others; `card0` alone is a display without a processor. */
const RENDER_NODES = /^renderD\d+$/;

/**
 * Whether there can be a GPU at all, in well under a millisecond: on Linux by the files of its kernel drivers. Elsewhere
 * nothing tells so cheaply, and the answer is true.
 *
 * @param devices the folder of the device files
 */
export function mayHaveGpu(platform: NodeJS.Platform = process.platform, devices = '/dev'): boolean {
  return platform !== 'linux' || deviceFiles(devices).length > 0;
}

/** The files of graphics processors, sorted. */
export function deviceFiles(devices = '/dev'): string[] {
  return [
    ...namesIn(devices).filter((name) => DEVICE_FILES.test(name)),
    ...namesIn(join(devices, 'dri')).filter((name) => RENDER_NODES.test(name)),
  ];
}

/** Sorted names of the files of a folder; none where there is no such folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
