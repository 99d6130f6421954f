import { describe, expect, it } from 'vitest';
import { applyToPoint } from '../../src-core/math/se3.ts';
import { castScan, poseOfColumn } from '../../src-simulate/cast-scan.ts';
import { type Drive, simulateDrive } from '../../src-simulate/drive.ts';
import { simulatedSensor } from '../../src-simulate/os1-16.ts';
import { presetOptions } from '../../src-simulate/presets.ts';

const SEED = 41;
const sensor = simulatedSensor('thesis64');

/**
 * Points of a scan in the world by the maker's inverse model, each column from a pose of the caller's, and
 * their distance to the rock along the ray's own direction, m.
 */
function gapsToRock(drive: Drive, index: number, columnOfPose: (column: number) => number): number[] {
  const { line, surface, face } = drive.scene;
  const scan = castScan(drive, index);
  const gaps: number[] = [];
  const n = sensor.beamOriginMm / 1000;
  for (let column = 0; column < scan.columns; column += 3) {
    const pose = poseOfColumn(drive, index, columnOfPose(column));
    const encoder = 2 * Math.PI * (1 - column / scan.columns);
    for (let beam = 0; beam < scan.beams; beam++) {
      const r = scan.rangeMm[beam * scan.columns + column] / 1000;
      if (r === 0) continue;
      const azimuth = encoder - (2 * Math.PI * sensor.beamAzimuthDeg[beam]) / 360;
      const phi = (2 * Math.PI * sensor.beamAltitudeDeg[beam]) / 360;
      const lidar = [
        (r - n) * Math.cos(azimuth) * Math.cos(phi) + n * Math.cos(encoder),
        (r - n) * Math.sin(azimuth) * Math.cos(phi) + n * Math.sin(encoder),
        (r - n) * Math.sin(phi),
      ];
      const inSensor = applyToPoint(sensor.T_sensor_lidar, lidar[0], lidar[1], lidar[2]);
      const [x, y, z] = applyToPoint(pose, inSensor[0], inSensor[1], inSensor[2]);
      const { s, n: left, b } = line.locate(x, y, z, drive.surveyed.from + 5);
      if (s < 0.1 || (face && s > face.nearest - 0.2)) continue;
      gaps.push(surface.radiusAt(s, Math.atan2(b, left)) - Math.hypot(left, b));
    }
  }
  return gaps;
}

const spread = (values: number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

describe(`motion distortion (seed ${SEED})`, () => {
  const fast = { ...presetOptions('curved', 26), speed: 2, seed: SEED };
  const exact = simulateDrive({ ...fast, rangeNoise: 0, dropout: 0 });
  const MOVING = 40;

  it('points placed with the true pose of their own column lie on the rock, to the millimetre of the range', () => {
    const gaps = gapsToRock(exact, MOVING, (column) => column);
    expect(gaps.length).toBeGreaterThan(4000);
    // Half a millimetre of rounding, times the slope of the rock against the radius.
    expect(spread(gaps)).toBeLessThan(5e-4);
    expect(gaps.filter((gap) => Math.abs(gap) > 2e-3).length).toBeLessThan(0.01 * gaps.length);
  });

  it('placed with one pose for the whole rotation they do not', () => {
    expect(spread(gapsToRock(exact, MOVING, () => 0))).toBeGreaterThan(0.02);
  });

  it('the noise of a range is the one that was asked for', () => {
    const noisy = simulateDrive({ ...fast, rangeNoise: 0.02, dropout: 0 });
    const [quiet, loud] = [castScan(exact, MOVING), castScan(noisy, MOVING)];
    const errors: number[] = [];
    quiet.rangeMm.forEach((range, pixel) => {
      if (range > 0 && loud.rangeMm[pixel] > 0) errors.push((loud.rangeMm[pixel] - range) / 1000);
    });
    const mean = errors.reduce((sum, value) => sum + value, 0) / errors.length;
    expect(Math.abs(mean)).toBeLessThan(1e-3);
    expect(Math.abs(spread(errors) / 0.02 - 1)).toBeLessThan(0.03);
  });

  it('loses the share of returns that was asked for, and the near ones', () => {
    const lossy = castScan(simulateDrive({ ...fast, rangeNoise: 0, dropout: 0.3 }), MOVING);
    const whole = castScan(exact, MOVING);
    const count = (ranges: Uint32Array) => ranges.reduce((sum, range) => sum + (range > 0 ? 1 : 0), 0);
    expect(Math.abs(count(lossy.rangeMm) / count(whole.rangeMm) - 0.7)).toBeLessThan(0.02);
    const narrow = castScan(simulateDrive({ ...fast, minRange: 4 }), MOVING);
    expect(narrow.rangeMm.every((range) => range === 0 || range >= 4000)).toBe(true);
  });

  it('shows the same wall brighter or darker along the drive, and signal that falls with range', () => {
    const { rangeMm, reflectivity, signal } = castScan(exact, MOVING);
    const seen = [...rangeMm.keys()].filter((pixel) => rangeMm[pixel] > 0);
    const values = seen.map((pixel) => reflectivity[pixel]).sort((a, b) => a - b);
    expect(values[Math.floor(0.9 * values.length)] / values[Math.floor(0.1 * values.length)]).toBeGreaterThan(
      1.5,
    );
    const meanSignal = (from: number, to: number) => {
      const some = seen.filter((pixel) => rangeMm[pixel] >= from && rangeMm[pixel] < to);
      return some.reduce((sum, pixel) => sum + signal[pixel], 0) / some.length;
    };
    expect(meanSignal(2000, 3000)).toBeGreaterThan(3 * meanSignal(6000, 9000));
  });
});
