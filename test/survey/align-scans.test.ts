import { beforeAll, describe, expect, it } from 'vitest';
import { message } from '../../src-core/messages/message.ts';
import { SILENT_CONTEXT, type StageContext } from '../../src-core/model/context.ts';
import { CancelledError, SocavonError } from '../../src-core/model/errors.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import { CPU_SCAN_ENGINE } from '../../src-core/odometry/cpu-scan-aligner.ts';
import type { OdometryOptions } from '../../src-core/odometry/odometry-options.ts';
import { ODOMETRY_DEFAULTS } from '../../src-core/odometry/odometry-options.ts';
import { align, type PartialAlignment, type PoseSink } from '../../src-core/survey/align.ts';
import { BegunAlignment, type GrowingScans } from '../../src-core/survey/begun-alignment.ts';
import type { ScanStore } from '../../src-core/survey/scan-store.ts';
import type { AlignedScan } from '../../src-core/survey/stepwise-alignment.ts';
import { simulateScans } from '../../src-simulate/simulate-scans.ts';
import { SHORT_DRIVE } from '../simulate/short-drive.ts';

const SEED = 89;
const SCANS = 23;

/** Keeps batches as a project does: as JSON and back, so that nothing lives on by accident. */
class MemorySink implements PoseSink {
  readonly batches: ScanPose[][] = [];
  state: string | null = null;
  /** Calls that fail, counted from 0. */
  readonly #full: number;
  calls = 0;

  constructor(full = Number.POSITIVE_INFINITY) {
    this.#full = full;
  }

  append(placed: readonly AlignedScan[]): void {
    if (this.calls++ >= this.#full)
      throw new SocavonError(
        'disk-full',
        message('text', { text: 'The disk is full; make room and go on.' }),
      );
    this.batches.push(structuredClone(placed.map(({ pose }) => pose)));
    this.state = JSON.stringify(placed[placed.length - 1].state);
  }

  get poses(): ScanPose[] {
    return this.batches.flat();
  }

  get soFar(): PartialAlignment {
    return { poses: this.poses, state: JSON.parse(this.state as string) };
  }
}

function alignScans(
  store: ScanStore,
  options: OdometryOptions,
  sink: PoseSink,
  context: StageContext,
  resume: PartialAlignment | null = null,
) {
  return align(store, { options, edits: [], engine: CPU_SCAN_ENGINE, resume, sink }, context);
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
  let sink: MemorySink;

  beforeAll(async () => {
    const simulated = simulateScans({ ...SHORT_DRIVE, seed: SEED }, SILENT_CONTEXT);
    store = { sensor: simulated.sensor, count: SCANS, read: simulated.read };
    sink = new MemorySink();
    const { value, diagnostics } = await alignScans(store, ODOMETRY_DEFAULTS, sink, SILENT_CONTEXT);
    whole = value.poses;
    expect(diagnostics).toMatchObject({ placed: SCANS, gyroBelievable: true });
  });

  const expectOnceInOrder = (poses: readonly ScanPose[]) =>
    expect(poses.map(({ scanIndex }) => scanIndex)).toEqual([...poses.keys()]);

  it('hands every pose to the sink once, in order, in small batches', () => {
    expect(sink.poses).toEqual(whole);
    expect(whole).toHaveLength(SCANS);
    expectOnceInOrder(whole);
    expect(Math.max(...sink.batches.map((batch) => batch.length))).toBeLessThanOrEqual(6);
  });

  it('tells its progress scan by scan', async () => {
    const done: number[] = [];
    const context: StageContext = {
      ...SILENT_CONTEXT,
      emit: (event) => {
        if (event.kind === 'progress') done.push(event.done);
      },
    };
    await alignScans({ ...store, count: 4 }, ODOMETRY_DEFAULTS, new MemorySink(), context);
    expect(done).toEqual([1, 2, 3, 4]);
  });

  it.each([0, 1, 2, 3, 7, 12, SCANS - 1])(
    'cancelled at scan %d keeps what was placed, and goes on from there to the last bit',
    async (scans) => {
      const kept = new MemorySink();
      const stopped = cancelAfterReads(store, scans);
      await expect(alignScans(stopped.store, ODOMETRY_DEFAULTS, kept, stopped.context)).rejects.toThrow(
        CancelledError,
      );
      // The scan in work when the person asked is not among them; of one scan alone there is no pose yet.
      expect(kept.poses).toEqual(whole.slice(0, scans < 2 ? 0 : scans));

      const soFar = kept.state === null ? null : kept.soFar;
      const { value, diagnostics } = await alignScans(store, ODOMETRY_DEFAULTS, kept, SILENT_CONTEXT, soFar);
      expect(value.poses).toEqual(whole);
      expect(kept.poses).toEqual(whole);
      expect(diagnostics.placed).toBe(SCANS - (soFar?.poses.length ?? 0));
    },
  );

  it.each([0, 1, 2, 3, 9, SCANS - 1, SCANS])(
    'begun while scans are imported, until the import ends before scan %d, has the same poses and states',
    async (end) => {
      let hasEnded = false;
      const growing: GrowingScans = {
        sensor: store.sensor,
        get count() {
          return hasEnded ? SCANS : Number.POSITIVE_INFINITY;
        },
        async isStored(index) {
          hasEnded ||= index >= end;
          return !hasEnded;
        },
        read: (index) => store.read(index),
      };
      const begun = new BegunAlignment(growing, ODOMETRY_DEFAULTS, CPU_SCAN_ENGINE);
      await begun.follow(SILENT_CONTEXT);
      // The first two are aligned together.
      expect(begun.poses).toEqual(whole.slice(0, end === 1 ? 2 : end));

      const kept = new MemorySink();
      const task = {
        options: ODOMETRY_DEFAULTS,
        edits: [],
        engine: CPU_SCAN_ENGINE,
        resume: null,
        sink: kept,
      };
      const { value, diagnostics } = await align(growing, { ...task, begun }, SILENT_CONTEXT);
      expect(value.poses).toEqual(whole);
      expect(kept.poses).toEqual(whole);
      expect(kept.state).toBe(sink.state);
      expect(diagnostics.placed).toBe(SCANS);
      expect(begun.takePlaced()).toEqual([]);
    },
  );

  it('keeps what was placed when a scan cannot be read, and says why', async () => {
    const kept = new MemorySink();
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
    expect(kept.poses).toEqual(whole.slice(0, 8));
  });

  it.each([0, 1, 3])('ends when the sink fails at its call %d, and does not ask it again', async (full) => {
    const kept = new MemorySink(full);
    await expect(alignScans(store, ODOMETRY_DEFAULTS, kept, SILENT_CONTEXT)).rejects.toMatchObject({
      code: 'disk-full',
    });
    expect(kept.calls).toBe(full + 1);
    expectOnceInOrder(kept.poses);
    if (full === 0) return;
    const resumed = await alignScans(store, ODOMETRY_DEFAULTS, new MemorySink(), SILENT_CONTEXT, kept.soFar);
    expect(resumed.value.poses).toEqual(whole);
  });

  it('says that the sink failed also when it is the person who stopped', async () => {
    const stopped = cancelAfterReads(store, 8);
    const kept = new MemorySink(1);
    await expect(alignScans(stopped.store, ODOMETRY_DEFAULTS, kept, stopped.context)).rejects.toMatchObject({
      code: 'disk-full',
    });
  });

  it('of what is whole already computes nothing', async () => {
    const unused = new MemorySink(0);
    let reads = 0;
    const counting: ScanStore = {
      ...store,
      read: (index) => {
        reads++;
        return store.read(index);
      },
    };
    const { value, diagnostics } = await alignScans(
      counting,
      ODOMETRY_DEFAULTS,
      unused,
      SILENT_CONTEXT,
      sink.soFar,
    );
    expect(value.poses).toEqual(whole);
    expect(diagnostics).toMatchObject({ placed: 0, gyroBelievable: true });
    expect(unused.calls).toBe(0);
    expect(reads).toBeLessThanOrEqual(1);
  });

  it('remembers over a stop that the gyro was not believed', async () => {
    const { poses, state } = sink.soFar;
    const doubted: PartialAlignment = {
      poses,
      state: { ...state, gyro: { ...state.gyro, consistency: 50 } },
    };
    const { diagnostics } = await alignScans(
      store,
      ODOMETRY_DEFAULTS,
      new MemorySink(),
      SILENT_CONTEXT,
      doubted,
    );
    expect(diagnostics.gyroBelievable).toBe(false);
  });

  it('gives a single scan the identity', async () => {
    const kept = new MemorySink();
    const { value } = await alignScans({ ...store, count: 1 }, ODOMETRY_DEFAULTS, kept, SILENT_CONTEXT);
    expect(value.poses).toHaveLength(1);
    expect(kept.poses).toEqual(value.poses);
    expect(kept.state).toBe('null');
  });

  it('of two scans has both', async () => {
    const kept = new MemorySink();
    await alignScans({ ...store, count: 2 }, ODOMETRY_DEFAULTS, kept, SILENT_CONTEXT);
    expect(kept.poses).toEqual(whole.slice(0, 2));
  });

  it('refuses a store without a scan', async () => {
    const kept = new MemorySink();
    await expect(
      alignScans({ ...store, count: 0 }, ODOMETRY_DEFAULTS, kept, SILENT_CONTEXT),
    ).rejects.toMatchObject({ code: 'too-few-points', message: expect.stringContaining('no whole scan') });
    expect(kept.calls).toBe(0);
  });
});
