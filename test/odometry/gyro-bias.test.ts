import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { expSo3, multiply3 } from '../../src-core/math/se3.ts';
import { biasOfPair, GyroBias } from '../../src-core/odometry/gyro-bias.ts';

const SEED = 61;
const SECONDS = 0.1;

type Vector = readonly [number, number, number];

describe(`bias of the gyro (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const noise = (sigma: number): Vector => [
    sigma * random.normal(),
    sigma * random.normal(),
    sigma * random.normal(),
  ];

  const turned = (...rates: Vector[]): Float64Array =>
    expSo3(
      SECONDS * rates.reduce((sum, rate) => sum + rate[0], 0),
      SECONDS * rates.reduce((sum, rate) => sum + rate[1], 0),
      SECONDS * rates.reduce((sum, rate) => sum + rate[2], 0),
    );

  const minus = ([x, y, z]: Vector): Vector => [-x, -y, -z];

  /** One scan: the machine turns, the gyro reads that with its bias, the walls tell it with their noise. */
  function learn(filter: GyroBias, bias: Vector, matchSigma = 0.005, rate = noise(0.4)): void {
    const byGyro = turned(rate, bias, minus(filter.value), noise(0.0004));
    filter.learn(byGyro, turned(rate, noise(matchSigma)), SECONDS);
  }

  const off = (filter: GyroBias, bias: Vector) =>
    Math.hypot(...filter.value.map((value, axis) => value - bias[axis]));

  it.each<[Vector]>([[[0, 0, 0]], [[0.004, -0.003, 0.005]], [[-0.02, 0.02, 0.01]], [[0.05, -0.04, 0]]])(
    'of %o rad/s is found while the machine sways',
    (bias) => {
      const filter = new GyroBias();
      for (let scan = 0; scan < 200; scan++) learn(filter, bias);
      // 5 mrad/s a scan, averaged over 200 of them on three axes; five sigma.
      expect(off(filter, bias)).toBeLessThan(5 * 0.005 * Math.sqrt(3 / 200));
      expect(filter.calibrated && filter.believable).toBe(true);
    },
  );

  it('is known well enough within the first second and a half, not before it is', () => {
    for (let trial = 0; trial < 50; trial++) {
      const filter = new GyroBias();
      const bias = noise(0.01);
      expect(filter.calibrated).toBe(false);
      let scans = 0;
      for (; !filter.calibrated; scans++) learn(filter, bias);
      expect(scans).toBeGreaterThan(3);
      expect(scans).toBeLessThan(15);
      expect(off(filter, bias)).toBeLessThan(0.01);
    }
  });

  it('that wanders is followed', () => {
    const filter = new GyroBias();
    for (let scan = 0; scan < 4000; scan++) {
      const drift = 2e-4 * Math.sin(scan / 600);
      learn(filter, [0.01 + drift, drift, -drift]);
      if (scan > 300) expect(off(filter, [0.01 + drift, drift, -drift])).toBeLessThan(0.0015);
    }
  });

  it('after one wrong match is soon right again, and the gyro still believed', () => {
    const filter = new GyroBias();
    const bias: Vector = [0.01, 0, -0.01];
    for (let scan = 0; scan < 50; scan++) learn(filter, bias);
    filter.learn(turned([0, 0, 0.5]), turned([0, 0, 0]), SECONDS);
    expect(filter.believable).toBe(true);
    for (let scan = 0; scan < 200; scan++) learn(filter, bias);
    expect(off(filter, bias)).toBeLessThan(0.006);
  });

  it.each<[string, (rate: Vector) => Vector]>([
    ['degrees taken for radians', ([x, y, z]) => [57.3 * x, 57.3 * y, 57.3 * z]],
    ['mounted the other way round', ([x, y, z]) => [-x, y, -z]],
    ['axes exchanged', ([x, y, z]) => [y, z, x]],
    ['dead', () => [0, 0, 0]],
  ])('of a gyro that contradicts the walls is not believed: %s', (_name, broken) => {
    const filter = new GyroBias();
    let scans = 0;
    for (; filter.believable && scans < 100; scans++) {
      const rate = noise(0.4);
      filter.learn(turned(broken(rate), minus(filter.value)), turned(rate, noise(0.005)), SECONDS);
    }
    expect(scans).toBeLessThan(20);
  });

  it('leaves a rotation the less certain the longer it takes', () => {
    const filter = new GyroBias();
    for (let scan = 0; scan < 30; scan++) learn(filter, [0, 0, 0]);
    expect(filter.rotationSigma(0.2)).toBeCloseTo(2 * filter.rotationSigma(0.1), 12);
    expect(filter.rotationSigma(0.1)).toBeLessThan(new GyroBias().rotationSigma(0.1));
  });

  it('goes on from its state as if nothing had been between, also by way of JSON', () => {
    const filter = new GyroBias();
    for (let scan = 0; scan < 20; scan++) learn(filter, [0.01, 0.02, 0.03]);
    const resumed = new GyroBias();
    resumed.state = JSON.parse(JSON.stringify(filter.state));
    const [byGyro, byWalls] = [turned([0.1, 0, 0]), turned([0.09, 0.01, 0])];
    filter.learn(byGyro, byWalls, SECONDS);
    resumed.learn(byGyro, byWalls, SECONDS);
    expect(resumed.state).toEqual(filter.state);
  });

  it('of a single pair makes the gyro agree with the walls', () => {
    const rate: Vector = [0.3, -0.2, 0.5];
    const bias = biasOfPair(turned(rate, [0.01, -0.02, 0.03]), turned(rate), SECONDS);
    expect(bias).not.toBeNull();
    const freed = multiply3(turned(rate, [0.01, -0.02, 0.03]), turned(minus(bias as Vector)));
    turned(rate).forEach((value, k) => {
      expect(freed[k]).toBeCloseTo(value, 4);
    });
    expect(biasOfPair(turned([5, 0, 0]), turned(rate), SECONDS)).toBeNull();
  });
});
