import { expect } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import { GpuScanAligner } from '../../src-core/gpu/gpu-scan-aligner.ts';
import { DeviceScanImage } from '../../src-core/gpu/odometry/scan-image.ts';
import { scanKernels } from '../../src-core/gpu/odometry/scan-kernels.ts';
import { writeScanOptions } from '../../src-core/gpu/odometry/scan-passes.ts';
import { compose, exp, identity } from '../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { CpuScanAligner } from '../../src-core/odometry/cpu-scan-aligner.ts';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import { RangeImageNormals } from '../../src-core/odometry/frame/range-image-normals.ts';
import { scanPointsBuffer, scanToPoints } from '../../src-core/odometry/frame/scan-points.ts';
import { thinEvenly } from '../../src-core/odometry/frame/thin.ts';
import { ODOMETRY_DEFAULTS } from '../../src-core/odometry/odometry-options.ts';
import type { ScanMatchTask } from '../../src-core/odometry/scan-aligner.ts';
import { it, tiered } from '../support/tier.ts';
import { FEW_GROUPS, NEVER_FAILS } from './scan-fixtures.ts';
import {
  boxScan,
  expectSamePose,
  type OnBoth,
  onBoth,
  sensorOf,
  taskOf,
  withoutColumns,
} from './scan-tasks.ts';
import { describeOnGpu } from './software-device.ts';

const SEED = 67;
/** As shaders/scan-options.wgsl. */
const [NO_RETURN, RETURN, CHOSEN] = [0, 1, 2];

/** What the kernels before the match leave on the device. */
async function imageOnGpu(gpu: GpuContext, sensor: SensorModel, task: ScanMatchTask) {
  const own = gpu.withOwnBuffers();
  const kernels = await scanKernels(own);
  const image = new DeviceScanImage(own, kernels, beamGeometry(sensor));
  const tables = ODOMETRY_DEFAULTS.submap;
  const none = Array.from({ length: tables.levels }, () => ({ first: 0, mask: 0 }));
  image.upload(task);
  const encoder = own.device.createCommandEncoder();
  image.record(encoder, writeScanOptions(own, kernels, task, ODOMETRY_DEFAULTS, none).buffer);
  own.device.queue.submit([encoder.finish()]);
  const read = (buffer: GPUBuffer, words: number) => own.buffers.read(buffer, 4 * words);
  const points = new Float32Array(await read(image.points, 4 * image.pixels));
  const normals = new Float32Array(await read(image.normals, 4 * image.pixels));
  const [tally] = new Uint32Array(await read(image.tally, 1));
  own.destroy();
  return { points, normals, tally };
}

/** The same by the f64 twins. */
function imageOnCpu(sensor: SensorModel, { scan, index, thinning }: ScanMatchTask) {
  const geometry = beamGeometry(sensor);
  const raw = scanToPoints(scan, geometry, ODOMETRY_DEFAULTS.filter, scanPointsBuffer(geometry));
  const pixels = scan.beams * scan.columns;
  const chosen = new Uint32Array(pixels);
  const count = thinEvenly(raw.pixel, raw.count, thinning, index, chosen);
  const normals = new Float32Array(3 * pixels);
  const image = new RangeImageNormals(scan.beams, scan.columns, ODOMETRY_DEFAULTS.normals);
  image.compute(raw, chosen, count, normals);
  return { raw, chosen: chosen.subarray(0, count), normals };
}

const full = sensorOf(16, 1024);
const walls = boxScan(full, SEED);
const IMAGES: readonly (readonly [string, SensorModel, Scan, number])[] = [
  ['a whole scan', full, walls, 2],
  ['a whole scan, every point', full, walls, 1],
  [
    'columns that were measured off their places',
    full,
    {
      ...walls,
      columnTurn: Float32Array.from({ length: walls.columns }, (_, c) => -0.003 * Math.sin(c) ** 2),
    },
    1,
  ],
  ['ranges at the edges of the filter', full, boxScan(full, 1, (p) => [799, 800, 60_000, 60_001][p % 4]), 1],
  ['ranges of every size a word holds', full, boxScan(full, 2, (p) => (p % 3 === 0 ? 0xffffffff - p : p)), 2],
  ['no return', full, boxScan(full, 3, () => 0), 2],
  ['one return', full, boxScan(full, 4, (p, mm) => (p === 5000 ? mm : 0)), 1],
  ['every column lost', full, withoutColumns(walls)(() => true), 2],
  ['half of the packets lost', full, withoutColumns(walls)((c) => (c >> 4) % 2 === 0), 2],
  ...[1, 63, 64, 65, 257, 1000].map((columns): readonly [string, SensorModel, Scan, number] => {
    const sensor = sensorOf(1, columns);
    return [`one beam of ${columns} columns`, sensor, boxScan(sensor, columns), 1];
  }),
  ['three beams of 37 columns', sensorOf(3, 37), boxScan(sensorOf(3, 37), 5), 1],
];

const FEW_IMAGES = new Set([
  'a whole scan',
  'columns that were measured off their places',
  'ranges at the edges of the filter',
  'no return',
  'half of the packets lost',
  'one beam of 65 columns',
]);

describeOnGpu(
  `kernels of a scan (seed ${SEED})`,
  (gpu) => {
    it.each(tiered(IMAGES, ([name]) => FEW_IMAGES.has(name)))(
      'make the points and normals of %s',
      async (_name, sensor, scan, thinning) => {
        const task = taskOf(sensor, scan, { thinning });
        const result = await imageOnGpu(gpu(), sensor, task);
        const { raw, chosen, normals } = imageOnCpu(sensor, task);

        const kind = new Float32Array(scan.beams * scan.columns).fill(NO_RETURN);
        for (let i = 0; i < raw.count; i++) kind[raw.pixel[i]] = RETURN;
        for (const i of chosen) kind[raw.pixel[i]] = CHOSEN;
        expect(result.points.filter((_, k) => k % 4 === 3)).toEqual(kind);
        expect(result.tally).toBe(chosen.length);
        let farthest = 0;
        for (let i = 0; i < raw.count; i++) {
          for (let k = 0; k < 3; k++) {
            const off = Math.abs(result.points[4 * raw.pixel[i] + k] - raw.xyz[3 * i + k]);
            farthest = Math.max(farthest, off / (1e-3 * scan.rangeMm[raw.pixel[i]]));
          }
        }
        expect(farthest).toBeLessThan(3e-7);

        let turned = 0;
        chosen.forEach((i, k) => {
          const own = normals.subarray(3 * k, 3 * k + 3);
          const theirs = result.normals.subarray(4 * raw.pixel[i], 4 * raw.pixel[i] + 3);
          const known = own.some((value) => value !== 0);
          expect(
            theirs.some((value) => value !== 0),
            `normal of pixel ${raw.pixel[i]}`,
          ).toBe(known);
          const sine = Math.hypot(...own.map((value, at) => value - theirs[at]));
          if (sine > 1e-3) turned++;
        });
        // Where two eigenvalues nearly meet, f32 cannot tell which is the smaller.
        expect(turned).toBeLessThanOrEqual(0.002 * chosen.length);
      },
    );

    /** The sums of one pass, to what f32 keeps. */
    function expectSameSums({ gpu: { system: g }, cpu: { system: c } }: OnBoth): void {
      // A point within f32 of the edge of a bin or of the inliers may fall to the other side.
      expect(Math.abs(g.matched - c.matched)).toBeLessThanOrEqual(1 + 0.001 * c.matched);
      expect(Math.abs(g.inliers - c.inliers)).toBeLessThanOrEqual(1 + 0.001 * c.matched);
      for (let i = 0; i < 6; i++) {
        const own = Math.sqrt(c.H[7 * i]);
        for (let j = 0; j <= i; j++) {
          const scale = own * Math.sqrt(c.H[7 * j]);
          expect(Math.abs(g.H[6 * i + j] - c.H[6 * i + j])).toBeLessThanOrEqual(1e-3 * scale);
        }
        // Residuals of a centimetre or so under the weights of H.
        expect(Math.abs(g.b[i] - c.b[i])).toBeLessThanOrEqual(1e-3 * own * Math.sqrt(c.matched));
      }
      const most = Math.max(...c.translation);
      for (let k = 0; k < 9; k++)
        expect(Math.abs(g.translation[k] - c.translation[k])).toBeLessThanOrEqual(1e-3 * most);
    }

    const ONE_PASS = {
      ...ODOMETRY_DEFAULTS,
      matcher: { ...ODOMETRY_DEFAULTS.matcher, maxIterations: 1 },
    };
    const before = [11, 12, 13, 14].map((seed) => ({ scan: boxScan(full, seed), T: identity() }));
    const BIAS = [0.01, -0.02, 0.005] as const;

    const tasks: [string, Scan, Partial<ScanMatchTask>][] = [
      ['by constant velocity', walls, {}],
      ['by the gyro', walls, { gyroBias: BIAS }],
      ['by the gyro where it has no readings', walls, { gyroBias: BIAS, rates: { times: [], rates: [] } }],
      ['with every point', walls, { thinning: 1 }],
      ['with few points', walls, { thinning: 70 }],
      ['with too few points', walls, { thinning: 100, index: 4 }],
      ['with lost packets', withoutColumns(walls)((c) => (c >> 4) % 3 === 0), { gyroBias: BIAS }],
      ['with every column lost', withoutColumns(walls)(() => true), {}],
      ['without a return', boxScan(full, 3, () => 0), { thinning: 1 }],
      ['with one return', boxScan(full, 4, (p, mm) => (p === 5000 ? mm : 0)), { thinning: 1 }],
      ['after a quarter turn', walls, { T_map_previous: exp([0.1, 0, 1.5, -1, 0.3, 0]), perRotation: 0.2 }],
      [
        'a turn the other way round',
        walls,
        { T_map_previous: exp([0, 0, -3.1, 0, 0, 0]), perRotation: 0.01 },
      ],
    ];
    const few = [
      'by constant velocity',
      'by the gyro',
      'with few points',
      'with lost packets',
      'without a return',
    ];
    it.each(tiered(tasks, ([name]) => few.includes(name)))(
      'match %s as the CPU does, pass by pass and to the end',
      async (_name, scan, more) => {
        const start = exp([0.004, -0.003, 0.006, 0.04, -0.03, 0.02]);
        const prior = { T_map_sensor: start, rotationSigma: 0.01, translationSigma: 0.05 };
        const task = taskOf(full, scan, { prior, ...more });
        const first = await onBoth(gpu(), full, task, before, ONE_PASS);
        expectSameSums(first);
        expectSamePose(first, 0.1, 0.001);
        expect(first.gpu.iterations).toBe(1);
        const whole = await onBoth(gpu(), full, task, before);
        expectSamePose(whole, 0.2, 0.002);
      },
    );

    const places = [
      [0, 0, 0],
      [1e6, -1e6, 1e6],
      [-999_999.7, 8_601_447.3, 4213.1],
    ];
    it.each(tiered(places, [places[2]]))('match at %d %d %d m as at the origin of the map', async (...t) => {
      const T_far = { R: exp([0.02, 0.01, 2.1, 0, 0, 0]).R, t: Float64Array.from(t) };
      const there = before.map(({ scan }) => ({ scan, T: T_far }));
      const start = compose(T_far, exp([0, 0.002, 0.004, 0.05, 0.02, -0.02]));
      const task = taskOf(full, walls, {
        prior: { T_map_sensor: start, rotationSigma: 0.01, translationSigma: 0.05 },
        T_map_previous: compose(start, exp([0, 0, 0.02, -0.1, 0, 0])),
      });
      expectSameSums(await onBoth(gpu(), full, task, there, ONE_PASS));
      expectSamePose(await onBoth(gpu(), full, task, there), 0.2, 0.002);
    });

    it.each(tiered([199, 200, 201, 255, 256, 257, 1000], [199, 200, 257]))(
      'match %d points',
      async (columns) => {
        const sensor = sensorOf(1, columns);
        const keyframes = Array.from({ length: 30 }, (_, k) => ({
          scan: boxScan(sensor, k),
          T: exp([0, 0, 0.002 * k, 0, 0, 0.03 * (k - 15)]),
        }));
        const task = taskOf(sensor, boxScan(sensor, 99), { thinning: 1 });
        const result = await onBoth(gpu(), sensor, task, keyframes, ONE_PASS);
        expectSameSums(result);
        expect(result.gpu.system.matched > 0).toBe(columns >= 200);
      },
    );

    it.each(tiered([8, 9, 20], [9]))(
      'match in %i iterations, within the first submission and beyond it',
      async (most) => {
        const matcher = { ...ODOMETRY_DEFAULTS.matcher, maxIterations: most };
        const endless = { ...matcher, rotationTolerance: 0, translationTolerance: 0 };
        const start = exp([0.004, -0.003, 0.006, 0.04, -0.03, 0.02]);
        const task = taskOf(full, walls, {
          prior: { T_map_sensor: start, rotationSigma: 0.01, translationSigma: 0.05 },
        });
        const result = await onBoth(gpu(), full, task, before, { ...ODOMETRY_DEFAULTS, matcher: endless });
        for (const { iterations, converged } of [result.gpu, result.cpu])
          expect([iterations, converged]).toEqual([most, false]);
        expectSamePose(result, 0.2, 0.002);
      },
    );

    it('hold to a tight prior, and let go of a loose one', async () => {
      const off = exp([0.002, 0.001, 0.003, 0.04, 0.02, 0.03]);
      const held = { T_map_sensor: off, rotationSigma: 1e-6, translationSigma: 1e-6 };
      const tight = await onBoth(gpu(), full, taskOf(full, walls, { prior: held }), before);
      expectSamePose(tight, 0.01, 0.0001);
      const free = { T_map_sensor: off, rotationSigma: 10, translationSigma: 100 };
      expectSamePose(await onBoth(gpu(), full, taskOf(full, walls, { prior: free }), before), 0.2, 0.002);
    });

    it('keep up with a submap that grows, forgets and finds again', async () => {
      const options = { ...ODOMETRY_DEFAULTS, submap: { ...ODOMETRY_DEFAULTS.submap, radius: 8 } };
      const cpu = new CpuScanAligner(full, options);
      const device = await GpuScanAligner.create(gpu(), NEVER_FAILS, full, options);
      const still = { twist: new Float64Array(6), gyroBias: null };
      // There and back; the second leg also lets keyframes join without a match between them.
      const ways = [0, 3, 6, 9, 12, 15, 9, 3, 0];
      for (const [k, metres] of ways.entries()) {
        const T = exp([0, 0, 0, metres, 0, 0]);
        for (const aligner of [cpu, device])
          for (const seed of [20 + k, 40 + k]) aligner.insert(taskOf(full, boxScan(full, seed)), T, still);
        if (k === 6) continue;
        const prior = { T_map_sensor: T, rotationSigma: 0.01, translationSigma: 0.02 };
        const task = taskOf(full, walls, { prior, T_map_previous: T });
        const result = {
          gpu: await device.match(task, NEVER_CANCELLED),
          cpu: cpu.match(task, NEVER_CANCELLED),
        };
        expectSameSums(result);
        expectSamePose(result, 0.2, 0.002);
      }
      device.destroy();
    });
  },
  {},
  FEW_GROUPS,
);
