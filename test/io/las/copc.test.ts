import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Copc } from 'copc';
import { expect } from 'vitest';
import { memorySink, memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { crc32 } from '../../../src-core/io/bytes/crc32.ts';
import { readWholeCloud } from '../../../src-core/io/cloud/cloud-reader.ts';
import { boundsTracker, type CloudSummary } from '../../../src-core/io/cloud/cloud-writer.ts';
import { openCopc } from '../../../src-core/io/cloud/copc-reader.ts';
import { createCopcWriter, type Scratch } from '../../../src-core/io/cloud/copc-writer.ts';
import { EXPORT_MAP_DEFAULTS, exportMap } from '../../../src-core/io/cloud/export-map.ts';
import { openLas } from '../../../src-core/io/cloud/las-reader.ts';
import { LAS_WRITER_DEFAULTS } from '../../../src-core/io/cloud/las-records.ts';
import { createLasWriter } from '../../../src-core/io/cloud/las-writer.ts';
import { verifyCloud } from '../../../src-core/io/cloud/verify-cloud.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { describe, it, tiered } from '../../support/tier.ts';
import { memoryFolder, piecesOf, randomCloud, streamOf } from '../export/clouds.ts';

const ORIGIN: [number, number, number] = [-512_345.678, 9_123_456.789, -412.5];
const IN_ORDER = 3000;

function summaryOf(cloud: PointCloud): CloudSummary {
  const tracked = boundsTracker();
  if (cloud.count > 0) tracked.add(cloud);
  return { count: cloud.count, bounds: tracked.bounds(), hasReflectivity: true, hasScanIndex: true };
}

/** Scratch files in memory; `open` holds those that were not removed. */
function scratches(): { scratch: (number: number) => Scratch; open: Map<number, Uint8Array> } {
  const open = new Map<number, Uint8Array>();
  return {
    open,
    scratch: (number) => ({
      create: async () => {
        const sink = memorySink(`scratch ${number}`);
        return {
          ...sink,
          close: async () => {
            await sink.close();
            open.set(number, sink.bytes());
          },
        };
      },
      open: async () => ({ ...memorySource('scratch', open.get(number)!), close: async () => {} }),
      remove: async () => void open.delete(number),
    }),
  };
}

async function copcOf(cloud: PointCloud, inMemory: number): Promise<Uint8Array> {
  const sink = memorySink('map.copc.laz');
  const { scratch, open } = scratches();
  const writer = await createCopcWriter(sink, summaryOf(cloud), scratch, LAS_WRITER_DEFAULTS, {
    memoryPoints: inMemory,
    leafPoints: Math.min(20_000, inMemory),
  });
  for (const piece of piecesOf(cloud, 1777)) await writer.write(piece);
  const receipt = await writer.finish();
  await sink.close();
  expect(open.size).toBe(0);
  expect(receipt.checksum).toBe(crc32(sink.bytes()));
  await verifyCloud(memorySource('map.copc.laz', sink.bytes()), 'copc', receipt);
  return sink.bytes();
}

const STEP = 0.0001;

/** Records of the LAS of a cloud in the same steps, sorted. */
async function recordsOf(cloud: PointCloud): Promise<string[]> {
  const sink = memorySink('map.las');
  const writer = await createLasWriter(sink, summaryOf(cloud), { ...LAS_WRITER_DEFAULTS, scale: STEP });
  await writer.write(cloud);
  await writer.finish();
  await sink.close();
  const bytes = sink.bytes();
  const view = new DataView(bytes.buffer);
  return sortedRecords(
    bytes.subarray(view.getUint32(96, true)),
    [155, 163, 171].map((at) => view.getFloat64(at, true)),
  );
}

/** Each record as its coordinates in steps from zero, and its other bytes: offsets differ by whole metres. */
function sortedRecords(bytes: Uint8Array, offset: readonly number[]): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const records = Array.from({ length: bytes.length / 34 }, (_, i) => {
    const steps = offset.map((metres, axis) => view.getInt32(34 * i + 4 * axis, true) + metres / STEP);
    return `${steps.map(Math.round)} ${Buffer.from(bytes.subarray(34 * i + 12, 34 * i + 34)).toString('hex')}`;
  });
  return records.sort();
}

/** Our reader of nodes gives what the copc package does, each point within its half step of f32. */
async function expectSameNodes(bytes: Uint8Array, copc: Copc): Promise<void> {
  const get = async (begin: number, end: number): Promise<Uint8Array> => bytes.subarray(begin, end);
  const ours = await openCopc(memorySource('map.copc.laz', bytes));
  const { nodes } = await Copc.loadHierarchyPage(get, copc.info.rootHierarchyPage);
  expect(ours.nodes).toHaveLength(Object.keys(nodes).length);
  for (const node of ours.nodes) {
    const key = [1, 2, 4].map((bit) =>
      [...node.id].reduce((at, digit) => 2 * at + (Number(digit) & bit ? 1 : 0), 0),
    );
    const theirs = nodes[[node.id.length, ...key].join('-')]!;
    expect(node.count).toBe(theirs.pointCount);
    expect(node.spacing).toBeCloseTo(copc.info.spacing / 2 ** node.id.length, 9);
    const { origin, xyz, reflectivity, scanIndex } = await ours.pointsOf(node);
    expect(xyz).toHaveLength(3 * node.count);
    if (node.count === 0) continue;
    const view = await Copc.loadPointDataView(get, copc, theirs);
    const [x, y, z, intensity, scan] = ['X', 'Y', 'Z', 'Intensity', 'scan_index'].map(view.getter);
    for (let i = 0; i < node.count; i++) {
      [x, y, z].forEach((of, axis) => {
        const away = Math.abs(origin[axis] + xyz[3 * i + axis] - of(i));
        if (!(away <= node.edge * 2 ** -24 + 1e-8)) expect.fail(`point ${i} of ${node.id} is ${away} m away`);
      });
      if (reflectivity[i] !== intensity(i) || scanIndex[i] !== scan(i))
        expect.fail(`point ${i} of ${node.id}`);
    }
  }
}

function madeUp(kind: string, count: number): PointCloud {
  const cloud = randomCloud(211, count, ORIGIN);
  const random = seededRandom(212);
  const { xyz } = cloud;
  for (let i = 0; i < 3 * count; i += 3) {
    if (kind === 'a drive') xyz.set([0.01 * i, 2 * Math.cos(i), 2 * Math.sin(i)], i);
    if (kind === 'one place') xyz.set([1, 1, 1], i);
    if (kind === 'a stray point far away')
      xyz.set(i === 0 ? [90_000, 0, 0] : [random.uniform(), 0, random.uniform()], i);
  }
  return cloud;
}

describe('COPC as the copc package reads it (seed 211)', () => {
  const kinds = ['a box', 'a drive', 'one place', 'a stray point far away'];
  const cases = kinds.flatMap((kind) => [1_000_000, IN_ORDER, 100].map((inMemory) => ({ kind, inMemory })));
  it.each(tiered(cases, ({ inMemory }) => inMemory === IN_ORDER))(
    '$kind, $inMemory points at once',
    async ({ kind, inMemory }) => {
      const cloud = madeUp(kind, 30_000);
      const bytes = await copcOf(cloud, inMemory);
      const get = async (begin: number, end: number): Promise<Uint8Array> => bytes.subarray(begin, end);
      const copc = await Copc.create(get);
      expect(copc.wkt).toMatch(/^LOCAL_CS/);
      expect(copc.eb.map(({ name }) => name)).toEqual(['scan_index']);
      const [minX, minY, minZ, maxX] = copc.info.cube;
      const side = maxX - minX;
      const { nodes, pages } = await Copc.loadHierarchyPage(get, copc.info.rootHierarchyPage);
      expect(pages).toEqual({});
      const parts: Uint8Array[] = [];
      for (const [name, node] of Object.entries(nodes)) {
        const [level, ...at] = name.split('-').map(Number);
        if (level > 0) expect(nodes).toHaveProperty([level - 1, ...at.map((cell) => cell >> 1)].join('-'));
        if (node!.pointCount === 0) continue;
        const records = await Copc.loadPointDataBuffer(get, copc.header, node!);
        parts.push(records);
        const view = await Copc.loadPointDataView(get, copc, node!);
        const size = side / 2 ** level;
        ['X', 'Y', 'Z'].forEach((axis, i) => {
          const low = [minX, minY, minZ][i] + at[i] * size;
          const value = view.getter(axis);
          const values = Array.from({ length: node!.pointCount }, (_, row) => value(row));
          expect(Math.min(...values)).toBeGreaterThan(low - 1e-6);
          expect(Math.max(...values)).toBeLessThan(low + size + 1e-6);
        });
      }
      expect(copc.header.scale).toEqual([STEP, STEP, STEP]);
      expect(sortedRecords(Buffer.concat(parts), copc.header.offset)).toEqual(await recordsOf(cloud));
      await expectSameNodes(bytes, copc);
      // As a LAZ, without the octree.
      const whole = await readWholeCloud(await openLas(memorySource('map.copc.laz', bytes)));
      expect(whole.count).toBe(30_000);
    },
  );

  it('the root holds a thinned view of everything', async () => {
    const bytes = await copcOf(madeUp('a box', 60_000), 1_000_000);
    const get = async (begin: number, end: number): Promise<Uint8Array> => bytes.subarray(begin, end);
    const copc = await Copc.create(get);
    const { nodes } = await Copc.loadHierarchyPage(get, copc.info.rootHierarchyPage);
    const view = await Copc.loadPointDataView(get, copc, nodes['0-0-0-0']!);
    const cells = new Set<string>();
    const [x, y, z] = ['X', 'Y', 'Z'].map(view.getter);
    for (let i = 0; i < view.pointCount; i++)
      cells.add(
        [x(i), y(i), z(i)]
          .map((value, axis) => Math.floor((value - copc.info.cube[axis]) / copc.info.spacing + 1e-6))
          .join(),
      );
    // Of a box of 300 m in cells of 4 m.
    expect(view.pointCount).toBeGreaterThan(500);
    expect(cells.size).toBe(view.pointCount);
  });

  it.each([0, 1])('%i points', async (count) => {
    const bytes = await copcOf(randomCloud(211, count, ORIGIN), 1000);
    const get = async (begin: number, end: number): Promise<Uint8Array> => bytes.subarray(begin, end);
    const copc = await Copc.create(get);
    expect(copc.header.pointCount).toBe(count);
    const { nodes } = await Copc.loadHierarchyPage(get, copc.info.rootHierarchyPage);
    expect(nodes['0-0-0-0']?.pointCount).toBe(count);
  });
});

describe('an export as COPC', () => {
  it('leaves the file and no scratch', async () => {
    const folder = memoryFolder();
    const cloud = randomCloud(213, 5000, ORIGIN);
    const options = { ...EXPORT_MAP_DEFAULTS, formats: ['copc', 'laz'] as const };
    const { files } = await exportMap(() => streamOf(piecesOf(cloud, 999)), folder, options, SILENT_CONTEXT);
    expect(files.map(({ fileName }) => fileName)).toEqual(['map.copc.laz', 'map.laz']);
    expect([...folder.files.keys()].sort()).toEqual(['map.copc.laz', 'map.laz']);
  });

  it('that is given up while it divides on the disk leaves nothing', async () => {
    const sink = memorySink('map.copc.laz');
    const { scratch, open } = scratches();
    const cloud = randomCloud(213, 5000, ORIGIN);
    const writer = await createCopcWriter(sink, summaryOf(cloud), scratch, LAS_WRITER_DEFAULTS, {
      memoryPoints: 100,
    });
    await writer.write(cloud);
    await writer.abort?.();
    expect(open.size).toBe(0);
  });
});

describe('the nodes of a COPC', () => {
  it('are never other points than those that were written, whatever byte is damaged (seed 217)', async () => {
    const bytes = await copcOf(madeUp('a drive', 3000), 700);
    const whole = await pointsOfNodes(bytes);
    const random = seededRandom(217);
    let refused = 0;
    for (let round = 0; round < 400; round++) {
      const damaged = bytes.slice();
      const at = random.below(bytes.length);
      damaged[at] ^= 1 << random.below(8);
      try {
        if (!(await pointsOfNodes(damaged)).equals(whole)) expect.fail(`byte ${at} changes a point`);
      } catch (error) {
        if (!(error instanceof SocavonError && error.code === 'file-format')) throw error;
        refused++;
      }
    }
    // What is not refused is read by other programs only: the table of the chunks, the headers of the records behind them.
    expect(refused).toBeGreaterThan(350);
  });

  it('are refused where the file is cut short (seed 218)', async () => {
    const bytes = await copcOf(madeUp('a drive', 3000), 700);
    const random = seededRandom(218);
    for (let round = 0; round < 100; round++)
      await expect(pointsOfNodes(bytes.subarray(0, random.below(bytes.length)))).rejects.toMatchObject({
        code: 'file-format',
      });
  });

  it('are refused in a COPC of another program, and in a LAZ: neither has checksums', async () => {
    const folder = memoryFolder();
    const options = { ...EXPORT_MAP_DEFAULTS, formats: ['laz'] as const };
    await exportMap(() => streamOf([randomCloud(219, 500, ORIGIN)]), folder, options, SILENT_CONTEXT);
    const pdal = readFileSync(join(import.meta.dirname, '../cloud/data/pdal/1.2-with-color.copc.laz'));
    for (const bytes of [folder.files.get('map.laz')!, new Uint8Array(pdal)])
      await expect(pointsOfNodes(bytes)).rejects.toThrow(/octree of the COPC/);
  });

  it('have the northing of a mine to half a step of 0.1 mm', async () => {
    const cloud = madeUp('one place', 1);
    cloud.xyz.set([0.01234, 0.056789, 0.0321]);
    const copc = await openCopc(memorySource('map.copc.laz', await copcOf(cloud, 100)));
    const { origin, xyz } = await copc.pointsOf(copc.nodes[0]);
    ORIGIN.forEach((metres, axis) => {
      expect(Math.abs(origin[axis] + xyz[axis] - (metres + cloud.xyz[axis]))).toBeLessThan(STEP / 2 + 1e-6);
    });
  });
});

/** All points of all nodes. */
async function pointsOfNodes(bytes: Uint8Array): Promise<Buffer> {
  const copc = await openCopc(memorySource('map.copc.laz', bytes));
  const parts: ArrayBuffer[] = [];
  for (const node of copc.nodes) {
    const { origin, xyz, reflectivity, scanIndex } = await copc.pointsOf(node);
    parts.push(Float64Array.from(origin).buffer, xyz.buffer, reflectivity.buffer, scanIndex.buffer);
  }
  return Buffer.concat(parts.map((part) => new Uint8Array(part)));
}
