import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import type { Scan } from '../../../src-core/model/scan.ts';
import { scanClock } from '../../../src-core/odometry/frame/scan-clock.ts';

const SEED = 23;
const COLUMNS = 1024;
const HZ = 10;
const START_NS = 1_700_000_000_123_456_789n;

/** A scan with columns at even steps of one rotation, all there. */
function evenScan(periodNs = 1e9 / HZ): Scan {
  const none = new Uint16Array(COLUMNS);
  const stampNs = BigUint64Array.from(
    { length: COLUMNS },
    (_, c) => START_NS + BigInt(Math.round((c * periodNs) / COLUMNS)),
  );
  return {
    frameId: 1,
    beams: 1,
    columns: COLUMNS,
    rangeMm: new Uint32Array(COLUMNS),
    reflectivity: none,
    signal: none,
    nearIr: none,
    stampNs,
    columnValid: new Uint8Array(COLUMNS).fill(1),
  };
}

function lose(scan: Scan, columns: Iterable<number>): Scan {
  for (const c of columns) {
    scan.columnValid[c] = 0;
    scan.stampNs[c] = 0n;
  }
  return scan;
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

/** Fractions of the rotation that every column should have, and how far they may be off. */
function expectEven(fraction: Float64Array, tolerance: number): void {
  const worst = Math.max(...fraction.map((value, c) => Math.abs(value - c / COLUMNS)));
  expect(worst).toBeLessThan(tolerance);
}

describe(`clock of a scan (seed ${SEED})`, () => {
  const random = seededRandom(SEED);

  it('of a whole rotation is its stamps', () => {
    const clock = scanClock(evenScan(), HZ);
    expect(clock.firstNs).toBe(START_NS);
    expect(clock.period).toBeCloseTo(0.1, 9);
    expectEven(clock.fraction, 1e-8);
  });

  it.each([0.05, 0.09, 0.0995, 0.1004, 0.115, 0.2])(
    'takes its own period of %d s, not the nominal one',
    (seconds) => {
      const clock = scanClock(evenScan(seconds * 1e9), HZ);
      expect(clock.period).toBeCloseTo(seconds, 8);
      expectEven(clock.fraction, 1e-7);
    },
  );

  it.each<[string, number[]]>([
    ['the first column', [0]],
    ['the first packets', range(0, 48)],
    ['the last column', [COLUMNS - 1]],
    ['the last packets', range(960, COLUMNS)],
    ['both ends', [...range(0, 300), ...range(700, COLUMNS)]],
    ['every packet but one in four', range(0, COLUMNS).filter((c) => Math.floor(c / 16) % 4 !== 1)],
    ['all but the first column', range(1, COLUMNS)],
    ['all but the last column', range(0, COLUMNS - 1)],
    ['all but one in the middle', range(0, COLUMNS).filter((c) => c !== 517)],
    ['all outside an azimuth window', [...range(0, 256), ...range(768, COLUMNS)]],
    ['columns at random', range(0, COLUMNS).filter(() => random.uniform() < 0.7)],
  ])('without %s, places all columns as if none were missing', (_name, missing) => {
    const clock = scanClock(lose(evenScan(), missing), HZ);
    expect(Math.abs(Number(clock.firstNs - START_NS))).toBeLessThan(100);
    expect(clock.period).toBeCloseTo(0.1, 8);
    expectEven(clock.fraction, 1e-6);
  });

  it('takes the nominal period where too few columns tell their own', () => {
    const clock = scanClock(lose(evenScan(0.103 * 1e9), range(200, COLUMNS)), HZ);
    expect(clock.period).toBe(0.1);
    expect(clock.firstNs).toBe(START_NS);
  });

  it('without any column is even, and says that it has no time', () => {
    const clock = scanClock(lose(evenScan(), range(0, COLUMNS)), HZ);
    expect(clock.firstNs).toBe(0n);
    expect(clock.period).toBe(0.1);
    expectEven(clock.fraction, 1e-12);
  });

  it('passes over the stamp of a column that is not valid', () => {
    const scan = evenScan();
    scan.columnValid[0] = 0;
    scan.stampNs[0] = 5n;
    scan.columnValid[500] = 0;
    scan.stampNs[500] = START_NS + 10n ** 12n;
    const clock = scanClock(scan, HZ);
    expect(Math.abs(Number(clock.firstNs - START_NS))).toBeLessThan(100);
    expectEven(clock.fraction, 1e-6);
  });

  it.each<[string, bigint]>([
    ['forward by a year', 31_536_000_000_000_000n],
    ['forward by a second', 1_000_000_000n],
    ['forward by 30 ms', 30_000_000n],
    ['forward by 10 ms', 10_000_000n],
    ['back by 10 ms', -10_000_000n],
    ['back by a second', -1_000_000_000n],
    ['back before the start', -1_700_000_000_000_000_000n],
  ])('a clock that is set %s within the rotation shifts no column', (_name, step) => {
    const scan = evenScan();
    for (let c = 400; c < COLUMNS; c++) scan.stampNs[c] += step;
    const clock = scanClock(scan, HZ);
    // Two hundredths of a rotation: 2 mm at walking pace.
    expectEven(clock.fraction, 0.02 + 1e-9);
    expect(clock.period).toBeGreaterThan(0.08);
    expect(clock.period).toBeLessThan(0.12);
    expect(clock.firstNs).toBe(START_NS);
  });

  it('one wild stamp shifts no other column', () => {
    const scan = evenScan();
    scan.stampNs[300] += 77_000_000n;
    const { fraction } = scanClock(scan, HZ);
    expectEven(fraction, 1e-8);
  });

  it.each([
    ['that begin at zero, the first lost', 1n],
    ['across a carry of 32 bits', 2n ** 40n - 50_000_000n],
    ['at the end of 64 bits', 2n ** 64n - 100_000_001n],
  ])('of stamps %s is that of integers of 64 bits', (_, start) => {
    const scan = evenScan();
    for (let c = 0; c < COLUMNS; c++) scan.stampNs[c] += start - START_NS;
    const { firstNs, period, fraction } = scanClock(lose(scan, range(0, 5)), HZ);
    scan.stampNs.forEach((stamp, c) => {
      if (c >= 5) expect(fraction[c]).toBe((Number(stamp - firstNs) * 1e-9) / period);
    });
  });
});
