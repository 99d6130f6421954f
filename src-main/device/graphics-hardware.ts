import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Device files of Linux GPU drivers: NVIDIA, Tegra, Mali, Adreno, PowerVR, WSL. */
const DEVICE_FILES = /^(nvidia\d+|nvgpu|nvhost-gpu|mali\d+|kgsl-3d\d+|pvr_sync|dxg)$/;
/** Render nodes of all other drivers; `card0` alone is a display without a GPU. */
const RENDER_NODES = /^renderD\d+$/;

/**
 * True if the machine may have a GPU, in well under a millisecond: on Linux by the device files of its kernel
 * drivers. Other systems have no test as cheap, and the result is true.
 *
 * @param devices the folder of the device files
 */
export function mayHaveGpu(platform: NodeJS.Platform = process.platform, devices = '/dev'): boolean {
  return platform !== 'linux' || deviceFiles(devices).length > 0;
}

/** Sorted device files of graphics processors. */
export function deviceFiles(devices = '/dev'): string[] {
  return [
    ...namesIn(devices).filter((name) => DEVICE_FILES.test(name)),
    ...namesIn(join(devices, 'dri')).filter((name) => RENDER_NODES.test(name)),
  ];
}

/** Sorted names of the files of a folder; empty if the folder does not exist. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
