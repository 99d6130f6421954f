import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from '../../src-core/contract/wire.ts';
import { expSo3 } from '../../src-core/math/se3.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { ObjectCorrection } from '../../src-core/model/object-correction.ts';
import type { PageStore } from '../../src-core/model/paged-bytes.ts';
import { PROFILE_DEFAULTS } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import { gatherPoints, type PointsState, restoredPoints } from '../../src-core/tunnel/wall/gather-drive.ts';
import { inMap, WetDrive } from './wet-drive.ts';

const SEED = 2;
const OPTIONS = { ...PROFILE_DEFAULTS, reflectivity: true };
/** Clouds of a passage; a block of slabs that none of 64 touched is left behind. */
const CLOUDS = 300;

/** A correction by hand. */
const BOX: ObjectCorrection = {
  ...{ class: 'rock', from: 4, to: 5 },
  ...{ leftFrom: -1, leftTo: 1, upFrom: -1, upTo: 1 },
};

/** Pages in memory that count how they are used, with room for so many bytes. */
class CountedPages implements PageStore {
  readonly #bytes: Uint8Array;
  written = 0;
  refused = 0;
  readings = 0;
  end = 0;
  isClosed = false;

  constructor(room: number) {
    this.#bytes = new Uint8Array(room);
  }

  write(bytes: Uint8Array, place: number): boolean {
    if (place + bytes.length > this.#bytes.length) {
      this.refused++;
      return false;
    }
    this.written += bytes.length;
    this.end = Math.max(this.end, place + bytes.length);
    this.#bytes.set(bytes, place);
    return true;
  }

  read(place: number, into: Uint8Array): void {
    if (this.isClosed) throw new Error('read after it was closed');
    this.readings++;
    into.set(this.#bytes.subarray(place, place + into.length));
  }

  close(): void {
    this.isClosed = true;
  }
}

/** A drive of 24 m that is passed along three times, so that what was left behind is met again. */
function passages() {
  const drive = new WetDrive({
    length: 24,
    rays: 120_000,
    seed: SEED,
    relief: [0.06, 0.03],
    hollows: [{ shape: 'bowl', at: [6, 0], half: [3.2, 30], depth: 0.3 }],
    pools: [{ from: 2, to: 10, level: -0.03 }],
  });
  const { axis, xyz, force } = inMap(drive, expSo3(0.02, 0, 0));
  const count = xyz.length / 3;
  const order = Array.from({ length: count }, (_, i) => i).sort((a, b) => xyz[3 * a] - xyz[3 * b]);
  const poses = Array.from({ length: axis.xyz.length / 3 }, (_, k) => ({
    T_map_sensor: { R: expSo3(0, 0, 0), t: axis.xyz.slice(3 * k, 3 * k + 3) },
    quality: { heldBy: 'walls' as const, matched: 1 },
  }));
  const clouds = async function* (): AsyncGenerator<PointCloud> {
    for (let pass = 0; pass < 3; pass++)
      for (let i = 0; i < CLOUDS; i++) {
        const own = order.slice(Math.floor((i * count) / CLOUDS), Math.floor(((i + 1) * count) / CLOUDS));
        if (pass === 1) own.reverse();
        yield {
          count: own.length,
          origin: [0, 0, 0],
          xyz: Float32Array.from(own.flatMap((at) => [xyz[3 * at], xyz[3 * at + 1], xyz[3 * at + 2]])),
          reflectivity: Uint16Array.from(own, (at) => at % 251),
          beam: Uint8Array.from(own, (at) => at % 16),
          scanIndex: new Uint32Array(own.length).fill(pass * CLOUDS + i),
          force,
        };
      }
  };
  return { axis, path: { poses }, clouds };
}

const gather = ({ axis, path, clouds }: ReturnType<typeof passages>, store: PageStore | null) =>
  gatherPoints(clouds(), path, axis, OPTIONS, SILENT_CONTEXT, {}, store);

describe(`points of stretches that the drive has left behind, on a disk (seed ${SEED})`, () => {
  const drive = passages();

  it('give the wall of points in memory, read again and again, and stored', async () => {
    const inMemory = (await gather(drive, null)).wall([], SILENT_CONTEXT);
    const store = new CountedPages(1 << 26);
    const points = await gather(drive, store);
    // Blocks of three passages were written three times, the later ones over the earlier where they fit.
    expect(store.written).toBeGreaterThan(1.5 * store.end);
    const { grid, centre, objects } = points.wall([], SILENT_CONTEXT).wall;
    expect(objects.length).toBeGreaterThan(0);
    expect(grid).toEqual(inMemory.wall.grid);
    expect(centre).toEqual(inMemory.wall.centre);
    expect(store.readings).toBeGreaterThan(20);
    // What is written while the wall is built has the same place for the next one.
    const { end } = store;
    expect(points.wall([BOX], SILENT_CONTEXT).wall.corrections).toHaveLength(1);
    expect(store.end).toBe(end);

    const state = decodeMessage(encodeMessage(points.state)) as PointsState;
    const other = new CountedPages(1 << 26);
    const again = restoredPoints(state, drive.path, drive.axis, OPTIONS, SILENT_CONTEXT, {}, other);
    expect(other.written).toBeGreaterThan(0);
    expect(again.wall([], SILENT_CONTEXT).wall.grid).toEqual(grid);
    for (const [one, itsStore] of [
      [points, store],
      [again, other],
    ] as const) {
      expect(itsStore.isClosed).toBe(false);
      one.release();
      expect(itsStore.isClosed).toBe(true);
    }
  });

  it('stay in memory where the disk is full', async () => {
    const inMemory = (await gather(drive, null)).wall([], SILENT_CONTEXT);
    const store = new CountedPages(100_000);
    const points = await gather(drive, store);
    expect(store.written).toBeGreaterThan(0);
    expect(store.refused).toBeGreaterThan(0);
    expect(points.wall([], SILENT_CONTEXT).wall.grid).toEqual(inMemory.wall.grid);
    points.release();
  });

  it('end the measurement where the disk does not give them back, and let go of it', async () => {
    const store = new CountedPages(1 << 26);
    store.read = () => {
      throw new Error('gone');
    };
    const failed = gather(drive, store).then((points) => points.wall([], SILENT_CONTEXT));
    await expect(failed).rejects.toThrow('gone');
    expect(store.isClosed).toBe(true);
  });
});
