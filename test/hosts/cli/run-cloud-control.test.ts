import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyToPoint, invert, rigidFromMatrix4, rotationAngle } from '../../../src-core/math/se3.ts';
import { Project } from '../../../src-main/project/project.ts';
import {
  HEIGHT,
  LENGTH,
  PICKED_CLOUD_SEED,
  T_grid_cloud,
  writePickedCloud,
} from '../../fixtures/picked-cloud.ts';
import { refused } from './refused.ts';
import { lastJson } from './run-cli.ts';
import { runHere } from './run-here.ts';

describe(`a cloud in a frame of its own with targets of known coordinates (seed ${PICKED_CLOUD_SEED})`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'socavon-test-'));
  beforeAll(() => writePickedCloud(folder));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const ask = (picked: string | null, ...more: string[]) => [
    ...[
      'run',
      join(folder, 'drive.xyz'),
      '--project',
      join(folder, 'p.socavon'),
      '--out',
      join(folder, 'out'),
    ],
    ...[
      '--scanner',
      'terrestrial',
      '--cloud-unit',
      'm',
      '--frame',
      'local',
      '--report',
      'html',
      '--language',
      'en',
    ],
    ...(picked === null ? [] : ['--picked', join(folder, picked)]),
    ...more,
  ];
  const withList = () => ['--control', join(folder, 'control.csv')];

  interface Placed {
    readonly refinement: {
      readonly frame: string;
      readonly controlRms: number;
      readonly check: readonly {
        readonly name: string;
        readonly distance: number;
        readonly plusMinus: number;
      }[];
      readonly leftOut: readonly { readonly name: string }[];
    };
    readonly picked: readonly { readonly name: string; readonly sigma: number; readonly points: number }[];
  }

  function placement() {
    const project = Project.open(join(folder, 'p.socavon'), { readonly: true });
    try {
      return project.refinements.get(project.runs.of(1).at(-1)!.id)!.value;
    } finally {
      project.close();
    }
  }

  /** How far the cloud's middle lies from where it belongs, m, and its turn, rad. */
  function errorOf() {
    const T = placement().T_grid_map!;
    const [here, there] = [T, T_grid_cloud].map((pose) => applyToPoint(pose, LENGTH / 2, 0, HEIGHT / 2));
    const off = { R: T.R, t: T.t };
    return {
      metres: Math.hypot(...here.map((value, k) => value - there[k])),
      radians: rotationAngle(rigidFromMatrix4(matrixOf(off)).R),
    };
  }

  function matrixOf({ R }: { readonly R: Float64Array }): number[] {
    const back = invert(T_grid_cloud).R;
    const turn = Array.from({ length: 9 }, (_, at) =>
      [0, 1, 2].reduce((sum, k) => sum + back[3 * Math.floor(at / 3) + k] * R[3 * k + (at % 3)], 0),
    );
    return [...turn.slice(0, 3), 0, ...turn.slice(3, 6), 0, ...turn.slice(6, 9), 0, 0, 0, 0, 1];
  }

  it('is placed by them, with residuals, and check points within their ±', async () => {
    const ending = await runHere(...ask('picked.csv', ...withList(), '--map-formats', 'pts', '--json'));
    expect(ending).toMatchObject({ status: 0 });
    const { refinement, picked } = lastJson(ending) as unknown as Placed;
    expect(refinement.frame).toBe('mine-grid');
    expect(refinement.leftOut).toEqual([]);
    // Spheres and a corner of thousands of points at 3 mm, a list good to 1 mm.
    expect(refinement.controlRms).toBeLessThan(0.004);
    expect(refinement.check.map(({ name }) => name)).toEqual(['K3', 'W1']);
    for (const { distance, plusMinus } of refinement.check) {
      expect(distance).toBeLessThan(plusMinus);
      expect(plusMinus).toBeLessThan(0.08);
    }
    expect(picked.find(({ name }) => name === 'K1')!.points).toBeGreaterThan(300);
    const { metres, radians } = errorOf();
    expect(metres).toBeLessThan(0.004);
    // Roll is held by targets 1.2 m beside the axis: a millimetre and a half of each is 0.6 mrad, of which three.
    expect(radians).toBeLessThan(2e-3);
    // The stated ± of its place holds that error and is no mere figure.
    const [sigma] = placement().graph.anchors.map(({ covariance: C }) => Math.sqrt(C[21] + C[28] + C[35]));
    expect(metres).toBeLessThan(2 * sigma);
    expect(sigma).toBeLessThan(0.03);
    const report = readFileSync(join(folder, 'out', 'report.html'), 'utf8');
    expect(report).toContain('K3');
    // The map is written at mine coordinates.
    const [, row] = readFileSync(join(folder, 'out', 'map.pts'), 'utf8').split('\n', 2);
    expect(Math.abs(Number(row.split(' ')[1]) - T_grid_cloud.t[1])).toBeLessThan(2 * LENGTH);
  }, 300_000);

  it('says what was fitted and what placing it adds to the ±', async () => {
    const { stdout } = await runHere(...ask(null));
    expect(stdout).toMatch(/K1: sphere of its size, \d\.\d mm by \d+ points/);
    expect(stdout).toMatch(/placing it adds ± \d+ to \d+ mm/);
  }, 300_000);

  it('leaves out a sphere that is another one, and says so', async () => {
    const ending = await runHere(...ask('wrong.csv', '--json'));
    const { refinement } = lastJson(ending) as unknown as Placed;
    expect(refinement.leftOut.map(({ name }) => name)).toEqual(['K4']);
    expect(ending.stderr).toContain('K4');
    expect(errorOf().metres).toBeLessThan(0.005);
  }, 300_000);

  it('lies in its own frame again without its control', async () => {
    const ending = await runHere(...ask(null, '--no-control', '--json'));
    expect((lastJson(ending) as { refinement: unknown }).refinement).toBeNull();
  }, 300_000);

  it.each<[string, string, number, string | null, () => string[], RegExp]>([
    ['picked points without a list', '', 2, 'picked.csv', () => [], /give --control/],
    ['a list without picked points', '', 2, null, withList, /give --picked/],
    [
      'options of scans',
      '',
      2,
      'picked.csv',
      () => [...withList(), '--target-size', '0.2'],
      /--target-size is for captures/,
    ],
    [
      'a name that is not on the list',
      'name,x,y,z\nQ9,1,2,0\n',
      1,
      'odd.csv',
      withList,
      /Q9 is picked.*not on the list/,
    ],
    [
      'two points',
      'name,x,y,z,feature,size\nK1,4,1.2,1.1,sphere,0.2\nK2,12,-1.3,1.5,sphere,0.2\n',
      1,
      'odd.csv',
      withList,
      /three are needed/,
    ],
    [
      'a sphere in the air',
      'name,x,y,z,feature,size\nK1,25,0,2,sphere,0.2\n',
      1,
      'odd.csv',
      withList,
      /No sphere of its size is found within 0\.70 m/,
    ],
  ])(
    'refuses %s',
    async (_, text, status, picked, more, sentence) => {
      if (picked === 'odd.csv') writeFileSync(join(folder, picked), text);
      expect((await refused(status, ...ask(picked, ...more()))).message).toMatch(sentence);
    },
    300_000,
  );
});
