import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type AdapterProbe, probeAdapter } from '../../device/probe-adapter.ts';
import type { Finding } from './finding.ts';

/** Where Chromium packages of Linux distributions put Google's software Vulkan driver. */
const SWIFTSHADER_DRIVERS = [
  '/usr/lib/chromium/vk_swiftshader_icd.json',
  '/usr/lib64/chromium-browser/vk_swiftshader_icd.json',
  '/opt/google/chrome/vk_swiftshader_icd.json',
];

const DRIVER_ADVICE: Partial<Record<NodeJS.Platform, string>> = {
  linux: "install the graphics card's Vulkan driver and the loader (Debian: libvulkan1)",
  win32: "install the graphics card's current driver",
  darwin: 'a Mac with Metal is needed (2015 or later)',
};

export async function gpuFinding(): Promise<Finding> {
  return gpuFindingOf(await probeAdapter());
}

/** The finding for what the probe saw. */
export function gpuFindingOf(probe: AdapterProbe): Finding {
  const common = { name: 'GPU adapter', required: false, details: probe };
  if (probe.kind !== 'adapter')
    return {
      ...common,
      state: 'missing',
      found: probe.kind === 'none' ? `none. ${probe.reason}`.trim() : probe.reason,
      advice: `The CPU engine does all the work without it. For the GPU engine ${driverAdvice()}.${softwareAdvice()}`,
    };

  const { vendor, device, description, isSoftware, limits } = probe.adapter;
  const name = [vendor, description || device].filter(Boolean).join(' ');
  const buffers = `buffers up to ${Math.round(limits.maxBufferSize / 2 ** 20)} MiB`;
  return isSoftware
    ? {
        ...common,
        state: 'limited',
        found: `${name}, ${buffers}: a software adapter, computed on the processor`,
        advice: `It is never chosen for speed; the CPU engine is faster. For a real one ${driverAdvice()}.`,
      }
    : { ...common, state: 'works', found: `${name}, ${buffers}` };
}

function driverAdvice(): string {
  return DRIVER_ADVICE[process.platform] ?? "install the graphics card's driver";
}

function softwareAdvice(): string {
  const driver = SWIFTSHADER_DRIVERS.find((path) => existsSync(path));
  return driver === undefined
    ? ''
    : ` For tests of the GPU engine without a card, start with VK_DRIVER_FILES=${driver} LD_LIBRARY_PATH=${dirname(driver)}.`;
}
