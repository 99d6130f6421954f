import { expect } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import { binKernels, recordBins } from '../../src-lab/gpu/device-bins.ts';
import { buildsCells, recordCells } from '../../src-lab/gpu/device-cells.ts';
import { type LocalCloud, placedCloud, roundedToF32 } from '../../src-lab/gpu/local-cloud.ts';
import { REGISTRATION_DEFAULTS, type RegistrationOptions } from '../../src-lab/problem/method.ts';
import { buildKdTree, type KdTreeArrays } from '../../src-lab/search/kd-tree-build.ts';
import { bentSheet, nastyClouds } from '../lab/clouds.ts';
import { describe, it, tiered } from '../support/tier.ts';
import { describeOnGpu } from './software-device.ts';

const SEED = 181;
const METHODS = ['icp-approx', 'newton-point', 'newton-plane'] as const;

type Options = Partial<RegistrationOptions>;

interface CellsRead {
  /** Mean of each node, m, and its number. */
  readonly means: Float32Array;
  readonly numbers: Uint32Array;
  readonly axis: (node: number) => number;
  readonly plane: (node: number) => number;
  /** Twelve numbers per node, as in shaders/surface-stored.wgsl. */
  readonly quadratics: Float32Array | null;
  /** Four numbers per point, for the distance to the plane. */
  readonly normals: Float32Array | null;
  readonly innerNodes: number;
}

async function cellsOnDevice(gpu: GpuContext, cloud: LocalCloud, options: Options): Promise<CellsRead> {
  const all = { ...REGISTRATION_DEFAULTS, search: 'kd-tree', ...options } as const;
  expect(buildsCells(gpu, cloud.count, all)).toBe(true);
  const kernels = await binKernels(gpu);
  const encoder = gpu.device.createCommandEncoder();
  const bins = () => recordBins(gpu, kernels, encoder, cloud, 'target');
  const { search, surface } = await recordCells(gpu, encoder, cloud, kernels, bins, all);
  gpu.device.queue.submit([encoder.finish()]);
  const read = async ({ buffer, size = 0 }: GPUBufferBinding): Promise<ArrayBuffer> =>
    gpu.buffers.read(buffer, size);
  const cells = await read(search.slots);
  const split = await read(search.structure ?? expect.unreachable());
  const stored = surface?.surface ? new Float32Array(await read(surface.surface)) : null;
  const normals =
    options.method === 'newton-plane'
      ? new Float32Array(await gpu.buffers.read(gpu.buffers.storage('surface', 16), 16 * cloud.count))
      : null;
  return {
    means: new Float32Array(cells),
    numbers: new Uint32Array(cells),
    axis: (node) => new Uint32Array(split)[2 * node],
    plane: (node) => new Float32Array(split)[2 * node + 1],
    quadratics: stored,
    normals,
    innerNodes: search.innerNodes,
  };
}

/** Greatest coordinate, which the rounding of sums and means is proportional to, m. */
function sizeOf({ xyz }: LocalCloud): number {
  return xyz.reduce((most, v) => Math.max(most, Math.abs(v)), 0);
}

function points({ first, end, order }: KdTreeArrays, node: number): readonly number[] {
  // An empty leaf stands for its parent.
  const of = first[node] === end[node] ? (node - 1) >> 1 : node;
  return Array.from(order.subarray(first[of], end[of]));
}

function expectMeans(cells: CellsRead, tree: KdTreeArrays, cloud: LocalCloud): void {
  const size = sizeOf(cloud);
  for (let node = 0; node < tree.first.length; node++) {
    const members = points(tree, node);
    expect(cells.numbers[4 * node + 3]).toBe(node);
    for (let k = 0; k < 3; k++) {
      const mean = members.reduce((sum, i) => sum + cloud.xyz[3 * i + k] / members.length, 0);
      // A rounding for each level, relative to the greatest coordinate.
      if (!(Math.abs(cells.means[4 * node + k] - mean) <= 2e-7 * (tree.levels + 1) * size))
        expect.fail(`mean of node ${node}: ${cells.means[4 * node + k]}, not ${mean}`);
    }
  }
}

/** Mean over the points of each node of their squared distances to a place, by the device's normals. */
function expectQuadratics(cells: CellsRead, tree: KdTreeArrays, cloud: LocalCloud, random: Random): void {
  const { normals } = cells;
  const quadratics = cells.quadratics ?? expect.unreachable('no quadratics');
  const size = sizeOf(cloud);
  for (let node = 0; node < tree.first.length; node++) {
    const q = [0, 1, 2].map(() => size * random.normal());
    const u = q.map((v, k) => v - cells.means[4 * node + k]);
    const [xx, xy, xz, yy, yz, zz, bx, by, bz, c] = quadratics.subarray(12 * node);
    const [x, y, z] = u;
    const result =
      xx * x * x +
      yy * y * y +
      zz * z * z +
      2 * (xy * x * y + xz * x * z + yz * y * z) -
      2 * (bx * x + by * y + bz * z) +
      c;
    const isEmpty = tree.first[node] === tree.end[node];
    const members = isEmpty ? [] : points(tree, node);
    let mean = 0;
    for (const i of members) {
      const d = q.map((v, k) => v - cloud.xyz[3 * i + k]);
      const off = normals === null ? 0 : d.reduce((sum, v, k) => sum + v * normals[4 * i + k], 0);
      mean += (normals === null ? d.reduce((sum, v) => sum + v * v, 0) : off * off) / members.length;
    }
    // Terms of the size of the squared offset are rounded on each level.
    const rounding = 1e-6 * (tree.levels + 1) * (Math.hypot(...u) + 2 * size) ** 2;
    if (!(Math.abs(result - mean) <= rounding))
      expect.fail(`quadratic of node ${node}: ${result}, not ${mean}`);
  }
}

/** The plane leaves no point of the left child beyond it, and none of the right one before it. */
function expectPlanes(cells: CellsRead, tree: KdTreeArrays, cloud: LocalCloud): void {
  for (let node = 0; node < tree.innerNodes; node++) {
    const [left, right] = [2 * node + 1, 2 * node + 2].map((child) =>
      Array.from(
        tree.order.subarray(tree.first[child], tree.end[child]),
        (i) => cloud.xyz[3 * i + cells.axis(node)],
      ),
    );
    const plane = cells.plane(node);
    if (!left.every((v) => v <= plane) || !right.every((v) => plane <= v))
      expect.fail(`plane of node ${node}: ${plane}`);
    if (right.length === 0) expect(plane).toBeGreaterThan(3.4e38);
  }
}

const LARGE = 'a surface of 20000 points';

describeOnGpu(`cells of a k-d tree built on the device (seed ${SEED})`, (gpu) => {
  const random = seededRandom(SEED);
  const surface = (count: number): LocalCloud => placedCloud(bentSheet(count, random).xyz);
  const nasty = nastyClouds(random, 600);
  const clouds: Record<string, LocalCloud> = {
    ...Object.fromEntries(
      ['integer grid', 'coplanar', 'collinear', 'duplicates', 'one place', 'five points', 'one point'].map(
        (name) => [name, placedCloud(nasty[name].xyz)],
      ),
    ),
    'a surface of 700 points': surface(700),
    'a surface of 1024 points': surface(1024),
    'a surface of 1 mm': placedCloud(surface(300).xyz.map((v) => v / 4000)),
    'a surface of 1000 km': placedCloud(surface(300).xyz.map((v) => v * 2.5e5)),
    [LARGE]: surface(20_000),
  };

  describe.each(METHODS)('for %s', (method) => {
    it.each(tiered(Object.keys(clouds), (name) => name !== LARGE))(
      'are those of their points, on all levels: %s',
      async (name) => {
        const cloud = clouds[name];
        const tree = buildKdTree(roundedToF32(cloud), 1);
        const cells = await cellsOnDevice(gpu(), cloud, { method, cellLevel: Number.POSITIVE_INFINITY });
        expect(cells.innerNodes).toBe(tree.innerNodes);
        expectMeans(cells, tree, cloud);
        expectPlanes(cells, tree, cloud);
        if (method === 'icp-approx') expect(cells.quadratics).toBeNull();
        else expectQuadratics(cells, tree, cloud, random);
      },
    );
  });

  it('of a level are searched above it only', async () => {
    const { innerNodes } = await cellsOnDevice(gpu(), surface(100), { method: 'icp-approx', cellLevel: 3 });
    expect(innerNodes).toBe(7);
  });

  it('are built on the CPU for other distances and searches, and where they exceed a binding', () => {
    const all = { ...REGISTRATION_DEFAULTS, cellLevel: 4 };
    const builds = (options: Options, context = gpu()): boolean =>
      buildsCells(context, 1000, { ...all, ...options });
    expect(builds({ method: 'newton-plane', search: 'kd-tree' })).toBe(true);
    expect(builds({ method: 'newton-plane', search: 'voxel-bins' })).toBe(false);
    expect(builds({ method: 'newton-custom', search: 'kd-tree' })).toBe(false);
    expect(builds({ method: 'newton-second-order', search: 'kd-tree' })).toBe(false);
    // 2047 nodes of 48 bytes, and of 32 for the tree alone.
    const small = gpu().withOwnBuffers(2047 * 48 - 1);
    expect(builds({ method: 'newton-plane', search: 'kd-tree' }, small)).toBe(false);
    expect(builds({ method: 'icp-approx', search: 'kd-tree' }, small)).toBe(true);
    small.destroy();
  });
});
