import { describe, expect, it } from 'vitest';
import type { JoinReply } from '../../src-core/contract/join-requests.ts';
import { expSo3 } from '../../src-core/math/se3.ts';
import { joinQuality } from '../../src-renderer/stores/join-quality.ts';

const FIGURES = {
  overlap: 0.8,
  inlierShare: 0.99,
  rms: 0.02,
  weakShare: 0.05,
  asymmetry: 0.01,
  asymmetryAngle: 0,
  rival: 0.4,
};

/** A join of a drive towards `azimuth` (from x, rad) whose sensor is turned by `turn`: sigmas along its own way. */
function joinOf(
  azimuth: number,
  turn: number,
  [along, across, up]: readonly [number, number, number],
): JoinReply {
  const R = expSo3(0, 0, turn);
  const count = 21;
  const T = new Float64Array(12 * count);
  for (let i = 0; i < count; i++) {
    T.set(R, 12 * i);
    T.set([i * Math.cos(azimuth), i * Math.sin(azimuth), 0], 12 * i + 9);
  }
  // Covariance of the translation along the axes of the sensor, as a right perturbation has it.
  const [c, s] = [Math.cos(azimuth - turn), Math.sin(azimuth - turn)];
  const C = new Float64Array(36);
  C[21] = (c * along) ** 2 + (s * across) ** 2;
  C[22] = c * s * (along ** 2 - across ** 2);
  C[27] = C[22];
  C[28] = (s * along) ** 2 + (c * across) ** 2;
  C[35] = up ** 2;
  const place = {
    firstScan: 0,
    secondScan: 10,
    T_first_second: { R: [...R], t: [0, 0, 0] },
    covariance: C,
    figures: FIGURES,
    accepted: true,
    refusal: 'none' as const,
    chi2: null,
  };
  return {
    first: 1,
    second: 2,
    T_map1_map2: { R: [1, 0, 0, 0, 1, 0, 0, 0, 1], t: [0, 0, 0] },
    poses: { scanIndex: Uint32Array.from({ length: count }, (_, i) => i), T_map1_sensor: T },
    anchors: { scanIndex: Uint32Array.of(10), covariance: C },
    firstPoses: null,
    places: [
      place,
      { ...place, figures: { ...FIGURES, rms: 0.01, overlap: 0.6, rival: 0.7 } },
      {
        ...place,
        accepted: false,
        refusal: 'poor-fit',
        figures: { ...FIGURES, rms: 1, overlap: 0, rival: 1 },
      },
    ],
    chi2: 1,
    degreesOfFreedom: 6,
  };
}

describe('the quality of a join', () => {
  it.each([
    [0, 0],
    [1.1, 0],
    [1.1, 2.5],
  ])(
    'tells the sigmas along, across and in height of a drive towards %d rad, its sensor turned by %d',
    (azimuth, turn) => {
      const { sigma, weak } = joinQuality(joinOf(azimuth, turn, [0.05, 0.004, 0.006]));
      expect(sigma.along).toBeCloseTo(0.05, 9);
      expect(sigma.across).toBeCloseTo(0.004, 9);
      expect(sigma.up).toBeCloseTo(0.006, 9);
      expect(weak).toEqual(['along']);
    },
  );

  it('calls nothing weak that is held to millimetres, however different', () => {
    expect(joinQuality(joinOf(0, 0, [0.008, 0.001, 0.001])).weak).toEqual([]);
  });

  it('takes its figures from the places that hold', () => {
    const quality = joinQuality(joinOf(0, 0, [0.01, 0.01, 0.01]));
    expect(quality).toMatchObject({ placesHeld: 2, placesTried: 3, rival: 0.7 });
    expect(quality.overlap).toBeCloseTo(0.7, 12);
    expect(quality.rms).toBeCloseTo(Math.sqrt((0.02 ** 2 + 0.01 ** 2) / 2), 12);
  });
});
