import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import {
  applyToPoint,
  compose,
  exp,
  identity,
  invert,
  log,
  matrix4Of,
  rigidFromMatrix4,
} from '../../../src-core/math/se3.ts';
import type { PointSet } from '../../../src-lab/problem/method.ts';
import { mayHaveGpu } from '../../../src-main/device/graphics-hardware.ts';
import { filledWith, saddle, transformed } from '../../lab/clouds.ts';
import { ground, hills } from '../../lab/hills.ts';
import { pair } from '../../lab/shared-pair.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { lastJson, runCli } from './run-cli.ts';
import { runHere } from './run-here.ts';

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
  const transform = data.transform as number[];
  expect(transform).toEqual(matrix4Of(truth).map((value) => expect.closeTo(value, digits)));
}

const CUSTOM = (module: string): string[] => ['--method', 'newton-custom', '--distance', module];

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
    expect(data).toMatchObject({ verdict: 'converged', reason: 'held', better: null, isScan: false });
    expect(data.covariance).toHaveLength(36);
    expect(['error-threshold', 'converged']).toContain(data.stopped);
    expect(data.iterations).toBeGreaterThan(1);
    for (const stage of ['read', 'downsample', 'structure', 'normals', 'iterations', 'total']) {
      expect((data.milliseconds as Record<string, number>)[stage]).toBeGreaterThanOrEqual(0);
    }
  });

  it('finds it on the GPU, or says that there is none', async () => {
    const paths = [written('source.xyz', xyzText(source)), written('target.xyz', xyzText(target))];
    const ending = await runHere('register', ...paths, '--engine', 'gpu', '--json');
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
    const ending = await runHere('register', ...paths, '--json');
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

  it('finds the start by the clouds themselves with --global, or says that they do not determine it, seed 8', async () => {
    const random = seededRandom(8);
    const height = hills(8);
    const far = exp([0.5, -2, 1.5, 40, -80, 10]);
    const there = written('there.xyz', xyzText(ground(height, 0, 20, random)));
    const moved = transformed(invert(far), ground(height, 14, 34, random));
    const ending = await runHere(
      'register',
      written('far.xyz', xyzText(moved)),
      there,
      '--global',
      '--engine',
      'cpu',
      '--json',
    );
    expect(ending).toMatchObject({ status: 0, stderr: '' });
    const { transform, start, maxDistance } = lastJson(ending) as Record<string, never>;
    const off = compose(invert(far), rigidFromMatrix4(transform));
    expect(Math.hypot(...log(off))).toBeLessThan(0.05);
    expect(start).toMatchObject({ transform: expect.any(Array), overlap: expect.closeTo(0.3, 1) });
    expect(maxDistance).toBe((start as { edge: number }).edge);

    // Two samples: a copy of the same points is found by its noise, and rightly so.
    const plane = (name: string): string =>
      written(
        name,
        xyzText(filledWith(4000, () => [9 * random.uniform(), 9 * random.uniform(), 0.01 * random.normal()])),
      );
    const refused = await runHere('register', plane('one.xyz'), plane('two.xyz'), '--global', '--json');
    expect(refused.status).toBe(1);
    expect(lastJson(refused)).toMatchObject({ error: { code: 'not-determined' } });
  });

  it('refuses the engine gpu for robust weights, and on auto takes them to the processor', async () => {
    const paths = [written('source.xyz', xyzText(source)), written('target.xyz', xyzText(target))];
    const robust = ['--max-distance', '1', '--kernel', 'cauchy'];
    const refused = await runHere(
      'register',
      ...paths,
      '--method',
      'vgicp',
      ...robust,
      '--engine',
      'gpu',
      '--json',
    );
    expect(refused.status).toBe(1);
    expect(lastJson(refused)).toMatchObject({ error: { code: 'engine-unavailable' } });
    const ending = await runHere('register', ...paths, '--method', 'vgicp', ...robust, '--json');
    expect(ending.status).toBe(0);
    expect(lastJson(ending)).toMatchObject({ engine: 'cpu', method: 'vgicp' });
  });

  it('weighs the points of the source by a property of its file', async () => {
    // Of two copies one is shifted by 0.3 m: with weight 0 it is left out, with weight 1 it draws the pose to itself.
    const shifted = transformed({ R: identity().R, t: Float64Array.of(0, 0, 0.3) }, source);
    const both = { count: 2 * source.count, xyz: Float64Array.from([...source.xyz, ...shifted.xyz]) };
    const header = ['x', 'y', 'z', 'confidence', 'one'].map((name) => `property double ${name}`).join('\n');
    const rows = lines(both).map((line, i) => `${line} ${i < source.count ? 0.5 : 0} 1`);
    const moves = written(
      'moves.ply',
      `ply\nformat ascii 1.0\nelement vertex ${both.count}\n${header}\nend_header\n${rows.join('\n')}\n`,
    );
    const stays = written('stays.xyz', xyzText(target));
    const by = (...options: string[]) =>
      runHere('register', moves, stays, '--method', 'icp-plane', '--json', ...options);
    const weighed = lastJson(await by('--weights', 'confidence'));
    expect(weighed).toMatchObject({
      engine: 'cpu',
      sourcePoints: source.count,
      matchedShare: expect.closeTo(1, 1),
    });
    expectTruth(weighed, 5);
    const alike = lastJson(await by('--weights', 'one')).transform as number[];
    expect(Math.abs(alike[11] - matrix4Of(truth)[11])).toBeGreaterThan(0.05);
    for (const [options, code, sentence] of [
      [
        ['--weights', 'trust'],
        'usage',
        /^moves\.ply has no property trust .* it has x, y, z, confidence, one\.$/,
      ],
      [
        ['--weights', 'one', '--engine', 'gpu'],
        'engine-unavailable',
        /^Weights of the points are taken on the CPU/,
      ],
      [['--weights', 'one', '--method', 'em-icp'], 'usage', /^The method em-icp takes no weights/],
    ] as const) {
      const refused = await by(...options);
      expect(refused.status).toBe(code === 'usage' ? 2 : 1);
      expect(lastJson(refused)).toMatchObject({ error: { code, message: expect.stringMatching(sentence) } });
    }
    const plain = lastJson(await runHere('register', stays, stays, '--weights', 'one', '--json'));
    expect(plain).toMatchObject({
      error: { message: expect.stringMatching(/^stays\.xyz has no property one .* it has x, y, z\.$/) },
    });
  });

  it('holds a floor by the reflectivity of its points, whatever file they are in', async () => {
    const random = seededRandom(9);
    const floor = (count: number, T = identity()): string[] =>
      Array.from({ length: count }, () => {
        const [x, y] = [6 * random.uniform(), 6 * random.uniform()];
        const paint = 0.5 + 0.2 * Math.sin(1.5 * x) + 0.2 * Math.cos(1.2 * y + x);
        return `${applyToPoint(T, x, y, 0).join(' ')} ${paint}`;
      });
    const shift = { ...identity(), t: Float64Array.of(0.2, -0.15, 0.05) };
    const ply = (name: string, rows: string[], property: string): string => {
      const names = ['x', 'y', 'z', property].map((own) => `property double ${own}`).join('\n');
      const head = `ply\nformat ascii 1.0\nelement vertex ${rows.length}\n${names}\nend_header\n`;
      return written(name, `${head}${rows.join('\n')}\n`);
    };
    const stays = floor(3000);
    const moves = floor(2500, invert(shift));
    const paths = [ply('moves.ply', moves, 'scalar_Intensity'), ply('stays.ply', stays, 'reflectivity')];
    const result = lastJson(await runHere('register', ...paths, '--method', 'icp-intensity', '--json'));
    expect(result.transform).toEqual(matrix4Of(shift).map((value) => expect.closeTo(value, 2)));
    expect(result).toMatchObject({ engine: 'cpu', undetermined: [] });
    // A text has whole numbers of it in its fourth column.
    const thousandfold = (rows: string[]): string =>
      rows.map((row) => row.replace(/[\d.e-]+$/, (paint) => `${1000 * Number(paint)}`)).join('\n');
    const texts = [written('moves.xyz', thousandfold(moves)), written('stays.xyz', thousandfold(stays))];
    const again = lastJson(await runHere('register', ...texts, '--method', 'icp-intensity', '--json'));
    expect(again.transform).toEqual(matrix4Of(shift).map((value) => expect.closeTo(value, 2)));
    const without = written('bare.xyz', xyzText(source));
    const refused = await runHere('register', without, texts[1], '--method', 'icp-intensity', '--json');
    expect(refused.status).toBe(1);
    expect(lastJson(refused)).toMatchObject({
      error: { code: 'points-unusable', message: expect.stringContaining('the source has none') },
    });
  });

  it('says the scale of a cloud with --family similarity, and refuses it of other methods', async () => {
    const larger = { count: target.count, xyz: target.xyz.map((value) => 1.01 * value) };
    const paths = [written('moves.xyz', xyzText(target)), written('stays.xyz', xyzText(larger))];
    const options = [
      '--method',
      'icp-point',
      '--family',
      'similarity',
      '--max-iterations',
      '1000',
      '--rms-tolerance',
      '1e-9',
    ];
    const text = await runHere('register', ...paths, ...options);
    expect(text.stdout).toContain('Of the family similarity; it stretches lengths by 1.010000.');
    const data = lastJson(await runHere('register', ...paths, ...options, '--json'));
    expect(data.stretches).toEqual([1.01, 1.01, 1.01].map((value) => expect.closeTo(value, 6)));
    expect((data.map as number[])[0]).toBeCloseTo(1.01, 6);
    expect((data.transform as number[])[0]).toBeCloseTo(1, 6);
    const refused = await runHere(
      'register',
      ...paths,
      '--method',
      'icp-plane',
      '--family',
      'affine',
      '--json',
    );
    expect(refused.status).toBe(2);
    expect(lastJson(refused)).toMatchObject({
      error: { message: '--family is no option of the method icp-plane; it belongs to icp-point.' },
    });
  });

  it.each(['em-icp', 'vgicp', 'ndt'])('refuses a search of %s, which searches nothing', async (method) => {
    const path = written('cloud.xyz', xyzText(source));
    const refused = await runHere(
      'register',
      path,
      path,
      '--method',
      method,
      '--search',
      'kd-tree',
      '--json',
    );
    expect(refused.status).toBe(2);
    expect(lastJson(refused)).toMatchObject({
      error: { code: 'usage', message: expect.stringContaining(`${method} searches no nearest points`) },
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
    const started = await runHere('register', ...paths, '--init', matrix, '--json');
    const first = lastJson(started);
    expect(first.iterations).toBeLessThanOrEqual(2);
    expectTruth(first, 5);
    const again = await runHere(
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
    const { status, stdout } = await runHere('register', path, path, '--downsample', '0.5');
    expect(status).toBe(0);
    expect(stdout).toContain('A rotation of 0.0000°');
    expect(stdout).toMatch(/of 81 points with a match/);
    expect(stdout.match(/do not determine the translation along/g)).toHaveLength(2);
    expect(stdout).not.toContain('as at the start');
    expect(stdout).toMatch(/do not determine the rotation about \(-?0\.00, -?0\.00, -?1\.00\)/);
  });

  it.skipIf(pair.absent)('thins two scans, whose rings hold the pose at the start, and says so', async () => {
    const scans = ['register', pair.source, pair.target, '--engine', 'cpu'];
    for (const method of ['icp-plane', 'gicp', 'ndt']) {
      const ending = await runHere(...scans, '--method', method, '--json');
      const data = lastJson(ending);
      expect(ending.status).toBe(0);
      // A street whose surfaces the errors of the sensor bend.
      expect(data).toMatchObject({ isScan: true, verdict: 'weak', reason: 'surfaces-bent' });
      expect(data.downsample).toBeCloseTo(0.25, 2);
      const pose = rigidFromMatrix4(data.transform as number[]);
      expect(Math.hypot(...log(compose(pose, invert(pair.truth()))).slice(3))).toBeLessThan(0.05);
    }
    const text = await runHere(...scans);
    expect(text.stderr).toMatch(/means in cubes of 0\.25 m are registered; --downsample 0 takes all/);
    expect(text.stderr).toMatch(/are scans of a spinning sensor: gicp is taken/);
    const whole = await runHere(...scans, '--downsample', '0', '--max-iterations', '1', '--json');
    expect(whole.stderr).toMatch(/^warning: the points lie unevenly/m);
    expect(lastJson(whole)).toMatchObject({ method: 'gicp', downsample: 0, sourcePoints: 69_792 });
    // An option that gicp does not have is of the method of other clouds.
    const other = lastJson(await runHere(...scans, '--normal-neighbours', '8', '--json'));
    expect(other).toMatchObject({ method: 'icp-plane', isScan: true });
  });

  it('says how many points of a file are not finite', async () => {
    const bad = written('bad.ply', plyText(source).replace(lines(source)[4], 'nan nan nan'));
    const ending = await runHere('register', bad, written('target.xyz', xyzText(target)), '--json');
    expect(ending.stderr).toBe(
      'warning: 1 of the 900 points of bad.ply are not finite, or no places on Earth, and were left out.\n',
    );
    expectTruth(lastJson(ending), 3);
    const rows = [...lines(source), 'nan 0 0', '1 Infinity 2'];
    const text = written('bad.xyz', rows.join('\n'));
    const again = await runHere('register', text, written('target.xyz', xyzText(target)), '--json');
    expect(again.stderr).toBe(
      'warning: 2 of the 902 points of bad.xyz are not finite, or no places on Earth, and were left out.\n',
    );
    expectTruth(lastJson(again), 3);
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
      'a distance of one’s own without its module',
      ['--method', 'newton-custom'],
      'usage',
      /needs a module .*--distance FILE/,
    ],
    [
      'a module for a method that has its distance',
      ['--distance', 'd.mjs'],
      'usage',
      /used by the method newton-custom only, and the method is icp-plane/,
    ],
    [
      'cells that would be points',
      ['--method', 'icp-approx', '--search', 'voxel-bins'],
      'usage',
      /with the search voxel-bins it would be icp-point/,
    ],
    [
      'an option of another method',
      ['--method', 'softassign', '--armijo-shrink', '0.3'],
      'usage',
      /--armijo-shrink is no option of the method softassign/,
    ],
    ['a number out of its range', ['--normal-neighbours', '1'], 'usage', /it takes 2 to 100/],
    [
      'a soft method that would take hours',
      ['--method', 'softassign', '--engine', 'cpu', '--soft-temperatures', '10000', '--soft-steps', '1000'],
      'usage',
      /could compute 5e\+13 weights, and on the CPU 1e\+11 are the most .*one point in 23/,
    ],
    ['a module that is missing', CUSTOM('missing.mjs'), 'file-missing', /missing\.mjs/],
  ])('refuses %s', async (_, options, code, sentence) => {
    const paths = [written('source.xyz', xyzText(source)), written('target.xyz', xyzText(target))];
    const args = options.map((word, k) => (options[k - 1] === '--init' ? written('init.txt', word) : word));
    const ending = await runHere('register', ...paths, ...args, '--json');
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
    ['an empty file', new Uint8Array(), 'file-format', /is empty, 0 bytes/],
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
    const ending = await runHere('register', path, written('target.xyz', xyzText(target)), '--json');
    expect(ending.status).toBe(1);
    expect(lastJson(ending)).toEqual({ error: { code, message: expect.stringMatching(sentence) } });
  });

  it('fails, with the transform, where fewer than half of the points have a match', async () => {
    // A third of the source lies on the target, the rest 50 m aside.
    const xyz = source.xyz.map((value, at) =>
      at % 3 === 0 && Math.floor(at / 3) % 3 > 0 ? value + 50 : value,
    );
    const astray = written('source.xyz', xyzText({ count: source.count, xyz }));
    const paths = [astray, written('target.xyz', xyzText(target))];
    const how = ['--method', 'icp-point', '--engine', 'cpu', '--max-distance', '1'];
    const ending = await runHere('register', ...paths, ...how, '--json');
    expect(ending.status).toBe(1);
    expect(ending.stderr).toMatch(
      /^warning: only 300 of 900 points \(33 %\) have a match, fewer than half: .*--init.*--max-distance/,
    );
    expectTruth(lastJson(ending), 2);
    expect(lastJson(ending).matchedShare).toBeCloseTo(1 / 3, 9);
    const forPerson = await runHere('register', ...paths, ...how);
    expect(forPerson).toMatchObject({ status: 1, stdout: expect.stringContaining('300 of 900 points') });
  });

  it('takes the options of a method: what they say is what it does', async () => {
    const paths = [written('source.xyz', xyzText(source)), written('target.xyz', xyzText(target))];
    const result = async (...how: string[]) =>
      lastJson(await runHere('register', ...paths, '--engine', 'cpu', '--json', ...how));
    expect(await result('--max-iterations', '1')).toMatchObject({
      iterations: 1,
      stopped: 'iteration-limit',
    });
    expect(await result('--rms-threshold', '1000')).toMatchObject({
      iterations: 0,
      stopped: 'error-threshold',
    });
    const few = await result('--method', 'softassign', '--soft-temperatures', '2', '--soft-steps', '1');
    expect(few.iterations).toBe(2);
    const drawn = await result('--method', 'picp', '--thinning', '0.5', '--seed', '3', '--workers', '2');
    expect(drawn.inliers).toBeLessThan(600);
    expect(drawn.inliers).toBeGreaterThan(300);
    expectTruth(await result('--method', 'picp', '--acceleration', 'decoupled'), 2);
    const refusal = await runHere('register', ...paths, '--method', 'picp', '--acceleration', 'sideways');
    expect(refusal).toMatchObject({ status: 2, stderr: expect.stringMatching(/none, coupled, decoupled/) });
  });

  it('uses the distance of a module, as docs/custom-distance.md has it', async () => {
    const example = join(import.meta.dirname, '../../../docs/examples/my-distance.mjs');
    const paths = [written('source.xyz', xyzText(source)), written('target.xyz', xyzText(target))];
    const ending = await runHere('register', ...paths, ...CUSTOM(example), '--engine', 'cpu', '--json');
    expect(ending).toMatchObject({ status: 0, stderr: '' });
    expectTruth(lastJson(ending), 5);
  });

  it.each([
    ['cannot be read as a module', 'export default (', /bad\.mjs cannot be loaded as a module/],
    ['has no default function', 'export const distance = 1;', /bad\.mjs has no function/],
    ['fails', "export default () => { throw new Error('no idea'); };", /at point 0 .*: no idea/],
    [
      'gives no squared distance',
      'export default () => ({ A: [[-1,0,0],[0,1,0],[0,0,1]] });',
      /eigenvalue -1/,
    ],
    ['never ends', 'export default () => { for (;;); };', /had not given .* after 0\.5 s and was ended/],
    ['never ends to load', 'await new Promise(() => {}); export default 1;', /after 0\.5 s and was ended/],
    ['ends its thread', 'export default () => process.exit(0);', /ended its thread/],
  ])('refuses a module that %s', async (_, text, sentence) => {
    const paths = [written('source.xyz', xyzText(source)), written('target.xyz', xyzText(target))];
    const limit = text.includes('for (;;)') || text.includes('await') ? ['--distance-limit', '0.5'] : [];
    const how = [...CUSTOM(written('bad.mjs', text)), ...limit, '--json'];
    const ending = await runHere('register', ...paths, ...how);
    expect(ending.status).toBe(1);
    expect(lastJson(ending)).toEqual({
      error: { code: 'file-format', message: expect.stringMatching(sentence) },
    });
  });
});
