import { describe, expect, it } from 'vitest';
import { applyToPoint } from '../../src-core/math/se3.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import { castScan, poseOfColumn } from '../../src-simulate/cast-scan.ts';
import { simulateDrive } from '../../src-simulate/drive.ts';
import { drawnInstrument, type InstrumentOptions, RangeErrors } from '../../src-simulate/instrument.ts';
import type { SimulateOptions } from '../../src-simulate/options.ts';
import { BEAMS, COLUMNS_PER_FRAME, simulatedSensor } from '../../src-simulate/os1-16.ts';
import { driveTruth } from '../../src-simulate/truth.ts';
import { EXACT_DRIVE, SHORT_DRIVE } from './short-drive.ts';

const SEED = 5;
const QUIET: SimulateOptions = { ...SHORT_DRIVE, rangeNoise: 0, dropout: 0 };
const SCAN = 12;

/** Ranges in mm of one scan by an instrument. */
const rangesBy = (instrument: InstrumentOptions, base = QUIET) =>
  castScan(simulateDrive({ ...base, instrument }), SCAN).rangeMm;

/** Mean difference of the ranges that both have, mm, for the pixels that pass. */
function meanChange(a: Uint32Array, b: Uint32Array, passes: (pixel: number) => boolean = () => true): number {
  let [sum, count] = [0, 0];
  for (let pixel = 0; pixel < a.length; pixel++) {
    if (a[pixel] === 0 || b[pixel] === 0 || !passes(pixel)) continue;
    sum += b[pixel] - a[pixel];
    count++;
  }
  expect(count).toBeGreaterThan(300);
  return sum / count;
}

describe(`an individual instrument (seed ${SEED})`, () => {
  const plain = castScan(simulateDrive(QUIET), SCAN);

  it('without errors gives the bytes of a perfect one', () => {
    const noisy = castScan(simulateDrive(SHORT_DRIVE), SCAN);
    expect(castScan(simulateDrive({ ...SHORT_DRIVE, instrument: {} }), SCAN)).toEqual(noisy);
    const elsewhere = { from: 15.5, to: 15.6, rate: 0, extinction: 0 };
    expect(castScan(simulateDrive({ ...SHORT_DRIVE, dust: [elsewhere] }), SCAN)).toEqual(noisy);
  });

  it('has the bias of all beams, and that of each', () => {
    const beamOffsets = Array.from({ length: BEAMS }, (_, beam) => 0.004 * (beam % 3) - 0.004);
    const biased = rangesBy({ rangeBias: 0.006, beamOffsets });
    for (let beam = 0; beam < BEAMS; beam++) {
      const change = meanChange(plain.rangeMm, biased, (p) => Math.floor(p / COLUMNS_PER_FRAME) === beam);
      expect(Math.abs(change - 1000 * (0.006 + beamOffsets[beam]))).toBeLessThan(0.1);
    }
  });

  it('drifts as it warms up', () => {
    const biased = rangesBy({ warmUp: { bias: 0.02, seconds: 1 } });
    const expected = 20 * Math.exp(-(SCAN + 0.5) / 10);
    expect(Math.abs(meanChange(plain.rangeMm, biased) - expected)).toBeLessThan(0.2);
  });

  it('has a bias by incidence that is its own at 75 degrees, and none seen squarely', () => {
    const errors = new RangeErrors({ incidenceBias: 0.005 }, 0);
    expect(errors.bias(0, 0, Math.cos((75 * Math.PI) / 180), 400)).toBeCloseTo(0.005, 12);
    expect(errors.bias(0, 0, 1, 400)).toBe(0);
    const change = meanChange(plain.rangeMm, rangesBy({ incidenceBias: 0.1 }));
    expect(change).toBeGreaterThan(20);
    expect(change).toBeLessThan(130);
  });

  it('has a bias by incidence that grows as the secant, bounded at 80 degrees, on the plane walls of a gallery', () => {
    const base = { ...EXACT_DRIVE, rangeNoise: 0, dropout: 0, seed: SEED };
    const [before, after] = [{}, { secantBias: 0.02 }].map((instrument) =>
      castScan(simulateDrive({ ...base, instrument }), 30),
    );
    const drive = simulateDrive(base);
    const { direction, offset } = beamGeometry(simulatedSensor('legacy16'));
    const classes = [0.1, 0.3, 0.5, 0.7, 0.9].map((from) => ({ from, to: from + 0.1, off: [] as number[] }));
    for (let pixel = 0; pixel < before.rangeMm.length; pixel++) {
      const r = before.rangeMm[pixel] / 1000;
      if (r === 0 || after.rangeMm[pixel] === 0) continue;
      const pose = poseOfColumn(drive, 30, pixel % before.columns);
      const at = (range: number) =>
        applyToPoint(
          pose,
          ...([0, 1, 2].map((k) => range * direction[3 * pixel + k] + offset[3 * pixel + k]) as [
            number,
            number,
            number,
          ]),
        );
      const [near, hit] = [at(r - 1), at(r)];
      const { s, n, b } = drive.scene.line.locate(hit[0], hit[1], hit[2], 8);
      // On the upright walls alone, away from floor and crown.
      if (Math.abs(Math.abs(n) - base.section.width / 2) > 0.01 || Math.abs(b) > 0.6) continue;
      const { N } = drive.scene.line.frameAt(s);
      const cosine = Math.abs([0, 1, 2].reduce((sum, k) => sum + (hit[k] - near[k]) * N[k], 0));
      const expected = 20 * (1 / Math.max(cosine, Math.cos((80 * Math.PI) / 180)) - 1);
      const change = after.rangeMm[pixel] - before.rangeMm[pixel];
      classes.find(({ from, to }) => cosine >= from && cosine < to)?.off.push(change - expected);
    }
    for (const { off } of classes) {
      expect(off.length).toBeGreaterThan(20);
      // Ranges are whole millimetres: a mean of so many is known to a fifth of one.
      expect(Math.abs(off.reduce((sum, value) => sum + value, 0) / off.length)).toBeLessThan(0.3);
    }
    expect(new RangeErrors({ secantBias: 0.005 }, 0).bias(0, 0, 0.5, 400)).toBeCloseTo(0.005, 12);
  });

  it('has a bias by signal, per decade, and noise that grows as the signal falls', () => {
    const errors = new RangeErrors(
      { signalBias: 0.002, noise: { least: 0.01, perMetre: 0, atOnePhoton: 0.1 } },
      0.02,
    );
    expect(errors.bias(0, 0, 1, 4000) - errors.bias(0, 0, 1, 400)).toBeCloseTo(0.002, 12);
    expect(errors.sigma(5, 1e12)).toBeCloseTo(0.01, 9);
    expect(errors.sigma(5, 25)).toBeCloseTo(Math.hypot(0.01, 0.02), 12);
    expect(new RangeErrors({}, 0.02).sigma(5, 25)).toBe(0.02);
  });

  it('looks where its true beams look, not where its metadata say', () => {
    const elevation = Array.from({ length: BEAMS }, (_, beam) => (beam % 2 === 0 ? 0.4 : -0.3));
    const azimuth = elevation.map((value) => -0.5 * value);
    const base = { ...EXACT_DRIVE, rangeNoise: 0, dropout: 0, seed: SEED };
    const drive = simulateDrive({
      ...base,
      instrument: { beamElevations: elevation, beamAzimuths: azimuth },
    });
    const scan = castScan(drive, 30);
    const nominal = simulatedSensor('legacy16');
    const farthest = (sensor: SensorModel) => {
      const { direction, offset } = beamGeometry(sensor);
      let most = 0;
      for (let pixel = 0; pixel < scan.rangeMm.length; pixel += 7) {
        const r = scan.rangeMm[pixel] / 1000;
        if (r === 0) continue;
        const [x, y, z] = [0, 1, 2].map((k) => r * direction[3 * pixel + k] + offset[3 * pixel + k]);
        const at = applyToPoint(poseOfColumn(drive, 30, pixel % scan.columns), x, y, z);
        const { n, b } = drive.scene.line.locate(at[0], at[1], at[2], 8);
        most = Math.max(most, Math.abs(drive.section.radiusAt(Math.atan2(b, n)) - Math.hypot(n, b)));
      }
      return most;
    };
    const plus = (table: Float64Array, error: readonly number[]) => table.map((v, i) => v + error[i]);
    const actual = {
      ...nominal,
      beamAltitudeDeg: plus(nominal.beamAltitudeDeg, elevation),
      beamAzimuthDeg: plus(nominal.beamAzimuthDeg, azimuth),
    };
    expect(farthest(actual)).toBeLessThan(2e-3);
    expect(farthest(nominal)).toBeGreaterThan(0.02);
  });

  it('shines beyond the rim of a target where it blooms, and nowhere else', () => {
    const targets = [{ chainage: 7, angleDeg: 4, size: 0.3, shape: 'disc' as const }];
    const passing = 16;
    const plainly = castScan(simulateDrive({ ...QUIET, targets }), passing);
    const blooming = castScan(simulateDrive({ ...QUIET, targets, instrument: { bloomingDeg: 3 } }), passing);
    const isBright = (value: number) => value > 450;
    const before = plainly.reflectivity.filter(isBright).length;
    expect(before).toBeGreaterThan(20);
    expect(blooming.reflectivity.filter(isBright).length).toBeGreaterThan(1.3 * before);
    const changed = blooming.rangeMm.filter((range, pixel) => range !== plainly.rangeMm[pixel]).length;
    // The halo of 3 degrees about a plate of 8 degrees is a ring of less than 12 x 8 pixels' width.
    expect(changed).toBeLessThan(300);
    expect(changed).toBeGreaterThan(0.3 * before);
  });
});

describe('a drawn instrument', () => {
  it('is written to the truth as it was drawn, and drawn by the seed of the survey', () => {
    const drive = simulateDrive({ ...SHORT_DRIVE, surveySeed: 77, instrument: 'drawn', imuErrors: 'drawn' });
    const truth = JSON.parse(JSON.stringify(driveTruth(drive, null, [])));
    expect(truth.effects.instrument).toEqual(drawnInstrument(77));
    expect(truth.options.instrument).toEqual(drawnInstrument(77));
    expect(truth.effects.imu.gyroScale).toHaveLength(3);
    expect(drawnInstrument(78)).not.toEqual(drawnInstrument(77));
  });

  it('has errors of the sizes that are stated', () => {
    const all = Array.from({ length: 300 }, (_, seed) => drawnInstrument(seed));
    const rms = (values: number[]) => Math.sqrt(values.reduce((sum, v) => sum + v * v, 0) / values.length);
    expect(Math.max(...all.map(({ rangeBias }) => Math.abs(rangeBias)))).toBeLessThanOrEqual(0.006);
    expect(rms(all.map(({ rangeBias }) => rangeBias))).toBeCloseTo(0.006 / Math.sqrt(3), 3);
    expect(rms(all.flatMap(({ beamOffsets }) => beamOffsets))).toBeCloseTo(0.0025 * Math.sqrt(15 / 16), 4);
    expect(rms(all.flatMap(({ beamElevations }) => beamElevations))).toBeCloseTo(0.02, 3);
    for (const { beamOffsets } of all)
      expect(Math.abs(beamOffsets.reduce((sum, v) => sum + v, 0))).toBeLessThan(1e-12);
  });
});
