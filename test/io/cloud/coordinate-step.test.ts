import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { StepWatch, singleStep } from '../../../src-core/io/cloud/coordinate-step.ts';
import { openCloud } from '../../../src-core/io/cloud/open-cloud.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { PLAIN_POINT, rawLas } from '../las/las-file.ts';
import { type BuiltField, buildE57 } from './e57-builder.ts';

type Place = readonly [number, number, number];
const GRID: Place = [350_000, 9_012_345, 4300];

/** Points of a drive of 40 x 5 x 4 m at a place. */
function places([east, north, up]: Place, count = 2000): Place[] {
  const { uniform } = seededRandom(1);
  return Array.from(
    { length: count },
    (): Place => [east + 40 * uniform(), north + 5 * uniform(), up + 4 * uniform()],
  );
}

async function stepOf(name: string, bytes: Uint8Array | string, metres = 1): Promise<number> {
  const data = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  const reader = await openCloud(memorySource(name, data));
  const watch = new StepWatch(reader, metres);
  for await (const chunk of watch.watched(reader.chunks())) expect(chunk.count).toBeGreaterThan(0);
  return watch.step();
}

function binary(points: readonly Place[], bytes: 4 | 8, set: 'setFloat32' | 'setFloat64'): Uint8Array {
  const out = new Uint8Array(3 * bytes * points.length);
  const view = new DataView(out.buffer);
  points.flat().forEach((value, i) => {
    view[set](bytes * i, value, true);
  });
  return out;
}

const joined = (head: string, body: Uint8Array): Uint8Array => {
  const start = new TextEncoder().encode(head);
  const all = new Uint8Array(start.length + body.length);
  all.set(start);
  all.set(body, start.length);
  return all;
};
const ply = (points: readonly Place[], type: 'float' | 'double'): Uint8Array =>
  joined(
    `ply\nformat binary_little_endian 1.0\nelement vertex ${points.length}\n${['x', 'y', 'z'].map((axis) => `property ${type} ${axis}\n`).join('')}end_header\n`,
    type === 'float' ? binary(points, 4, 'setFloat32') : binary(points, 8, 'setFloat64'),
  );
const pcd = (points: readonly Place[], size: 4 | 8): Uint8Array =>
  joined(
    `VERSION 0.7\nFIELDS x y z\nSIZE ${size} ${size} ${size}\nTYPE F F F\nCOUNT 1 1 1\nWIDTH ${points.length}\nHEIGHT 1\nPOINTS ${points.length}\nDATA binary\n`,
    binary(points, size, size === 4 ? 'setFloat32' : 'setFloat64'),
  );
const text = (points: readonly Place[], print: (value: number) => string): string =>
  `${points.map((one) => one.map(print).join(' ')).join('\n')}\n`;
const las = (points: readonly Place[], scale: number): Uint8Array =>
  rawLas({
    minor: 2,
    format: 0,
    scale: [scale, scale, scale],
    points: points.map((one) => ({
      units: one.map((value) => Math.round(value / scale)) as [number, number, number],
      ...PLAIN_POINT,
      intensity: 1,
    })),
  });
function e57(
  points: readonly Place[],
  type: 'single' | 'double' | 'scaled',
  scale = 1,
  xml = '',
): Uint8Array {
  const field = (name: string, axis: number): BuiltField => {
    const values = points.map((one) => one[axis]);
    if (type !== 'scaled') return { name, type, stored: values };
    const whole = values.map((value) => Math.round(value / scale));
    const minimum = Math.min(...whole);
    return {
      name,
      type,
      scale,
      minimum: BigInt(minimum),
      maximum: BigInt(Math.max(...whole)),
      stored: whole.map((one) => BigInt(one - minimum)),
    };
  };
  const fields = ['cartesianX', 'cartesianY', 'cartesianZ'].map(field);
  return buildE57({ scans: [{ fields, count: points.length, xml }] });
}

describe('the step of single precision', () => {
  it.each([1, 2, 4200.5, 350_000, 8_388_607, 8_388_608, 9_012_345, 16_777_216])(
    'at %d is the distance to the next number',
    (size) => {
      const words = new Uint32Array(1);
      const floats = new Float32Array(words.buffer);
      floats[0] = size;
      const here = floats[0];
      words[0]++;
      expect(singleStep(here)).toBe(floats[0] - here);
      expect(singleStep(-here)).toBe(singleStep(here));
    },
  );
});

describe('the step of coordinates, seed 1', () => {
  const grid = places(GRID);
  const near = places([0, 0, 0]);
  const single = grid.map((one) => one.map(Math.fround) as unknown as Place);
  const cases: [string, string, Uint8Array | string, number][] = [
    ['PLY of floats in a grid', 'a.ply', ply(grid, 'float'), 1],
    ['PLY of floats near zero', 'a.ply', ply(near, 'float'), singleStep(39)],
    ['PLY of doubles', 'a.ply', ply(grid, 'double'), 0],
    ['PLY of doubles that were floats before', 'a.ply', ply(single, 'double'), 1],
    ['PCD of floats in a grid', 'a.pcd', pcd(grid, 4), 1],
    ['PCD of doubles', 'a.pcd', pcd(grid, 8), 0],
    ['LAS in millimetres', 'a.las', las(grid, 0.01), 0.01],
    ['LAS in quarters of a metre', 'a.las', las(grid, 0.25), 0.25],
    [
      'LAS of numbers that were floats before',
      'a.las',
      las(
        places([350_000, 4_012_345, 0]).map((one) => one.map(Math.fround) as unknown as Place),
        0.01,
      ),
      0.25,
    ],
    ['E57 of single precision in a grid', 'a.e57', e57(grid, 'single'), 1],
    [
      'E57 of single precision about a station in a grid',
      'a.e57',
      e57(
        near,
        'single',
        1,
        '<pose type="Structure"><translation type="Structure"><x type="Float">350000</x><y type="Float">9012345</y><z type="Float">4300</z></translation></pose>',
      ),
      singleStep(38),
    ],
    ['E57 of doubles', 'a.e57', e57(grid, 'double'), 0],
    ['E57 of coarse integers', 'a.e57', e57(grid, 'scaled', 0.05), 0.05],
    ['text with millimetres', 'a.xyz', text(grid, (value) => value.toFixed(3)), 0.001],
    [
      'text of six digits, as C++ prints them',
      'a.xyz',
      text(grid, (value) => String(Number(value.toPrecision(6)))),
      10,
    ],
    ['text of seven digits', 'a.xyz', text(grid, (value) => value.toPrecision(7)), 1],
    ['text of floats with three decimals', 'a.xyz', text(single, (value) => value.toFixed(3)), 1],
    ['text of whole metres in a local system', 'a.xyz', text(near, (value) => value.toFixed(0)), 1],
    [
      'text of a cloud thinned to cubes of 0.2 m',
      'a.xyz',
      text(near, (value) => (0.1 + 0.2 * Math.round(5 * value)).toFixed(3)),
      0.2,
    ],
    [
      'ASCII PLY of six digits',
      'a.ply',
      `ply\nformat ascii 1.0\nelement vertex 2000\nproperty float x\nproperty float y\nproperty float z\nend_header\n${text(grid, (value) => value.toPrecision(6))}`,
      10,
    ],
  ];
  it.each(cases)('of %s', async (_, name, bytes, step) => {
    const result = await stepOf(name, bytes);
    if (step === 0) expect(result).toBe(0);
    else expect(result / step).toBeCloseTo(1, 3);
  });

  it('is told in metres, whatever the unit: whole millimetres are no coarse step', async () => {
    const whole = text(
      near.map((one) => one.map((value) => 1000 * value) as unknown as Place),
      (value) => value.toFixed(0),
    );
    expect(await stepOf('a.xyz', whole, 0.001)).toBeLessThan(0.0011);
  });

  it('does not follow strays, nor sections at whole chainages', async () => {
    const strays = near.map((one, i): Place => (i % 50 === 1 ? [1e8, 1e8, 1e8] : one));
    expect(await stepOf('a.ply', ply(strays, 'float'))).toBeLessThan(1e-5);
    const sections = near.map(([x, y, z]): Place => [Math.round(x), y, z]);
    expect(
      await stepOf(
        'a.xyz',
        text(sections, (value) => value.toFixed(3)),
      ),
    ).toBeLessThan(0.011);
  });
});
