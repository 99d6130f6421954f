import { expect, it } from 'vitest';
import { compose, exp, identity, invert } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { weakestTranslation } from '../../src-core/odometry/match/weak-direction.ts';
import { ODOMETRY_DEFAULTS, type OdometryOptions } from '../../src-core/odometry/odometry-options.ts';
import { apart, FEW_GROUPS } from './scan-fixtures.ts';
import { boxScan, expectSamePose, type OnBoth, onBoth, sensorOf, taskOf } from './scan-tasks.ts';
import { describeOnGpu } from './software-device.ts';

const SEED = 71;
const sensor = sensorOf(16, 1024);
const asCaptured = (_pixel: number, mm: number): number => mm;
/** Scans of a drive without an end along x. @param relief scatter of its ranges, m */
const tubeScan = (seed: number, relief: number) =>
  boxScan(sensor, seed, asCaptured, { length: Number.POSITIVE_INFINITY, relief });

/** How the tube lies in the map. */
const TURNED: Rigid = { R: exp([0.4, -0.3, 2.1, 0, 0, 0]).R, t: Float64Array.of(310.2, -47.9, 12.3) };
/** What the scan is expected off from where it is: 6 cm along the tube. */
const AWAY = exp([0.003, -0.002, 0.004, 0.06, -0.02, 0.015]);

const minShareOf = (minShare: number, maxIterations = 20): OdometryOptions => ({
  ...ODOMETRY_DEFAULTS,
  matcher: { ...ODOMETRY_DEFAULTS.matcher, maxIterations },
  observability: { ...ODOMETRY_DEFAULTS.observability, minShare },
});
const { minShare: MIN_SHARE } = ODOMETRY_DEFAULTS.observability;

describeOnGpu(
  `scans of a tube (seed ${SEED})`,
  (gpu) => {
    /** @param relief of the walls, m */
    const placed = (
      relief: number,
      T_map_tube: Rigid,
      translationSigma: number,
      options: OdometryOptions,
    ): Promise<OnBoth> => {
      const keyframes = [1, 2, 3, 4].map((k) => ({ scan: tubeScan(SEED + k, relief), T: T_map_tube }));
      const start = compose(T_map_tube, AWAY);
      const prior = { T_map_sensor: start, rotationSigma: 0.01, translationSigma };
      const T_map_previous = compose(start, exp([0, 0, 0.01, -0.1, 0, 0]));
      const task = taskOf(sensor, tubeScan(SEED, relief), { prior, T_map_previous });
      return onBoth(gpu(), sensor, task, keyframes, options);
    };
    /** Metres along the tube from where it is. */
    const along = (T_map_tube: Rigid, pose: Rigid): number => compose(invert(T_map_tube), pose).t[0];

    it.each([
      ['perfect', 0, 'straight', identity(), 0.02],
      ['perfect', 0, 'turned', TURNED, 0.02],
      ['perfect', 0, 'turned, of which little is expected', TURNED, 0.3],
      ['smooth', 0.004, 'straight', identity(), 0.02],
      ['smooth', 0.004, 'turned', TURNED, 0.02],
      ['smooth', 0.01, 'turned, of which little is expected', TURNED, 0.3],
    ])('are left where they are expected along it: %s (%d m), %s', async (_kind, relief, _how, T, sigma) => {
      const first = await placed(relief, T, sigma, minShareOf(MIN_SHARE, 1));
      expect(weakestTranslation(first.cpu.system.translation).share).toBeLessThan(MIN_SHARE);
      expectSamePose(first, 0.1, 0.001);
      const whole = await placed(relief, T, sigma, minShareOf(MIN_SHARE));
      expectSamePose(whole, 0.2, 0.002);
      // Across it they are found, and along it they went no farther than the turn takes them.
      for (const { T_map_sensor } of [whole.gpu, whole.cpu])
        expect(Math.abs(along(T, T_map_sensor) - AWAY.t[0])).toBeLessThan(0.005);
    });

    it.each([identity(), TURNED])('are held by walls that are rough enough, and only by those', async (T) => {
      const once = (minShare: number) => placed(0.03, T, 0.3, minShareOf(minShare, 1));
      const held = await once(0);
      const { share } = weakestTranslation(held.cpu.system.translation);
      const free = await once(share + 1e-5);
      expect(apart(held.cpu.T_map_sensor, free.cpu.T_map_sensor).millimetres).toBeGreaterThan(5);
      expectSamePose(held, 0.1, 0.001);
      expectSamePose(free, 0.1, 0.001);
      expectSamePose(await once(share - 1e-5), 0.1, 0.001);
      // Right at the limit f32 takes one side or the other.
      const at = (await once(share)).gpu;
      const sides = [held, free].map(({ cpu }) => apart(cpu.T_map_sensor, at.T_map_sensor).millimetres);
      expect(Math.min(...sides)).toBeLessThan(0.1);
    });
  },
  {},
  FEW_GROUPS,
);
