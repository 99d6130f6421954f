import { describe, expect, it } from 'vitest';
import { formatRemark } from '../../src-core/messages/remark.ts';
import type { Axis, Stretch } from '../../src-core/model/axis.ts';
import { COVERAGE_95, NO_RELIABILITY, type ReliabilityProfile } from '../../src-core/model/reliability.ts';
import { MEASURE_DEFAULTS, measureWall } from '../../src-core/tunnel/volume/measure-drive.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import { axisAlong, BAUL_AREA, onBaul, sampleDrive, straight } from './solids.ts';

const SEED = 47;
const LENGTH = 14;
const line = straight();
const given = axisAlong(line, 0, LENGTH, 0.5);
const points = sampleDrive(line, onBaul, [0, LENGTH], 250_000, SEED);
const accumulator = new ProfileAccumulator(given);
accumulator.add(points.xyz, points.origin);
const wall = accumulator.wall();

/** Reliability of a path along the whole axis. @param sigma of its length, m */
function strip(sigma: number, reference: ReliabilityProfile['reference'] = 'start'): ReliabilityProfile {
  const ends = reference === 'control' ? 0.01 : 10;
  return {
    ...NO_RELIABILITY,
    edges: Float64Array.of(0, LENGTH),
    heldBy: new Uint8Array(1),
    position: Float64Array.of(ends, 0, 0),
    lengthVariance: Float64Array.of(sigma ** 2),
    beyondVariance: 0.01,
    reference,
  };
}

function measured(
  source: Axis['source'],
  unobserved: readonly Stretch[],
  reliability: ReliabilityProfile,
  chainage: Stretch | null = null,
) {
  const axis = { ...given, source };
  return measureWall(
    {
      axis,
      travelledAxis: axis,
      wall,
      driven: { from: wall.surveyedFrom, to: wall.surveyedTo },
      unobserved,
      points: 0,
    },
    reliability,
    { ...MEASURE_DEFAULTS, chainage },
  ).volume;
}

describe(`the volume of a drive whose length was not observed (seed ${SEED})`, () => {
  const PART: readonly Stretch[] = [{ from: 3, to: 9 }];

  it.each(['given', 'trajectory'] as const)('is stated per metre along an axis that is %s', (source) => {
    const volume = measured(source, PART, strip(1.2));
    expect(volume.statedFirst).toBe('per-metre');
    expect(volume.volume.plusMinus / (COVERAGE_95 * BAUL_AREA * 1.2)).toBeCloseTo(1, 1);
    expect(volume.perMetre.value / BAUL_AREA).toBeCloseTo(1, 2);
    expect(Math.abs(volume.perMetre.value - BAUL_AREA)).toBeLessThan(volume.perMetre.plusMinus);
    expect(volume.perMetre.plusMinus / volume.perMetre.value).toBeLessThan(0.01);
  });

  it('has a warning with the figures of the headline', () => {
    const volume = measured('given', PART, strip(1.2));
    const warning = volume.warnings.find(({ code }) => code === 'stretch-unobserved')!;
    for (const language of ['en', 'es'] as const) {
      const said = formatRemark(warning, language);
      expect(said).toContain(`± ${volume.volume.plusMinus.toFixed(2)} m³`);
      expect(said).toContain(
        `${volume.perMetre.value.toFixed(2)} ± ${volume.perMetre.plusMinus.toFixed(2)} m³`,
      );
      expect(said).toContain((COVERAGE_95 * 1.2).toFixed(2));
    }
  });

  it('is stated as a total where control at both ends bounds the length', () => {
    const volume = measured('trajectory', PART, strip(1.2, 'control'));
    expect(volume.statedFirst).toBe('total');
    // Twice the 10 mm of an end, and no more.
    const along = volume.uncertainty.find((part) => part.source === 'registration-along')!;
    expect(along.sigma / (BAUL_AREA * 0.02)).toBeCloseTo(1, 2);
  });

  it('is a total with a narrow ± where the length was observed', () => {
    const volume = measured('given', [], strip(0.02));
    expect(volume.statedFirst).toBe('total');
    expect(volume.volume.plusMinus / volume.volume.value).toBeLessThan(0.01);
    const { perMetre, length } = volume;
    expect(perMetre.value * length).toBeCloseTo(volume.volume.value, 6);
  });
});

it('a range beyond the surveyed wall does not widen the ± of what is measured', () => {
  for (const source of ['given', 'trajectory'] as const) {
    const [inside, beyond] = [
      { from: wall.surveyedFrom, to: wall.surveyedTo },
      { from: -300, to: 2000 },
    ].map((chainage) => measured(source, [], strip(0.02), chainage));
    expect(beyond.volume).toEqual(inside.volume);
    expect(beyond.uncertainty).toEqual(inside.uncertainty);
    expect(beyond.warnings.map(({ code }) => code)).toContain('range-clamped');
  }
});
