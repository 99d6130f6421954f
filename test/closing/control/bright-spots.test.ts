import { describe, expect, it } from 'vitest';
import { brightSpots, shineThreshold } from '../../../src-core/closing/control/targets/bright-spots.ts';
import type { Scan } from '../../../src-core/model/scan.ts';
import type { ScanPoints } from '../../../src-core/odometry/frame/scan-points.ts';
import { simulatedSensor } from '../../../src-simulate/os1-16.ts';

const SENSOR = simulatedSensor('legacy16');
const { beams, columnsPerFrame: columns } = SENSOR;
/** Columns that a beam lies ahead of the encoder. */
const shift = Array.from(SENSOR.beamAzimuthDeg, (azimuth) => Math.round((azimuth * columns) / 360));
/** Pixel of a beam at a column of the upright image. */
const pixelAt = (beam: number, column: number): number =>
  beam * columns + ((((column - shift[beam]) % columns) + columns) % columns);

/** Bright returns at pixels, each at a range in metres. */
function spotsOf(returns: readonly (readonly [pixel: number, metres: number])[]): number[][] {
  const pixels = beams * columns;
  const scan = { beams, columns, rangeMm: new Uint32Array(pixels), reflectivity: new Uint16Array(pixels) };
  for (const [pixel, metres] of returns) {
    scan.rangeMm[pixel] = 1000 * metres;
    scan.reflectivity[pixel] = 200;
  }
  const pixel = Uint32Array.from(returns, ([at]) => at).sort();
  const points = { count: pixel.length, pixel } as unknown as ScanPoints;
  return brightSpots(scan as unknown as Scan, points, SENSOR, 100)
    .map((spot) => [...spot.pixels].toSorted((a, b) => a - b))
    .toSorted((a, b) => a[0] - b[0]);
}
const sorted = (...spots: readonly number[][]): number[][] =>
  spots.map((spot) => spot.toSorted((a, b) => a - b)).toSorted((a, b) => a[0] - b[0]);

describe('bright spots of a scan', () => {
  it('are bright returns beside each other in the upright image, over the seam of the turn too', () => {
    const spot = [pixelAt(4, 0), pixelAt(5, columns - 2), pixelAt(6, 1)];
    expect(spotsOf(spot.map((pixel) => [pixel, 5]))).toEqual(sorted(spot));
  });

  it('end where a beam is dull, three columns are, or the range steps', () => {
    const one = pixelAt(4, 100);
    for (const [other, metres] of [
      [pixelAt(6, 100), 5],
      [pixelAt(4, 104), 5],
      [pixelAt(4, 101), 5.5],
    ] as const)
      expect(
        spotsOf([
          [one, 5],
          [other, metres],
        ]),
      ).toEqual(sorted([one], [other]));
    for (const [other, metres] of [
      [pixelAt(5, 100), 5],
      [pixelAt(4, 103), 5],
      [pixelAt(4, 101), 5.3],
    ] as const)
      expect(
        spotsOf([
          [one, 5],
          [other, metres],
        ]),
      ).toEqual(sorted([one, other]));
  });

  it('are none where nothing is brighter than the threshold', () => {
    expect(spotsOf([])).toEqual([]);
  });
});

it('shines what is five times as bright as most of the rock, or beyond a hundred where the scale is calibrated', () => {
  const reflectivity = Uint16Array.from({ length: 70 }, (_, i) => (i % 2 === 0 ? 30 : 34));
  const pixel = Uint32Array.from({ length: 70 }, (_, i) => i);
  const of = (firmware: string, profile: 'LEGACY' | 'RNG19_RFL8_SIG16_NIR16', count = 70): number =>
    shineThreshold({ reflectivity } as Scan, { count, pixel } as unknown as ScanPoints, {
      ...SENSOR,
      firmware,
      profile,
    });
  expect(of('v1.13.0', 'LEGACY')).toBeCloseTo(5 * 32, 9);
  expect(of('v2.0.1', 'LEGACY')).toBeCloseTo(5 * 32, 9);
  for (const firmware of ['v2.1.0', 'v2.4.0', 'v3.0.0']) expect(of(firmware, 'LEGACY')).toBe(100);
  expect(of('v1.0.0', 'RNG19_RFL8_SIG16_NIR16')).toBe(100);
  expect(of('v1.13.0', 'LEGACY', 0)).toBe(Number.POSITIVE_INFINITY);
});
