import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXPORT_MAP_DEFAULTS, type ExportFolder } from '../../../src-core/io/cloud/export-map.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { Outputs } from '../../../src-core/model/outputs.ts';
import { exportSurveyedMap, type MapFiles } from '../../../src-core/survey/export-scan-map.ts';
import { mapOfScans, type SurveyedMap } from '../../../src-core/survey/surveyed-map.ts';
import { exportFolder } from '../../../src-main/files/export-folder.ts';
import { mapOnThread } from '../../../src-main/jobs/schedule/map-on-thread.ts';
import { PointTap } from '../../../src-main/jobs/schedule/point-tap.ts';
import { ScansThreads } from '../../../src-main/jobs/schedule/scans-threads.ts';
import { placedSurvey } from '../../../src-main/jobs/session/placed-survey.ts';
import type { Project } from '../../../src-main/project/project.ts';
import { WALKED_SEED, walkedCopy } from '../../fixtures/walked-drive.ts';

const SEED = 81;

let folder: string;
let project: Project;
let remove: () => void;
beforeAll(async () => {
  ({ folder, project, remove } = await walkedCopy());
});
afterAll(() => remove());

/** Clouds whose buffers are one, as those of a map are. */
async function* clouds(count: number): AsyncGenerator<PointCloud> {
  const xyz = new Float32Array(6);
  for (let k = 0; k < count; k++) {
    xyz.fill(k);
    yield { count: 2, origin: [k, 0, 0], xyz };
  }
}

/** A cloud by its fields, arrays by their hash: the buffers are overwritten by the next. */
const shownOf = (cloud: PointCloud): object =>
  Object.fromEntries(
    Object.entries(cloud).map(([name, value]) => [
      name,
      ArrayBuffer.isView(value)
        ? createHash('sha256')
            .update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength))
            .digest('hex')
        : value,
    ]),
  );

const all = async (stream: AsyncIterable<PointCloud>): Promise<object[]> => {
  const list: object[] = [];
  for await (const cloud of stream) list.push(shownOf(cloud));
  return list;
};

describe('clouds for two readers', () => {
  it(`reach both, whichever is slower, and however many are asked for at once (seed ${SEED})`, async () => {
    const random = seededRandom(SEED);
    const expected = await all(clouds(60));
    for (const [slow, ahead] of [
      [0, 1],
      [1, 1],
      [2, 5],
      [1, 9],
    ]) {
      const tap = new PointTap();
      const first = (async () => {
        const seen: object[] = [];
        for await (const cloud of tap.through(clouds(60))) {
          seen.push(shownOf(cloud));
          if (slow === 1 && random.below(4) === 0) await pause(1);
        }
        return seen;
      })();
      const second: object[] = [];
      const asked: ReturnType<typeof tap.next>[] = [];
      for (;;) {
        while (asked.length < ahead) asked.push(tap.next());
        const cloud = await asked.shift()!;
        if (cloud === 'end') break;
        if (cloud === 'gone') throw new Error('gone');
        second.push(shownOf(cloud));
        if (slow === 2 && random.below(4) === 0) await pause(1);
      }
      expect(second).toEqual(expected);
      expect(await first).toEqual(expected);
    }
  });

  it('go on for the first when the second releases them, and are copied once only', async () => {
    const tap = new PointTap();
    const first = all(tap.through(clouds(40)));
    for (let k = 0; k < 10; k++) expect(await tap.next()).toMatchObject({ origin: [k, 0, 0] });
    tap.release();
    expect(await first).toHaveLength(40);
    expect(await tap.next()).toBe('gone');
    expect(await all(tap.through(clouds(40)))).toHaveLength(40);
  });

  it('are gone for the second where the first fails or leaves', async () => {
    const failing = new PointTap();
    const broken = async function* (): AsyncGenerator<PointCloud> {
      yield* clouds(2);
      throw new Error('damaged');
    };
    const first = all(failing.through(broken()));
    expect([await failing.next(), await failing.next(), await failing.next()].at(-1)).toBe('gone');
    await expect(first).rejects.toThrow('damaged');

    const left = new PointTap();
    for await (const _ of left.through(clouds(5))) break;
    await left.next();
    expect(await left.next()).toBe('gone');
  });
});

describe(`a map written while it is measured (somebody walks in front, seed ${WALKED_SEED})`, () => {
  const survey = () => {
    const [session] = project.sessions.all();
    const placed = placedSurvey(project, project.runs.of(session.id)[0], null);
    const store = project.scanStore(session);
    const made = mapOfScans(store, placed, null, null, SILENT_CONTEXT.cancel);
    let streams = 0;
    const map: SurveyedMap = {
      ...made,
      points: (attributes) => {
        streams++;
        return made.points(attributes);
      },
    };
    const filesIn = (folder: ExportFolder): MapFiles => ({
      ...{ thin: { voxel: 0.05 }, options: { ...EXPORT_MAP_DEFAULTS, keepsPoints: true } },
      ...{ wall: null, folder },
    });
    const own = () => map.points();
    return { session, map, filesIn, own, streams: () => streams };
  };
  const thread = new ScansThreads();
  afterAll(() => thread.end());
  const into = (name: string): string => {
    mkdirSync(join(folder, name));
    return join(folder, name);
  };

  it('hands the measurement its points, to the last bit, and writes the files of one thread', async () => {
    const { session, map, filesIn, own, streams } = survey();
    const expected = await all(own());
    const here = into('here');
    await exportSurveyedMap(map, filesIn(exportFolder(here)), new Outputs(), SILENT_CONTEXT);
    const there = into('there');
    const shared = mapOnThread(project, session, there, thread);
    const written = shared.exportMap(map, filesIn(exportFolder(there)), new Outputs(), SILENT_CONTEXT);
    const read = streams();
    expect(await all(shared.points(own))).toEqual(expected);
    expect(streams()).toBe(read);
    await written;
    expect(readdirSync(there).sort()).toEqual(readdirSync(here).sort());
    for (const name of readdirSync(here))
      expect(readFileSync(join(there, name)).equals(readFileSync(join(here, name)))).toBe(true);
    // Whoever wants them again makes them.
    expect(await all(shared.points(own))).toEqual(expected);
    expect(streams()).toBe(read + 1);
  });

  it('is written where nobody measures, or only some of it', async () => {
    const { session, map, filesIn, own } = survey();
    const [without, part] = [into('nobody'), into('some')];
    const nobody = mapOnThread(project, session, without, thread);
    const files = filesIn(exportFolder(without));
    const written = nobody.exportMap(map, files, new Outputs(), SILENT_CONTEXT);
    nobody.release();
    expect((await written).files).toHaveLength(2);
    const some = mapOnThread(project, session, part, thread);
    const writing = some.exportMap(map, filesIn(exportFolder(part)), new Outputs(), SILENT_CONTEXT);
    for await (const _ of some.points(own)) break;
    expect((await writing).files).toHaveLength(2);
  });

  it('is measured all the same where it cannot be written', async () => {
    const { session, map, filesIn, own } = survey();
    const expected = await all(own());
    const nowhere = join(folder, 'drive.socavon', 'no folder');
    const shared = mapOnThread(project, session, nowhere, thread);
    const written = shared.exportMap(map, filesIn(exportFolder(nowhere)), new Outputs(), SILENT_CONTEXT);
    written.catch(() => {});
    expect(await all(shared.points(own))).toEqual(expected);
    await expect(written).rejects.toThrow();
  });
});
