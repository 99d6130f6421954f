import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect } from 'vitest';
import type { Axis } from '../../src-core/model/axis.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { NO_RELIABILITY } from '../../src-core/model/reliability.ts';
import { MEASURE_QUESTION_DEFAULTS, type MeasureQuestion } from '../../src-core/question/survey-question.ts';
import { cachedWall, type WallTask } from '../../src-core/survey/cached-wall.ts';
import type { DrivePath } from '../../src-core/survey/measure.ts';
import {
  type MapInputs,
  type MapProduct,
  NO_CACHE,
  type StageCache,
} from '../../src-core/survey/stage-cache.ts';
import { driveWallState } from '../../src-core/tunnel/wall/gather-drive.ts';
import { describe, it, tiered } from '../support/tier.ts';
import { axisAlong, onBaul, sampleDrive, straight } from '../tunnel/solids.ts';

const SEED = 61;
const LENGTH = 3;
const line = straight(0.1);
const points = sampleDrive(line, onBaul, [-1, LENGTH + 1], 12_000, SEED);
const cloud: PointCloud = {
  count: points.xyz.length / 3,
  origin: points.origin,
  xyz: points.xyz,
  reflectivity: new Uint16Array(points.xyz.length / 3).fill(40),
};
const poses = Array.from({ length: 2 * LENGTH + 1 }, (_, i) => ({
  T_map_sensor: { R: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1), t: Float64Array.from(line.at(i / 2).p) },
  quality: { heldBy: 'geometry' },
})) as unknown as DrivePath['poses'];

/** What a wall is of, besides the points. */
interface Asked {
  readonly measure?: Partial<MeasureQuestion>;
  readonly axis?: Partial<MeasureQuestion['axis']>;
  readonly given?: Axis;
  readonly from?: Partial<MapInputs>;
  readonly hasReflectivity?: boolean;
}

async function wallState({ measure, axis, given, from, hasReflectivity = false }: Asked, cache: StageCache) {
  const task: WallTask = {
    placed: { poses: [] },
    dynamic: null,
    calibration: null,
    ...from,
    points: async function* () {
      yield cloud;
    },
    anchors: null,
    stated: null,
    given: given ?? null,
    measure: {
      ...MEASURE_QUESTION_DEFAULTS,
      ...measure,
      axis: { ...MEASURE_QUESTION_DEFAULTS.axis, ...axis },
    },
    hasReflectivity,
  };
  const path: DrivePath = { poses, axis: given ?? null, reliability: NO_RELIABILITY };
  return driveWallState(await cachedWall(task, path, cache, SILENT_CONTEXT));
}

/**
 * A cache in memory, by all that it is given as the inputs of a product.
 *
 * @param refused a product that must not be taken from it: of another question it may not even be readable
 */
function memoryCache(
  states = new Map<string, unknown>(),
  refused: MapProduct | null = null,
): StageCache & { readonly computed: string[]; readonly states: Map<string, unknown> } {
  const computed: string[] = [];
  const plain = (_: string, value: unknown): unknown =>
    ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
  return {
    ...NO_CACHE,
    computed,
    states,
    async ofMap(kind, from, { stateOf, restored }, compute) {
      const key = JSON.stringify([kind, from], plain);
      if (states.has(key) && kind === refused) throw new Error(`the ${kind} of another question`);
      if (states.has(key)) return restored(structuredClone(states.get(key)) as never);
      computed.push(kind);
      const value = await compute();
      states.set(key, structuredClone(stateOf(value)));
      return value;
    },
  };
}

const aside = axisAlong(line, 0, LENGTH, 0.5, [0.3, 0.1]);
const box = { from: 1, to: 2, leftFrom: -1, leftTo: 1, upFrom: -3, upTo: 3 };

/** Every field of the question that a wall follows from, with a value that is not its default. */
const CHANGES: readonly (Asked & { readonly name: string })[] = [
  { name: 'a given axis', given: axisAlong(line, 0, LENGTH, 0.5) },
  { name: 'another axis', given: aside },
  { name: 'axis.kind', axis: { kind: 'horizontal' } },
  { name: 'axis.start', axis: { start: 250 } },
  { name: 'axis.reversed', axis: { reversed: true } },
  { name: 'sections', measure: { sections: 'vertical' } },
  { name: 'outline', measure: { outline: 'solid' } },
  { name: 'objects', measure: { objects: 'kept' } },
  { name: 'mesh', measure: { mesh: 'kept' } },
  { name: 'ducts', measure: { ducts: 'kept' } },
  { name: 'vehicles', measure: { vehicles: 'kept' } },
  { name: 'muck', measure: { muck: 'left-out' } },
  { name: 'corrections', measure: { corrections: [{ class: 'ignore', ...box }] } },
  { name: 'recessLine', measure: { recessLine: 'design' } },
  { name: 'recessDepth', measure: { recessDepth: 2.5 } },
  { name: 'waterDepth', measure: { waterDepth: 0.2 } },
  { name: 'reflectivity', hasReflectivity: true },
];
const FEW = ['another axis', 'axis.reversed', 'sections', 'recessDepth'];
/** Fields that no wall follows from: they are applied to it, or read the axis that is handed in. */
const APPLIED = ['stations', 'rounds', 'material', 'grade', 'vehicle', 'unrolled'];
const OF_THE_FILE = ['of', 'line', 'unit', 'elevation'];

describe(`a wall from the cache (seed ${SEED})`, () => {
  const cache = memoryCache();
  let usual: unknown;
  beforeAll(async () => {
    usual = await wallState({}, cache);
  });

  it('is the earlier one where nothing changed', async () => {
    const before = cache.computed.length;
    expect(isDeepStrictEqual(await wallState({}, cache), usual)).toBe(true);
    expect(cache.computed).toHaveLength(before);
  });

  it.each(
    tiered(
      CHANGES,
      CHANGES.filter(({ name }) => FEW.includes(name)),
    ),
  )('is another where $name changes, the one that is computed without a cache', async (asked) => {
    const fresh = await wallState(asked, NO_CACHE);
    expect(isDeepStrictEqual(fresh, usual), 'a wall that does not follow from it').toBe(false);
    const other = memoryCache(new Map(cache.states), 'wall');
    expect(isDeepStrictEqual(await wallState(asked, other), fresh), 'the wall of the cache').toBe(true);
  });

  it('of a given axis is not that of another', async () => {
    const [one, other] = [{ given: axisAlong(line, 0, LENGTH, 0.5) }, { given: aside }];
    const kept = memoryCache();
    await wallState(one, kept);
    const later = memoryCache(kept.states, 'wall');
    expect(isDeepStrictEqual(await wallState(other, later), await wallState(other, NO_CACHE))).toBe(true);
    expect(later.computed).toEqual(['wall', 'points']);
  });

  it.each([
    ['poses', { placed: { poses: poses.slice(1) as never } }],
    ['dynamic returns', { dynamic: { count: 1 } as never }],
    ['calibration', { calibration: { offset: 0.001 } as never }],
  ])('is computed again for other %s', async (_, from) => {
    const before = cache.computed.length;
    await wallState({ from }, cache);
    expect(cache.computed.slice(before)).toEqual(['wall', 'points']);
  });

  it('takes the points of an earlier wall for other corrections of it', async () => {
    const before = cache.computed.length;
    await wallState({ measure: { corrections: [{ class: 'rock', ...box }] } }, cache);
    expect(cache.computed.slice(before)).toEqual(['wall']);
  });

  it('is tried for every field of the question', () => {
    const { axis, ...rest } = MEASURE_QUESTION_DEFAULTS;
    const changed = CHANGES.flatMap(({ measure = {}, axis: own = {} }) => [
      ...Object.keys(measure),
      ...Object.keys(own),
    ]);
    expect([...changed, ...APPLIED, ...OF_THE_FILE].toSorted()).toEqual(
      [...Object.keys(rest), ...Object.keys(axis)].toSorted(),
    );
  });
});
