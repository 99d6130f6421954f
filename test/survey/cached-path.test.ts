import { describe, expect, it } from 'vitest';
import { exp } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { MEASURE_QUESTION_DEFAULTS, type MeasureQuestion } from '../../src-core/question/survey-question.ts';
import { cachedPath, type WallTask } from '../../src-core/survey/cached-wall.ts';
import { drivePath } from '../../src-core/survey/measure.ts';
import { type MapInputs, NO_CACHE, type StageCache } from '../../src-core/survey/stage-cache.ts';
import { PROFILE_DEFAULTS } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import { HELD, scanPose } from '../graph/trajectories.ts';
import { axisAlong, straight } from '../tunnel/solids.ts';

const LINE = straight(0.05);
const AXIS = { ...axisAlong(LINE, 0, 6, 0.5), source: 'map' as const };
const placed = {
  poses: Array.from({ length: 13 }, (_, k) => {
    const T = exp([0, 0, 0, 0, 0, 0]);
    T.t.set(LINE.at(k / 2).p);
    return scanPose(k, T, HELD);
  }),
} as unknown as WallTask['placed'];

/** The path of a question, and the inputs that its axis was asked for by; the cache has the axis of the map. */
async function asked(measure: Partial<MeasureQuestion>, axis: Partial<MeasureQuestion['axis']> = {}) {
  const keys: MapInputs[] = [];
  const cache: StageCache = {
    ...NO_CACHE,
    async ofMap(kind, from) {
      expect(kind).toBe('axis');
      keys.push(from);
      return AXIS as never;
    },
  };
  const task: WallTask = {
    ...{ placed, dynamic: null, calibration: null, anchors: null, stated: null, given: null },
    points: () => {
      throw new Error('The points are not needed where the axis is known.');
    },
    measure: {
      ...{ ...MEASURE_QUESTION_DEFAULTS, ...measure },
      axis: { ...MEASURE_QUESTION_DEFAULTS.axis, of: 'map', ...axis },
    },
    hasReflectivity: false,
  };
  const path = await cachedPath(task, cache, SILENT_CONTEXT);
  return { path, key: JSON.stringify(keys[0]?.options ?? null) };
}

describe('the axis of a map from the cache', () => {
  it('is that of the path', async () => {
    const { path } = await asked({});
    expect(path.axis).toBe(AXIS);
    expect(path.reliability.heldBy.length).toBeGreaterThan(3);
  });

  it('belongs to how chainage is counted and to all options that it is found by, and to no correction of a wall', async () => {
    const usual = (await asked({})).key;
    for (const other of [
      asked({}, { start: 250 }),
      asked({}, { reversed: true }),
      asked({ sections: 'vertical' }),
      asked({ mesh: 'kept' }),
      asked({ recessDepth: 2.5 }),
    ])
      expect((await other).key).not.toBe(usual);
    const box = { from: 1, to: 2, leftFrom: -1, leftTo: 1, upFrom: -3, upTo: 3 };
    expect((await asked({ corrections: [{ class: 'ignore', ...box }] })).key).toBe(usual);
  });
});

describe('the path of a survey whose axis is its own', () => {
  it('is as sure, metre by metre, as along the axis that it was taken from', async () => {
    const trajectory = { poses: placed.poses };
    const pathOf = (given: typeof AXIS | null, of: MeasureQuestion['axis']['of']) =>
      drivePath(
        () => {
          throw new Error('No point is needed.');
        },
        trajectory,
        { anchors: null, stated: null },
        { given, question: { ...MEASURE_QUESTION_DEFAULTS.axis, of } },
        PROFILE_DEFAULTS,
        SILENT_CONTEXT,
      );
    const own = (await pathOf(null, 'trajectory')).reliability;
    const along = (await pathOf(AXIS, 'trajectory')).reliability;
    expect(own.edges.at(-1)! - own.edges[0]).toBeCloseTo(6, 6);
    expect([...own.heldBy]).toEqual([...along.heldBy]);
    own.position.forEach((sigma, at) => {
      expect(sigma).toBeCloseTo(along.position[at], 6);
    });
  });
});
