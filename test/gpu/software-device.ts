import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GpuContext } from '../../src-core/gpu/context.ts';
import type { Kernel } from '../../src-core/gpu/kernel.ts';
import type { GpuTuning } from '../../src-core/gpu/tuning.ts';
import { type OpenGpu, type OpenGpuOptions, openGpu } from '../../src-main/device/open-gpu.ts';
import { shadersOnDisk } from '../../src-main/device/shader-source.ts';
import { watchErrors } from './watch-errors.ts';

/** Where packages of Chromium put Google's software Vulkan driver. */
const DRIVERS = [
  '/usr/lib/chromium/vk_swiftshader_icd.json',
  '/usr/lib64/chromium-browser/vk_swiftshader_icd.json',
  '/opt/google/chrome/vk_swiftshader_icd.json',
];

/** glibc's flag that keeps a library in the process after it is closed. */
const RTLD_NODELETE = 0x1000;

/**
 * Makes Dawn find the software adapter in this process, or the driver that VK_DRIVER_FILES names. Must come before Dawn
 * is first asked for an adapter, since only then does it load Vulkan.
 *
 * @returns why there is none, or null
 */
function provideSoftwareVulkan(): string | null {
  const driver = process.env.VK_DRIVER_FILES || DRIVERS.find((path) => existsSync(path));
  if (driver === undefined)
    return 'no software Vulkan driver is installed (Debian: apt-get install chromium)';
  process.env.VK_DRIVER_FILES = driver;
  // Dawn asks for the Vulkan loader by its bare name. A loader that is in the process already answers to it, and
  // Chromium brings one; Node refuses it as a module of its own, and it stays all the same.
  const loader = join(dirname(driver), 'libvulkan.so.1');
  if (existsSync(loader)) {
    const flags = constants.dlopen.RTLD_NOW | RTLD_NODELETE;
    expect(() => process.dlopen({ exports: {} }, loader, flags)).toThrow('did not self-register');
  }
  return null;
}

/** What the software adapter is fastest with: it takes a thread of a soft method for a routine that others wait for. */
export const SMALL_GROUPS: Partial<GpuTuning> = {
  workgroupSize: 64,
  softWorkgroupSize: 32,
  softLanes: 8,
  softStepThreads: 32,
};

/** A device of its own: for tests that lose it. */
export function openSoftwareGpu(options: Partial<OpenGpuOptions> = {}): Promise<OpenGpu> {
  return openGpu({ ...options, allowSoftware: true });
}

interface KeptGpu {
  readonly gpu: OpenGpu;
  readonly kernels: Map<string, Promise<Kernel>>;
  /** What came up outside of error scopes. */
  readonly failures: string[];
}

/**
 * Devices by their options, open as long as this process: the adapter compiles a kernel for seconds, and the next group
 * of tests finds it compiled. Files of test/gpu run one after another in the same process (vitest.config.ts).
 */
const stored = new Map<string, Promise<KeptGpu>>();

const open = new Set<OpenGpu>();
process.once('exit', () => {
  for (const gpu of open) gpu.destroy();
});

function keptGpu(options: Partial<OpenGpuOptions>): Promise<KeptGpu> {
  const key = JSON.stringify(options);
  const result = stored.get(key);
  if (result !== undefined) return result;
  const opening = openSoftwareGpu(options).then((gpu) => {
    const failures: string[] = [];
    open.add(gpu);
    gpu.failure.catch(({ message }) => {
      failures.push(message);
      stored.delete(key);
      open.delete(gpu);
      gpu.destroy();
    });
    return { gpu, kernels: new Map(), failures };
  });
  stored.set(key, opening);
  return opening;
}

/** The device of the other tests, with what they compiled on it; who destroys it leaves it open. */
export async function openKeptGpu(): Promise<OpenGpu> {
  return { ...(await keptGpu({})).gpu, destroy: () => {} };
}

/** A context of other numbers on the device of the other tests; destroy it. */
export async function keptContext(tuning: Partial<GpuTuning>): Promise<GpuContext> {
  const { gpu, kernels } = await keptGpu({});
  return new GpuContext(gpu.device, shadersOnDisk(), tuning, kernels);
}

const missing = provideSoftwareVulkan() ?? (await openingFails());

async function openingFails(): Promise<string | null> {
  try {
    (await openSoftwareGpu()).destroy();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * A group of tests on the software adapter. Any error that the device reports, or its loss, fails the test in which it
 * came up. Without an adapter the group is skipped, loudly, and fails where CI=true.
 *
 * @param tests gets a function that gives the context, to be called inside a test
 */
export function describeOnGpu(
  title: string,
  tests: (gpu: () => GpuContext) => void,
  options: Partial<OpenGpuOptions> = {},
  tuning: Partial<GpuTuning> = SMALL_GROUPS,
): void {
  if (missing !== null) {
    if (process.env.CI === 'true')
      describe(title, () => {
        it('has an adapter', () => expect.unreachable(missing));
      });
    else {
      console.warn(`SKIPPED for want of a GPU adapter: ${title}. ${missing}`);
      describe.skip(`${title} (skipped: ${missing})`, () => tests(() => expect.unreachable(missing)));
    }
    return;
  }

  describe(title, () => {
    let context: GpuContext | null = null;
    let failures: string[];
    let complaints: () => Promise<string[]>;

    beforeEach(async () => {
      const { gpu, kernels, ...rest } = await keptGpu(options);
      if (context?.device !== gpu.device) {
        context?.destroy();
        context = new GpuContext(gpu.device, shadersOnDisk(), tuning, kernels);
      }
      failures = rest.failures;
      complaints = watchErrors(gpu.device);
    });
    afterEach(async () => {
      expect([...(await complaints()), ...failures.splice(0)]).toEqual([]);
    });
    afterAll(() => context?.destroy());

    tests(() => context ?? expect.unreachable('asked for outside of a test'));
  });
}
