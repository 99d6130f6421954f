import { describe, expect, it } from 'vitest';
import { GpuContext } from '../../src-core/gpu/context.ts';
import { GpuEngine } from '../../src-main/device/gpu-engine.ts';
import { openGpu } from '../../src-main/device/open-gpu.ts';
import { describeOnGpu, openSoftwareGpu } from './software-device.ts';

const TEXTS: Record<string, string> = {
  scale: 'fn scaled(x: f32) -> f32 { return 3.0 * x; }',
  apply: `
    override WG: u32 = 64;
    @group(0) @binding(1) var<storage, read> values: array<f32>;
    @group(0) @binding(4) var<storage, read_write> results: array<f32>;
    @compute @workgroup_size(WG) fn main(@builtin(global_invocation_id) id: vec3u) {
      if (id.x < arrayLength(&results)) { results[id.x] = scaled(values[id.x]); }
    }`,
  broken: '\n\nfn f() -> f32 { return 1u; }\n@compute @workgroup_size(1) fn main() { _ = f(); }',
};
const shaders = (name: string): string => TEXTS[name];

describeOnGpu('a kernel', (gpu) => {
  it('joins its texts, binds by name and gives its results back', async () => {
    const context = new GpuContext(gpu().device, shaders);
    const kernel = await context.kernel({
      modules: ['scale', 'apply'],
      entryPoint: 'main',
      constants: { WG: 32 },
    });
    const values = context.buffers.upload(
      'values',
      new Float32Array(100).map((_, i) => i),
    );
    const results = context.buffers.storage('results', 400);
    const encoder = gpu().device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(kernel.pipeline);
    pass.setBindGroup(0, kernel.bind({ values, results, unused: values }));
    pass.dispatchWorkgroups(4);
    pass.end();
    const read = new Float32Array(await context.buffers.submitAndRead(encoder, results, 400));
    expect([...read]).toEqual(Array.from({ length: 100 }, (_, i) => 3 * i));
    context.destroy();
  });

  it('is compiled once', async () => {
    const context = new GpuContext(gpu().device, shaders);
    const spec = { modules: ['scale', 'apply'], entryPoint: 'main' };
    expect(await context.kernel(spec)).toBe(await context.kernel({ ...spec }));
    expect(await context.kernel(spec)).not.toBe(await context.kernel({ ...spec, constants: { WG: 32 } }));
  });

  it('says where its text is wrong, and what buffer it lacks', async () => {
    const context = new GpuContext(gpu().device, shaders);
    await expect(context.kernel({ modules: ['scale', 'broken'], entryPoint: 'main' })).rejects.toThrow(
      /kernel broken:main does not compile: broken\.wgsl line 3: /,
    );
    const kernel = await context.kernel({ modules: ['scale', 'apply'], entryPoint: 'main' });
    expect(() => kernel.bind({})).toThrow('apply:main needs a buffer for');
  });

  it('keeps buffers until they are outgrown, and refuses what the device cannot hold', () => {
    const { buffers } = new GpuContext(gpu().device, shaders);
    const first = buffers.storage('a', 1000);
    expect(buffers.storage('a', 10)).toBe(first);
    const { generation } = buffers;
    expect(buffers.storage('a', 5000)).not.toBe(first);
    expect(buffers.generation).toBeGreaterThan(generation);
    expect(() => buffers.storage('huge', 2 ** 50)).toThrow(/buffers up to \d+ MiB and huge needs \d+; thin/);
    buffers.destroy();
  });
});

describeOnGpu('an engine whose device fails', (gpu) => {
  const engine = (): GpuEngine => new GpuEngine({ open: () => openSoftwareGpu(), shaders });

  it('fails the job when the device is lost in the middle, and opens a fresh one for the next', async () => {
    const own = engine();
    const lost = own.run(async ({ device, buffers }) => {
      const buffer = buffers.storage('a', 64);
      const reading = buffers.read(buffer, 64);
      device.destroy();
      await reading.catch(() => {});
      return new Promise(() => {}); // as a driver that never answers again
    });
    await expect(lost).rejects.toMatchObject({ code: 'gpu-lost', message: /lost while it worked/ });
    expect(
      await own.run(async ({ buffers }) => (await buffers.read(buffers.storage('a', 64), 64)).byteLength),
    ).toBe(64);
    await own.destroy();
  });

  it('fails the job at an error that nobody caught', async () => {
    const own = engine();
    const wrong = own.run(async ({ device }) => {
      device.createBuffer({ size: 64, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.STORAGE });
      return new Promise(() => {});
    });
    await expect(wrong).rejects.toMatchObject({ code: 'gpu-lost', message: /reported an error/ });
    expect((await own.adapter()).isSoftware).toBe(true);
    await own.destroy();
  });

  it('closes without complaint', async () => {
    const own = engine();
    await own.destroy();
    expect((await own.adapter()).vendor).toBe('google');
    await own.destroy();
    expect(gpu().device).toBeDefined();
  });
});

describeOnGpu(
  'a device without subgroups and timestamps',
  (gpu) => {
    it('opens all the same', () => {
      expect([...gpu().device.features]).not.toContain('subgroups');
      expect([...gpu().device.features]).not.toContain('timestamp-query');
    });
  },
  { withoutFeatures: ['subgroups', 'timestamp-query'] },
);

describe('a machine without a GPU', () => {
  it('refuses a software adapter unless asked for', async () => {
    await expect(openGpu()).rejects.toMatchObject({ code: 'engine-unavailable' });
  });
});
