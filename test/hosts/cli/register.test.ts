import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PointSet } from '../../../src-core/lab/method.ts';
import { exp, invert, matrix4Of, rigidFromMatrix4 } from '../../../src-core/math/se3.ts';
import { mayHaveGpu } from '../../../src-main/device/graphics-hardware.ts';
import { saddle, transformed } from '../../lab/clouds.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { lastJson, runCli } from './run-cli.ts';

const truth = exp([0.03, -0.02, 0.04, 0.1, -0.05, 0.06]);
const target = saddle(30);
const source = transformed(invert(truth), target);

function lines({ count, xyz }: PointSet): string[] {
  return Array.from({ length: count }, (_, i) => [...xyz.subarray(3 * i, 3 * i + 3)].join(' '));
}

function xyzText(points: PointSet): string {
  return `${lines(points).join('\n')}\n`;
}

function plyText(points: PointSet): string {
  const header = `ply\nformat ascii 1.0\nelement vertex ${points.count}\n`;
  return `${header}property double x\nproperty double y\nproperty double z\nend_header\n${xyzText(points)}`;
}

function pcdText(points: PointSet): string {
  const header = `# .PCD v0.7 - Point Cloud Data file format\nVERSION 0.7\nFIELDS x y z\nSIZE 8 8 8\nTYPE F F F\nCOUNT 1 1 1\n`;
  return `${header}WIDTH ${points.count}\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS ${points.count}\nDATA ascii\n${xyzText(points)}`;
}

function written(name: string, text: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
}

function expectTruth(data: Record<string, unknown>, digits: number): void {
  const found = data.transform as number[];
  expect(found).toEqual(matrix4Of(truth).map((value) => expect.closeTo(value, digits)));
}

describe('socavon register', () => {
  it.each([
    ['icp-plane', 'kd-tree', 'ply', 'pcd'],
    ['icp-point', 'voxel-bins', 'xyz', 'ply'],
    ['newton-plane', 'brute-force', 'pcd', 'txt'],
  ])('finds a known transform by %s with %s from %s to %s', async (method, search, from, to) => {
    const texts: Record<string, (points: PointSet) => string> = {
      ply: plyText,
      pcd: pcdText,
      xyz: xyzText,
      txt: xyzText,
    };
    const paths = [
      written(`source.${from}`, texts[from](source)),
      written(`target.${to}`, texts[to](target)),
    ];
    const how = ['--method', method, '--search', search, '--engine', 'cpu'];
    const ending = await runCli('register', ...paths, ...how, '--json');
    expect(ending).toMatchObject({ status: 0, stderr: '' });
    const data = lastJson(ending);
    expectTruth(data, 5);
    expect(data).toMatchObject({
      method,
      search,
      engine: 'cpu',
      adapter: null,
      engineChoice: null,
      sourcePoints: 900,
      undetermined: [],
    });
    expect(data.rms).toBeLessThan(1e-5);
    expect(['error-threshold', 'converged']).toContain(data.stopped);
    expect(data.iterations).toBeGreaterThan(1);
    for (const stage of ['read', 'downsample', 'structure', 'normals', 'iterations', 'total']) {
      expect((data.milliseconds as Record<string, number>)[stage]).toBeGreaterThanOrEqual(0);
    }
  });

  it('finds it on the GPU, or says that there is none', async () => {
    const paths = [written('source.xyz', xyzText(source)), written('target.xyz', xyzText(target))];
    const ending = await runCli('register', ...paths, '--engine', 'gpu', '--json');
    if (ending.status === 0) {
      expect(lastJson(ending)).toMatchObject({
        engine: 'gpu',
        adapter: { vendor: expect.any(String), description: expect.any(String) },
        method: 'icp-plane',
      });
      expectTruth(lastJson(ending), 4);
    } else {
      expect(ending.status).toBe(1);
      expect(lastJson(ending)).toMatchObject({
        error: {
          code: 'engine-unavailable',
          message: expect.stringMatching(/use the CPU engine|use that one/),
        },
      });
    }
  });

  it('takes the engine that is done sooner unless told, and says why', async () => {
    const paths = [written('source.xyz', xyzText(source)), written('target.xyz', xyzText(target))];
    const ending = await runCli('register', ...paths, '--json');
    const data = lastJson(ending);
    expectTruth(data, 4);
    expect(data.engineChoice).toMatch(/\w/);
    if (!mayHaveGpu())
      expect(data).toMatchObject({
        engine: 'cpu',
        adapter: null,
        engineChoice: 'this machine has no graphics processor',
      });
  });

  it('starts from a file: a matrix, or its own result', async () => {
    const paths = [written('source.xyz', xyzText(source)), written('target.xyz', xyzText(target))];
    const matrix = written(
      'start.txt',
      matrix4Of(truth)
        .map((v) => v.toFixed(6))
        .join('\n'),
    );
    const started = await runCli('register', ...paths, '--init', matrix, '--json');
    const first = lastJson(started);
    expect(first.iterations).toBeLessThanOrEqual(2);
    expectTruth(first, 5);
    const again = await runCli(
      'register',
      ...paths,
      '--init',
      written('result.json', started.stdout),
      '--json',
    );
    expect(lastJson(again).iterations).toBe(0);
    expect(rigidFromMatrix4(lastJson(again).transform as number[]).t[0]).toBeCloseTo(truth.t[0], 5);
  });

  it('tells a person the transform, the error and what is open, and thins on request', async () => {
    const floor: PointSet = { count: 900, xyz: target.xyz.map((v, at) => (at % 3 === 2 ? 0 : v)) };
    const path = written('floor.xyz', xyzText(floor));
    const { status, stdout } = await runCli('register', path, path, '--downsample', '0.5');
    expect(status).toBe(0);
    expect(stdout).toContain('A rotation of 0.0000°');
    expect(stdout).toMatch(/of 81 points with a match/);
    expect(stdout.match(/do not determine the translation along/g)).toHaveLength(2);
    expect(stdout).toMatch(/do not determine the rotation about \(-?0\.00, -?0\.00, -?1\.00\)/);
  });

  it('says how many points of a file are not finite', async () => {
    const bad = written('bad.ply', plyText(source).replace(lines(source)[4], 'nan nan nan'));
    const ending = await runCli('register', bad, written('target.xyz', xyzText(target)), '--json');
    expect(ending.stderr).toBe('warning: 1 of the 900 points of bad.ply are not finite and were left out.\n');
    expectTruth(lastJson(ending), 3);
  });

  it.each([
    [
      'a start that is no transform',
      ['--init', '1 2 3'],
      'file-format',
      /init\.txt is not a rigid transform: .*16 numbers.* but 3/,
    ],
    [
      'a start that is no rotation',
      ['--init', '2 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1'],
      'file-format',
      /is not a rotation/,
    ],
    [
      'a start too far away',
      ['--max-distance', '0.1', '--init', '1 0 0 99 0 1 0 0 0 0 1 0 0 0 0 1'],
      'too-few-points',
      /within 0\.1 m/,
    ],
    [
      'a distance that only a program has',
      ['--method', 'newton-custom'],
      'usage',
      /needs a distance function/,
    ],
  ])('refuses %s', async (_, options, code, sentence) => {
    const paths = [written('source.xyz', xyzText(source)), written('target.xyz', xyzText(target))];
    const args = options.map((word, k) => (options[k - 1] === '--init' ? written('init.txt', word) : word));
    const ending = await runCli('register', ...paths, ...args, '--json');
    expect(ending.status).toBe(code === 'usage' ? 2 : 1);
    expect(lastJson(ending)).toEqual({ error: { code, message: expect.stringMatching(sentence) } });
  });

  it.each([
    [
      'a picture',
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0),
      'file-format',
      /picture\.png is not a point file/,
    ],
    ['an empty file', new Uint8Array(), 'too-few-points', /The source has no points/],
    ['two points', new TextEncoder().encode('1 2 3\n4 5 6\n'), 'too-few-points', /The source has 2 points/],
    [
      'a text of something else',
      new TextEncoder().encode('hello\nworld\n'),
      'file-format',
      /not a point "x y z"/,
    ],
  ])('refuses %s', async (_, bytes, code, sentence) => {
    const path = join(temporaryFolder(), 'picture.png');
    writeFileSync(path, bytes);
    const ending = await runCli('register', path, written('target.xyz', xyzText(target)), '--json');
    expect(ending.status).toBe(1);
    expect(lastJson(ending)).toEqual({ error: { code, message: expect.stringMatching(sentence) } });
  });
});
