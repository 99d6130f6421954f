import { GpuContext } from '../../src-core/gpu/context.ts';
import { shadersOnDisk } from '../../src-main/device/shader-source.ts';

/**
 * Runs shader functions on many inputs at once: `text` reads `input` and writes `output` (array<f32>) for its thread `i`.
 *
 * @param modules of shaders/ that the text uses
 * @param perThread numbers that a thread writes
 */
export async function runTestKernel(
  { device }: GpuContext,
  modules: readonly string[],
  declarations: string,
  text: string,
  input: Float32Array<ArrayBuffer>,
  threads: number,
  perThread: number,
): Promise<Float32Array> {
  const disk = shadersOnDisk();
  const own: Record<string, string> = {
    'test declarations': declarations,
    'test kernel': `
      @group(0) @binding(0) var<storage, read> input: array<f32>;
      @group(0) @binding(1) var<storage, read_write> output: array<f32>;
      @compute @workgroup_size(1) fn main(@builtin(workgroup_id) group: vec3u) {
        let i = group.x;
        ${text}
      }`,
  };
  const context = new GpuContext(device, (name) => own[name] ?? disk(name));
  const kernel = await context.kernel({
    modules: ['test declarations', ...modules, 'test kernel'],
    entryPoint: 'main',
  });
  const output = context.buffers.storage('output', 4 * threads * perThread);
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(kernel.pipeline);
  pass.setBindGroup(0, kernel.bind({ input: context.buffers.upload('input', input), output }));
  pass.dispatchWorkgroups(threads);
  pass.end();
  const read = await context.buffers.submitAndRead(encoder, output, 4 * threads * perThread);
  context.destroy();
  return new Float32Array(read);
}
