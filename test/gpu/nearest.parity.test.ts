import { expect } from 'vitest';
import { makeStructuredView } from 'webgpu-utils';
import { GpuContext } from '../../src-core/gpu/context.ts';
import type { Kernel } from '../../src-core/gpu/kernel.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import type { SearchId } from '../../src-core/model/registration-ids.ts';
import { treeOf } from '../../src-lab/gpu/box-levels.ts';
import { binKernels, recordBins, recordPair, recordSlots } from '../../src-lab/gpu/device-bins.ts';
import { deviceSearch } from '../../src-lab/gpu/device-search.ts';
import {
  framesKernel,
  neighbourhoodKernel,
  normalsKernel,
  recordNeighbourhoods,
} from '../../src-lab/gpu/device-surface.ts';
import {
  cloudToShift,
  type LocalCloud,
  localCloud,
  placedCloud,
  roundedToF32,
} from '../../src-lab/gpu/local-cloud.ts';
import { FRAME_STRIDE, principalFrames } from '../../src-lab/methods/curvature.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { BruteForce } from '../../src-lab/search/brute-force.ts';
import { principalNormals } from '../../src-lab/search/normals.ts';
import { shadersOnDisk } from '../../src-main/device/shader-source.ts';
import { filledWith, nastyClouds } from '../lab/clouds.ts';
import { it, tiered } from '../support/tier.ts';
import { describeOnGpu } from './software-device.ts';

const SEED = 61;
const QUERIES = 200;
/** Queries of a workgroup of 64 threads with 4 for each. */
const BLOCK = 16;

/** Bindings that the search needs of a registration. */
const DECLARATIONS = `
  override WG: u32 = 64;
  const LANES: u32 = 4;
  struct Options { tree: Tree, targetCount: u32, innerNodes: u32, queries: u32, maxSquared: f32 }
  @group(0) @binding(0) var<uniform> options: Options;
  @group(0) @binding(2) var<storage, read> slots: array<vec4u>;
  @group(0) @binding(4) var<storage, read> queries: array<f32>;
  @group(0) @binding(5) var<storage, read_write> found: array<u32>;`;
const KERNEL = `
  @compute @workgroup_size(WG)
  fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
    takePlace(thread);
    let i = group.x * QUERIES + thread / LANES;
    let wanted = i < options.queries;
    var p = vec3f(0.0);
    if (wanted) { p = vec3f(queries[3u * i], queries[3u * i + 1u], queries[3u * i + 2u]); }
    let own = nearest(p, wanted, noMatch(options.maxSquared), WITH_SEED);
    let best = nearestOfLanes(own);
    if (wanted && laneOfQuery == 0u) { found[i] = best.index; }
  }`;

/** Neighbours to list, the point itself among them, and the words that each list has room for. */
const LISTED_NEIGHBOURS = 21;
const LIST_WORDS = 24;
/** Evaluates the neighbours of a point to their indices. */
const LISTS = `
  @group(0) @binding(1) var<storage, read> slots: array<vec4u>;
  @group(0) @binding(2) var<storage, read> structure: array<vec4f>;
  @group(0) @binding(3) var<storage, read_write> surface: array<u32>;
  fn leaveSurface(own: u32) {
    // written out for K below NEIGHBOURS
    surface[${LIST_WORDS}u * slots[own].w + K] = nearIndex_K;
    // end of what is written out
  }`;
/** On a surface, in a volume at exactly equal distances, and where there are fewer. */
const LISTED = ['coplanar', 'large integer grid', 'large and uniform', 'large, of duplicates', 'five points'];

/** Compiled once for all clouds. */
const kernels = new Map<string, Promise<Kernel>>();

/** Index of the nearest point for each query, by a structure on the device. */
async function nearestOnDevice(
  gpu: GpuContext,
  search: SearchId,
  cloud: LocalCloud,
  queries: Float32Array<ArrayBuffer>,
  withSeed = true,
  walk = 'boxes-walk',
): Promise<Uint32Array> {
  const disk = shadersOnDisk();
  const own: Record<string, string> = {
    declarations: DECLARATIONS,
    seeded: 'const WITH_SEED = true;',
    unseeded: 'const WITH_SEED = false;',
    kernel: KERNEL,
  };
  const context = new GpuContext(gpu.device, (name) => own[name] ?? disk(name), gpu.tuning, kernels);
  const encoder = gpu.device.createCommandEncoder();
  const built = await deviceSearch(context, search, cloud, await binKernels(context), encoder, null);
  const kernel = await context.kernel({
    modules: [
      ...['boxes', 'declarations', 'match', 'lanes'],
      ...(built.levels === null ? [] : ['boxes-reach', walk]),
      ...[built.module, withSeed ? 'seeded' : 'unseeded', 'kernel'],
    ],
    entryPoint: 'main',
    constants: { WG: 64 },
  });
  const count = queries.length / 3;
  const view = makeStructuredView(kernel.definitions.uniforms.options);
  view.set({
    ...(built.levels && { tree: treeOf(built.levels) }),
    targetCount: cloud.count,
    innerNodes: built.innerNodes,
    queries: count,
    maxSquared: 3e38,
  });
  const options = context.buffers.uniform('options', view.arrayBuffer.byteLength);
  gpu.device.queue.writeBuffer(options, 0, view.arrayBuffer);
  const buffer = context.buffers.storage('found', 4 * count);
  const pass = encoder.beginComputePass();
  pass.setPipeline(kernel.pipeline);
  pass.setBindGroup(
    0,
    kernel.bind({
      options,
      slots: built.slots,
      structure: built.structure ?? buffer,
      queries: context.buffers.upload('queries', queries),
      found: buffer,
    }),
  );
  pass.dispatchWorkgroups(Math.ceil(count / BLOCK));
  pass.end();
  const indices = new Uint32Array(await context.buffers.submitAndRead(encoder, buffer, 4 * count));
  context.destroy();
  return indices;
}

/** On points, midway between two, and around the box. */
function queriesAbout({ count, xyz }: LocalCloud, seed: number): Float32Array<ArrayBuffer> {
  const random = seededRandom(seed);
  const queries = new Float32Array(3 * QUERIES);
  for (let q = 0; q < QUERIES; q++) {
    const [i, j] = [3 * random.below(count), 3 * random.below(count)];
    for (let k = 0; k < 3; k++) {
      const [a, b] = [xyz[i + k], xyz[j + k]];
      queries[3 * q + k] = [
        a,
        (a + b) / 2,
        a + random.normal(),
        a + 3 * random.normal() * (1 + Math.abs(a - b)),
      ][q % 4];
    }
  }
  return queries;
}

/** Indices of the nearest points of each point by ascending distance, itself among them. */
async function listsOnDevice(gpu: GpuContext, cloud: LocalCloud): Promise<readonly (readonly number[])[]> {
  const disk = shadersOnDisk();
  const own = (name: string): string => (name === 'lists' ? LISTS : disk(name));
  const context = new GpuContext(gpu.device, own, gpu.tuning, kernels);
  const kernel = await neighbourhoodKernel(context, 'lists', LISTED_NEIGHBOURS - 1);
  const encoder = gpu.device.createCommandEncoder();
  const bins = recordBins(context, await binKernels(context), encoder, cloud, 'cloud');
  const surface = recordNeighbourhoods(context, kernel, encoder, bins, LIST_WORDS / 4);
  const bytes = 4 * LIST_WORDS * cloud.count;
  const words = new Uint32Array(await context.buffers.submitAndRead(encoder, surface.buffer, bytes));
  context.destroy();
  return Array.from({ length: cloud.count }, (_, i) =>
    [...words.subarray(LIST_WORDS * i, LIST_WORDS * i + LISTED_NEIGHBOURS)].filter(
      (index) => index < cloud.count,
    ),
  );
}

/** Surfaces without ties, so that f32 and f64 choose the same neighbours. */
function bumpySurface(count: number, seed: number): LocalCloud {
  const random = seededRandom(seed);
  return localCloud(
    filledWith(count, () => {
      const [x, y] = [3 * random.uniform(), 2 * random.uniform()];
      return [x, y, 0.3 * Math.sin(2 * x) + 0.2 * y * y];
    }),
    'target',
  );
}

describeOnGpu(`neighbours on the device (seed ${SEED})`, (gpu) => {
  // The large ones have trees whose upper nodes are divided by all workgroups.
  const large = nastyClouds(seededRandom(SEED + 2), 3000);
  const clouds: Record<string, PointSet> = {
    ...nastyClouds(seededRandom(SEED), 500),
    'large and uniform': large.uniform,
    'large integer grid': large['integer grid'],
    'large, of duplicates': large.duplicates,
  };

  it.each(Object.keys(clouds))('nearest points: %s', async (name) => {
    const { count, xyz } = clouds[name];
    const mean = Float64Array.from({ length: 3 }, (_, k) => {
      let sum = 0;
      for (let i = 0; i < count; i++) sum += xyz[3 * i + k] / count;
      return sum;
    });
    const cloud = placedCloud(Float64Array.from(xyz, (v, at) => v - mean[at % 3]));
    const queries = queriesAbout(cloud, SEED + 1);
    const oracle = new BruteForce(roundedToF32(cloud));
    const [brute, tree, bins] = await Promise.all(
      (['brute-force', 'kd-tree', 'voxel-bins'] as const).map((s) =>
        nearestOnDevice(gpu(), s, cloud, queries),
      ),
    );
    expect([...tree]).toEqual([...brute]);
    expect([...bins]).toEqual([...brute]);
    expect([...(await nearestOnDevice(gpu(), 'voxel-bins', cloud, queries, false))]).toEqual([...brute]);
    for (const withSeed of [true, false]) {
      const apart = await nearestOnDevice(gpu(), 'voxel-bins', cloud, queries, withSeed, 'boxes-walk-apart');
      expect([...apart]).toEqual([...brute]);
    }
    for (let q = 0; q < QUERIES; q++) {
      const [x, y, z] = queries.subarray(3 * q, 3 * q + 3);
      const distance = (i: number): number =>
        Math.hypot(...[x, y, z].map((v, k) => cloud.xyz[3 * i + k] - v));
      const exact = distance(oracle.nearest(x, y, z, Number.POSITIVE_INFINITY));
      const rounding = 1e-6 * (exact + Math.hypot(x, y, z));
      expect(distance(brute[q]) - exact, `query ${q}`).toBeLessThanOrEqual(rounding);
    }
  });

  it('a cloud that comes about the middle of a sample lies about its mean in the bins', async () => {
    const { count, xyz } = clouds['with a far outlier'];
    const cloud = cloudToShift({ count, xyz }, 'target');
    const encoder = gpu().device.createCommandEncoder();
    const { slots } = recordBins(gpu(), await binKernels(gpu()), encoder, cloud, 'cloud');
    const words = new Uint32Array(await gpu().buffers.submitAndRead(encoder, slots.buffer, slots.size!));
    const result = new Float64Array(3 * count);
    for (let at = 0; at < words.length; at += 4)
      result.set(new Float32Array(words.buffer, 4 * at, 3), 3 * words[at + 3]);
    expect(result).toEqual(roundedToF32(cloud).xyz);
  });

  it('two clouds that are sorted together get the slots and boxes that each gets by itself', async () => {
    const [target, source] = [bumpySurface(601, SEED + 41), bumpySurface(333, SEED + 40)];
    const kernels = await binKernels(gpu());
    const read = async (record: (encoder: GPUCommandEncoder) => GPUBufferBinding): Promise<Uint8Array> => {
      const encoder = gpu().device.createCommandEncoder();
      const { buffer, offset = 0, size = 0 } = record(encoder);
      const all = await gpu().buffers.submitAndRead(encoder, buffer, offset + size);
      return new Uint8Array(all, offset, size);
    };
    const pair = (encoder: GPUCommandEncoder) => recordPair(gpu(), kernels, encoder, target, source);
    const alone = (encoder: GPUCommandEncoder) => recordBins(gpu(), kernels, encoder, target, 'cloud');
    for (const part of ['slots', 'boxes'] as const)
      expect(await read((encoder) => pair(encoder).target[part])).toEqual(
        await read((encoder) => alone(encoder)[part]),
      );
    expect(await read((encoder) => pair(encoder).source.slots)).toEqual(
      await read((encoder) => recordSlots(gpu(), kernels, encoder, source, 'cloud').slots),
    );
  });

  it.each(tiered(LISTED, LISTED.slice(0, 2)))(
    'lists of 21 neighbours, more than a leaf holds: %s',
    async (name) => {
      const cloud = placedCloud(clouds[name].xyz);
      const result = await listsOnDevice(gpu(), cloud);
      const oracle = new BruteForce(roundedToF32(cloud));
      const [exact, squared] = [new Int32Array(LISTED_NEIGHBOURS), new Float64Array(LISTED_NEIGHBOURS)];
      // Squared distances between whole numbers have no rounding.
      const isWhole = cloud.xyz.every((v) => Number.isInteger(v));
      for (let i = 0; i < cloud.count; i++) {
        const [x, y, z] = cloud.xyz.subarray(3 * i, 3 * i + 3);
        const length = oracle.kNearest(x, y, z, LISTED_NEIGHBOURS, exact, squared);
        const list = result[i];
        expect(new Set(list).size, `point ${i}`).toBe(length);
        if (isWhole) expect(list, `point ${i}`).toEqual([...exact.subarray(0, length)]);
        // f32 chooses between two that are as far but for its rounding.
        const isAsFar = list.every((index, k) => {
          const own = [x, y, z].reduce((sum, v, axis) => sum + (cloud.xyz[3 * index + axis] - v) ** 2, 0);
          return Math.abs(own - squared[k]) <= 1e-6 * squared[k];
        });
        expect(isAsFar, `point ${i}`).toBe(true);
      }
    },
  );

  it.each(tiered([4, 9], [9]))('normals of %i neighbours', async (neighbours) => {
    const cloud = bumpySurface(600, SEED + neighbours);
    const kernel = await normalsKernel(gpu(), neighbours);
    const encoder = gpu().device.createCommandEncoder();
    const bins = recordBins(gpu(), await binKernels(gpu()), encoder, cloud, 'cloud');
    const surface = recordNeighbourhoods(gpu(), kernel, encoder, bins, 1);
    const result = new Float32Array(
      await gpu().buffers.submitAndRead(encoder, surface.buffer, surface.size!),
    );
    const points = roundedToF32(cloud);
    const exact = principalNormals(points, new BruteForce(points), neighbours);
    for (let i = 0; i < cloud.count; i++) {
      const cosine = [0, 1, 2].reduce((sum, k) => sum + result[4 * i + k] * exact[3 * i + k], 0);
      expect(Math.abs(cosine), `point ${i}`).toBeGreaterThan(1 - 1e-6);
    }
  });

  it('no normal where the neighbours are a line', async () => {
    const cloud = localCloud(
      filledWith(70, (i) => [i, 2 * i, -i]),
      'target',
    );
    const kernel = await normalsKernel(gpu(), 4);
    const encoder = gpu().device.createCommandEncoder();
    const bins = recordBins(gpu(), await binKernels(gpu()), encoder, cloud, 'cloud');
    const surface = recordNeighbourhoods(gpu(), kernel, encoder, bins, 1);
    const result = new Float32Array(
      await gpu().buffers.submitAndRead(encoder, surface.buffer, surface.size!),
    );
    expect(result.every((v) => v === 0)).toBe(true);
  });

  it('principal frames and curvatures', async () => {
    const cloud = bumpySurface(600, SEED + 20);
    const kernel = await framesKernel(gpu(), 12);
    const encoder = gpu().device.createCommandEncoder();
    const bins = recordBins(gpu(), await binKernels(gpu()), encoder, cloud, 'cloud');
    const surface = recordNeighbourhoods(gpu(), kernel, encoder, bins, 2);
    const result = new Float32Array(
      await gpu().buffers.submitAndRead(encoder, surface.buffer, surface.size!),
    );
    const points = roundedToF32(cloud);
    const exact = principalFrames(points, new BruteForce(points), 12);
    for (let i = 0; i < cloud.count; i++) {
      const frame = exact.subarray(FRAME_STRIDE * i, FRAME_STRIDE * (i + 1));
      const own = result.subarray(8 * i, 8 * i + 8);
      const normal = [0, 1, 2].reduce((sum, k) => sum + own[k] * frame[k], 0);
      expect(Math.abs(normal), `normal ${i}`).toBeGreaterThan(1 - 1e-5);
      // Seen from the other side the curvatures change sign, and so places.
      const [k1, k2] = normal > 0 ? [own[3], own[7]] : [-own[7], -own[3]];
      const size = 1 + Math.abs(frame[6]) + Math.abs(frame[7]);
      expect(Math.abs(k1 - frame[6]) / size, `first curvature ${i}`).toBeLessThan(2e-3);
      expect(Math.abs(k2 - frame[7]) / size, `second curvature ${i}`).toBeLessThan(2e-3);
    }
  });
});
