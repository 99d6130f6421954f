import { beforeAll, describe, expect } from 'vitest';
import type { AlignmentEdit } from '../../src-core/contract/alignment-requests.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { identity } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT, type StageContext } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import { CPU_SCAN_ENGINE } from '../../src-core/odometry/cpu-scan-aligner.ts';
import { SUBMAP_DEFAULTS, Submap } from '../../src-core/odometry/match/submap.ts';
import { MOVING_START_SCANS } from '../../src-core/odometry/odometry.ts';
import { ODOMETRY_DEFAULTS } from '../../src-core/odometry/odometry-options.ts';
import { firstInReach, firstInSight, keyframesBetween } from '../../src-core/survey/keyframes-in-reach.ts';
import type { ScanStore } from '../../src-core/survey/scan-store.ts';
import { type AlignedScan, StepwiseAlignment } from '../../src-core/survey/stepwise-alignment.ts';
import { simulateScans } from '../../src-simulate/simulate-scans.ts';
import { scanPose } from '../project/fixtures.ts';
import { SHORT_DRIVE } from '../simulate/short-drive.ts';
import { it, tiered } from '../support/tier.ts';

const SEED = 61;
const RADIUS = 15;
/** No point lies farther from its keyframe, m. */
const SIGHT = 5;

/** Along a drive, back past the start, and along it again, with a step of a third of a metre. */
function wayThereAndBack(): ScanPose[] {
  const random = seededRandom(SEED);
  return Array.from({ length: 900 }, (_, i) => {
    const metres = i / 3;
    const x = metres < 100 ? metres : metres < 220 ? 200 - metres : metres - 240;
    return {
      ...scanPose(random, i),
      T_map_sensor: { ...identity(), t: Float64Array.of(x, Math.sin(x / 9), 0.3 * random.normal()) },
    };
  });
}

/** Points of the walls about each keyframe, the same whenever they are asked for. */
function insert(submap: Submap, pose: ScanPose): void {
  const random = seededRandom(SEED + pose.scanIndex);
  const side = SIGHT / Math.sqrt(3);
  const xyz = Float32Array.from({ length: 3 * 300 }, () => side * (2 * random.uniform() - 1));
  submap.insert(xyz, 300, pose.T_map_sensor);
  const [x, y, z] = pose.T_map_sensor.t;
  submap.forgetFar(x, y, z);
}

/** Every bin with its points and its plane, in an order that does not hang on when it was made. */
function contentOf(submap: Submap): string[] {
  return submap.levels
    .flatMap((bins, level) =>
      Array.from({ length: bins.count }, (_, bin) => {
        const at = bins.planeOf(bin);
        const plane = at < 0 ? 'none' : bins.plane.subarray(at, at + 8).join();
        return `${level} ${bins.keys.subarray(3 * bin, 3 * bin + 3).join()} ${bins.points[bin]} ${plane}`;
      }),
    )
    .sort();
}

describe(`the keyframes that a submap may still hold something of (seed ${SEED})`, () => {
  const options = { ...SUBMAP_DEFAULTS, radius: RADIUS, levels: 2, plane: { minPoints: 5, minSpread: 0.1 } };
  const way = wayThereAndBack();

  it.each(tiered([30, 250, 420, 640, 700, 899], [250, 899]))(
    'build the very same submap after keyframe %d',
    (last) => {
      const whole = new Submap(options);
      for (const pose of way.slice(0, last + 1)) insert(whole, pose);
      const reached = way.slice(firstInReach(way.slice(0, last + 1), RADIUS), last + 1);
      const first = last + 1 - reached.length + firstInSight(reached, RADIUS, SIGHT);
      const short = new Submap(options);
      for (const pose of way.slice(first, last + 1)) insert(short, pose);
      expect(contentOf(short)).toEqual(contentOf(whole));
      expect(contentOf(short).length).toBeGreaterThan(100);
      if (last > 250) expect(first).toBeGreaterThan(last + 1 - reached.length);

      // A copy goes on by itself.
      const copy = whole.clone(options);
      const before = contentOf(whole);
      expect(contentOf(copy)).toEqual(before);
      for (const pose of way.slice(last + 1, last + 4)) insert(copy, pose);
      expect(contentOf(whole)).toEqual(before);
      for (const pose of way.slice(last + 1, last + 4)) insert(whole, pose);
      expect(contentOf(copy)).toEqual(contentOf(whole));
    },
  );
});

describe(`an alignment that goes back (seed ${SEED})`, () => {
  const options = { ...ODOMETRY_DEFAULTS, keyframeDistance: 0.01 };
  let store: ScanStore;
  let whole: AlignedScan[];

  beforeAll(async () => {
    const simulated = simulateScans({ ...SHORT_DRIVE, seed: SEED }, SILENT_CONTEXT);
    store = { sensor: simulated.sensor, count: simulated.count, read: simulated.read };
    whole = await stepped(aligner(), store.count);
  });

  const keyframesOf = (placed: readonly AlignedScan[]) => async (from: number, to: number) =>
    keyframesBetween(
      placed.map(({ pose }) => pose),
      from,
      to,
    );

  const aligner = (placed: readonly AlignedScan[] = whole, goesBack = true) =>
    new StepwiseAlignment(
      { store, options, edits: [] },
      CPU_SCAN_ENGINE,
      null,
      (from, to) => keyframesOf(placed)(from, to),
      goesBack,
    );

  async function stepped(alignment: StepwiseAlignment, to: number, context = SILENT_CONTEXT) {
    const placed: AlignedScan[] = [];
    while (alignment.next < to) placed.push(...(await alignment.step(context)));
    return placed;
  }

  it('gives the same poses again, and walks over few keyframes for it', async () => {
    const alignment = aligner();
    await stepped(alignment, store.count);
    for (const [back, most] of [
      [1, 10],
      [3, 10],
      [18, 20],
      [2, 20],
    ]) {
      const to = store.count - back;
      const { pose, state } = whole[to - 1];
      alignment.goBack([], { scan: pose.scanIndex, state: state! });
      expect(alignment.next).toBe(to);
      let walked = 0;
      const context: StageContext = {
        ...SILENT_CONTEXT,
        emit: (event) => {
          if (event.kind === 'progress' && event.unit === 'keyframes') walked++;
        },
      };
      expect(await stepped(alignment, store.count, context)).toEqual(whole.slice(to));
      expect(walked).toBeGreaterThan(0);
      expect(walked).toBeLessThanOrEqual(most);
    }
    alignment.destroy();
  });

  it('gives the same poses where it keeps no earlier submaps, from more keyframes', async () => {
    const alignment = aligner(whole, false);
    expect(await stepped(alignment, store.count)).toEqual(whole);
    const to = store.count - 3;
    const { pose, state } = whole[to - 1];
    alignment.goBack([], { scan: pose.scanIndex, state: state! });
    let walked = 0;
    const context: StageContext = {
      ...SILENT_CONTEXT,
      emit: (event) => {
        if (event.kind === 'progress' && event.unit === 'keyframes') walked++;
      },
    };
    expect(await stepped(alignment, store.count, context)).toEqual(whole.slice(to));
    expect(walked).toBeGreaterThan(10);
    alignment.destroy();
  });

  it('may be given up while its submap is built again, and then gives the same poses', async () => {
    const { pose, state } = whole[20 - 1];
    const place = { scan: pose.scanIndex, state: state! };
    const alignment = new StepwiseAlignment(
      { store, options, edits: [] },
      CPU_SCAN_ENGINE,
      place,
      keyframesOf(whole),
    );
    const cancel = { cancelled: false };
    let walked = 0;
    const giveUp: StageContext = {
      cancel,
      emit: (event) => {
        if (event.kind !== 'progress' || event.unit !== 'keyframes') return;
        walked = event.done;
        cancel.cancelled = walked === 3;
      },
    };
    await expect(alignment.step(giveUp)).rejects.toThrow(CancelledError);
    expect([walked, alignment.next]).toEqual([3, 20]);
    expect(await stepped(alignment, 24)).toEqual(whole.slice(20, 24));
    alignment.destroy();
  });

  it('to the start, and with a scan left out', async () => {
    const alignment = aligner();
    await stepped(alignment, 10);
    alignment.goBack([], null);
    expect(await stepped(alignment, 12)).toEqual(whole.slice(0, 12));
    alignment.goBack([{ kind: 'reject', scan: 0 }], null);
    const [first, second] = await stepped(alignment, 4);
    expect(first.pose).toMatchObject({ scanIndex: 1, T_map_sensor: identity() });
    expect(second.pose.scanIndex).toBe(2);
    alignment.destroy();
  });
});

describe(`an alignment of a drive that begins in motion (seed ${SEED})`, () => {
  const options = ODOMETRY_DEFAULTS;
  let store: ScanStore;

  beforeAll(() => {
    const simulated = simulateScans({ ...SHORT_DRIVE, startInMotion: true, seed: SEED }, SILENT_CONTEXT);
    store = { sensor: simulated.sensor, count: simulated.count, read: simulated.read };
  });

  const aligner = (edits: readonly AlignmentEdit[], count = store.count) =>
    new StepwiseAlignment(
      { store: { ...store, count }, options, edits },
      CPU_SCAN_ENGINE,
      null,
      async () => [],
    );

  const scansOf = (placed: readonly AlignedScan[]) => placed.map(({ pose }) => pose.scanIndex);

  it('places the first scans together, and can be taken up after the last of them', async () => {
    const told: number[] = [];
    const alignment = aligner([]);
    const placed = await alignment.step({
      ...SILENT_CONTEXT,
      emit: (event) => {
        if (event.kind === 'progress') told.push(event.done);
      },
    });
    expect(scansOf(placed)).toEqual([...Array(MOVING_START_SCANS).keys()]);
    expect(told).toEqual([...Array(MOVING_START_SCANS).keys()].map((scan) => scan + 1));
    expect(placed.map(({ state }) => state !== null)).toEqual(
      placed.map((_, i) => i === MOVING_START_SCANS - 1),
    );
    const next = await alignment.step(SILENT_CONTEXT);
    alignment.destroy();

    const { pose, state } = placed.at(-1)!;
    const resumed = new StepwiseAlignment(
      { store, options, edits: [] },
      CPU_SCAN_ENGINE,
      { scan: pose.scanIndex, state: state! },
      async (from, to) => placed.map((one) => one.pose).slice(from, to),
    );
    expect(await resumed.step(SILENT_CONTEXT)).toEqual(next);
    resumed.destroy();
  });

  it('waits for no scan that is not there, left out or changed by hand', async () => {
    const step = async (alignment: StepwiseAlignment) => {
      const placed = await alignment.step(SILENT_CONTEXT);
      alignment.destroy();
      return scansOf(placed);
    };
    expect(await step(aligner([], 3))).toEqual([0, 1, 2]);
    const reject: AlignmentEdit = { kind: 'reject', scan: 2 };
    expect(await step(aligner([reject]))).toEqual([0, 1, 3, 4, 5, 6, 7, 8]);
    const T_new_found = { R: [...identity().R], t: [0.1, 0, 0] };
    expect(await step(aligner([{ kind: 'nudge', scan: 4, T_new_found }]))).toEqual([0, 1, 2, 3]);
    expect(await step(aligner([{ kind: 'options', scan: 3, options: { thinning: 4 } }]))).toEqual([0, 1, 2]);
  });

  it('given up while scans are held back, places the same', async () => {
    const alignment = aligner([]);
    const cancel = { cancelled: false };
    let done = 0;
    const giveUp: StageContext = {
      cancel,
      emit: (event) => {
        if (event.kind !== 'progress') return;
        done = event.done;
        cancel.cancelled = done === 5;
      },
    };
    await expect(alignment.step(giveUp)).rejects.toThrow(CancelledError);
    expect([done, alignment.next]).toEqual([5, 0]);
    expect(await alignment.step(SILENT_CONTEXT)).toEqual(await aligner([]).step(SILENT_CONTEXT));
    alignment.destroy();
  });
});
