import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished } from 'vitest';
import type { Points } from '../../../src-core/contract/shapes.ts';
import { type SurveyedDrive, surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { describe, IS_LONG, it } from '../../support/tier.ts';
import { engineThread } from '../engine-thread.ts';

describe('the map in levels of detail', () => {
  let done: SurveyedDrive;
  beforeAll(async () => {
    done = await surveyedDrive();
  });

  /** An engine with its own cache and the surveyed drive open. */
  async function opened(cache = temporaryFolder()) {
    const log = join(temporaryFolder(), 'socavon.log');
    process.env.SOCAVON_CACHE = cache;
    process.env.SOCAVON_LOG = log;
    const engine = engineThread();
    delete process.env.SOCAVON_CACHE;
    delete process.env.SOCAVON_LOG;
    onTestFinished(() => engine.kill());
    const path = join(temporaryFolder(), 'drive.socavon');
    copyFileSync(done.project, path);
    engine.tell({ kind: 'grant', path, scope: 'file', write: true });
    const { sessions } = await engine.client.call('project.open', { path });
    const { id: sessionId, scanCount } = sessions[0];
    return { call: engine.client.call, sessionId, scanCount, maps: join(cache, 'map-levels'), log };
  }

  it('holds every point of every scan once, where it was', async () => {
    const { call, sessionId, scanCount } = await opened();
    const { key, nodes, points } = await call('map.build', { sessionId });
    expect(nodes.length).toBeGreaterThan(3);
    expect(nodes.reduce((sum, { count }) => sum + count, 0)).toBe(points);

    const results: Points[] = [];
    for (const { id } of nodes) results.push(await call('map.node', { key, id }));
    const expected: Points[] = [];
    for (let from = 0; from < scanCount; from += 64)
      expected.push(...(await call('map.scans', { sessionId, from, count: 64 })));
    const [ours, theirs] = [byScan(results), byScan(expected)];
    expect([...ours.keys()].sort()).toEqual([...theirs.keys()].sort());
    let alone = 0;
    for (const [scan, rows] of ours) alone += withoutTwin(rows, theirs.get(scan)!);
    expect(alone).toBe(0);
  });

  it('is taken from the cache while the poses are the same, and built anew in another frame', async () => {
    const { call, sessionId, maps } = await opened();
    const first = await call('map.build', { sessionId });
    const [key] = readdirSync(maps);
    const { mtimeMs } = statSync(join(maps, key, 'map.copc.laz'));
    expect(await call('map.build', { sessionId })).toEqual(first);
    expect(statSync(join(maps, key, 'map.copc.laz')).mtimeMs).toBe(mtimeMs);

    const T_grid_first = { R: [0, -1, 0, 1, 0, 0, 0, 0, 1], t: [352_118, 9_001_447, 4213] };
    const placed = await call('map.build', { sessionId, T_grid_first });
    expect(placed.points).toBe(first.points);
    expect(placed.nodes[0].corner[1]).toBeGreaterThan(9_001_300);
    expect(readdirSync(maps)).toHaveLength(2);
    const root = await call('map.node', { key: placed.key, id: '' });
    expect(root.origin).toEqual(placed.nodes[0].corner);
    // A window that still looks at the first goes on.
    const other = await call('map.node', { key: first.key, id: '' });
    expect(other.origin).toEqual(first.nodes[0].corner);
    expect(other.xyz.length).toBe(3 * first.nodes[0].count);
  });

  it.runIf(IS_LONG)(
    'is built again, and never shown wrong, where the cache is damaged or was left half-made',
    async () => {
      const { call, sessionId, maps, log } = await opened();
      const first = await call('map.build', { sessionId });
      const [key] = readdirSync(maps);
      const file = join(maps, key, 'map.copc.laz');
      const whole = readFileSync(file);
      const { id, count } = first.nodes.findLast((node) => node.count > 100)!;
      const intact = await call('map.node', { key, id });

      // In the points: the window that asks for them gets them, after they were built anew.
      const middle = Math.floor(whole.length / 2);
      writeFileSync(file, damaged(whole, middle, middle + 200_000));
      const nodes = first.nodes.filter((node) => node.count > 0);
      let sum = 0;
      for (const node of nodes) sum += (await call('map.node', { key, id: node.id })).xyz.length / 3;
      expect(sum).toBe(first.points);
      expect(readFileSync(file).equals(whole)).toBe(true);
      expect(readFileSync(log, 'utf8')).toContain('map.copc.laz');

      // In the header, the hierarchy, or cut short: found when the map is opened.
      for (const bytes of [
        damaged(whole, 200, 201),
        damaged(whole, whole.length - 40, whole.length - 39),
        whole.subarray(0, middle),
      ]) {
        writeFileSync(file, bytes);
        expect(await call('map.build', { sessionId })).toEqual(first);
        expect(readFileSync(file).equals(whole)).toBe(true);
      }
      rmSync(file);
      mkdirSync(join(maps, `.${key}.00000000.part`));
      expect(await call('map.build', { sessionId })).toEqual(first);
      const again = await call('map.node', { key, id });
      expect(again).toEqual(intact);
      expect(again.xyz.length).toBe(3 * count);
    },
  );

  it.runIf(IS_LONG)('takes the place of maps of the former format', async () => {
    const { call, sessionId, maps } = await opened();
    const former = join(maps, 'f'.repeat(32));
    mkdirSync(former, { recursive: true });
    writeFileSync(join(former, 'index.json'), '{"points": 0, "nodes": [], "offsets": []}');
    writeFileSync(join(former, 'nodes.bin'), '');
    const { key } = await call('map.build', { sessionId });
    expect(readdirSync(maps)).toEqual([key]);
  });

  it.runIf(IS_LONG)('is built once where two windows ask for it at a time', async () => {
    const { call, sessionId, maps } = await opened();
    const [one, other] = await Promise.all([
      call('map.build', { sessionId }),
      call('map.build', { sessionId }),
    ]);
    expect(other).toEqual(one);
    expect(readdirSync(maps)).toHaveLength(1);
    expect((await call('map.node', { key: one.key, id: '' })).xyz.length).toBe(3 * one.nodes[0].count);
  });

  it.runIf(IS_LONG)('leaves nothing where it is cancelled, and can be built after', async () => {
    const { call, sessionId, maps } = await opened();
    const abort = new AbortController();
    await call('map.moved', { sessionId });
    const building = call(
      'map.build',
      { sessionId },
      { signal: abort.signal, onProgress: () => abort.abort() },
    );
    await expect(building).rejects.toMatchObject({ code: 'cancelled' });
    expect(readdirSync(maps)).toEqual([]);
    expect((await call('map.build', { sessionId })).points).toBeGreaterThan(0);
  });

  it('refuses nodes that were not built, and says why a folder cannot be written', async () => {
    const { call, sessionId } = await opened();
    const refused = (key: string, id: string) =>
      expect(call('map.node', { key, id })).rejects.toMatchObject({ code: 'usage' });
    await refused('0123456789abcdef0123456789abcdef', '');
    const { key } = await call('map.build', { sessionId });
    await refused(key, '77777777');
    await refused(key, '../8');
    await refused('..', '');

    const file = join(temporaryFolder(), 'cache');
    writeFileSync(file, 'a file, not a folder');
    const other = await opened(file);
    await expect(other.call('map.build', { sessionId })).rejects.toMatchObject({ code: 'file-unwritable' });
  });
});

/** @returns a copy with other bytes in a range */
function damaged(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (let at = from; at < to; at++) copy[at] ^= 0x55;
  return copy;
}

type Row = readonly [x: number, y: number, z: number];

/** All points of each scan, in order of x. */
function byScan(parts: readonly Points[]): Map<number, Row[]> {
  const rows = new Map<number, Row[]>();
  for (const { origin, xyz, scanIndex } of parts)
    scanIndex!.forEach((scan, i) => {
      const own = rows.get(scan) ?? [];
      if (own.length === 0) rows.set(scan, own);
      own.push([origin[0] + xyz[3 * i], origin[1] + xyz[3 * i + 1], origin[2] + xyz[3 * i + 2]]);
    });
  for (const own of rows.values()) own.sort((a, b) => a[0] - b[0]);
  return rows;
}

/** Half of a step of 0.1 mm, and of f32 in the largest cubes. */
const TOLERANCE = 5e-5 + 2e-5;

/** How many of these have no point of the others where they are, each of which can be the twin of one only. */
function withoutTwin(rows: readonly Row[], others: readonly Row[]): number {
  const used = new Uint8Array(others.length);
  let from = 0;
  let alone = Math.abs(rows.length - others.length);
  for (const row of rows) {
    while (from < others.length && others[from][0] < row[0] - TOLERANCE) from++;
    let k = from;
    while (k < others.length && (used[k] || !isNear(row, others[k])) && others[k][0] <= row[0] + TOLERANCE)
      k++;
    if (k < others.length && isNear(row, others[k]) && !used[k]) used[k] = 1;
    else alone++;
  }
  return alone;
}

function isNear(a: Row, b: Row): boolean {
  return a.every((value, axis) => Math.abs(value - b[axis]) <= TOLERANCE);
}
