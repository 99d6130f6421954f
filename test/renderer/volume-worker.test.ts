import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished } from 'vitest';
import { decimatedPoints } from '../../src-core/contract/decimated-points.ts';
import type { MeasureInput } from '../../src-core/contract/measure-input.ts';
import type { ToClient, ToServer } from '../../src-core/contract/messages.ts';
import { parsePoseText } from '../../src-core/math/pose-text.ts';
import { expSo3 } from '../../src-core/math/se3.ts';
import { median } from '../../src-core/math/statistics.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { wholeAxis } from '../../src-core/model/design.ts';
import { calibrationSchema } from '../../src-core/model/instrument-calibration.ts';
import { instrumentRangeOf } from '../../src-core/model/instrument-range.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import { NO_RELIABILITY } from '../../src-core/model/reliability.ts';
import {
  MEASURE_QUESTION_DEFAULTS,
  type MeasuredQuestion,
  SURVEY_QUESTION_DEFAULTS,
} from '../../src-core/question/survey-question.ts';
import { formatVolumeJson, type VolumeJson, volumeJson } from '../../src-core/report/volume-json.ts';
import { gather, measure, wallToMeasure } from '../../src-core/survey/measure.ts';
import type { DriveMeasures } from '../../src-core/tunnel/volume/measure-drive.ts';
import { storeCalibration } from '../../src-main/project/calibrations.ts';
import { Project } from '../../src-main/project/project.ts';
import { split } from '../../src-renderer/features/sections/programme-draft.ts';
import { gatherSessionWall } from '../../src-renderer/stores/measures/gather-session-wall.ts';
import { mapClouds, scansOf } from '../../src-renderer/workers/map-clouds.ts';
import type { VolumeWorker } from '../../src-renderer/workers/start-volume-worker.ts';
import { VolumeClient } from '../../src-renderer/workers/volume-client.ts';
import type { VolumeCloud } from '../../src-renderer/workers/volume-messages.ts';
import { serveVolume } from '../../src-renderer/workers/volume-task.ts';
import { engineThread } from '../engine/engine-thread.ts';
import { type SurveyedDrive, surveyedDrive } from '../fixtures/surveyed-drive.ts';
import { runCli } from '../hosts/cli/run-cli.ts';
import { temporaryFolder } from '../project/fixtures.ts';
import { describe, IS_LONG, it } from '../support/tier.ts';
import { inMap, WetDrive } from '../tunnel/wet-drive.ts';

const INSTRUMENT = instrumentRangeOf('OS-1-16');
const ALL: MeasuredQuestion = { ...SURVEY_QUESTION_DEFAULTS, files: { design: null } };
const AS_EVER = { axis: null, measure: MEASURE_QUESTION_DEFAULTS };
const BAUL = { shape: 'baul', width: 4.5, height: 4.2, wallHeight: 2.5, axisHeight: 1.7 } as const;

/** The worker's code in this thread; messages are copied as between threads. */
function inThisThread(): VolumeWorker & { ended: boolean } {
  let toWorker = (_: unknown): void => {};
  let toClient = (_: ToClient): void => {};
  let heard = Promise.resolve();
  const worker = {
    ended: false,
    carrier: {
      send(message: ToServer, transfer: readonly ArrayBuffer[] = []) {
        const copy = structuredClone(message, { transfer: [...transfer] });
        heard = heard.then(() => toWorker(copy));
      },
      listen(hear: typeof toClient) {
        toClient = hear;
      },
    },
    end() {
      worker.ended = true;
    },
  };
  serveVolume({
    send(message, transfer = []) {
      const copy = structuredClone(message, { transfer: [...transfer] });
      queueMicrotask(() => {
        if (!worker.ended) toClient(copy);
      });
    },
    listen: (hear) => {
      toWorker = hear;
    },
  });
  return worker;
}

/** The figures of a `volume.json`, without what they were made by and with, which the window leaves to the files. */
function numbersIn(folder: string): VolumeJson {
  const written = JSON.parse(readFileSync(join(folder, 'volume.json'), 'utf8')) as VolumeJson;
  const { madeBy, instrument: _, ...numbers } = written;
  expect(madeBy).toBeDefined();
  return numbers;
}

/** Stores the calibration that `socavon run` wrote as one of a sensor that measures too far, known to 4 mm. */
function storeBiased(project: string, out: string): void {
  const written = JSON.parse(readFileSync(join(out, 'calibration.json'), 'utf8'));
  const found = calibrationSchema.parse(written);
  const parameters = found.parameters.map((parameter) => {
    const { kind, index, value } = parameter;
    if (kind === 'common-bias') return { ...parameter, value: 0.02, isApplied: true };
    if (kind === 'range-offset') return { ...parameter, value: value + 0.001 * index, isApplied: true };
    return parameter;
  });
  const calibration = { ...found, parameters, rangeBound: 0.004, isBiasChecked: true };
  const opened = Project.open(project);
  storeCalibration(opened, opened.sessions.all()[0].id, { key: 'biased', calibration });
  opened.close();
}

describe('the volume worker', () => {
  let done: SurveyedDrive;
  beforeAll(async () => {
    done = await surveyedDrive();
  });

  async function opened(change: (project: string) => void = () => {}) {
    const engine = engineThread();
    onTestFinished(() => engine.kill());
    const path = join(temporaryFolder(), 'drive.socavon');
    copyFileSync(done.project, path);
    change(path);
    engine.tell({ kind: 'grant', path, scope: 'file', write: true });
    const { call } = engine.client;
    const { sessions } = await call('project.open', { path });
    const sessionId = sessions[0].id;
    const grant = (folder: string): void =>
      engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
    return { call, grant, sessionId, path: await call('survey.path', { sessionId }) };
  }

  function client(): VolumeClient {
    return new VolumeClient(inThisThread(), () => {});
  }

  it("gives the command line's volume.json to the last digit, from points that came over the contract", async () => {
    const { call, sessionId, path } = await opened();
    const volume = client();
    const { signal } = new AbortController();
    const { key: withoutMoved } = await call('map.moved', { sessionId });
    expect(path.calibratedBias).toMatchObject({ sigma: expect.any(Number) });
    const question = { sessionId, T_grid_first: null, placed: path.placed, most: null, withoutMoved };
    const heard: number[] = [];
    const wall = await volume.gather({ ...path, ...AS_EVER }, mapClouds(call, question, signal), (taken) =>
      heard.push(taken),
    );
    expect(wall.surveyedTo).toBeGreaterThan(wall.surveyedFrom);
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
    const measures = await volume.measure(ALL);
    const expected = numbersIn(done.out);
    expect(volumeJson(measures, path.warnings)).toEqual(expected);

    // Other questions need no second look at the points.
    const narrow = await volume.measure({
      ...ALL,
      chainage: { from: 8, to: 12 },
      files: { design: { name: 'baul', programme: wholeAxis(BAUL, { pay: 0.1 }) } },
      interval: 0.25,
    });
    expect(narrow.volume.chainageFrom).toBe(8);
    expect(narrow.breaks?.design).toBeGreaterThan(0);
    expect(narrow.breaks!.unpaid).toBeLessThan(narrow.breaks!.overbreak);
    expect(narrow.breaks!.paid! + narrow.breaks!.unpaid!).toBeCloseTo(narrow.breaks!.overbreak, 12);
    expect(narrow.volume.volume.value).toBeLessThan(measures.volume.volume.value);
    await expect(volume.measure({ ...ALL, chainage: { from: 900, to: 901 } })).rejects.toMatchObject({
      code: 'chainage-range',
    });
    expect((await volume.measure(ALL)).volume).toEqual(measures.volume);
  });

  it.runIf(IS_LONG)(
    'corrects by a stored calibration as the command line does, to the last digit',
    async () => {
      const { call, grant, sessionId, path } = await opened((project) => storeBiased(project, done.out));
      // Corrected by it, no bound is contradicted.
      expect(path.calibratedBias).toBeNull();
      const volume = client();
      const { signal } = new AbortController();
      const { key: withoutMoved } = await call('map.moved', { sessionId });
      const question = { sessionId, T_grid_first: null, placed: path.placed, most: null, withoutMoved };
      await volume.gather({ ...path, ...AS_EVER }, mapClouds(call, question, signal), () => {});
      const measures = await volume.measure(ALL);
      const folder = temporaryFolder();
      grant(folder);
      await call('survey.write', { sessionId, language: 'en', folder, files: { contents: ['volume'] } });
      expect(volumeJson(measures, path.warnings)).toEqual(numbersIn(folder));

      // Ranges are 2 to 3.5 cm shorter. Times the cosine of incidence, that is how far the wall moves in: at most all of
      // it, and at least a quarter, since the outermost beams meet floor and crown at 15 degrees.
      const asSent = numbersIn(done.out);
      const perimeter = median(asSent.profiles.map((profile) => profile.perimeter));
      const moved = (asSent.perMetre.value - measures.volume.perMetre.value) / perimeter;
      expect(moved).toBeGreaterThan(0.25 * 0.02);
      expect(moved).toBeLessThan(0.035);
      const bias = ({ uncertainty }: Pick<VolumeJson, 'uncertainty'>): number =>
        uncertainty.find(({ source }) => source === 'range-bias')!.sigma;
      expect(bias(measures.volume)).toBeLessThan(0.75 * bias(asSent));
    },
  );

  it.runIf(IS_LONG)(
    'builds the wall again with corrections by hand as gathering with them does, and without them as before',
    async () => {
      const { call, sessionId, path } = await opened();
      const { signal } = new AbortController();
      const question = { sessionId, T_grid_first: null, placed: path.placed, most: null, withoutMoved: null };
      const volume = client();
      await volume.gather({ ...path, ...AS_EVER }, mapClouds(call, question, signal), () => {});
      const measures = await volume.measure(ALL);
      const box = {
        class: 'vehicle',
        from: 8,
        to: 10,
        leftFrom: 1.2,
        leftTo: 3,
        upFrom: -0.5,
        upTo: 0.5,
      } as const;
      await volume.correct([box]);
      const corrected = await volume.measure(ALL);
      expect(corrected.volume.volume.value).not.toBe(measures.volume.volume.value);
      const [drawn] = corrected.volume.objects;
      expect(drawn).toMatchObject({ name: 'V1', byHand: true });
      expect((await volume.cuts(9, 0.25)).map(({ name }) => name)).toEqual(['V1']);
      expect(await volume.cuts(14, 0.25)).toEqual([]);
      await expect(volume.correct([{ ...box, to: 8 }])).rejects.toMatchObject({ code: 'usage' });
      const again = client();
      const measure = { ...AS_EVER.measure, corrections: [box] };
      await again.gather({ ...path, ...AS_EVER, measure }, mapClouds(call, question, signal), () => {});
      expect(await again.measure(ALL)).toEqual(corrected);
      await volume.correct([]);
      expect(await volume.measure(ALL)).toEqual(measures);
    },
  );

  it.runIf(IS_LONG)(
    'gives the numbers of the files for every other question, in a mine grid, without the scans left out',
    async () => {
      const { call, grant, sessionId, path } = await opened();
      await call('alignment.open', { sessionId });
      for (const scan of [path.total - 1, 30])
        await call('alignment.edit', { edit: { kind: 'reject', scan } });
      for (let isDone = false; !isDone; )
        isDone = (await call('alignment.advance', { scans: 50, thinning: 0 })).state.done;
      const { R, t } = parsePoseText('450000.25 8900000.5 4120.75 0 0 0.6 0.8');
      const T_grid_first = { R: [...R], t: [...t] };
      const measure = {
        ...MEASURE_QUESTION_DEFAULTS,
        axis: {
          ...MEASURE_QUESTION_DEFAULTS.axis,
          of: 'map',
          kind: 'horizontal',
          start: 100,
          reversed: true,
        } as const,
        sections: 'vertical',
        objects: 'kept',
        stations: [104, 106.5, 111],
        rounds: { by: 'length', start: 103, length: 3 },
        material: { density: 2.7, swell: 0.4 },
      } as const satisfies MeasureInput;
      const whole = wholeAxis(BAUL, { pay: 0.1 }, { over: 0.15, under: 0.05 });
      const asked = {
        axis: null,
        T_grid_first,
        chainage: { from: 103, to: 112 },
        programme: split(whole, 0, { from: 103, to: 112 }),
        interval: 0.25,
        rangeBias: 0.002,
        measure,
      };
      const { signal } = new AbortController();
      const wall = { sessionId, axis: null, T_grid_first, most: null, measure };
      const gathered = await gatherSessionWall(call, wall, { signal, report: () => {}, start: inThisThread });
      const files = { design: { name: 'design', programme: asked.programme } };
      const measures = await gathered.client.measure({ ...asked, files });
      expect(measures.contour).toHaveLength(3);
      expect(measures.breaks!.stretches).toHaveLength(2);

      const folder = temporaryFolder();
      grant(folder);
      const { programme, ...rest } = asked;
      const design = { name: 'design', section: BAUL, programme };
      await call('survey.write', {
        ...rest,
        sessionId,
        design,
        language: 'en',
        folder,
        files: { contents: ['volume'] },
      });
      const expected = numbersIn(folder);
      expect(expected.profiles).toHaveLength(3);
      const extras = { material: measure.material, contour: measures.contour };
      expect(JSON.parse(formatVolumeJson(volumeJson(measures, gathered.warnings, 0, extras)))).toEqual(
        expected,
      );
    },
    300_000,
  );

  it.runIf(IS_LONG)(
    "of a cloud of another program gives the command line's volume and its ±, to the last digit",
    async () => {
      const out = temporaryFolder();
      const project = join(out, 'cloud.socavon');
      const into = ['--project', project, '--out', out, '--report', 'html'];
      expect(await runCli('run', join(done.out, 'map.ply'), ...into)).toMatchObject({ status: 0 });
      const { call, sessionId } = await opened((path) => copyFileSync(project, path));
      const wall = { sessionId, T_grid_first: null, most: null, ...AS_EVER };
      const { signal } = new AbortController();
      const gathered = await gatherSessionWall(call, wall, { signal, report: () => {}, start: inThisThread });
      const measures = await gathered.client.measure(ALL);
      expect(JSON.parse(formatVolumeJson(volumeJson(measures, gathered.warnings, 0)))).toEqual(
        numbersIn(out),
      );
    },
  );

  it.runIf(IS_LONG)('of some scans of a growing map gives a volume near that of all', async () => {
    const { call, sessionId, path } = await opened();
    const volume = client();
    const question = { sessionId, T_grid_first: null, placed: path.placed, most: 40, withoutMoved: null };
    expect(scansOf(question)).toBe(40);
    await volume.gather(
      { ...path, ...AS_EVER },
      mapClouds(call, question, new AbortController().signal),
      () => {},
    );
    const { volume: near } = await volume.measure({ ...ALL, chainage: { from: 8, to: 18 } });
    const expected = numbersIn(done.out);
    const area = near.volume.value / near.length;
    expect(Math.abs(area / (expected.volume.value / expected.length) - 1)).toBeLessThan(0.03);
  });

  it.runIf(IS_LONG)(
    'tells where the walls did not hold the length, and warns of a volume over it only',
    async () => {
      const { call, sessionId, path } = await opened();
      const scans = path.heldBy.length;
      const middle = path.heldBy.map((_, i) => (i > 0.4 * scans && i < 0.6 * scans ? 3 : 0));
      const volume = client();
      const question = { sessionId, T_grid_first: null, placed: path.placed, most: null, withoutMoved: null };
      await volume.gather(
        { ...path, heldBy: middle, ...AS_EVER },
        mapClouds(call, question, new AbortController().signal),
        () => {},
      );
      const all = await volume.measure(ALL);
      expect(all.unobserved).toHaveLength(1);
      const [{ from, to }] = all.unobserved;
      expect(to - from).toBeGreaterThan(2);
      expect(all.volume.warnings.at(-1)).toMatchObject({
        code: 'stretch-unobserved',
        sentence: { values: { metres: (to - from).toFixed(1) } },
      });
      // Covered meanwhile, and found again on the walls behind it: nothing of the length is in doubt.
      const covered = path.matched.map((matched, i) => (middle[i] === 3 ? 0 : matched));
      const again = client();
      await again.gather(
        { ...path, heldBy: middle, matched: covered, ...AS_EVER },
        mapClouds(call, question, new AbortController().signal),
        () => {},
      );
      expect((await again.measure(ALL)).unobserved).toEqual([]);
      const codes = async (chainage: { from: number; to: number }) =>
        (await volume.measure({ ...ALL, chainage })).volume.warnings.map(({ code }) => code);
      expect(await codes({ from: from - 2, to: from + 1 })).toContain('stretch-unobserved');
      expect(await codes({ from: from - 3, to: from - 1 })).not.toContain('stretch-unobserved');
    },
  );

  it.runIf(IS_LONG)(
    'widens the ± of a volume by the metres that it is measured over, and by no other',
    async () => {
      const { call, sessionId, path } = await opened();
      const { reliability } = path;
      const measuredBy = async (strip: typeof reliability) => {
        const volume = client();
        const question = { sessionId, T_grid_first: null, placed: path.placed, most: 40, withoutMoved: null };
        await volume.gather(
          { ...path, ...AS_EVER, reliability: strip },
          mapClouds(call, question, new AbortController().signal),
          () => {},
        );
        return (from: number, to: number) => volume.measure({ ...ALL, chainage: { from, to } });
      };
      // Half a metre is not known of the metre from 12 to 13, and of all places behind it.
      const at = reliability.edges.indexOf(12);
      const lost = reliability.lengthVariance.map((value, k) => (k === at ? 0.25 : value));
      const position = reliability.position.map((value, i) => (i % 3 === 0 && i >= 3 * at ? 0.5 : value));
      const [held, weak] = [
        await measuredBy(reliability),
        await measuredBy({ ...reliability, lengthVariance: lost, position }),
      ];
      const sigma = (measures: DriveMeasures): number =>
        measures.volume.uncertainty.find(({ source }) => source === 'registration-along')!.sigma;
      expect((await weak(5, 10)).volume).toEqual((await held(5, 10)).volume);
      expect(sigma(await weak(13, 16))).toBeCloseTo(sigma(await held(13, 16)), 9);
      const over = await weak(8, 14);
      expect(over.lengthSigma).toBeCloseTo(0.5, 2);
      expect(sigma(over) / (over.lengthSigma * (over.volume.volume.value / over.volume.length))).toBeCloseTo(
        1,
        1,
      );
      expect(over.volume.volume.plusMinus).toBeGreaterThan((await held(8, 14)).volume.volume.plusMinus + 5);
    },
  );

  it("measures a wet drive in a map that leans as the command line does, by the clouds' accelerometer", async () => {
    const drive = new WetDrive({
      length: 12,
      rays: 120_000,
      seed: 1,
      relief: [0.06, 0.03],
      hollows: [{ shape: 'bowl', at: [6, 0], half: [3.2, 30], depth: 0.3 }],
      pools: [{ from: 2, to: 10, level: -0.03 }],
    });
    const { axis, xyz, force } = inMap(drive, expSo3(3 * (Math.PI / 180), 0, 0));
    const half = 3 * Math.floor(xyz.length / 6);
    const clouds = [xyz.subarray(0, half), xyz.subarray(half)].map((points): PointCloud => {
      return { origin: [0, 0, 0], xyz: points, count: points.length / 3, force };
    });
    const positions = Float64Array.from(axis.xyz);
    const poses = Array.from({ length: positions.length / 3 }, (_, i) => ({
      T_map_sensor: { R: expSo3(0, 0, 0), t: positions.subarray(3 * i, 3 * i + 3) },
      quality: { heldBy: 'geometry', matched: 1 },
    })) as unknown as ScanPose[];
    const byCommand = async function* (): AsyncGenerator<PointCloud> {
      yield* clouds;
    };
    const ask = { ...ALL, chainage: { from: 1.5, to: 10.5 } };
    const { value } = await gather(
      byCommand(),
      { poses, axis },
      MEASURE_QUESTION_DEFAULTS,
      SILENT_CONTEXT,
      false,
    );
    const expected = measure(wallToMeasure(value, ask, INSTRUMENT), NO_RELIABILITY, ask, INSTRUMENT);
    expect(expected.volume.objects.map((object) => object.class)).toContain('water');

    const byWorker = async (hasForce: boolean) => {
      const volume = client();
      const batches = async function* (): AsyncGenerator<VolumeCloud[]> {
        yield clouds.map((cloud) => decimatedPoints({ ...cloud, force: hasForce ? force : undefined }));
      };
      const heldBy = new Uint8Array(positions.length / 3);
      const path = { positions, heldBy, reliability: NO_RELIABILITY, instrument: INSTRUMENT };
      await volume.gather({ ...path, ...AS_EVER, axis }, batches(), () => {});
      return (await volume.measure(ask)).volume;
    };
    expect(await byWorker(true)).toEqual(expected.volume);
    // Without it the water of this drive is somewhere else.
    expect((await byWorker(false)).volume.value).not.toBeCloseTo(expected.volume.volume.value, 1);
  });

  it('takes clouds that look into one buffer, as a socket brings them', async () => {
    const volume = client();
    const bytes = new ArrayBuffer(24);
    const batches = async function* (): AsyncGenerator<VolumeCloud[]> {
      yield [0, 12].map((from) => ({ origin: [0, 0, 0], xyz: new Float32Array(bytes, from, 3) }));
    };
    const positions = Float64Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? at / 3 : 0));
    const gathering = volume.gather(
      {
        positions,
        heldBy: new Uint8Array(positions.length / 3),
        reliability: NO_RELIABILITY,
        instrument: INSTRUMENT,
        ...AS_EVER,
      },
      batches(),
      () => {},
    );
    await expect(gathering).rejects.toMatchObject({ code: 'too-few-points' });
    expect(bytes.byteLength).toBe(0);
  });

  it('is forgotten at once when it is ended in the middle, with whoever waits for it', async () => {
    const port = inThisThread();
    const volume = new VolumeClient(port, () => {});
    const endless = async function* (): AsyncGenerator<VolumeCloud[]> {
      for (;;) yield [{ origin: [0, 0, 0], xyz: new Float64Array(0) as unknown as Float32Array }];
    };
    const positions = Float64Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? at / 3 : 0));
    const gathering = volume.gather(
      {
        positions,
        heldBy: new Uint8Array(positions.length / 3),
        reliability: NO_RELIABILITY,
        instrument: INSTRUMENT,
        ...AS_EVER,
      },
      endless(),
      (taken) => {
        if (taken > 300) volume.end();
      },
    );
    await expect(gathering).rejects.toMatchObject({ code: 'cancelled' });
    expect(port.ended).toBe(true);
  });

  it('says why a robot that stood still gives no volume', async () => {
    const volume = client();
    const none = async function* (): AsyncGenerator<VolumeCloud[]> {};
    const positions = new Float64Array(30);
    await expect(
      volume.gather(
        {
          positions,
          heldBy: new Uint8Array(positions.length / 3),
          reliability: NO_RELIABILITY,
          instrument: INSTRUMENT,
          ...AS_EVER,
        },
        none(),
        () => {},
      ),
    ).rejects.toMatchObject({ code: 'axis-unusable' });
  });
});
