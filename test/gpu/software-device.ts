import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import type { GpuTuning } from '../../src-core/gpu/tuning.ts';
import { GpuEngine } from '../../src-main/device/gpu-engine.ts';
import { type OpenGpu, type OpenGpuOptions, openGpu } from '../../src-main/device/open-gpu.ts';
import { watchErrors } from './watch-errors.ts';

/** Where packages of Chromium put Google's software Vulkan driver. */
const DRIVERS = [
  '/usr/lib/chromium/vk_swiftshader_icd.json',
  '/usr/lib64/chromium-browser/vk_swiftshader_icd.json',
  '/opt/google/chrome/vk_swiftshader_icd.json',
];

/** Of a test: a busy machine takes half a minute for kernels that an idle one compiles in three seconds. */
const TIMEOUT_MS = 180_000;

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

/** Opens the software adapter for tests. */
export function openSoftwareGpu(options: Partial<OpenGpuOptions> = {}): Promise<OpenGpu> {
  return openGpu({ ...options, allowSoftware: true });
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
 * came up; the device is closed after the group. Without an adapter the group is skipped, loudly, and fails where
 * CI=true.
 *
 * @param tests gets a function that gives the context, to be called inside a test
 */
export function describeOnGpu(
  title: string,
  tests: (gpu: () => GpuContext) => void,
  options: Partial<OpenGpuOptions> = {},
  tuning: Partial<GpuTuning> = { workgroupSize: 64 },
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

  describe(title, { timeout: TIMEOUT_MS }, () => {
    /** What came up outside of the scopes. */
    const failures: string[] = [];
    const open = async (): Promise<OpenGpu> => {
      const opened = await openSoftwareGpu(options);
      opened.failure.catch(({ message }) => failures.push(message));
      return opened;
    };
    const engine = new GpuEngine({ open, tuning });
    let context: GpuContext;
    let complaints: () => Promise<string[]>;

    beforeEach(async () => {
      await engine.run(async (gpu) => {
        context = gpu;
      });
      complaints = watchErrors(context.device);
    });
    afterEach(async () => {
      expect([...(await complaints()), ...failures.splice(0)]).toEqual([]);
    });
    afterAll(() => engine.destroy());

    tests(() => context);
  });
}
