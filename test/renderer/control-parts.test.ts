import { describe, expect, it } from 'vitest';
import {
  draftOf,
  isLengthUsable,
  isStartUsable,
  isTargetUsable,
  refineInputOf,
} from '../../src-renderer/features/control/known-draft.ts';
import { exaggeration } from '../../src-renderer/stores/control/exaggeration.ts';
import { wallScans } from '../../src-renderer/stores/control/wall-scans.ts';
import { drawnFrame } from '../../src-renderer/stores/drawn-frame.ts';
import { graphLines } from '../../src-renderer/stores/graph-lines.ts';
import { loopRows } from '../../src-renderer/stores/loop-rows.ts';
import { pointRows, rmsLength } from '../../src-renderer/stores/point-rows.ts';
import { countUnnamed, targetRows } from '../../src-renderer/stores/target-rows.ts';
import { controlFound, IDENTITY, loop, point, refinement, target } from './control-fixtures.ts';

describe('points of the list', () => {
  const points = [point('A'), point('B', 'check'), point('C')];

  it('wait for somebody to look for targets', () => {
    expect(pointRows(points, null, null).map(({ status }) => status)).toEqual(Array(3).fill('not-looked'));
  });

  it('have what was picked in the map: fitted, not fitted yet, and not picked at all', () => {
    const { name } = points[0];
    const place: [number, number, number] = [0, 0, 0];
    const fit = { place, sigma: 0.002, rms: 0.003, points: 600 };
    const error: [number, number, number] = [0.001, 0, -0.002];
    const pick = { name, feature: 'sphere', size: 0.2, place, fit, fault: null, error } as const;
    const picked = { picks: [pick], names: [name, points[1].name], isCloud: true };
    const rows = pointRows(points, null, null, picked);
    expect(rows.map(({ status }) => status)).toEqual(['first', 'picked', 'unpicked']);
    expect(rows.map((row) => row.error)).toEqual([error, null, null]);
    // In scans a point that is not picked may still be found by its target.
    const scans = pointRows(points, null, null, { ...picked, isCloud: false });
    expect(scans.at(-1)!.status).toBe('not-looked');
  });

  it('are not found, found, or differ by the first placement before there is a refinement', () => {
    const error = [0.01, -0.02, 0.005] as [number, number, number];
    const looked = controlFound({
      targets: [
        target(40, { name: 'A' }),
        target(60, { name: 'B' }),
        target(80, { name: 'C', isUsed: false }),
      ],
      residuals: [{ name: 'A', role: 'control', scanIndex: 40, error, distance: Math.hypot(...error) }],
    });
    expect(pointRows(points, looked, null)).toMatchObject([
      { status: 'first', error, seen: { first: 37, last: 44 } },
      { status: 'found', error: null, seen: { first: 57, last: 64 } },
      { status: 'unseen', seen: null },
    ]);
  });

  it('hold, check or are left out by the refinement, once for each pass that saw them', () => {
    const residual = (name: string, scanIndex: number, role: 'control' | 'check' = 'control') => {
      const error = [0.003, 0, 0.004] as [number, number, number];
      return { name, scanIndex, role, error, distance: 0.005 };
    };
    const held = refinement({
      frame: 'mine-grid',
      residuals: [residual('A', 40), residual('A', 140), residual('B', 60, 'check'), residual('C', 80)],
      leftOut: [{ name: 'A', scanIndex: 140 }],
    });
    const rows = pointRows(points, controlFound({ targets: [target(40, { name: 'A' })] }), held);
    expect(
      rows.map(({ key, isFirst, status, seen }) => [key, isFirst, status, seen?.first, seen?.last]),
    ).toEqual([
      ['A 40', true, 'held', 37, 44],
      ['A 140', false, 'left-out', 140, 140],
      ['B 60', true, 'check', 60, 60],
      ['C 80', true, 'held', 80, 80],
    ]);
  });

  it('have a root mean square of the lengths of their differences', () => {
    expect(rmsLength([])).toBeNull();
    expect(rmsLength([[0.003, 0, 0.004], [0, 0, 0]])).toBeCloseTo(0.005 / Math.SQRT2, 12); // biome-ignore format: two
  });
});

it('targets that wait for a name come first, what is none comes last', () => {
  const named = target(10, { name: 'A' });
  const vest = target(5, { isUsed: false, verdict: 'moves' });
  const [early, late] = [target(20), target(30)];
  expect(targetRows([vest, late, named, early])).toEqual([early, late, named, vest]);
  expect(countUnnamed([vest, late, named, early])).toBe(2);
});

describe('loops', () => {
  it('that hold or that a person decided on come first', () => {
    const refused = loop(10, 400, { accepted: false, refusal: 'poor-fit', byRules: 'poor-fit' });
    const decided = loop(30, 300, { accepted: false, refusal: 'ambiguous', byRules: 'ambiguous' });
    const rows = loopRows(
      [refused, loop(50, 200), decided],
      [{ fromScan: 30, toScan: 300, verdict: 'accept' }],
    );
    expect(rows.map(({ key, verdict, isDue }) => [key, verdict, isDue])).toEqual([
      ['30-300', 'accept', true],
      ['50-200', null, false],
      ['10-400', null, false],
    ]);
  });

  it.each([
    ['refused by hand, still held', loop(1, 9), 'refuse', true],
    [
      'refused by hand, out',
      loop(1, 9, { accepted: false, refusal: 'by-hand', decidedBy: 'person' }),
      'refuse',
      false,
    ],
    [
      'taken back, still out',
      loop(1, 9, { accepted: false, refusal: 'by-hand', decidedBy: 'person' }),
      null,
      true,
    ],
    ['accepted as the rules do', loop(1, 9), 'accept', false],
    [
      'accepted by hand, and contradicted by all else',
      loop(1, 9, { accepted: false, refusal: 'contradicted', decidedBy: 'person', byRules: 'poor-fit' }),
      'accept',
      false,
    ],
  ] as const)('%s: the next refinement mends it or not', (_, one, verdict, isDue) => {
    const decisions = verdict === null ? [] : [{ fromScan: 1, toScan: 9, verdict }];
    expect(loopRows([one], decisions)[0].isDue).toBe(isDue);
  });
});

describe('what is drawn', () => {
  it.each([
    [0.02, 100],
    [0.0007, 1000],
    [0.3, 5],
    [0.9, 2],
    [2.5, 1],
    [0, 1],
    [1e-9, 1000],
  ])('differences of %f m are drawn × %d', (largest, factor) => {
    expect(exaggeration(largest)).toBe(factor);
  });

  // A quarter turn to the left and seven digits of northing.
  const T_grid_map = { R: [0, -1, 0, 1, 0, 0, 0, 0, 1], t: [345_000, 8_612_000, 4300] };

  it('lies in the frame of the odometry before, and where the refinement has moved it after', () => {
    const before = drawnFrame(controlFound({ T_grid_map }), null);
    for (const [k, value] of before.fromGrid([344_998, 8_612_001, 4300])!.entries())
      expect(value).toBeCloseTo([1, 2, 0][k], 8);
    expect(before.fromOdometry([1, 2, 0], 5)).toEqual([1, 2, 0]);
    expect(drawnFrame(null, null).fromGrid([1, 2, 3])).toBeNull();

    const corrections = {
      scanIndex: Uint32Array.of(4, 5),
      moved: Float64Array.of(9, 9, 9, 0.5, 0, -1),
      largest: 9,
    };
    const after = drawnFrame(null, refinement({ frame: 'mine-grid', T_grid_map, corrections }));
    expect(after.fromGrid([1, 2, 3])).toEqual([1, 2, 3]);
    expect(after.fromOdometry([1, 2, 0], 5)).toEqual([344_998.5, 8_612_001, 4299]);
    expect(after.fromOdometry([1, 2, 0], 6)).toEqual([344_998, 8_612_001, 4300]);
  });

  it('has edges between the scans of loops, and arrows as long as the differences times the factor', () => {
    const way = {
      positions: Float64Array.of(0, 0, 0, 5, 0, 0, 5, 3, 0),
      scanIndex: Uint32Array.of(0, 7, 20),
    };
    const error = [0.01, 0, 0] as [number, number, number];
    const residuals = [{ name: 'A', role: 'control' as const, scanIndex: 7, error, distance: 0.01 }];
    const held = refinement({ frame: 'mine-grid', residuals });
    const lines = graphLines({
      way,
      control: controlFound({
        targets: [target(7), target(20, { name: 'A' }), target(0, { isUsed: false })],
      }),
      refinement: held,
      loops: [loop(0, 20), loop(7, 20, { accepted: false }), loop(7, 999)],
      rows: pointRows([point('A'), point('B', 'check')], null, held),
      factor: 200,
    });
    expect([...lines.closed]).toEqual([0, 0, 0, 5, 3, 0]);
    expect([...lines.refused]).toEqual([5, 0, 0, 5, 3, 0]);
    expect([...lines.arrows.subarray(0, 6)]).toEqual([345_000, 8_612_000, 4300, 345_002, 8_612_000, 4300]);
    // A cross has three strokes of six numbers: three anchors, a point of each role, a target without a name.
    expect(
      [lines.anchors, lines.control, lines.check, lines.unnamed].map(({ length }) => length / 18),
    ).toEqual([3, 1, 1, 1]);
    expect(lines.way).toHaveLength(12);
  });

  it('shows the walls of so many scans, evenly over the drive', () => {
    expect(wallScans(Uint32Array.of(2, 5, 9))).toEqual([2, 5, 9]);
    const many = wallScans(Uint32Array.from({ length: 72_000 }, (_, i) => i));
    expect([many.length, many[0], many[1] - many[0], many.at(-1)]).toEqual([60, 600, 1200, 71_400]);
  });
});

it('what else is known goes into the form and comes out of it as it was', () => {
  const request = {
    loops: false,
    level: true,
    roughStart: { ...IDENTITY, t: [345_678.901, 8_612_345.678, 4321.1] },
    knownLengths: [{ fromScan: 3, toScan: 90, length: 41.27, sigma: 0.01 }],
    target: { shape: 'square' as const, size: 0.25 },
  };
  const draft = draftOf(request);
  expect(refineInputOf(draft)).toEqual(request);
  expect(
    refineInputOf({ ...draft, lengths: [{ ...request.knownLengths[0], fromScan: 90, toScan: 3 }] }),
  ).toEqual(request);
  expect(
    [draft.start, '', 'here', '1 2 3 0 0 0 2'].map((start) => isStartUsable({ ...draft, start })),
  ).toEqual([true, true, false, false]);
  expect(
    [0.25, 0.04, 2.5, Number.NaN].map((size) =>
      isTargetUsable({ ...draft, target: { shape: 'disc', size } }),
    ),
  ).toEqual([true, false, false, false]);
  const [usable] = request.knownLengths;
  expect(isLengthUsable(usable, 91)).toBe(true);
  for (const wrong of [
    { toScan: 91 },
    { fromScan: -1 },
    { toScan: 3 },
    { length: Number.NaN },
    { sigma: 0 },
    { toScan: 4.5 },
  ])
    expect(isLengthUsable({ ...usable, ...wrong }, 91)).toBe(false);
});
