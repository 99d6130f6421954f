import { copyFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect } from 'vitest';
import { MeasureInput } from '../../../src-core/contract/measure-input.ts';
import { SurveyInput } from '../../../src-core/contract/survey-requests.ts';
import { NEVER_CANCELLED, type StageContext } from '../../../src-core/model/context.ts';
import { fileChoice } from '../../../src-core/model/survey-content.ts';
import type { DriveWallState } from '../../../src-core/tunnel/wall/gather-drive.ts';
import { previewReport, writeSurvey } from '../../../src-main/jobs/survey/survey-files.ts';
import { surveyWall } from '../../../src-main/jobs/survey/survey-wall.ts';
import { type SurveyedDrive, surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { IS_LONG, it } from '../../support/tier.ts';

/** How often the stages of the measurement began, by their own events. */
interface Heard {
  gathered: number;
  built: number;
}

describe('one volume for panel, preview and files', () => {
  let done: SurveyedDrive;
  beforeAll(async () => {
    done = await surveyedDrive();
  });
  let cache = '';
  let project = '';
  beforeEach(() => {
    const before = process.env.SOCAVON_CACHE;
    cache = temporaryFolder();
    process.env.SOCAVON_CACHE = cache;
    project = join(temporaryFolder(), 'drive.socavon');
    copyFileSync(done.project, project);
    return () => {
      if (before === undefined) delete process.env.SOCAVON_CACHE;
      else process.env.SOCAVON_CACHE = before;
    };
  });

  const sessionId = 1;
  const measure = MeasureInput.parse({});

  /** Counts how often points were gathered and a wall was built while work ran. */
  async function heardOf(work: (context: StageContext) => Promise<unknown>): Promise<Heard> {
    const heard: Heard = { gathered: 0, built: 0 };
    await work({
      cancel: NEVER_CANCELLED,
      emit(event) {
        if (event.kind !== 'progress' || event.stage !== 'measure') return;
        if (event.unit === 'scans' && event.done === 1) heard.gathered++;
        if (event.unit === 'steps' && event.done === 0) heard.built++;
      },
    });
    return heard;
  }
  const panel = (asked: Partial<MeasureInput> = {}) =>
    heardOf((context) =>
      surveyWall(
        { project, sessionId, T_grid_first: null, axis: null, measure: { ...measure, ...asked } },
        context,
      ),
    );
  const question = (asked: object = {}) => ({
    project,
    language: 'en' as const,
    asked: SurveyInput.parse({ sessionId, measure, ...asked }),
  });
  const preview = (asked: object = {}) => heardOf((context) => previewReport(question(asked), context));
  const write = (folder: string) =>
    heardOf((context) =>
      writeSurvey({ ...question(), folder, files: fileChoice(['volume', 'profiles']) }, context),
    );
  const products = (): string[] =>
    readdirSync(join(cache, 'products')).map((name) => join(cache, 'products', name));

  it('gathers once and builds one wall, and the files are those of the uncached run to the byte', async () => {
    expect(await panel()).toEqual({ gathered: 1, built: 1 });
    expect(await preview()).toEqual({ gathered: 0, built: 0 });
    const folder = temporaryFolder();
    expect(await write(folder)).toEqual({ gathered: 0, built: 0 });
    for (const name of ['volume.json', 'profiles.csv', 'outlines.csv'])
      expect(readFileSync(join(folder, name)).equals(readFileSync(join(done.out, name))), name).toBe(true);

    // Another range, interval or design is measured on the same wall; another treatment is another wall.
    expect(await preview({ chainage: { from: 6, to: 15 }, interval: 1 })).toEqual({ gathered: 0, built: 0 });
    expect(await panel({ objects: 'kept' })).toEqual({ gathered: 0, built: 1 });
    expect(await panel({ sections: 'vertical' })).toEqual({ gathered: 1, built: 1 });
  });

  it.runIf(IS_LONG)(
    'computes again what is cut or damaged, without a word, and where the poses are others',
    async () => {
      expect(await preview()).toEqual({ gathered: 1, built: 1 });
      const before = products().map((path) => readFileSync(path));
      for (const path of products()) truncateSync(path, 1000);
      expect(await panel()).toEqual({ gathered: 1, built: 1 });
      for (const path of products()) {
        const bytes = readFileSync(path);
        bytes[bytes.length >> 1] ^= 1;
        writeFileSync(path, bytes);
      }
      expect(await preview()).toEqual({ gathered: 1, built: 1 });
      expect(products().map((path) => readFileSync(path))).toEqual(before);

      // Another place in the mine grid is another pose of every scan.
      const placed = {
        ...question().asked,
        T_grid_first: { R: [0, -1, 0, 1, 0, 0, 0, 0, 1], t: [100, 200, 3] },
      };
      expect(await preview(placed)).toEqual({ gathered: 1, built: 1 });
      expect(await preview(placed)).toEqual({ gathered: 0, built: 0 });
    },
  );

  it.runIf(IS_LONG)('lets two programs ask at once', async () => {
    const [a, b] = await Promise.all([wallOf(), wallOf()]);
    expect(a).toEqual(b);
    expect(products().filter((path) => path.includes('.part'))).toEqual([]);
    expect(await preview()).toEqual({ gathered: 0, built: 0 });

    async function wallOf(): Promise<DriveWallState> {
      const context: StageContext = { cancel: NEVER_CANCELLED, emit: () => {} };
      const asked = { project, sessionId, T_grid_first: null, axis: null, measure };
      return (await surveyWall(asked, context)).wall as DriveWallState;
    }
  });
});
