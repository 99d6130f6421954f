import { expect } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { binKernels } from '../../src-lab/gpu/device-bins.ts';
import { recordTree, treeKernels } from '../../src-lab/gpu/device-tree.ts';
import { cloudToShift, type LocalCloud, placedCloud, roundedToF32 } from '../../src-lab/gpu/local-cloud.ts';
import { about, centroidOf } from '../../src-lab/problem/centroid.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { buildKdTree } from '../../src-lab/search/kd-tree-build.ts';
import { bentSheet, filledWith, nastyClouds } from '../lab/clouds.ts';
import { IS_LONG, it, tiered } from '../support/tier.ts';
import { describeOnGpu, keptContext } from './software-device.ts';

const SEED = 171;

/** What the device wrote: per node the box and slots, per slot the point. */
interface TreeRead {
  readonly nodes: number;
  readonly bytes: Uint32Array;
  readonly box: (node: number) => readonly number[];
  readonly range: (node: number) => readonly [first: number, end: number];
  readonly order: readonly number[];
  readonly xyz: Float64Array;
}

async function treeOnDevice(gpu: GpuContext, cloud: LocalCloud, leafPoints: number): Promise<TreeRead> {
  const kernels = { ...(await binKernels(gpu)), ...(await treeKernels(gpu)) };
  const encoder = gpu.device.createCommandEncoder();
  const { slots, structure } = recordTree(gpu, kernels, encoder, cloud, null, leafPoints, 'cloud');
  const nodes = new Uint32Array(
    await gpu.buffers.submitAndRead(encoder, structure.buffer, structure.size ?? 0),
  );
  const places = new Uint32Array(await gpu.buffers.read(slots.buffer, slots.size ?? 0));
  const corners = new Float32Array(nodes.buffer);
  const xyz = new Float32Array(places.buffer);
  return {
    nodes: nodes.length / 8,
    bytes: Uint32Array.from([...nodes, ...places]),
    box: (node) => [
      ...corners.subarray(8 * node, 8 * node + 3),
      ...corners.subarray(8 * node + 4, 8 * node + 7),
    ],
    range: (node) => [nodes[8 * node + 3], nodes[8 * node + 7]],
    order: Array.from({ length: cloud.count }, (_, slot) => places[4 * slot + 3]),
    xyz: Float64Array.from({ length: 3 * cloud.count }, (_, at) => xyz[4 * Math.floor(at / 3) + (at % 3)]),
  };
}

/** By looking at all points of each node: no code shared with either build. */
function expectTree(tree: TreeRead, cloud: LocalCloud, leafPoints: number): void {
  const { xyz } = roundedToF32(cloud);
  const { first, end, innerNodes } = buildKdTree({ count: cloud.count, xyz }, leafPoints);
  const { order } = tree;
  expect(tree.nodes).toBe(first.length);
  expect([...order].sort((a, b) => a - b)).toEqual(Array.from(order, (_, i) => i));
  for (let at = 0; at < xyz.length; at++) {
    if (tree.xyz[at] !== xyz[3 * order[Math.floor(at / 3)] + (at % 3)]) expect.fail(`slot ${at / 3} moved`);
  }
  for (let node = 0; node < tree.nodes; node++) {
    const [from, to] = tree.range(node);
    if (from !== first[node] || to !== end[node]) expect.fail(`node ${node} has slots ${from} to ${to}`);
    const box = tree.box(node);
    const axis = widestAxis(box);
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    // The last of the left half and the first of the right half, by coordinate, then index.
    let last = [-Infinity, -1];
    let next = [Infinity, Infinity];
    for (let slot = from; slot < to; slot++) {
      for (let k = 0; k < 3; k++) {
        low[k] = Math.min(low[k], tree.xyz[3 * slot + k]);
        high[k] = Math.max(high[k], tree.xyz[3 * slot + k]);
      }
      const own = [tree.xyz[3 * slot + axis], order[slot]];
      if (slot < from + Math.ceil((to - from) / 2)) last = isBefore(last, own) ? own : last;
      else next = isBefore(own, next) ? own : next;
    }
    if (![...low, ...high].every((v, k) => v === box[k])) expect.fail(`box of node ${node}: ${box}`);
    if (node < innerNodes && !isBefore(last, next)) expect.fail(`halves of node ${node}: ${last}, ${next}`);
  }
}

function isBefore([value, index]: readonly number[], [other, otherIndex]: readonly number[]): boolean {
  return value < other || (value === other && index < otherIndex);
}

/** In f32, as on the device. */
function widestAxis(box: readonly number[]): number {
  const extents = [0, 1, 2].map((k) => Math.fround(box[3 + k] - box[k]));
  return extents.indexOf(Math.max(...extents));
}

/** Clouds about their means, because those far off have no digits left in f32. */
function centred(cloud: PointSet): LocalCloud {
  return placedCloud(about(cloud, centroidOf(cloud)).xyz);
}

describeOnGpu(`k-d tree built on the device (seed ${SEED})`, (gpu) => {
  const random = seededRandom(SEED);
  const surface = (count: number): LocalCloud => placedCloud(bentSheet(count, random).xyz);
  // Of more points than one workgroup finishes, so that the upper levels are split by all.
  const clouds = nastyClouds(random, 1300);

  it.each(Object.keys(clouds))('halves, bounds and holds every point once: %s', async (name) => {
    const cloud = centred(clouds[name]);
    for (const leafPoints of [1, 8]) {
      expectTree(await treeOnDevice(gpu(), cloud, leafPoints), cloud, leafPoints);
    }
  });

  const sizes = [1, 2, 3, 63, 64, 65, 257, 511, 512, 513, 1000, 1024, 1025, 20_000, 100_000].flatMap(
    (count) => [1, 8].map((leafPoints) => ({ count, leafPoints })),
  );
  it.each(
    tiered(sizes, ({ count, leafPoints }) => leafPoints === 8 && [1, 2, 3, 65, 513, 20_000].includes(count)),
  )('$count points, $leafPoints in a leaf', async ({ count, leafPoints }) => {
    const cloud = surface(count);
    expectTree(await treeOnDevice(gpu(), cloud, leafPoints), cloud, leafPoints);
  });

  it('has in each leaf the points that the CPU has there, also of equal coordinates', async () => {
    for (const xyz of [surface(3000).xyz, clouds['integer grid'].xyz, clouds.duplicates.xyz]) {
      const cloud = placedCloud(xyz);
      const tree = await treeOnDevice(gpu(), cloud, 8);
      const { order } = buildKdTree(roundedToF32(cloud), 8);
      for (let node = 0; node < tree.nodes; node++) {
        const [from, to] = tree.range(node);
        const own = tree.order.slice(from, to).sort((a, b) => a - b);
        expect([node, ...own]).toEqual([node, ...Array.from(order.subarray(from, to)).sort((a, b) => a - b)]);
      }
    }
  });

  it('of a cloud that comes about the middle of a sample lies about its mean', async () => {
    const { count, xyz } = clouds['with a far outlier'];
    const cloud = cloudToShift({ count, xyz }, 'target');
    expect(cloud.shift).not.toEqual([0, 0, 0]);
    expectTree(await treeOnDevice(gpu(), cloud, 8), cloud, 8);
  });

  it('both zeros are one coordinate, and numbers too small for f32 arithmetic keep their order', async () => {
    const tiny = [0, -0, 1e-40, -1e-40, 2e-39, -3e-38, 1e-38];
    const cloud = placedCloud(
      filledWith(700, (i) => [tiny[i % 7], tiny[(i >> 1) % 7], tiny[(i >> 2) % 7]]).xyz,
    );
    const { order } = await treeOnDevice(gpu(), cloud, 8);
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from(order, (_, i) => i));
  });

  it.runIf(IS_LONG).each([128, 256])(
    'with workgroups of %i threads has the same nodes',
    async (workgroupSize) => {
      const cloud = surface(3000);
      const context = await keptContext({ workgroupSize });
      const { bytes } = await treeOnDevice(context, cloud, 8);
      context.destroy();
      expect(bytes).toEqual((await treeOnDevice(gpu(), cloud, 8)).bytes);
    },
  );

  it('gives the same bits again, also where another cloud was built in between', async () => {
    const cloud = surface(2000);
    const first = await treeOnDevice(gpu(), cloud, 8);
    await treeOnDevice(gpu(), surface(5000), 1);
    expect((await treeOnDevice(gpu(), cloud, 8)).bytes).toEqual(first.bytes);
  });
});
