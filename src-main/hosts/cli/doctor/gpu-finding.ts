import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { adapterName } from '../../../device/adapter-key.ts';
import type { AdapterReport } from '../../../device/adapter-report.ts';
import type { AdapterProbe } from '../../../device/probe-adapter.ts';
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

/** Features that kernels or benches use where an adapter has them; none is needed. */
const FEATURES = ['subgroups', 'timestamp-query'];

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

  const { adapter } = probe;
  const found = `${adapterName(adapter)}; ${limitsText(adapter)}; ${featuresText(adapter)}`;
  return adapter.isSoftware
    ? {
        ...common,
        state: 'limited',
        found: `${found}: a software adapter, computed on the processor`,
        advice: `It is never chosen for speed; the CPU engine is faster. For a real one ${driverAdvice()}.`,
      }
    : { ...common, state: 'works', found };
}

function limitsText({ limits }: AdapterReport): string {
  const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
  return [
    `buffers up to ${mebibytes(limits.maxBufferSize)} MiB`,
    `bound up to ${mebibytes(limits.maxStorageBufferBindingSize)} MiB`,
    `workgroups up to ${limits.maxComputeInvocationsPerWorkgroup} threads and ${Math.round(limits.maxComputeWorkgroupStorageSize / 1024)} KiB`,
  ].join(', ');
}

function featuresText({ features }: AdapterReport): string {
  return FEATURES.map((name) => (features.includes(name) ? name : `no ${name}`)).join(', ');
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
