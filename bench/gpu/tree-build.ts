import type { GpuContext } from '../../src-core/gpu/context.ts';
import { CloudRoom } from '../../src-lab/gpu/cloud-room.ts';
import { binKernels } from '../../src-lab/gpu/device-bins.ts';
import { recordTree, treeKernels } from '../../src-lab/gpu/device-tree.ts';
import { cloudForBins } from '../../src-lab/gpu/local-cloud.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';

/** Builds of one k-d tree on the card, to be timed. */
interface TreeBuild {
  /** Levels below the root. */
  readonly levels: number;
  /** From f64 points on the host until the device is ready. */
  whole(): Promise<void>;
  /** Again, of the points that are on the device already. */
  again(): Promise<void>;
}

/** @param leafPoints maximum points of a leaf */
export async function treeBuild(gpu: GpuContext, points: PointSet, leafPoints: number): Promise<TreeBuild> {
  const kernels = { ...(await binKernels(gpu)), ...(await treeKernels(gpu)) };
  const room = new CloudRoom();
  let cloud = cloudForBins(points, 'target', room);
  const build = async (uploaded: GPUBufferBinding | null): Promise<number> => {
    const encoder = gpu.device.createCommandEncoder();
    const { levels } = recordTree(gpu, kernels, encoder, cloud, uploaded, leafPoints, 'tree');
    gpu.device.queue.submit([encoder.finish()]);
    await gpu.device.queue.onSubmittedWorkDone();
    return levels;
  };
  const levels = await build(null);
  const size = cloud.xyz.byteLength;
  const uploaded = { buffer: gpu.buffers.storage('tree points', size), size };
  return {
    levels,
    async whole() {
      cloud = cloudForBins(points, 'target', room);
      await build(null);
    },
    async again() {
      await build(uploaded);
    },
  };
}
