import { beforeAll, describe, expect } from 'vitest';
import { identity } from '../../src-core/math/se3.ts';
import { message } from '../../src-core/messages/message.ts';
import { SILENT_CONTEXT, type StageContext } from '../../src-core/model/context.ts';
import { CancelledError, SocavonError } from '../../src-core/model/errors.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import { CPU_SCAN_ENGINE } from '../../src-core/odometry/cpu-scan-aligner.ts';
import type { OdometryOptions } from '../../src-core/odometry/odometry-options.ts';
import { ODOMETRY_DEFAULTS } from '../../src-core/odometry/odometry-options.ts';
import { align, type PoseStore } from '../../src-core/survey/align.ts';
import type { ScanStore } from '../../src-core/survey/scan-store.ts';
import type { AlignedScan, AlignmentCursor } from '../../src-core/survey/stepwise-alignment.ts';
import { simulateScans } from '../../src-simulate/simulate-scans.ts';
import { PoseMemory } from '../fixtures/pose-memory.ts';
import { SHORT_DRIVE } from '../simulate/short-drive.ts';
import { it, tiered } from '../support/tier.ts';

const SEED = 89;
const SCANS = 23;

/** Counts its calls, and fails from one on. */
class FailingMemory extends PoseMemory {
  /** Calls that succeed. */
  readonly #full: number;
  calls = 0;

  constructor(full = Number.POSITIVE_INFINITY) {
    super();
    this.#full = full;
  }

  override append(placed: readonly AlignedScan[]): void {
    if (this.calls++ >= this.#full)
      throw new SocavonError(
        'disk-full',
        message('text', { text: 'The disk is full; make room and go on.' }),
      );
    super.append(placed);
  }
}

function alignScans(
  scans: ScanStore,
  options: OdometryOptions,
  store: PoseStore,
  context: StageContext,
  resume: AlignmentCursor | null = null,
) {
  return align(scans, { options, edits: [], engine: CPU_SCAN_ENGINE, resume, store }, context);
}

/** Cancels once a number of scans was read. */
function cancelAfterReads(store: ScanStore, reads: number): { store: ScanStore; context: StageContext } {
  const cancel = { cancelled: false };
  let count = 0;
  return {
    store: {
      ...store,
      read: async (index) => {
        if (++count > reads) cancel.cancelled = true;
        return store.read(index);
      },
    },
    context: { ...SILENT_CONTEXT, cancel },
  };
}

describe(`aligning a store of scans (seed ${SEED})`, () => {
  let store: ScanStore;
  let whole: readonly ScanPose[];
  let sink: FailingMemory;

  beforeAll(async () => {
    const simulated = simulateScans({ ...SHORT_DRIVE, seed: SEED }, SILENT_CONTEXT);
    store = { sensor: simulated.sensor, count: SCANS, read: simulated.read };
    sink = new FailingMemory();
    const diagnostics = await alignScans(store, ODOMETRY_DEFAULTS, sink, SILENT_CONTEXT);
    whole = sink.poses();
    expect(diagnostics).toMatchObject({ placed: SCANS, gyroBelievable: true });
  });

  const expectOnceInOrder = (poses: readonly ScanPose[]) =>
    expect(poses.map(({ scanIndex }) => scanIndex)).toEqual([...poses.keys()]);

  it('stores every pose once, in order, five at a time', () => {
    expect(whole).toHaveLength(SCANS);
    expectOnceInOrder(whole);
    expect(sink.batches.map((batch) => batch.length)).toEqual([5, 5, 5, 5, 3]);
  });

  it('tells its progress scan by scan', async () => {
    const done: number[] = [];
    const context: StageContext = {
      ...SILENT_CONTEXT,
      emit: (event) => {
        if (event.kind === 'progress') done.push(event.done);
      },
    };
    await alignScans({ ...store, count: 4 }, ODOMETRY_DEFAULTS, new FailingMemory(), context);
    expect(done).toEqual([1, 2, 3, 4]);
  });

  it.each(tiered([0, 1, 2, 3, 7, 12, SCANS - 1], [0, 7]))(
    'cancelled at scan %d keeps what was placed, and goes on from there to the last bit',
    async (scans) => {
      const kept = new FailingMemory();
      const stopped = cancelAfterReads(store, scans);
      await expect(alignScans(stopped.store, ODOMETRY_DEFAULTS, kept, stopped.context)).rejects.toThrow(
        CancelledError,
      );
      // The scan in work when the person asked is not among them; of one scan alone there is no pose yet.
      expect(kept.poses()).toEqual(whole.slice(0, scans < 2 ? 0 : scans));

      const before = kept.poses().length;
      const diagnostics = await alignScans(store, ODOMETRY_DEFAULTS, kept, SILENT_CONTEXT, kept.cursor);
      expect(kept.poses()).toEqual(whole);
      expect(diagnostics.placed).toBe(SCANS - before);
    },
  );

  it('keeps what was placed when a scan cannot be read, and says why', async () => {
    const kept = new FailingMemory();
    const broken: ScanStore = {
      ...store,
      read: async (index) => {
        if (index === 8)
          throw new SocavonError('project-format', message('text', { text: 'Scan 8 is damaged.' }));
        return store.read(index);
      },
    };
    await expect(alignScans(broken, ODOMETRY_DEFAULTS, kept, SILENT_CONTEXT)).rejects.toThrow(
      'Scan 8 is damaged.',
    );
    expect(kept.poses()).toEqual(whole.slice(0, 8));
  });

  it.each([0, 1, 3])('ends when the store fails at its call %d, and does not ask it again', async (full) => {
    const kept = new FailingMemory(full);
    await expect(alignScans(store, ODOMETRY_DEFAULTS, kept, SILENT_CONTEXT)).rejects.toMatchObject({
      code: 'disk-full',
    });
    expect(kept.calls).toBe(full + 1);
    expectOnceInOrder(kept.poses());
    if (full === 0) return;
    const resumed = new PoseMemory();
    resumed.batches.push(...kept.batches);
    await alignScans(store, ODOMETRY_DEFAULTS, resumed, SILENT_CONTEXT, kept.cursor);
    expect(resumed.poses()).toEqual(whole);
  });

  it('says that the store failed also when it is the person who stopped', async () => {
    const stopped = cancelAfterReads(store, 8);
    const kept = new FailingMemory(1);
    await expect(alignScans(stopped.store, ODOMETRY_DEFAULTS, kept, stopped.context)).rejects.toMatchObject({
      code: 'disk-full',
    });
  });

  it('of what is whole already computes nothing', async () => {
    const unused = new FailingMemory(0);
    let reads = 0;
    const counting: ScanStore = {
      ...store,
      read: (index) => {
        reads++;
        return store.read(index);
      },
    };
    const diagnostics = await alignScans(counting, ODOMETRY_DEFAULTS, unused, SILENT_CONTEXT, sink.cursor);
    expect(diagnostics).toMatchObject({ placed: 0, gyroBelievable: true });
    expect(unused.calls).toBe(0);
    expect(reads).toBeLessThanOrEqual(1);
  });

  it('remembers over a stop that the gyro was not believed', async () => {
    const { scan, state } = sink.cursor!;
    const doubted = { scan, state: { ...state, gyro: { ...state.gyro, consistency: 50 } } };
    const kept = new FailingMemory();
    const diagnostics = await alignScans(store, ODOMETRY_DEFAULTS, kept, SILENT_CONTEXT, doubted);
    expect(diagnostics.gyroBelievable).toBe(false);
  });

  it('gives a single scan the identity', async () => {
    const kept = new FailingMemory();
    await alignScans({ ...store, count: 1 }, ODOMETRY_DEFAULTS, kept, SILENT_CONTEXT);
    expect(kept.poses()).toHaveLength(1);
    expect(kept.poses()[0].T_map_sensor).toEqual(identity());
    expect(kept.state).toBe('null');
  });

  it('of two scans has both', async () => {
    const kept = new FailingMemory();
    await alignScans({ ...store, count: 2 }, ODOMETRY_DEFAULTS, kept, SILENT_CONTEXT);
    expect(kept.poses()).toEqual(whole.slice(0, 2));
  });

  it('refuses a store without a scan', async () => {
    const kept = new FailingMemory();
    await expect(
      alignScans({ ...store, count: 0 }, ODOMETRY_DEFAULTS, kept, SILENT_CONTEXT),
    ).rejects.toMatchObject({ code: 'too-few-points', message: expect.stringContaining('no whole scan') });
    expect(kept.calls).toBe(0);
  });
});
