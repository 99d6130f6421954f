import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import type { VolumeJson } from '../../../src-core/report/volume-json.ts';
import { geoKeyRecord } from '../../io/cloud/cloud-systems.ts';
import { PLAIN_POINT, rawLas } from '../../io/las/las-file.ts';
import { refused } from './refused.ts';
import { runHere } from './run-here.ts';

/** A tube of an ellipse: 5 m wide, 4 m high, 40 m long, along the eastings. */
const [HALF_WIDTH, HALF_HEIGHT, LENGTH] = [2.5, 2, 40];
const AREA = Math.PI * HALF_WIDTH * HALF_HEIGHT;
const POINTS = 200_000;

type Place = readonly [number, number, number];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'socavon-coordinates-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function tube([east, north, up]: Place): Place[] {
  const { uniform, normal } = seededRandom(1);
  return Array.from({ length: POINTS }, (): Place => {
    const angle = 2 * Math.PI * uniform();
    const noise = 1 + 0.002 * normal();
    return [
      east + LENGTH * uniform(),
      north + HALF_WIDTH * noise * Math.cos(angle),
      up + HALF_HEIGHT * (1 + noise * Math.sin(angle)),
    ];
  });
}

/** A LAS whose keys state the units of plan and heights. @param plan, height metres per unit */
function las(
  points: readonly Place[],
  keys: readonly (readonly [number, number])[],
  plan: number,
  height: number,
): Uint8Array {
  const offset = points[0].map((value, axis) => Math.floor(value / (axis < 2 ? plan : height)));
  return rawLas({
    minor: 2,
    format: 0,
    scale: [0.0005, 0.0005, 0.0005],
    offset: offset as never,
    vlrs: [geoKeyRecord([[1024, 1], ...keys])],
    points: points.map((one) => ({
      units: one.map((value, axis) =>
        Math.round((value / (axis < 2 ? plan : height) - offset[axis]) / 0.0005),
      ) as [number, number, number],
      ...PLAIN_POINT,
      intensity: 9,
    })),
  });
}

function ply(points: readonly Place[]): Uint8Array {
  const head = new TextEncoder().encode(
    `ply\nformat binary_little_endian 1.0\nelement vertex ${points.length}\nproperty float x\nproperty float y\nproperty float z\nend_header\n`,
  );
  const bytes = new Uint8Array(head.length + 12 * points.length);
  bytes.set(head);
  const view = new DataView(bytes.buffer, head.length);
  points.flat().forEach((value, i) => {
    view.setFloat32(4 * i, value, true);
  });
  return bytes;
}

function axisFile([east, north, up]: Place): string {
  const path = join(folder, `axis-${north}.csv`);
  const z = up + HALF_HEIGHT;
  writeFileSync(path, `chainage,x,y,z\n0,${east},${north},${z}\n${LENGTH},${east + LENGTH},${north},${z}\n`);
  return path;
}

async function measured(name: string, bytes: Uint8Array, place: Place, ...options: string[]) {
  writeFileSync(join(folder, name), bytes);
  const out = mkdtempSync(join(folder, 'out-'));
  const ending = await runHere(
    ...['run', join(folder, name), '--project', join(out, 'p.socavon'), '--out', out, '--report', 'html'],
    ...['--language', 'en', '--axis', axisFile(place), '--chainage', '2:38', ...options],
  );
  if (ending.status !== 0) throw new Error(ending.stderr);
  const volume = JSON.parse(readFileSync(join(out, 'volume.json'), 'utf8')) as VolumeJson;
  return { ...volume, stderr: ending.stderr, html: readFileSync(join(out, 'report.html'), 'utf8') };
}

const GRID: Place = [356_789, 9_123_456, 4210];
const TRUTH = AREA * 36;
/** Noise, cells across a curved wall, and the round of millimetres. */
const NEAR = 0.002;

describe('a cloud whose heights have another unit than its plan, seed 1', () => {
  const FOOT = 0.3048;
  const US_FOOT = 1200 / 3937;
  const cases: [string, [number, number][], number, number, string[]][] = [
    [
      'metres and feet',
      [
        [3076, 9001],
        [4099, 9002],
      ],
      1,
      FOOT,
      [],
    ],
    [
      'metres and US survey feet',
      [
        [3076, 9001],
        [4096, 6360],
      ],
      1,
      US_FOOT,
      [],
    ],
    [
      'feet and metres',
      [
        [3076, 9002],
        [4099, 9001],
      ],
      FOOT,
      1,
      [],
    ],
    [
      'US survey feet and metres',
      [
        [3072, 2230],
        [4096, 5703],
      ],
      US_FOOT,
      1,
      [],
    ],
    [
      'nothing in plan and feet, stated',
      [[4099, 9002]],
      1,
      FOOT,
      ['--cloud-unit', 'm', '--height-unit', 'ft'],
    ],
  ];
  it.each(cases)('has the volume of its solid: %s', async (_, keys, plan, height, options) => {
    const { volume, stderr, html } = await measured(
      'two.las',
      las(tube(GRID), keys, plan, height),
      GRID,
      ...options,
    );
    expect(Math.abs(volume.value / TRUTH - 1)).toBeLessThan(NEAR);
    expect(stderr).toContain('the heights are converted');
    expect(html).toContain('Unit of the heights');
  });

  it('is refused where its units cannot be told, before a point is stored', async () => {
    const path = join(folder, 'half.las');
    writeFileSync(path, las(tube(GRID), [[4099, 9002]], 1, FOOT));
    const { code, message } = await refused(
      1,
      'run',
      path,
      '--project',
      join(folder, 'h.socavon'),
      '--out',
      join(folder, 'h'),
    );
    expect(code).toBe('drawing-units');
    expect(message).toContain('--height-unit');
  });
});

describe('a cloud whose coordinates are coarse, seed 1', () => {
  it('is refused above a decimetre, with what to do', async () => {
    const path = join(folder, 'metre.ply');
    writeFileSync(path, ply(tube(GRID)));
    const { message } = await refused(
      1,
      'run',
      path,
      '--project',
      join(folder, 'c.socavon'),
      '--out',
      join(folder, 'c'),
    );
    expect(message).toMatch(/steps of 1\.0 m.*double precision/);
  });

  it('is warned of above a centimetre, and its ± holds its error', async () => {
    // Numbers of single precision step by 6.25 cm from 524 288 on.
    const place: Place = [356_789, 912_345, 4210];
    const options = ['--scanner', 'terrestrial', '--cloud-unit', 'm'];
    const coarse = await measured('coarse.ply', ply(tube(place)), place, ...options);
    const near: Place = [0, 0, 0];
    const fine = await measured('fine.ply', ply(tube(near)), near, ...options);
    expect(coarse.warnings.map(({ code }) => code)).toContain('cloud-coarse');
    expect(fine.warnings.map(({ code }) => code)).not.toContain('cloud-coarse');
    expect(coarse.html).toContain('Step of its coordinates');
    expect(Math.abs(coarse.volume.value - TRUTH)).toBeLessThan(coarse.volume.plusMinus);
    // Half a step of wall all around, uniform, is 0.95 of it at most; the other components are those of the fine one.
    const surface =
      36 *
      Math.PI *
      (3 * (HALF_WIDTH + HALF_HEIGHT) -
        Math.sqrt((3 * HALF_WIDTH + HALF_HEIGHT) * (HALF_WIDTH + 3 * HALF_HEIGHT)));
    expect(coarse.volume.plusMinus).toBeGreaterThan(0.9 * 0.95 * 0.03125 * surface);
    expect(coarse.volume.plusMinus).toBeGreaterThan(3 * fine.volume.plusMinus);
  });
});
