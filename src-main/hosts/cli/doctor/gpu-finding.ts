import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PlainCode } from '../../../../src-core/messages/message.ts';
import { adapterName } from '../../../device/adapter-key.ts';
import type { AdapterReport } from '../../../device/adapter-report.ts';
import type { AdapterProbe } from '../../../device/probe-adapter.ts';
import { say } from '../words.ts';
import type { Finding } from './finding.ts';

/** Paths of Google's software Vulkan driver in the Chromium packages of Linux distributions. */
const SWIFTSHADER_DRIVERS = [
  '/usr/lib/chromium/vk_swiftshader_icd.json',
  '/usr/lib64/chromium-browser/vk_swiftshader_icd.json',
  '/opt/google/chrome/vk_swiftshader_icd.json',
];

const DRIVER_ADVICE: Partial<Record<NodeJS.Platform, PlainCode>> = {
  linux: 'doctor-driver-linux',
  win32: 'doctor-driver-windows',
  darwin: 'doctor-driver-mac',
};

/** Optional features that kernels or benches use if available; none is required. */
const FEATURES = ['subgroups', 'timestamp-query'];

/** Finding for the result of the adapter probe. */
export function gpuFindingOf(probe: AdapterProbe): Finding {
  const common = { name: say('doctor-gpu'), required: false, details: probe };
  if (probe.kind !== 'adapter')
    return {
      ...common,
      state: 'missing',
      found: probe.kind === 'none' ? say('doctor-none', { why: probe.reason }).trim() : probe.reason,
      advice: say('doctor-gpu-none', { driver: driverAdvice(), software: softwareAdvice() }),
    };

  const { adapter } = probe;
  const text = `${adapterName(adapter)}; ${limitsText(adapter)}; ${featuresText(adapter)}`;
  return adapter.isSoftware
    ? {
        ...common,
        state: 'limited',
        found: say('doctor-gpu-software', { found: text }),
        advice: say('doctor-gpu-software-advice', { driver: driverAdvice() }),
      }
    : { ...common, state: 'works', found: text };
}

function limitsText({ limits }: AdapterReport): string {
  const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
  return [
    say('doctor-buffers', { mebibytes: mebibytes(limits.maxBufferSize) }),
    say('doctor-bound', { mebibytes: mebibytes(limits.maxStorageBufferBindingSize) }),
    say('doctor-workgroups', {
      threads: limits.maxComputeInvocationsPerWorkgroup,
      kibibytes: Math.round(limits.maxComputeWorkgroupStorageSize / 1024),
    }),
  ].join(', ');
}

function featuresText({ features }: AdapterReport): string {
  return FEATURES.map((name) => (features.includes(name) ? name : say('doctor-without', { name }))).join(
    ', ',
  );
}

function driverAdvice(): string {
  return say((DRIVER_ADVICE[process.platform] ?? 'doctor-driver') as 'doctor-driver');
}

function softwareAdvice(): string {
  const driver = SWIFTSHADER_DRIVERS.find((path) => existsSync(path));
  return driver === undefined ? '' : ` ${say('doctor-swiftshader', { driver, folder: dirname(driver) })}`;
}
