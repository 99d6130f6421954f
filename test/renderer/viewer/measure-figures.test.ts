import { beforeAll, describe, expect, it } from 'vitest';
import { POSE_SWAY } from '../../../src-core/graph/edge-covariance.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { applyToPoint, compose, exp, identity, invert, rotateVector } from '../../../src-core/math/se3.ts';
import { type InstrumentRange, idealInstrument } from '../../../src-core/model/instrument-range.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { figureUncertainties } from '../../../src-core/tunnel/uncertainty/measure-uncertainty.ts';
import { figuresOf, type MeasureKind, measuredValue } from '../../../src-renderer/viewer/measure-figures.ts';
import type { Vector } from '../../../src-renderer/viewer/vector.ts';
import { drifted, HELD, outAndBack, scanPose } from '../../graph/trajectories.ts';

const OS1: InstrumentRange = {
  rangeBias: 0.006,
  isBiasKnown: false,
  rangeNoise: 0.02,
  incidenceBias: 0.003,
  spreadBias: 0,
  warmUpBias: 0.002,
  beamSigma: 0.003,
  beams: 16,
  heightSigma: 0,
};
const DRAWS = 4000;
const SEED = 11;
/** A turn in plan and a northing of millions. */
const GRID: Rigid = { R: exp([0, 0, 0.7, 0, 0, 0]).R, t: Float64Array.of(350_000, 9_000_000, 4210) };

/** Places of the walls, by the scan that sees them and where from it, m. */
const SEEN: readonly { readonly scan: number; readonly at: Vector }[] = [
  { scan: 2, at: [0.4, 2.1, 0.3] },
  { scan: 16, at: [1.2, -2.3, 0.8] },
  { scan: 40, at: [-0.5, 1.9, -1.1] },
  { scan: 40, at: [3.5, -2, 1.4] },
];
const CASES: readonly { kind: MeasureKind; of: readonly number[] }[] = [
  { kind: 'distance', of: [0, 1] },
  { kind: 'distance', of: [2, 3] },
  { kind: 'distance', of: [0, 1, 2] },
  { kind: 'angle', of: [0, 1, 2] },
  { kind: 'area', of: [0, 1, 2, 3] },
  { kind: 'point', of: [2] },
];

const truth = outAndBack(24).map((T) => compose(GRID, T));
const poses = truth.map((T, k) => scanPose(k, T));
const points = SEEN.map(({ scan, at }) => applyToPoint(truth[scan], ...at));

function uncertaintiesOf(kind: MeasureKind, of: readonly number[], instrument = OS1) {
  const figures = figuresOf(
    kind,
    of.map((i) => points[i]),
  ).map((figure) => ({
    ...figure,
    points: of.map((i) => ({ point: points[i], scanIndex: SEEN[i].scan })),
  }));
  return figureUncertainties(figures, poses, null, instrument);
}

/** Absolute errors of the values of every case, by drawing ranges and poses as their models state. */
function drawnErrors(): number[][][] {
  const random = seededRandom(SEED);
  const even = (bound: number): number => bound * (2 * random.uniform() - 1);
  const ofSway = [0, 1, 2, 3, 4, 5].map((k) => (k < 3 ? POSE_SWAY.rotation : POSE_SWAY.translation));
  const errors = CASES.map(({ kind }) => (kind === 'point' ? [[], [], []] : [[]]) as number[][]);
  for (let draw = 0; draw < DRAWS; draw++) {
    const poses = drifted(truth.slice(0, 41), random);
    const common = even(OS1.rangeBias) + even(OS1.warmUpBias);
    const sway = new Map(SEEN.map(({ scan }) => [scan, exp(ofSway.map((sigma) => sigma * random.normal()))]));
    const places = SEEN.map(({ scan, at }) => {
      const own =
        OS1.rangeNoise * random.normal() + OS1.beamSigma * random.normal() + even(OS1.incidenceBias);
      const [x, y, z] = at.map((value) => value * (1 + (common + own) / Math.hypot(...at)));
      return applyToPoint(compose(poses[scan].T_map_sensor, sway.get(scan)!), x, y, z);
    });
    CASES.forEach(({ kind, of }, i) => {
      const before = valuesOf(kind, of, points);
      valuesOf(kind, of, places).forEach((value, k) => {
        errors[i][k].push(Math.abs(value - before[k]));
      });
    });
  }
  return errors;
}

function valuesOf(kind: MeasureKind, of: readonly number[], places: readonly Vector[]): number[] {
  const own = of.map((i) => places[i]);
  return kind === 'point' ? [...own[0]] : [measuredValue(kind, own)!];
}

describe('± of a measure', () => {
  let errors: number[][][];
  beforeAll(() => {
    errors = drawnErrors();
  }, 600_000);

  for (const [i, { kind, of }] of CASES.entries())
    it(`holds 95 of 100 draws of ranges and poses: ${kind} of ${of.join(', ')}, seed ${SEED}`, () => {
      const stated = uncertaintiesOf(kind, of);
      errors[i].forEach((drawn, k) => {
        const at95 = drawn.sort((a, b) => a - b)[Math.floor(0.95 * DRAWS)];
        expect(Math.abs(stated[k]!.plusMinus / at95 - 1)).toBeLessThan(0.06);
      });
    });

  it('is of the bias where the sensor stands between two walls, and not where both points are of one wall', () => {
    const still = [scanPose(0, identity())];
    const biased = { ...idealInstrument(0), rangeBias: 0.03 };
    const across = (places: readonly Vector[]) =>
      figureUncertainties(
        figuresOf('distance', places).map((figure) => ({
          ...figure,
          points: places.map((point) => ({ point: [...point] as [number, number, number], scanIndex: 0 })),
        })),
        still,
        null,
        biased,
      )[0]!.bias;
    expect(
      across([
        [0, 2, 0],
        [0, -2, 0],
      ]),
    ).toBeCloseTo(0.06, 6);
    expect(
      across([
        [-0.5, 2, 0],
        [0.5, 2, 0],
      ]),
    ).toBeLessThan(0.016);
  });

  it('is the same in the frame of the first scan and in the mine grid', () => {
    const local = invert(GRID);
    const places = [0, 2].map((i) => applyToPoint(local, ...points[i]));
    const [grid] = uncertaintiesOf('distance', [0, 2]);
    const [own] = figureUncertainties(
      figuresOf('distance', places).map((figure) => ({
        ...figure,
        points: places.map((point, k) => ({ point, scanIndex: SEEN[[0, 2][k]].scan })),
      })),
      outAndBack(24).map((T, k) =>
        scanPose(k, T, { ...HELD, weakDirection: rotateVector(local.R, 1, 0, 0) }),
      ),
      null,
      OS1,
    );
    expect(own!.plusMinus).toBeCloseTo(grid!.plusMinus, 6);
  });

  it('is not larger than what the adjusted anchors say of the points', () => {
    const tight = new Float64Array(36);
    for (let i = 0; i < 6; i++) tight[7 * i] = i < 3 ? 1e-10 : 1e-8;
    const anchors = [0, 40, 80].map((scanIndex) => ({ scanIndex, covariance: tight }));
    const figures = figuresOf('distance', [points[0], points[2]]).map((figure) => ({
      ...figure,
      points: [0, 2].map((i) => ({ point: points[i], scanIndex: SEEN[i].scan })),
    }));
    const [loose] = figureUncertainties(figures, poses, null, OS1);
    const [held] = figureUncertainties(figures, poses, anchors, OS1);
    expect(held!.registration).toBeLessThan(loose!.registration);
    expect(held!.noise).toBe(loose!.noise);
  });

  it('is not stated for a scan without a pose', () => {
    const figures = figuresOf('point', [points[0]]).map((figure) => ({
      ...figure,
      points: [{ point: points[0], scanIndex: 5000 }],
    }));
    expect(figureUncertainties(figures, poses, null, OS1)).toEqual([null, null, null]);
  });

  it('has no figure for points that coincide, sides in one line, or a polygon without an area', () => {
    const [a, b]: Vector[] = [
      [350_000, 9_000_000, 4200],
      [350_001, 9_000_000, 4200],
    ];
    const c: Vector = [350_003, 9_000_000, 4200];
    expect(figuresOf('distance', [a, a])).toEqual([]);
    expect(figuresOf('angle', [a, b, c])).toEqual([]);
    expect(figuresOf('angle', [a, a, c])).toEqual([]);
    expect(figuresOf('area', [a, b, c])).toEqual([]);
  });
});
