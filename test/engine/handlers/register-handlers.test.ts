import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { expSo3 } from '../../../src-core/math/se3.ts';
import type { PointSet } from '../../../src-lab/problem/method.ts';
import { saddle, sampledSaddle } from '../../../src-lab/problem/saddle.ts';
import { register } from '../../../src-lab/register/register.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { cpuMilliseconds } from '../../support/cpu-time.ts';
import { IS_LONG, it, tiered } from '../../support/tier.ts';
import { engineThread } from '../engine-thread.ts';

const SEED = 5;
const TARGET = saddle(40);
/** The same surface, turned and shifted a little, over mine-grid coordinates in both files. */
const SOURCE = turned(sampledSaddle(700, SEED));
const CENTRE = [450_000, 8_900_000, 4_000];

function turned({ count, xyz }: PointSet): PointSet {
  const R = expSo3(0.03, -0.02, 0.04);
  return {
    count,
    xyz: Float64Array.from(xyz, (_, at) => {
      const [k, i] = [at % 3, 3 * Math.floor(at / 3)];
      return R[3 * k] * xyz[i] + R[3 * k + 1] * xyz[i + 1] + R[3 * k + 2] * xyz[i + 2] + 0.03 * (k + 1);
    }),
  };
}

function textOf({ xyz, count }: PointSet): string {
  const line = (i: number): string => CENTRE.map((c, k) => (c + xyz[3 * i + k]).toFixed(6)).join(' ');
  return Array.from({ length: count }, (_, i) => line(i)).join('\n');
}

/** An engine that may read a folder with these files, and nothing else. */
function lab(files: Record<string, string>, write = false) {
  const engine = engineThread();
  onTestFinished(() => engine.kill());
  const folder = temporaryFolder();
  engine.tell({ kind: 'grant', path: folder, scope: 'folder', write });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return { call: engine.client.call, at: (name: string) => join(folder, name) };
}

/** Of a request, what a person may choose besides the clouds. */
type Asked = { distance?: string; options?: Record<string, number> };

describe('the registration lab, asked of the engine', () => {
  it('lays a cloud onto another with the reference of the method, and keeps the way there', async () => {
    const { call, at } = lab({ 'a.xyz': textOf(SOURCE), 'b.xyz': textOf(TARGET) });
    const files = { source: at('a.xyz'), target: at('b.xyz') };
    const result = await call('register.run', { ...files, method: 'icp-plane', engine: 'cpu' });
    const { points, count } = await call('cloud.read', { path: at('a.xyz') });
    expect(count).toBe(SOURCE.count);
    expect(points.xyz).toHaveLength(3 * SOURCE.count);
    expect(result).toMatchObject({ method: 'icp-plane', isScan: false });
    // 700 points are some 350 cells of surface, which tell a pose within a centimetre, and no better.
    expect(result.verdict).toMatchObject({ verdict: 'weak', reason: 'weak-direction', better: null });
    expect(result.verdict?.said?.sentence).toMatchObject({ code: 'pose-weak' });
    expect(result.verdict?.summary.message).toMatch(/^Verdict: weak; 96 % matched; held least: /);
    expect(result.verdict?.weakest?.sigma).toBeLessThan(0.015);
    expect(result.verdict?.covariance).toHaveLength(36);
    const chosen = await call('register.run', { ...files, method: null, engine: 'cpu' });
    expect(chosen).toMatchObject({ method: 'icp-plane', T_target_source: result.T_target_source });
    expect(result.poses).toHaveLength(result.iterations);
    expect(result.rmsPerIteration).toHaveLength(result.iterations);
    expect(result.poses.at(-1)).toEqual(result.T_target_source);
    expect(result.rms).toBeLessThan(0.02);
    expect(result.eigenvalues).toHaveLength(6);
    expect(result.undetermined).toEqual([]);
    expect(result.engine).toBe('cpu');
    // Near the origin the turn is the same; the shift belongs to the mine grid.
    const near = register(SOURCE, TARGET, { method: 'icp-plane', maxDistance: Number.POSITIVE_INFINITY });
    result.T_target_source.R.forEach((value, k) => {
      expect(value).toBeCloseTo(near.T_target_source.R[k], 3);
    });
  });

  it.runIf(IS_LONG)('thins what is drawn, and keeps millimetres at a mine grid', async () => {
    const { call, at } = lab({ 'b.xyz': textOf(TARGET) });
    const { points, count } = await call('cloud.read', { path: at('b.xyz'), most: 400 });
    expect(count).toBe(TARGET.count);
    expect(points.xyz).toHaveLength(3 * 400);
    for (let k = 0; k < 3; k++)
      expect(points.origin[k] + points.xyz[k] - CENTRE[k]).toBeCloseTo(TARGET.xyz[k], 5);
  });

  it.runIf(IS_LONG)('goes only as far as it is asked', async () => {
    const { call, at } = lab({ 'a.xyz': textOf(SOURCE), 'b.xyz': textOf(TARGET) });
    const files = { source: at('a.xyz'), target: at('b.xyz') };
    const result = await call('register.run', {
      ...files,
      method: 'icp-point',
      engine: 'cpu',
      options: { maxIterations: 2 },
    });
    expect(result).toMatchObject({ iterations: 2, stopped: 'iteration-limit' });
  });

  it('starts where a file says, takes a distance of one’s own, and says where few points match', async () => {
    const { call, at } = lab({
      'a.xyz': textOf(SOURCE),
      'b.xyz': textOf(TARGET),
      'far.txt': '1 0 0 2.5 0 1 0 0 0 0 1 0 0 0 0 1',
      'distance.mjs': 'export default () => ({ A: [[1, 0, 0], [0, 1, 0], [0, 0, 1]] });',
    });
    const files = { source: at('a.xyz'), target: at('b.xyz'), engine: 'cpu' } as const;
    const own = await call('register.run', {
      ...files,
      method: 'newton-custom',
      distance: at('distance.mjs'),
    });
    // Steps longer than a whole one are newton-point's alone.
    const whole = { armijoLongest: 1 };
    const known = await call('register.run', { ...files, method: 'newton-point', options: whole });
    expect(own.T_target_source).toEqual(known.T_target_source);
    expect(own).toMatchObject({ sourcePoints: SOURCE.count, hasFewMatches: false });
    const options = { maxIterations: 0, maxDistance: 0.2 };
    const T_start = await call('transform.read', { path: at('far.txt') });
    const far = await call('register.run', { ...files, method: 'icp-point', T_start, options });
    expect(far.T_start).toEqual(T_start);
    expect(far.T_target_source.t).toEqual([2.5, 0, 0]);
    expect(far.hasFewMatches).toBe(true);
    expect(far.inliers).toBeLessThan(SOURCE.count / 2);
  });

  it('reads a typed transform like a file of one, and refuses what is none', async () => {
    const { call, at } = lab({ 'b.xyz': textOf(TARGET) });
    const typed = await call('transform.read', { text: '0 -1 0 1\n1 0 0 2\n0 0 1 3\n0 0 0 1' });
    expect(typed.t).toEqual([1, 2, 3]);
    [0, -1, 0, 1, 0, 0, 0, 0, 1].forEach((value, k) => {
      expect(typed.R[k]).toBeCloseTo(value, 14);
    });
    await expect(call('transform.read', { text: '1 0 0' })).rejects.toMatchObject({ code: 'file-format' });
    await expect(call('transform.read', { path: '/etc/hostname' })).rejects.toMatchObject({
      code: 'path-refused',
    });
    await expect(call('text.write', { path: at('b.csv'), text: 'a' })).rejects.toMatchObject({
      code: 'path-refused',
    });
  });

  it.runIf(IS_LONG)(
    'compares poses on one set of points: the right one by the noise, a shifted one by its shift',
    async () => {
      const { call, at } = lab({ 'b.xyz': textOf(TARGET) });
      const files = { source: at('b.xyz'), target: at('b.xyz') };
      const R = [1, 0, 0, 0, 1, 0, 0, 0, 1];
      const poses = [
        { R, t: [0, 0, 0] },
        { R, t: [0, 0, 0.01] },
        { R, t: [0, 0, 500] },
      ];
      const result = await call('register.compare', { ...files, poses, limit: 0.05 });
      expect(result).toMatchObject({ limit: 0.05, points: TARGET.count, of: TARGET.count });
      // Six decimals in the files.
      expect(result.errors[0].rms).toBeLessThan(1e-5);
      // Distances are to the surface, which slopes: steep parts of it are nearer than the shift.
      expect(result.errors[1].rms).toBeGreaterThan(0.002);
      expect(result.errors[1].rms).toBeLessThanOrEqual(0.01 + 1e-5);
      expect(result.errors[2].rms).toBeCloseTo(0.05, 12);
      expect(result.errors[2].share).toBe(0);
    },
  );

  it.runIf(IS_LONG)(
    'writes the moved cloud in each format of maps, and nothing under another ending or over the cloud itself',
    async () => {
      const { call, at } = lab({ 'a.xyz': textOf(SOURCE) }, true);
      const matrix = [0, -1, 0, 10, 1, 0, 0, 20, 0, 0, 1, 30, 0, 0, 0, 1];
      for (const name of ['moved.ply', 'moved.las', 'moved.e57', 'moved.pts', 'moved.pcd']) {
        const written = await call('cloud.writeMoved', { source: at('a.xyz'), path: at(name), matrix });
        expect(written.points).toBe(SOURCE.count);
        const { points, count } = await call('cloud.read', { path: at(name) });
        expect(count).toBe(SOURCE.count);
        for (let i = 0; i < 3 * count; i += 3) {
          const [x, y, z] = [0, 1, 2].map((k) => CENTRE[k] + SOURCE.xyz[i + k]);
          const expected = [-y + 10, x + 20, z + 30];
          // LAS counts millimetres.
          for (let k = 0; k < 3; k++)
            expect(Math.abs(points.origin[k] + points.xyz[i + k] - expected[k])).toBeLessThan(6e-4);
        }
      }
      const write = (name: string) =>
        call('cloud.writeMoved', { source: at('a.xyz'), path: at(name), matrix });
      await expect(write('moved.xyz')).rejects.toMatchObject({ code: 'usage' });
      await expect(write('a.xyz')).rejects.toMatchObject({ code: 'usage' });
    },
  );

  it('ends a brute-force search in the middle at once', async () => {
    const many = saddle(200);
    const { call, at } = lab({ 'a.xyz': textOf(many), 'b.xyz': textOf(many) });
    const stop = new AbortController();
    const running = call(
      'register.run',
      {
        source: at('a.xyz'),
        target: at('b.xyz'),
        method: 'icp-point',
        search: 'brute-force',
        engine: 'cpu',
      },
      { signal: stop.signal },
    );
    running.catch(() => {});
    await call('cloud.read', { path: at('a.xyz') });
    const request = cpuMilliseconds();
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect(cpuMilliseconds() - request).toBeLessThan(1500);
  });

  const wrongs: [string, { method?: string; search?: string; source?: string } & Asked, string][] = [
    ['a method that there is not', { method: 'icp-magic' }, 'usage'],
    ['a search that there is not', { search: 'by-eye' }, 'usage'],
    ['a file that was not chosen', { source: '/etc/hostname' }, 'path-refused'],
    ['an option of another method', { options: { armijoShrink: 0.5 } }, 'usage'],
    ['an option out of its range', { options: { maxIterations: -1 } }, 'usage'],
    ['a module that was not chosen', { method: 'newton-custom', distance: '/etc/hostname' }, 'path-refused'],
    ['a distance of one’s own without a module', { method: 'newton-custom' }, 'usage'],
    ['an empty file', { source: 'empty.xyz' }, 'file-format'],
  ];
  it.each(tiered(wrongs, [wrongs[2], wrongs[4], wrongs[7]]))('refuses %s', async (_, wrong, code) => {
    const { call, at } = lab({ 'b.xyz': textOf(TARGET), 'empty.xyz': '' });
    const request = { source: at('b.xyz'), target: at('b.xyz'), method: 'icp-point', engine: 'cpu' } as const;
    const source = wrong.source === 'empty.xyz' ? at('empty.xyz') : (wrong.source ?? request.source);
    await expect(call('register.run', { ...request, ...wrong, source })).rejects.toMatchObject({ code });
  });
});
