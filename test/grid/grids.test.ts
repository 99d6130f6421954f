import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openGtx } from '../../src-core/grid/geoid-gtx.ts';
import {
  applySimilarity,
  fitHelmert,
  invertSimilarity,
  type PlanSimilarity,
} from '../../src-core/grid/helmert.ts';
import {
  betweenGrids,
  groundScale,
  mineGridJson,
  parseMineGrid,
  publishedGrid,
} from '../../src-core/grid/mine-grid.ts';
import {
  geographicOf,
  gridScale,
  PROJECTED_SYSTEMS,
  projectedSystem,
  reproject,
  systemWkt,
} from '../../src-core/grid/systems.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { programHere } from '../io/export/programs.ts';

const SEED = 17;
const gdal = programHere('GDAL', ['gdaltransform', '--version'], 'apt-get install gdal-bin');
const of = (epsg: number) => projectedSystem(epsg)!;
/** A mine of the Andes in UTM 18 south. */
const MINE = [352_118.25, 9_123_456.789] as const;

/** Easting, northing and height by PROJ, with the pipeline or the systems given. */
function byGdal(options: string[], place: readonly number[]): number[] {
  const text = execFileSync('gdaltransform', options, { input: place.join(' ') });
  return text.toString().trim().split(/\s+/).map(Number);
}

describe.runIf(gdal)('published grids against PROJ', () => {
  it.each([32_717, 31_978, 5389])('EPSG:%i: longitude and latitude on its datum, to 0.1 mm', (epsg) => {
    const flags = ['-s_srs', `EPSG:${epsg}`, '-t_srs', `EPSG:${of(epsg).datum.epsg}`, '-output_xy'];
    const [longitude, latitude] = byGdal(flags, MINE);
    const geographic = geographicOf(MINE, 0, of(epsg));
    expect(Math.abs(geographic[0] - longitude)).toBeLessThan(1e-9);
    expect(Math.abs(geographic[1] - latitude)).toBeLessThan(1e-9);
  });

  it('PSAD56 to WGS 84 by EPSG:1208, to a millimetre, and 16 m is what its source says', () => {
    const pipeline =
      '+proj=pipeline +step +inv +proj=utm +zone=18 +south +ellps=intl +step +proj=push +v_3 +step +proj=cart +ellps=intl +step +proj=helmert +x=-279 +y=175 +z=-379 +step +inv +proj=cart +ellps=WGS84 +step +proj=pop +v_3 +step +proj=utm +zone=18 +south +ellps=WGS84';
    const [e, n] = byGdal(['-ct', pipeline], [...MINE, 4210]);
    const [x, y] = reproject(MINE, 4210, of(24_878), of(32_718));
    expect(Math.hypot(x - e, y - n)).toBeLessThan(1e-3);
    expect(of(24_878).datum.toWgs84).toMatchObject({ epsg: 1208, accuracy: 16 });
    // The shift of these mines is some 400 m: the one cannot pass for the other.
    expect(Math.hypot(x - MINE[0], y - MINE[1])).toBeGreaterThan(300);
    const back = reproject([x, y], 4210, of(32_718), of(24_878));
    // The height stays, though it is above the other ellipsoid, up to 100 m away: 100 m / 6370 km of the shift.
    expect(Math.hypot(back[0] - MINE[0], back[1] - MINE[1])).toBeLessThan((100 / 6.37e6) * 500);
  });

  it.each([
    [32_718, 32_719],
    [31_979, 32_717],
    [5387, 31_978],
  ])('EPSG:%i to EPSG:%i, to 0.1 mm', (from, to) => {
    const pipeline = `+proj=pipeline +step +inv +proj=utm +zone=${(of(from).meridian + 183) / 6} +south +ellps=${from > 32_000 ? 'WGS84' : 'GRS80'} +step +proj=utm +zone=${(of(to).meridian + 183) / 6} +south +ellps=${to > 32_000 ? 'WGS84' : 'GRS80'}`;
    const [e, n] = byGdal(['-ct', pipeline], [...MINE, 0]);
    const [x, y] = reproject(MINE, 0, of(from), of(to));
    expect(Math.hypot(x - e, y - n)).toBeLessThan(1e-4);
  });

  it('its well-known text is that of the EPSG dataset', () => {
    for (const system of PROJECTED_SYSTEMS) {
      const source = ['-o', 'wkt1', '--single-line', `EPSG:${system.epsg}`];
      const wkt = execFileSync('gdalsrsinfo', source).toString().trim();
      expect(systemWkt(system), system.name).toBe(wkt.replace(/,TOWGS84\[[^\]]*\]/, ''));
    }
  });
});

describe('what a metre of the grid is on the ground', () => {
  it('is 0.9996 on the central meridian, and follows the series of the projection beside it', () => {
    const system = of(32_718);
    expect(gridScale([500_000, 8_600_000], 0, system).point).toBeCloseTo(0.9996, 9);
    const { point } = gridScale(MINE, 0, system);
    // k = k0 (1 + x^2 / 2 r^2), x the distance from the meridian on the ellipsoid, r^2 = M N (Snyder 1987, eq. 8-11).
    const x = (MINE[0] - 500_000) / 0.9996;
    expect(point).toBeCloseTo(0.9996 * (1 + x ** 2 / (2 * 6_356_800 ** 2)), 6);
  });

  it('loses a metre in 1500 at 4310 m', () => {
    const { elevation, combined, point } = gridScale(MINE, 4310, of(32_718));
    expect(elevation).toBeCloseTo(1 - 4310 / 6_361_000, 6);
    expect(combined).toBe(point * elevation);
  });

  it('is one in a mine grid whose scale is the combined factor', () => {
    const { combined } = gridScale(MINE, 4310, of(32_718));
    const file = {
      ...{ name: 'Mina', epsg: 32_718, rotation: 12.5, scale: combined },
      origin: { here: [5000, 10_000, 4310], epsg: [...MINE, 4310] },
    };
    const grid = parseMineGrid(JSON.stringify(file), 'mina.json');
    expect(groundScale(grid, [5000, 10_000, 4310])!.groundPerGrid).toBeCloseTo(1, 9);
    const utm = groundScale(publishedGrid(32_718), [...MINE, 4310])!;
    expect(1e6 * (utm.groundPerGrid - 1)).toBeGreaterThan(700);
  });
});

describe('the file of a mine grid', () => {
  const file = {
    ...{ name: 'Mina "Ñ"', epsg: 32_718, unit: 'us-ft', rotation: -31.25, scale: 0.99938 },
    origin: { here: [10_000, 20_000, 14_000], epsg: [...MINE, 4267.2] },
  } as const;
  const grid = parseMineGrid(JSON.stringify(file), 'mina.json');
  const utm = publishedGrid(32_718);

  it('places its origin, and a foot along its axes', () => {
    const foot = 1200 / 3937;
    const origin = file.origin.here.map((value) => value * foot) as [number, number, number];
    const [e, n, z] = betweenGrids(grid, utm, origin);
    expect(Math.hypot(e - MINE[0], n - MINE[1], z - 4267.2)).toBeLessThan(1e-8);
    const [e1, n1, z1] = betweenGrids(grid, utm, [origin[0] + 100 * foot, origin[1], origin[2] + 1]);
    const angle = (-31.25 * Math.PI) / 180;
    expect(e1 - e).toBeCloseTo(100 * foot * 0.99938 * Math.cos(angle), 7);
    expect(n1 - n).toBeCloseTo(100 * foot * 0.99938 * Math.sin(angle), 7);
    // Heights are never scaled.
    expect(z1 - z).toBeCloseTo(1, 9);
  });

  it('is there and back to a hundredth of a millimetre, and through its own file', () => {
    const again = parseMineGrid(mineGridJson(grid), 'again.json');
    const place = [MINE[0] + 812.345, MINE[1] - 1234.567, 4300.1] as const;
    for (const one of [grid, again]) {
      const there = betweenGrids(utm, one, place);
      const back = betweenGrids(one, utm, there);
      expect(Math.hypot(...back.map((value, k) => value - place[k]))).toBeLessThan(1e-5);
    }
  });

  it.each([
    ['{', 'it is no JSON'],
    ['{"name":"x","epsg":4326}', 'EPSG:4326'],
    ['{"name":"x","epsg":32718,"scale":2}', 'scale'],
    ['{"name":"x","epsg":32718,"scale":0.9999}', 'no origin'],
    ['{"name":"x","rotation":3}', 'no epsg'],
    ['{"name":"x","epgs":32718}', 'epgs'],
    ['{"epsg":32718}', 'name'],
    ['{"name":"x","epsg":32718,"origin":{"here":[1,2,3],"epsg":[1,2,null]}}', 'origin.epsg'],
  ])('%s is refused: %s', (text, words) => {
    expect(() => parseMineGrid(text, 'grid.json')).toThrow(words);
  });

  it('refuses to lead out of a grid that hangs on nothing', () => {
    const local = parseMineGrid('{"name":"Local"}', 'local.json');
    expect(() => betweenGrids(local, utm, [0, 0, 0])).toThrow('Local');
  });
});

describe(`Helmert transformation (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const truth = {
    ...{ fromOrigin: [5000, 10_000, 4300], toOrigin: [...MINE, 4310] },
    ...{ rotation: 0.73, scale: 0.99951 },
  } as PlanSimilarity;
  const points = Array.from({ length: 9 }, (_, i) => {
    const from = [
      5000 + 400 * random.normal(),
      10_000 + 400 * random.normal(),
      4300 + 20 * random.normal(),
    ] as const;
    return { name: `P${i}`, from, to: applySimilarity(truth, from) };
  });

  it('finds what made the points, to a micrometre, and the way back', () => {
    const helmert = fitHelmert(points, true);
    expect(helmert.rotation).toBeCloseTo(truth.rotation, 10);
    expect(helmert.scale).toBeCloseTo(truth.scale, 10);
    for (const { from, to } of points) {
      const there = applySimilarity(helmert, from);
      expect(Math.hypot(...there.map((value, k) => value - to[k]))).toBeLessThan(1e-6);
      const back = applySimilarity(invertSimilarity(helmert), to);
      expect(Math.hypot(...back.map((value, k) => value - from[k]))).toBeLessThan(1e-6);
    }
  });

  it.each([true, false])('has the least squares: no other is better (scale free: %s)', (free) => {
    const noisy = points.map(({ to, ...point }) => ({
      ...point,
      to: to.map((value) => value + 0.02 * random.normal()) as [number, number, number],
    }));
    const helmert = fitHelmert(noisy, free);
    const squares = (fit: Parameters<typeof applySimilarity>[0]) =>
      noisy.reduce((sum, { from, to }) => {
        const [x, y, z] = applySimilarity(fit, from);
        return sum + (x - to[0]) ** 2 + (y - to[1]) ** 2 + (z - to[2]) ** 2;
      }, 0);
    const best = squares(helmert);
    const [x, y, z] = helmert.toOrigin;
    for (const step of [1e-3, -1e-3])
      for (const other of [
        { ...helmert, toOrigin: [x + step, y, z] as const },
        { ...helmert, toOrigin: [x, y + step, z] as const },
        { ...helmert, toOrigin: [x, y, z + step] as const },
        { ...helmert, rotation: helmert.rotation + step / 1000 },
        ...(free ? [{ ...helmert, scale: helmert.scale + step / 1000 }] : []),
      ])
        expect(squares(other)).toBeGreaterThan(best);
    if (free) expect(helmert.sigma!.plan).toBeLessThan(0.04);
    // A scale that is held shows in the residuals: 0.5 m in a kilometre.
    else expect(helmert.sigma!.plan).toBeGreaterThan(0.1);
  });

  it('says of two points that nothing checks them, and refuses one, and two at one place', () => {
    expect(fitHelmert(points.slice(0, 2), true).sigma).toBeNull();
    expect(() => fitHelmert(points.slice(0, 1), false)).toThrow('only 1');
    expect(() => fitHelmert([points[0], { ...points[0], name: 'Q' }], false)).toThrow('one place');
  });
});

describe('a geoid in GTX', () => {
  /** Nodes every quarter of a degree about the Andes; heights of a plane, whose bilinear values are its own. */
  const plane = (longitude: number, latitude: number) => 30 + 0.5 * (longitude + 76) - 0.25 * (latitude + 10);
  const [rows, columns, step, west, south] = [9, 13, 0.25, 360 - 77, -11];
  const view = new DataView(new ArrayBuffer(40 + 4 * rows * columns));
  for (const [i, value] of [south, west, step, step].entries()) view.setFloat64(8 * i, value);
  view.setInt32(32, rows);
  view.setInt32(36, columns);
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++)
      view.setFloat32(40 + 4 * (r * columns + c), plane(west - 360 + c * step, south + r * step));
  const bytes = new Uint8Array(view.buffer);

  it('gives its heights between the nodes, at them and on its border, whether west counts to 180 or to 360', () => {
    const geoid = openGtx(bytes, 'geoid.gtx');
    for (const [longitude, latitude] of [
      [-76.13, -10.37],
      [-76, -10],
      [-77, -11],
      [-74, -9],
      [283.4, -9.9],
    ])
      expect(geoid.at(longitude, latitude)).toBeCloseTo(plane(((longitude + 180) % 360) - 180, latitude), 4);
  });

  it('has none outside, nor where the file has none', () => {
    const geoid = openGtx(bytes, 'geoid.gtx');
    for (const [longitude, latitude] of [
      [-77.1, -10],
      [-73.9, -10],
      [-76, -11.1],
      [-76, -8.9],
      [Number.NaN, -10],
    ])
      expect(geoid.at(longitude, latitude)).toBeNull();
    const holed = bytes.slice();
    new DataView(holed.buffer).setFloat32(40 + 4 * (4 * columns + 4), -88.8888);
    expect(openGtx(holed, 'geoid.gtx').at(-76, -10)).toBeNull();
  });

  it.runIf(gdal)('is read by PROJ to the same height', () => {
    const folder = mkdtempSync(join(tmpdir(), 'socavon-gtx-'));
    try {
      const file = join(folder, 'geoid.gtx');
      writeFileSync(file, bytes);
      const [, , height] = byGdal(
        [
          '-ct',
          `+proj=pipeline +step +proj=unitconvert +xy_in=deg +xy_out=rad +step +proj=vgridshift +grids=${file} +multiplier=1 +step +proj=unitconvert +xy_in=rad +xy_out=deg`,
        ],
        [-76.13, -10.37, 4310],
      );
      expect(4310 - height).toBeCloseTo(-openGtx(bytes, 'geoid.gtx').at(-76.13, -10.37)!, 3);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([0, 39, bytes.length - 1])('cut to %i bytes is refused', (length) => {
    expect(() => openGtx(bytes.slice(0, length), 'geoid.gtx')).toThrow('geoid.gtx is no geoid');
  });
});
