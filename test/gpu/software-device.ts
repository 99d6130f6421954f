import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import { GpuEngine } from '../../src-main/device/gpu-engine.ts';
import { type OpenGpu, type OpenGpuOptions, openGpu } from '../../src-main/device/open-gpu.ts';

/** Where packages of Chromium put Google's software Vulkan driver. */
const DRIVERS = [
  '/usr/lib/chromium/vk_swiftshader_icd.json',
  '/usr/lib64/chromium-browser/vk_swiftshader_icd.json',
  '/opt/google/chrome/vk_swiftshader_icd.json',
];

/** glibc's flag that keeps a library in the process after it is closed. */
const RTLD_NODELETE = 0x1000;

/**
 * Makes Dawn find the software adapter in this process. Must come before Dawn is first asked for an adapter, since
 * only then does it load Vulkan.
 *
 * @returns why there is none, or null
 */
function provideSoftwareVulkan(): string | null {
  const driver = DRIVERS.find((path) => existsSync(path));
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
 * A group of tests on the software adapter. Any validation or internal error that the device reports fails the test
 * in which it came up; the device is closed after the group. Without an adapter the group is skipped, loudly, and
 * fails where CI=true.
 *
 * @param tests gets a function that gives the context, to be called inside a test
 */
export function describeOnGpu(
  title: string,
  tests: (gpu: () => GpuContext) => void,
  options: Partial<OpenGpuOptions> = {},
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
    const engine = new GpuEngine({ open: () => openSoftwareGpu(options), tuning: { workgroupSize: 64 } });
    let context: GpuContext;

    beforeEach(async () => {
      await engine.run(async (gpu) => {
        context = gpu;
        gpu.device.pushErrorScope('validation');
        gpu.device.pushErrorScope('internal');
      });
    });
    afterEach(async () => {
      expect(await context.device.popErrorScope()).toBeNull();
      expect(await context.device.popErrorScope()).toBeNull();
    });
    afterAll(() => engine.destroy());

    tests(() => context);
  });
}
