import { describe, expect, it } from 'vitest';
import type { CloudFacts } from '../../src-core/model/cloud-survey.ts';
import { instrumentRangeOf } from '../../src-core/model/instrument-range.ts';
import {
  cloudWarnings,
  statedAccuracy,
  statedCovariance,
  statedTies,
} from '../../src-core/survey/stated-accuracy.ts';

describe('the accuracy of a cloud of another program', () => {
  it('of a class is that of the class: a bound common to all points, noise of one, share of a length, place', () => {
    expect(statedAccuracy({ scanner: 'terrestrial' })).toEqual({
      ...{ bias: 0.005, noise: 0.003, lengthShare: 0.0002, placeSigma: 0.005 },
      ...{ by: 'class', instrument: 'terrestrial' },
    });
    expect(statedAccuracy({ scanner: 'mobile' })).toEqual({
      ...{ bias: 0.03, noise: 0.02, lengthShare: 0.003, placeSigma: 0.01 },
      ...{ by: 'class', instrument: 'mobile' },
    });
  });

  it.each([
    // Data sheets: zero bias at a resolution of 12 mm, and 30 mm of the later ones; 20 mm of noise.
    ['OS-1-16', 0.006, 0.02],
    ['OS-0-128', 0.03, 0.02],
    ['Velodyne VLP-16', 0.03, 0.02],
  ])('of the product %s has its bound as bias and its noise as noise', (scanner, bias, noise) => {
    const accuracy = statedAccuracy({ scanner });
    expect(accuracy).toMatchObject({ bias, noise, by: 'maker', instrument: scanner });
    expect(instrumentRangeOf(scanner)).toMatchObject({ rangeBias: bias, rangeNoise: noise });
    // What a product does not tell is that of the wider class.
    expect(accuracy).toMatchObject({ lengthShare: 0.003, placeSigma: 0.01 });
  });

  it('of which nothing is stated is assumed to be that of a mobile mapper', () => {
    expect(statedAccuracy({})).toEqual({
      ...{ bias: 0.03, noise: 0.02, lengthShare: 0.003, placeSigma: 0.01 },
      ...{ by: 'assumed', instrument: null },
    });
  });

  it('has the figures that a person states in place of those of the scanner, each its own', () => {
    const point = statedAccuracy({ scanner: 'terrestrial', pointAccuracy: 0.011 });
    expect(point).toMatchObject({ bias: 0.011, noise: 0.003, lengthShare: 0.0002, by: 'user' });
    const length = statedAccuracy({ scanner: 'OS-1-16', lengthShare: 0.0007 });
    expect(length).toMatchObject({ bias: 0.006, noise: 0.02, lengthShare: 0.0007, by: 'user' });
  });

  it('is widened by coarse coordinates: a wall by half a step, a point by that over √3', () => {
    const step = 0.05;
    const { bias, noise, lengthShare, placeSigma } = statedAccuracy({ scanner: 'terrestrial' }, step);
    expect(bias).toBeCloseTo(Math.sqrt(0.005 ** 2 + 0.025 ** 2), 12);
    expect(noise).toBeCloseTo(Math.sqrt(0.003 ** 2 + 0.05 ** 2 / 12), 12);
    expect({ lengthShare, placeSigma }).toEqual({ lengthShare: 0.0002, placeSigma: 0.005 });
  });
});

describe('the warnings for a cloud', () => {
  const facts = (more: object): CloudFacts =>
    ({ accuracy: statedAccuracy({ scanner: 'mobile' }), unitBy: 'file', ...more }) as CloudFacts;
  const said = (more: object): string[] => cloudWarnings(facts(more), 'map.las').map(({ code }) => code);

  it('are none where its accuracy and its unit are stated', () => {
    expect(said({})).toEqual([]);
    expect(said({ accuracy: statedAccuracy({ pointAccuracy: 0.01 }) })).toEqual([]);
    expect(said({ accuracy: statedAccuracy({ scanner: 'OS-1-16' }) })).toEqual([]);
  });

  it('name what is assumed: its figures in millimetres and per cent, its unit, its coarse coordinates', () => {
    expect(said({ accuracy: statedAccuracy({}) })).toEqual(['cloud-accuracy-assumed']);
    expect(said({ unitBy: 'metres-assumed' })).toEqual(['cloud-unit-assumed']);
    expect(said({ stepMetres: 0.05 })).toEqual(['cloud-coarse']);
    const texts = cloudWarnings(facts({ accuracy: statedAccuracy({}), stepMetres: 0.05 }), 'map.las').map(
      ({ message }) => message,
    );
    const [unit] = cloudWarnings(facts({ unitBy: 'metres-assumed' }), 'map.las');
    expect(unit.message).toContain('map.las');
    // 30 mm and 0.3 % of a mobile mapper; steps of 50 mm.
    expect(texts[0]).toMatch(/\b30 mm\b.*\b0\.3 %/);
    expect(texts[1]).toMatch(/\b50 mm\b/);
  });
});

describe('the covariance of a tie to a reference', () => {
  const registered = Float64Array.from({ length: 36 }, (_, i) => (i % 7 === 0 ? 4e-6 : 1e-7 * i));

  it('adds the variances of what is stated: turn by the share of a length, place and length where it lies', () => {
    // 20 m from the middle of the ties, at 0.5 mm a metre: 10 mm, and 5 mm of the place itself.
    const covariance = statedCovariance(registered, { lengthShare: 0.0005, placeSigma: 0.005 }, 20);
    for (let at = 0; at < 36; at++) {
      const added = at % 7 !== 0 ? 0 : at < 21 ? 0.0005 ** 2 : 0.005 ** 2 + 0.01 ** 2;
      expect(covariance[at], `element ${at}`).toBeCloseTo(registered[at] + added, 15);
    }
  });

  it('grows with the distance from the middle of all ties, in space', () => {
    // In the middle (10, 20, 5): the others 50 m and 0 m away from it.
    const places = [
      [40, 60, 5],
      [10, 20, 5],
      [-20, -20, 5],
    ];
    const ties = places.map((t, scanIndex) => ({
      scanIndex,
      T_map_sensor: { R: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), t: Float64Array.from(t) },
      covariance: registered,
    }));
    const stated = statedTies(ties, { lengthShare: 0.0002, placeSigma: 0.005 });
    expect(stated.map(({ scanIndex }) => scanIndex)).toEqual([0, 1, 2]);
    // 0.2 mm a metre: 10 mm at 50 m.
    const added = stated.map(({ covariance }) =>
      [0, 14, 21, 28, 35].map((at) => covariance[at] - registered[at]),
    );
    for (const [i, place] of [0.005 ** 2 + 0.01 ** 2, 0.005 ** 2, 0.005 ** 2 + 0.01 ** 2].entries())
      for (const [k, expected] of [0.0002 ** 2, 0.0002 ** 2, place, place, place].entries())
        expect(added[i][k], `tie ${i}`).toBeCloseTo(expected, 15);
  });

  it('of a reference without error is that of the registration', () => {
    expect(statedCovariance(registered, { lengthShare: 0, placeSigma: 0 }, 20)).toEqual(registered);
  });
});
