import { makeStructuredView } from 'webgpu-utils';
import { type BinBox, binBox } from './bin-box.ts';
import type { GpuContext } from './context.ts';
import type { Kernel } from './kernel.ts';
import type { LocalCloud } from './local-cloud.ts';

/** A cloud in bins on the device, see shaders/bins.wgsl and match.wgsl. */
export interface DeviceBins {
  readonly box: BinBox;
  /** The box as shaders take it (struct Bins). */
  readonly bins: GPUBufferBinding;
  readonly starts: GPUBufferBinding;
  readonly slots: GPUBufferBinding;
}

/** Counts that a thread of bins-scan.wgsl takes. */
const COUNTS_PER_THREAD = 8;
const MOST_WORKGROUPS = 65_535;

export interface BinKernels {
  readonly count: Kernel;
  readonly sumBlocks: Kernel;
  readonly scanBlocks: Kernel;
  readonly scatter: Kernel;
}

export async function binKernels(gpu: GpuContext): Promise<BinKernels> {
  const constants = { WG: gpu.tuning.workgroupSize };
  const [count, sumBlocks, scanBlocks, scatter] = await Promise.all([
    gpu.kernel({ modules: ['bins', 'bins-count'], entryPoint: 'main', constants }),
    gpu.kernel({ modules: ['bins-scan'], entryPoint: 'sumBlocks', constants }),
    gpu.kernel({ modules: ['bins-scan'], entryPoint: 'scanBlocks', constants }),
    gpu.kernel({ modules: ['bins-scatter'], entryPoint: 'main', constants }),
  ]);
  return { count, sumBlocks, scanBlocks, scatter };
}

/**
 * Records the sorting of a cloud into bins: count, prefix sum, scatter.
 *
 * @param name of the cloud, to tell its buffers from those of others
 */
export function recordBins(
  gpu: GpuContext,
  kernels: BinKernels,
  encoder: GPUCommandEncoder,
  cloud: LocalCloud,
  name: string,
): DeviceBins {
  const box = binBox(cloud);
  const { workgroupSize } = gpu.tuning;
  const blocks = Math.ceil((box.bins + 1) / (workgroupSize * COUNTS_PER_THREAD));
  const storage = (part: string, bytes: number): GPUBufferBinding => ({
    buffer: gpu.buffers.storage(`${name} ${part}`, bytes),
    size: bytes,
  });
  const points = { buffer: gpu.buffers.upload(`${name} points`, cloud.xyz), size: cloud.xyz.byteLength };
  const counts = storage('counts', 4 * box.bins);
  const placement = storage('placement', 8 * cloud.count);
  const blockSums = storage('block sums', 4 * blocks);
  const starts = storage('starts', 4 * (box.bins + 1));
  const slots = storage('slots', 16 * cloud.count);
  const view = makeStructuredView(kernels.count.definitions.uniforms.bins);
  view.set({ origin: box.origin, edge: box.edge, size: box.size, inverse: 1 / box.edge });
  const bins = { buffer: gpu.buffers.uniform(`${name} bins`, view.arrayBuffer.byteLength) };
  gpu.device.queue.writeBuffer(bins.buffer, 0, view.arrayBuffer);

  const groups = Math.min(MOST_WORKGROUPS, Math.ceil(cloud.count / workgroupSize));
  const buffers = { bins, points, counts, placement, blockSums, starts, slots };
  encoder.clearBuffer(counts.buffer, 0, counts.size);
  const pass = encoder.beginComputePass({ label: `${name} bins` });
  for (const [kernel, workgroups] of [
    [kernels.count, groups],
    [kernels.sumBlocks, blocks],
    [kernels.scanBlocks, blocks],
    [kernels.scatter, groups],
  ] as const) {
    pass.setPipeline(kernel.pipeline);
    pass.setBindGroup(0, kernel.bind(buffers));
    pass.dispatchWorkgroups(workgroups);
  }
  pass.end();
  return { box, bins, starts, slots };
}
