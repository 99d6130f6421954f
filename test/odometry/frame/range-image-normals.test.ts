import { beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import { hasSimdKernels } from '../../../src-core/math/simd-kernels.ts';
import { symmetricEigen } from '../../../src-core/math/symmetric-eigen.ts';
import type { Scan } from '../../../src-core/model/scan.ts';
import { beamGeometry } from '../../../src-core/odometry/frame/beam-geometry.ts';
import {
  NORMAL_DEFAULTS,
  type NormalOptions,
  RangeImageNormals,
} from '../../../src-core/odometry/frame/range-image-normals.ts';
import {
  RANGE_FILTER_DEFAULTS,
  type ScanPoints,
  scanPointsBuffer,
  scanToPoints,
} from '../../../src-core/odometry/frame/scan-points.ts';
import { castScan } from '../../../src-simulate/cast-scan.ts';
import { simulateDrive } from '../../../src-simulate/drive.ts';
import { simulatedSensor } from '../../../src-simulate/os1-16.ts';
import { SHORT_DRIVE } from '../../simulate/short-drive.ts';

const SEED = 47;
const BEAMS = 16;
const COLUMNS = 1024;

interface Plane {
  readonly neighbours: number;
  readonly otherBeams: number;
  /** Scatter of the neighbours about their mean, row-major, m^2. */
  readonly scatter: Float64Array;
}

/** Neighbours of a point by going through all others, and their scatter by its definition. */
function planeByBruteForce({ xyz, pixel, count }: ScanPoints, i: number, options: NormalOptions): Plane {
  const at = (j: number) => [xyz[3 * j], xyz[3 * j + 1], xyz[3 * j + 2]];
  const beamOf = (j: number) => Math.floor(pixel[j] / COLUMNS);
  const apart = (j: number) => {
    const columns = Math.abs((pixel[j] % COLUMNS) - (pixel[i] % COLUMNS));
    return Math.min(columns, COLUMNS - columns);
  };
  const [px, py, pz] = at(i);
  const reach = options.maxRangeStep * Math.hypot(px, py, pz);
  const near: number[] = [];
  for (let j = 0; j < count; j++) {
    if (Math.abs(beamOf(j) - beamOf(i)) > options.beamReach || apart(j) > options.columnReach) continue;
    const [x, y, z] = at(j);
    if (Math.hypot(x - px, y - py, z - pz) <= reach) near.push(j);
  }
  const mean = [0, 1, 2].map((k) => near.reduce((sum, j) => sum + at(j)[k], 0) / near.length);
  const scatter = new Float64Array(9);
  for (const j of near) {
    const d = at(j).map((value, k) => value - mean[k]);
    for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) scatter[3 * a + b] += (d[a] * d[b]) / near.length;
  }
  return {
    neighbours: near.length,
    otherBeams: near.filter((j) => beamOf(j) !== beamOf(i)).length,
    scatter,
  };
}

describe(`normals from the range image, against all neighbours by definition (seed ${SEED})`, () => {
  const sensor = simulatedSensor('legacy16');
  const geometry = beamGeometry(sensor);
  const random = seededRandom(SEED);
  let scan: Scan;
  beforeAll(() => {
    scan = castScan(simulateDrive({ ...SHORT_DRIVE, seed: SEED }), 10);
  });

  const pointsOf = (from: Scan) =>
    scanToPoints(from, geometry, RANGE_FILTER_DEFAULTS, scanPointsBuffer(geometry));

  function normals(points: ScanPoints, chosen: Uint32Array, options: NormalOptions): Float32Array {
    const out = new Float32Array(3 * chosen.length).fill(Number.NaN);
    const image = new RangeImageNormals(BEAMS, COLUMNS, options);
    // What an earlier scan left must not count.
    image.compute({ ...points, xyz: points.xyz.map((value) => value + 0.1) }, chosen, chosen.length, out);
    image.compute(points, chosen, chosen.length, out);
    return out;
  }

  /** @returns how many points had a normal */
  function expectNormals(points: ScanPoints, chosen: Uint32Array, options = NORMAL_DEFAULTS): number {
    const out = normals(points, chosen, options);
    let count = 0;
    for (const [k, i] of chosen.entries()) {
      const n = [...out.subarray(3 * k, 3 * k + 3)];
      const { neighbours, otherBeams, scatter } = planeByBruteForce(points, i, options);
      if (neighbours < 5 || otherBeams < 2) {
        expect(n).toEqual([0, 0, 0]);
        continue;
      }
      count++;
      expect(Math.abs(Math.hypot(...n) - 1)).toBeLessThan(1e-6);
      // Two small eigenvalues may be equal, then the normal is free; the scatter along it is what it must make least.
      let along = 0;
      for (let a = 0; a < 3; a++) for (let b = 0; b < 3; b++) along += n[a] * scatter[3 * a + b] * n[b];
      const { values } = symmetricEigen(scatter, 3);
      along /= n[0] ** 2 + n[1] ** 2 + n[2] ** 2;
      expect(Math.abs(along - values[0])).toBeLessThan(1e-9 + 1e-9 * values[2]);
      const [px, py, pz] = points.xyz.subarray(3 * i, 3 * i + 3);
      expect(n[0] * px + n[1] * py + n[2] * pz).toBeLessThanOrEqual(1e-6);
    }
    return count;
  }

  const chosenOf = (points: ScanPoints, wanted: (beam: number, column: number) => boolean) =>
    Uint32Array.from(
      [...points.pixel.subarray(0, points.count).keys()].filter((i) =>
        wanted(Math.floor(points.pixel[i] / COLUMNS), points.pixel[i] % COLUMNS),
      ),
    );

  it('over the whole image, one in 40', () => {
    const points = pointsOf(scan);
    const chosen = chosenOf(points, () => random.below(40) === 0);
    expect(expectNormals(points, chosen)).toBeGreaterThan(0.9 * chosen.length);
  });

  it('across the seam between the last column and the first', () => {
    // Column 0 looks back out of the drive: the scan turned by half a turn has rock at the seam.
    const rangeMm = scan.rangeMm.map((_, pixel) => {
      const column = (pixel + COLUMNS / 2) % COLUMNS;
      return scan.rangeMm[COLUMNS * Math.floor(pixel / COLUMNS) + column];
    });
    const points = pointsOf({ ...scan, rangeMm });
    const chosen = chosenOf(points, (_, column) => column < 3 || column >= COLUMNS - 3);
    expect(expectNormals(points, chosen)).toBeGreaterThan(60);
  });

  it('at the uppermost and the lowest beam', () => {
    const points = pointsOf(scan);
    const chosen = chosenOf(
      points,
      (beam, column) => (beam === 0 || beam === BEAMS - 1) && column % 31 === 0,
    );
    expect(expectNormals(points, chosen)).toBeGreaterThan(50);
  });

  it('with most pixels missing, whole beams and columns among them', () => {
    const holes: Scan = {
      ...scan,
      rangeMm: scan.rangeMm.map((mm, pixel) => {
        const lost = Math.floor(pixel / COLUMNS) % 5 === 3 || pixel % COLUMNS < 200 || random.uniform() < 0.7;
        return lost ? 0 : mm;
      }),
    };
    const points = pointsOf(holes);
    const chosen = chosenOf(points, () => random.below(8) === 0);
    const result = expectNormals(points, chosen);
    expect(result).toBeGreaterThan(20);
    expect(result).toBeLessThan(chosen.length);
  });

  it.each<NormalOptions>([
    { columnReach: 1, beamReach: 2, maxRangeStep: 0.15 },
    { columnReach: 9, beamReach: 3, maxRangeStep: 1 },
    { columnReach: 4, beamReach: 1, maxRangeStep: 0.04 },
    { columnReach: 4, beamReach: 0, maxRangeStep: 0.15 },
  ])('with options %o', (options) => {
    const points = pointsOf(scan);
    const chosen = chosenOf(points, () => random.below(100) === 0);
    const result = expectNormals(points, chosen, options);
    if (options.beamReach === 0) expect(result).toBe(0);
    else expect(result).toBeGreaterThan(0);
  });

  it('of a flat wall is that of the wall, to the rounding of millimetres', () => {
    // The wall x cos(a) + y sin(a) = 6 m in front of the sensor, seen by what of it is within 30 m.
    const wall = [Math.cos(0.3), Math.sin(0.3), 0];
    const { direction, offset } = geometry;
    const rangeMm = new Uint32Array(BEAMS * COLUMNS);
    for (let pixel = 0; pixel < rangeMm.length; pixel++) {
      const along = [0, 1, 2].reduce((sum, k) => sum + wall[k] * direction[3 * pixel + k], 0);
      const from = [0, 1, 2].reduce((sum, k) => sum + wall[k] * offset[3 * pixel + k], 0);
      const range = (6 - from) / along;
      if (range > 0 && range < 15) rangeMm[pixel] = Math.round(1000 * range);
    }
    const points = pointsOf({ ...scan, rangeMm, columnValid: new Uint8Array(COLUMNS).fill(1) });
    const chosen = chosenOf(points, () => true);
    const out = normals(points, chosen, NORMAL_DEFAULTS);
    let worst = 1;
    for (let k = 0; k < chosen.length; k++) {
      worst = Math.min(worst, -(wall[0] * out[3 * k] + wall[1] * out[3 * k + 1] + wall[2] * out[3 * k + 2]));
    }
    expect(chosen.length).toBeGreaterThan(3000);
    expect(worst).toBeGreaterThan(Math.cos(0.02));
  });

  it('are the same to the last bit in WebAssembly and in TypeScript', () => {
    expect(hasSimdKernels()).toBe(true);
    const flat = { ...scan, rangeMm: scan.rangeMm.map((mm, pixel) => (pixel % 1024 < 40 ? 3000 : mm)) };
    const sparse = { ...scan, rangeMm: scan.rangeMm.map((mm) => (random.uniform() < 0.7 ? 0 : mm)) };
    const noisy = {
      ...scan,
      rangeMm: scan.rangeMm.map((mm) => mm && mm + Math.round(400 * random.uniform())),
    };
    const equal = { ...scan, rangeMm: scan.rangeMm.map((mm) => mm && 1000) };
    let normal = 0;
    for (const from of [scan, flat, sparse, noisy, equal]) {
      const points = pointsOf(from);
      for (const step of [1, 2, 7]) {
        const chosen = Uint32Array.from({ length: Math.ceil(points.count / step) }, (_, k) => k * step);
        const [one, other] = [true, false].map((simd) => {
          const out = new Float32Array(3 * chosen.length).fill(Number.NaN);
          new RangeImageNormals(BEAMS, COLUMNS, NORMAL_DEFAULTS, simd).compute(
            points,
            chosen,
            chosen.length,
            out,
          );
          return out;
        });
        expect(one).toEqual(other);
        normal += one.reduce((count, value) => count + (value === 0 ? 0 : 1), 0);
      }
    }
    expect(normal).toBeGreaterThan(100_000);
  });
});
