import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeOnGpu, openSoftwareGpu } from './software-device.ts';
import { watchErrors } from './watch-errors.ts';

const ROOT = resolve(import.meta.dirname, '../..');

describeOnGpu('errors of the device in a test', () => {
  it('are told, each by its message, and nothing where there are none', async () => {
    const { device, destroy } = await openSoftwareGpu();
    const none = watchErrors(device);
    device.createBuffer({ size: 64, usage: GPUBufferUsage.STORAGE });
    expect(await none()).toEqual([]);

    const wrongUse = watchErrors(device);
    device.createBuffer({ size: 64, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.STORAGE });
    expect(await wrongUse()).toEqual([expect.stringContaining('MapRead')]);

    const wrongSubmission = watchErrors(device);
    const buffer = device.createBuffer({ size: 64, usage: GPUBufferUsage.COPY_DST });
    const encoder = device.createCommandEncoder();
    encoder.clearBuffer(buffer);
    buffer.destroy();
    device.queue.submit([encoder.finish()]);
    expect(await wrongSubmission()).toEqual([expect.stringContaining('destroyed')]);
    destroy();
  });
});

describe('a machine without any adapter', () => {
  /** The smallest file of tests on the GPU, by itself, with a Vulkan driver that does not exist. */
  const run = (CI: string): { status: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', 'test/gpu/solvers.parity.test.ts'],
      { cwd: ROOT, encoding: 'utf8', env: { ...process.env, CI, VK_DRIVER_FILES: '/nowhere/driver.json' } },
    );
    return { status, output: stdout + stderr };
  };

  it('skips the tests on the GPU, loudly, and fails them in CI', () => {
    const here = run('');
    expect(here.output).toContain('SKIPPED for want of a GPU adapter: solvers in f32');
    expect(here.status).toBe(0);
    const inCi = run('true');
    expect(inCi.output).toContain('No GPU adapter was found');
    expect(inCi.status).toBe(1);
  });
});
