import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { PointSet } from '../../../src-core/lab/method.ts';
import { register } from '../../../src-core/lab/register.ts';
import { saddle, sampledSaddle } from '../../../src-core/lab/saddle.ts';
import { expSo3 } from '../../../src-core/math/se3.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { cpuMilliseconds } from '../../support/cpu-time.ts';
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
function lab(files: Record<string, string>) {
  const engine = engineThread();
  onTestFinished(() => engine.kill());
  const folder = temporaryFolder();
  engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: false });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return { call: engine.client.call, at: (name: string) => join(folder, name) };
}

/** Of a request, what a person may choose besides the clouds. */
type Asked = { init?: string; distance?: string; options?: Record<string, number> };

describe('the registration lab, asked of the engine', () => {
  it('lays a cloud onto another with the reference of the method, and keeps the way there', async () => {
    const { call, at } = lab({ 'a.xyz': textOf(SOURCE), 'b.xyz': textOf(TARGET) });
    const files = { source: at('a.xyz'), target: at('b.xyz') };
    const found = await call('register.run', { ...files, method: 'icp-plane', engine: 'cpu' });
    const { points, count } = await call('cloud.read', { path: at('a.xyz') });
    expect(count).toBe(SOURCE.count);
    expect(points.xyz).toHaveLength(3 * SOURCE.count);
    expect(found.poses).toHaveLength(found.iterations);
    expect(found.rmsPerIteration).toHaveLength(found.iterations);
    expect(found.poses.at(-1)).toEqual(found.T_target_source);
    expect(found.rms).toBeLessThan(0.02);
    expect(found.eigenvalues).toHaveLength(6);
    expect(found.undetermined).toEqual([]);
    expect(found.engine).toBe('cpu');
    // Near the origin the turn is the same; the shift belongs to the mine grid.
    const near = register(SOURCE, TARGET, { method: 'icp-plane', maxDistance: Number.POSITIVE_INFINITY });
    found.T_target_source.R.forEach((value, k) => {
      expect(value).toBeCloseTo(near.T_target_source.R[k], 3);
    });
  });

  it('thins what is drawn, and keeps millimetres at a mine grid', async () => {
    const { call, at } = lab({ 'b.xyz': textOf(TARGET) });
    const { points, count } = await call('cloud.read', { path: at('b.xyz'), most: 400 });
    expect(count).toBe(TARGET.count);
    expect(points.xyz).toHaveLength(3 * 400);
    for (let k = 0; k < 3; k++)
      expect(points.origin[k] + points.xyz[k] - CENTRE[k]).toBeCloseTo(TARGET.xyz[k], 5);
  });

  it('goes only as far as it is asked', async () => {
    const { call, at } = lab({ 'a.xyz': textOf(SOURCE), 'b.xyz': textOf(TARGET) });
    const files = { source: at('a.xyz'), target: at('b.xyz') };
    const found = await call('register.run', {
      ...files,
      method: 'icp-point',
      engine: 'cpu',
      options: { maxIterations: 2 },
    });
    expect(found).toMatchObject({ iterations: 2, stopped: 'iteration-limit' });
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
    const known = await call('register.run', { ...files, method: 'newton-point' });
    expect(own.T_target_source).toEqual(known.T_target_source);
    expect(own).toMatchObject({ sourcePoints: SOURCE.count, hasFewMatches: false });
    const options = { maxIterations: 0, maxDistance: 0.2 };
    const far = await call('register.run', { ...files, method: 'icp-point', init: at('far.txt'), options });
    expect(far.T_target_source.t).toEqual([2.5, 0, 0]);
    expect(far.hasFewMatches).toBe(true);
    expect(far.inliers).toBeLessThan(SOURCE.count / 2);
  });

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
    const asked = cpuMilliseconds();
    stop.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect(cpuMilliseconds() - asked).toBeLessThan(1500);
  });

  it.each<[string, { method?: string; search?: string; source?: string } & Asked, string]>([
    ['a method that there is not', { method: 'icp-magic' }, 'usage'],
    ['a search that there is not', { search: 'by-eye' }, 'usage'],
    ['a file that was not chosen', { source: '/etc/hostname' }, 'path-refused'],
    ['an option of another method', { options: { armijoShrink: 0.5 } }, 'usage'],
    ['an option out of its range', { options: { maxIterations: -1 } }, 'usage'],
    ['a start that was not chosen', { init: '/etc/hostname' }, 'path-refused'],
    ['a module that was not chosen', { method: 'newton-custom', distance: '/etc/hostname' }, 'path-refused'],
    ['a distance of one’s own without a module', { method: 'newton-custom' }, 'usage'],
    ['a file without points', { source: 'empty.xyz' }, 'too-few-points'],
  ])('refuses %s', async (_, wrong, code) => {
    const { call, at } = lab({ 'b.xyz': textOf(TARGET), 'empty.xyz': '' });
    const asked = { source: at('b.xyz'), target: at('b.xyz'), method: 'icp-point', engine: 'cpu' } as const;
    const source = wrong.source === 'empty.xyz' ? at('empty.xyz') : (wrong.source ?? asked.source);
    await expect(call('register.run', { ...asked, ...wrong, source })).rejects.toMatchObject({ code });
  });
});
