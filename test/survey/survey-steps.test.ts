import { describe, expect, it } from 'vitest';
import type { AlignmentEdit } from '../../src-core/contract/alignment-requests.ts';
import { exp, identity } from '../../src-core/math/se3.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import { wholeAxis } from '../../src-core/model/design.ts';
import type { EngineIdentity } from '../../src-core/model/engine-name.ts';
import {
  type AnsweredQuestion,
  MEASURE_QUESTION_DEFAULTS,
  SURVEY_QUESTION_DEFAULTS,
} from '../../src-core/question/survey-question.ts';
import { surveySteps } from '../../src-core/survey/publish/survey-steps.ts';
import { NOTHING_ASKED, type RefinedSurvey, type RefineQuestion } from '../../src-core/survey/refine.ts';
import { SURVEY_DEFAULTS, type SurveyOptions } from '../../src-core/survey/survey-request.ts';
import { contentHash } from '../../src-main/project/canonical-json.ts';

const CIRCLE = { shape: 'circle', diameter: 5, axisHeight: 2 } as const;
const AXIS: Axis = {
  chainage: Float64Array.of(0, 10, 20),
  xyz: Float64Array.of(0, 0, 0, 10, 0, 0, 20, 0, 0),
  kind: 'slope',
  source: 'given',
};
const SENSOR = { productLine: 'OS-1-16' };
const FILES: AnsweredQuestion['files'] = {
  axis: { name: 'axis.csv', axis: AXIS },
  design: { name: 'design.json', programme: wholeAxis(CIRCLE) },
};
const REQUEST: AnsweredQuestion = {
  ...SURVEY_QUESTION_DEFAULTS,
  T_grid_first: exp([0, 0, 1, 100, 200, 300]),
  chainage: { from: 2, to: 18 },
  files: FILES,
  language: 'es',
};

/** What is kept of a step: equal means that its numbers need not be made again. */
type Key = string;

function keys(
  request: Partial<AnsweredQuestion> = {},
  options: Partial<SurveyOptions> = {},
  captureHash = 'capture',
  engine: EngineIdentity = { kind: 'cpu' },
  edits: readonly AlignmentEdit[] = [],
  refined: RefinedSurvey | null = null,
  movedLeftOut = 0,
): Record<string, Key> {
  const steps = surveySteps(
    { ...REQUEST, ...request },
    { ...SURVEY_DEFAULTS, ...options },
    { captureHash, sensor: SENSOR, engine, edits, hash: contentHash },
    refined,
    movedLeftOut,
  );
  return Object.fromEntries(
    steps.map(({ stage, inputHash, options: own }) => [stage, contentHash([inputHash, own])]),
  );
}

const { odometry, map } = SURVEY_DEFAULTS;
const ALL = ['import', 'align', 'map', 'measure', 'export'];
const FROM_ALIGN = ['align', 'map', 'measure', 'export'];
const FROM_MEASURE = ['measure', 'export'];

describe('audit trail of a survey', () => {
  it.each<[string, string[], Record<string, Key>]>([
    ['another capture', ALL, keys({}, {}, 'another')],
    [
      'a scan left out by hand',
      FROM_ALIGN,
      keys({}, {}, 'capture', undefined, [{ kind: 'reject', scan: 3 }]),
    ],
    ['what moved left out', ['map', ...FROM_MEASURE], keys({}, {}, 'capture', undefined, [], null, 7)],
    ['an option of the odometry', FROM_ALIGN, keys({}, { odometry: { ...odometry, thinning: 3 } })],
    [
      'an option deep in the odometry',
      FROM_ALIGN,
      keys({}, { odometry: { ...odometry, filter: { ...odometry.filter, minRange: 0.9 } } }),
    ],
    [
      'a pose in the grid a tenth of a millimetre off',
      FROM_ALIGN,
      keys({ T_grid_first: exp([0, 0, 1, 100.0001, 200, 300]) }),
    ],
    ['another engine', FROM_ALIGN, keys({}, {}, 'capture', { kind: 'gpu', adapter: 'maker, card' })],
    ['no pose in the grid', FROM_ALIGN, keys({ T_grid_first: null })],
    ['the voxel of the map', ['map'], keys({}, { map: { ...map, voxel: 0.05 } })],
    ['the interval of profiles', FROM_MEASURE, keys({ interval: 1 })],
    ['the chainage', FROM_MEASURE, keys({ chainage: { from: 2, to: 17.9 } })],
    ['all of the chainage', FROM_MEASURE, keys({ chainage: null })],
    [
      'another axis in a file of the same name',
      FROM_MEASURE,
      keys({
        files: {
          ...FILES,
          axis: { name: 'axis.csv', axis: { ...AXIS, xyz: AXIS.xyz.map((value) => value + 1e-4) } },
        },
      }),
    ],
    [
      'an axis of another kind',
      FROM_MEASURE,
      keys({ files: { ...FILES, axis: { name: 'axis.csv', axis: { ...AXIS, kind: 'horizontal' } } } }),
    ],
    ['no axis', FROM_MEASURE, keys({ files: { ...FILES, axis: null } })],
    [
      'another design in a file of the same name',
      FROM_MEASURE,
      keys({
        files: {
          ...FILES,
          design: { name: 'design.json', programme: wholeAxis({ ...CIRCLE, diameter: 5.1 }) },
        },
      }),
    ],
    [
      'a limit of payment',
      FROM_MEASURE,
      keys({
        files: { ...FILES, design: { name: 'design.json', programme: wholeAxis(CIRCLE, { pay: 0.2 }) } },
      }),
    ],
    ['no design', FROM_MEASURE, keys({ files: { ...FILES, design: null } })],
    [
      'chainages of profiles',
      FROM_MEASURE,
      keys({ measure: { ...MEASURE_QUESTION_DEFAULTS, stations: [4, 7] } }),
    ],
    [
      'a chainage counted from another value',
      FROM_MEASURE,
      keys({
        measure: { ...MEASURE_QUESTION_DEFAULTS, axis: { ...MEASURE_QUESTION_DEFAULTS.axis, start: 100 } },
      }),
    ],
    [
      'the weight of the rock',
      ['export'],
      keys({ measure: { ...MEASURE_QUESTION_DEFAULTS, material: { density: 2.7, swell: 0.4 } } }),
    ],
    [
      'rounds',
      FROM_MEASURE,
      keys({ measure: { ...MEASURE_QUESTION_DEFAULTS, rounds: { by: 'length', start: 2, length: 3 } } }),
    ],
    ['the language', ['export'], keys({ language: 'en' })],
  ])('%s changes the steps that rest on it, and no other: %j', (_name, expected, changed) => {
    const before = keys();
    expect(ALL.filter((stage) => changed[stage] !== before[stage])).toEqual(expected);
  });

  it('the same question has the same answer, whatever the order of its options', () => {
    const turned = Object.fromEntries(Object.entries(odometry).reverse()) as typeof odometry;
    expect(keys({}, { odometry: turned })).toEqual(keys());
  });

  it('names every option of every stage in plain values', () => {
    const steps = surveySteps({ ...REQUEST, T_grid_first: identity() }, SURVEY_DEFAULTS, {
      captureHash: 'capture',
      sensor: SENSOR,
      engine: { kind: 'gpu', adapter: 'maker, card' },
      edits: [],
      hash: contentHash,
    });
    const align = steps.find(({ stage }) => stage === 'align')!;
    expect(align.inputHash).toBe('capture');
    expect(align.options).toMatchObject({
      engine: 'gpu',
      adapter: 'maker, card',
      originPose: '0 0 0 0 0 0 1',
      thinning: odometry.thinning,
      'filter.maxRange': odometry.filter.maxRange,
      'submap.plane.minPoints': odometry.submap.plane.minPoints,
    });
    for (const { options } of steps)
      for (const value of Object.values(options))
        expect(typeof value !== 'object' || value === null).toBe(true);
  });
});

describe('audit trail of a refined survey', () => {
  const graph = { anchors: [], loops: [], residuals: [], leftOut: [], chi2: 0, degreesOfFreedom: 0 };
  const refinedBy = (asked: Partial<RefineQuestion>, refined = true): Record<string, Key> =>
    keys({}, {}, 'capture', undefined, [], {
      asked: { ...NOTHING_ASKED, ...asked },
      value: { refined, frame: 'local', T_grid_map: null, poses: [], graph, unseen: [] },
    });
  const point = { name: 'T1', easting: 1, northing: 2, elevation: 3, sigma: 0.005, role: 'control' } as const;

  it('has no other hashes where nothing was found to refine by', () => {
    expect(refinedBy({}, false)).toEqual(keys());
  });

  it('has a step of its own, on which all that follows rests', () => {
    const plain = keys();
    const refined = refinedBy({});
    expect(Object.keys(refined)).toEqual(['import', 'align', 'refine', 'map', 'measure', 'export']);
    expect(refined.align).toBe(plain.align);
    for (const stage of FROM_MEASURE) expect(refined[stage]).not.toBe(plain[stage]);
  });

  it.each<[string, Partial<RefineQuestion>]>([
    ['points', { points: [point] }],
    ['a point that only checks', { points: [{ ...point, role: 'check' }] }],
    ['a point that was surveyed anew', { points: [{ ...point, easting: 1.001 }] }],
    ['a target named by hand', { targets: [{ scan: 3, pSensor: [1, 2, 3], verdict: 'accept', name: 'T1' }] }],
    [
      'a loop refused by hand',
      { loopDecisions: [{ fromScan: 1, toScan: 9, verdict: 'refuse', T_from_to: null }] },
    ],
    ['no loops', { loops: false }],
    ['the level', { level: true }],
    ['a known length', { knownLengths: [{ fromScan: 0, toScan: 9, length: 20, sigma: 0.01 }] }],
    ['a rough start', { roughStart: exp([0, 0, 1, 100, 200, 300]) }],
  ])('changes with %s', (_, asked) => {
    const before = refinedBy(asked.points?.[0].easting === 1 ? {} : { points: [point] });
    const after = refinedBy(asked);
    for (const stage of ['refine', ...FROM_MEASURE]) expect(after[stage]).not.toBe(before[stage]);
  });
});

it('tells no parameter of the volume that the alignment overrules', () => {
  const steps = surveySteps(REQUEST, SURVEY_DEFAULTS, {
    captureHash: 'capture',
    sensor: SENSOR,
    engine: { kind: 'cpu' },
    edits: [],
    hash: contentHash,
  });
  const told = Object.keys(steps.find(({ stage }) => stage === 'measure')!.options);
  expect(told).toEqual(expect.arrayContaining(['volume.rangeBias', 'volume.every', 'profiles.slab']));
  expect(told.filter((name) => /alongSigma|radialSigma/.test(name))).toEqual([]);
});
