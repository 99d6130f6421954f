import { beforeAll, expect } from 'vitest';
import { publishedGrid } from '../../src-core/grid/mine-grid.ts';
import { memorySource } from '../../src-core/io/bytes/byte-stream.ts';
import { openCloud } from '../../src-core/io/cloud/open-cloud.ts';
import { parseTum } from '../../src-core/io/tables/tum.ts';
import { applyToPoint, compose } from '../../src-core/math/se3.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import {
  NEVER_CANCELLED,
  type ProgressEvent,
  SILENT_CONTEXT,
  type StageContext,
} from '../../src-core/model/context.ts';
import { wholeAxis } from '../../src-core/model/design.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import {
  FILE_CHOICE_DEFAULTS,
  fileChoice,
  formatsOf,
  MAP_ATTRIBUTES,
} from '../../src-core/model/survey-content.ts';
import { NO_SURVEY_HEADING } from '../../src-core/model/survey-heading.ts';
import { CPU_SCAN_ENGINE } from '../../src-core/odometry/cpu-scan-aligner.ts';
import { type AnsweredQuestion, SURVEY_QUESTION_DEFAULTS } from '../../src-core/question/survey-question.ts';
import { mapPoints } from '../../src-core/survey/map-points.ts';
import { NOTHING_ASKED, type RefineQuestion, type SurveyRefinement } from '../../src-core/survey/refine.ts';
import { NO_CACHE } from '../../src-core/survey/stage-cache.ts';
import { type PoseTask, type Survey, type SurveyTask, survey } from '../../src-core/survey/survey.ts';
import { SURVEY_DEFAULTS } from '../../src-core/survey/survey-request.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { AxisLocator } from '../../src-core/tunnel/axis/axis-locator.ts';
import { TABLE_FILES } from '../../src-main/files/table-files.ts';
import { printReport } from '../../src-main/jobs/print/print-report.ts';
import { wordReport } from '../../src-main/jobs/print/word-report.ts';
import { contentHash } from '../../src-main/project/canonical-json.ts';
import type { Drive } from '../../src-simulate/drive.ts';
import { presetOptions } from '../../src-simulate/presets.ts';
import { type SimulatedScans, simulateScans } from '../../src-simulate/simulate-scans.ts';
import { truthBetween } from '../../src-simulate/truth.ts';
import { PoseMemory } from '../fixtures/pose-memory.ts';
import { REFINEMENT } from '../report/control.ts';
import { describe, IS_LONG, it, tiered } from '../support/tier.ts';
import { MemoryFolder } from './memory-folder.ts';

const SEED = 103;
/** Nothing to refine by: the poses of the alignment stay. */
const NOTHING_LOOKED_FOR: RefineQuestion = { ...NOTHING_ASKED, loops: false };
/** Where crown and floor were both seen, from before or behind. */
const CHAINAGE = { from: 6, to: 20 };
const PORTAL = [352_118.4, 8_601_447.9, 4213] as const;

/** The true centreline of a drive, as a surveyor would hand it in. */
function trueAxis({ scene, options }: Drive): Axis {
  const count = Math.round(options.length / 0.25) + 1;
  const chainage = Float64Array.from({ length: count }, (_, i) => 0.25 * i);
  const xyz = new Float64Array(3 * count);
  for (const [i, s] of chainage.entries()) xyz.set(scene.line.pointAt(s, 0, 0), 3 * i);
  return { chainage, xyz, kind: 'slope', source: 'given' };
}

describe(`a survey from scans to report, in memory (seed ${SEED})`, () => {
  let simulated: SimulatedScans;
  let request: AnsweredQuestion;
  let done: Survey;
  const folder = new MemoryFolder();
  const aligned = new PoseMemory();
  const events: ProgressEvent[] = [];

  /** The task of the survey of these scans, and the poses that are known of it. */
  const taskOf = (into: MemoryFolder, own: Partial<SurveyTask> = {}): SurveyTask => ({
    store: simulated,
    request,
    options: SURVEY_DEFAULTS,
    keepsDynamic: false,
    pair: null,
    source: {
      captureHash: 'the capture',
      engine: CPU_SCAN_ENGINE.identity,
      edits: [],
      warnings: [{ code: 'capture', message: 'Two packets came twice.' }],
      project: {
        name: 'nivel-4200',
        heading: NO_SURVEY_HEADING,
        surveyedAt: null,
        reportedAt: new Date(Date.UTC(2025, 0, 2)),
      },
      captures: [{ name: 'capture.pcap', sha256: 'ab'.repeat(32), bytes: 1e6 }],
      session: { scans: simulated.count, durationSeconds: simulated.count / 10 },
      sensor: simulated.sensor,
    },
    output: {
      folder: into,
      choice: fileChoice(FILE_CHOICE_DEFAULTS.contents, { report: formatsOf('report') }),
      print: (report, form) => (form === 'pdf' ? printReport(report) : wordReport(report)),
      loadTableFiles: async () => TABLE_FILES,
      hash: contentHash,
      softwareVersion: '0.0.0-test',
    },
    ...own,
  });
  const posesFrom = (own: Partial<PoseTask['align']> = {}): PoseTask => ({
    align: {
      engine: CPU_SCAN_ENGINE,
      edits: [],
      resume: aligned.cursor,
      store: aligned,
      ...own,
    },
    refine: NOTHING_LOOKED_FOR,
  });

  beforeAll(async () => {
    const options = { ...presetOptions('rough', 30), speed: 4, stillEnd: 0.5, seed: SEED, portal: PORTAL };
    simulated = simulateScans(options, SILENT_CONTEXT);
    request = {
      ...SURVEY_QUESTION_DEFAULTS,
      T_grid_first: simulated.drive.trajectory.poseAt(0),
      chainage: CHAINAGE,
      files: { axis: { name: 'axis.csv', axis: trueAxis(simulated.drive) }, design: null },
      language: 'en',
    };
    const context: StageContext = { ...SILENT_CONTEXT, emit: (event) => events.push(event) };
    done = await survey(taskOf(folder), posesFrom(), NO_CACHE, context);
  });

  it('finds the true volume within 0.5 %, and within its own doubt', () => {
    const truth = truthBetween(simulated.drive, CHAINAGE.from, CHAINAGE.to).volumes.void;
    const { value, plusMinus } = done.volume.volume;
    expect(Math.abs(value / truth - 1)).toBeLessThan(0.005);
    expect(Math.abs(value - truth)).toBeLessThan(plusMinus);
    expect(done.volume).toMatchObject({ chainageFrom: CHAINAGE.from, chainageTo: CHAINAGE.to });
  });

  it('writes every file, whole', () => {
    expect([...done.files].sort()).toEqual([
      'map.las',
      'map.ply',
      'outlines.csv',
      'profiles.csv',
      'report.docx',
      'report.html',
      'report.pdf',
      'trajectory.tum',
      'volume.json',
    ]);
    expect([...folder.files.keys()].sort()).toEqual([...done.files].sort());
    expect(folder.unfinished).toBe(0);
    expect(JSON.parse(folder.text('volume.json'))).toEqual(done.volume);
    expect(folder.text('report.html')).toMatch(/<\/html>\s*$/);
    expect(done.map?.summary.count).toBeGreaterThan(100_000);
    const rows = folder.text('profiles.csv').trim().split('\n').length;
    expect(rows).toBeGreaterThan(done.measures.profiles.length);
  });

  it('places the first scan exactly where it was told, and the others after it', () => {
    const tum = parseTum(folder.text('trajectory.tum'), 'trajectory.tum');
    expect(tum).toHaveLength(simulated.count);
    for (let k = 0; k < 3; k++) {
      expect(tum[0].T_map_sensor.t[k]).toBeCloseTo(request.T_grid_first!.t[k], 6);
      const end = simulated.drive.trajectory.poseAt((simulated.count - 1) / 10).t[k];
      expect(Math.abs(tum[simulated.count - 1].T_map_sensor.t[k] - end)).toBeLessThan(0.003 * 18);
    }
  });

  it('hands every pose to the sink, in the frame of the first scan', () => {
    const poses = aligned.poses();
    expect(poses.map(({ scanIndex }) => scanIndex)).toEqual([...Array(simulated.count).keys()]);
    expect([...poses[0].T_map_sensor.t]).toEqual([0, 0, 0]);
  });

  it('keeps its products with the question that each answers', () => {
    expect(done.products.map(({ kind }) => kind)).toEqual(['trajectory', 'profiles', 'volume', 'report']);
    const [trajectory, profiles, volume, report] = done.products;
    expect(trajectory).toMatchObject({ inputHash: 'the capture', text: folder.text('trajectory.tum') });
    expect(volume.text).toBe(folder.text('volume.json'));
    expect(volume.options).toMatchObject({ axis: 'axis.csv', chainage: '6:20' });
    expect(profiles.inputHash).toBe(volume.inputHash);
    expect(report.text).toContain(report.inputHash);
    expect(report.text).toContain(volume.inputHash);
  });

  it('passes on what is wrong with the capture, and found nothing more', () => {
    const codes = events.flatMap((event) => (event.kind === 'warning' ? [event.code] : []));
    expect(codes[0]).toBe('capture');
    expect(codes).not.toContain('length-unobserved');
    expect(codes).not.toContain('gyro-not-believed');
    expect(done.volume.warnings[0]).toEqual({ code: 'capture', message: 'Two packets came twice.' });
    const stages = events.flatMap((event) => (event.kind === 'progress' ? [event.stage] : []));
    expect(new Set(stages)).toEqual(new Set(['align', 'export', 'map', 'measure']));
  });

  it.runIf(IS_LONG)('hands on every scan in its own frame, where its pose puts it into the map', async () => {
    const into = new MemoryFolder();
    const output = {
      ...taskOf(into).output,
      choice: fileChoice(['trajectory', 'scans'], {
        trajectory: formatsOf('trajectory'),
        scans: formatsOf('scans'),
      }),
    };
    const { files } = await survey(taskOf(into, { output }), posesFrom(), NO_CACHE, SILENT_CONTEXT);
    expect(files).toEqual([
      'trajectory.tum',
      'trajectory-kitti.txt',
      'trajectory-kitti-times.txt',
      'trajectory.csv',
      'trajectory.mcap',
      'scans/',
      'scans/poses.tum',
      'scans/poses-kitti.txt',
      'scans/poses-kitti-times.txt',
    ]);
    expect(into.text('trajectory.tum')).toBe(folder.text('trajectory.tum'));
    const handed = parseTum(into.text('scans/poses.tum'), 'poses.tum');
    const names = [...into.files.keys()].filter((name) => name.endsWith('.pcd'));
    expect(names).toEqual(handed.map((_, i) => `scans/${i.toString().padStart(6, '0')}.pcd`));
    let i = 0;
    let worst = 0;
    for await (const cloud of mapPoints(simulated, done.trajectory, NEVER_CANCELLED)) {
      const chosen = i % 20 === 0 ? (['pcd', 'ply'] as const) : [];
      for (const format of chosen) {
        const name = names[i].replace('pcd', format);
        const file = await openCloud(memorySource(name, into.files.get(name)!));
        let at = 0;
        for await (const chunk of file.chunks())
          for (let k = 0; k < chunk.count; k++, at++) {
            const own = [0, 1, 2].map((axis) => chunk.origin[axis] + chunk.xyz[3 * k + axis]);
            const placed = applyToPoint(handed[i].T_map_sensor, own[0], own[1], own[2]);
            placed.forEach((value, axis) => {
              worst = Math.max(worst, Math.abs(value - cloud.origin[axis] - cloud.xyz[3 * at + axis]));
            });
          }
        expect(at).toBe(cloud.count);
      }
      i++;
    }
    expect(i).toBe(names.length);
    // Single precision at 60 m in the file and in the map.
    expect(worst).toBeLessThan(2e-5);
    // The length is known worse the farther from the start.
    const rows = into.text('trajectory.csv').trimEnd().split('\n');
    const varianceAt = (row: string): number => Number(row.split(',')[9]);
    expect(varianceAt(rows[rows.length - 1])).toBeGreaterThan(2 * varianceAt(rows[1]));
  });

  it.runIf(IS_LONG)(
    'states its grid and the attributes of its points in every file of the map that has a place for them',
    async () => {
      const into = new MemoryFolder();
      const { output, source } = taskOf(into);
      const asked = {
        output: {
          ...output,
          choice: {
            ...fileChoice(['map'], { map: ['ply', 'las', 'e57', 'pcd'] }),
            attributes: MAP_ATTRIBUTES,
          },
        },
        source: { ...source, grid: publishedGrid(32_718) },
        request: {
          ...request,
          files: {
            ...request.files,
            design: {
              name: 'baul.json',
              programme: wholeAxis({
                shape: 'baul',
                width: 4.5,
                height: 4,
                wallHeight: 2.5,
                axisHeight: 1.7,
              }),
            },
          },
        },
      };
      await survey(taskOf(into, asked), posesFrom(), NO_CACHE, SILENT_CONTEXT);
      for (const format of ['ply', 'pcd'] as const) {
        const header = new TextDecoder('latin1').decode(into.files.get(`map.${format}`)!.subarray(0, 700));
        expect(header).toContain('coordinate system: WGS 84 / UTM zone 18S\n');
        expect(header).toContain('coordinate system code: EPSG:32718\n');
      }
      const { crs } = await openCloud(memorySource('map.e57', into.files.get('map.e57')!));
      expect(crs?.name).toBe('WGS 84 / UTM zone 18S');
      const las = await openCloud(memorySource('map.las', into.files.get('map.las')!));
      expect(las.crs?.name).toBe(crs?.name);
      expect(las.scalarNames).toEqual(expect.arrayContaining(['scan_index', ...MAP_ATTRIBUTES]));
      // Every time within the rotation of its scan, and every range that of a return.
      const stamps = parseTum(folder.text('trajectory.tum'), 'a.tum').map(
        ({ stampNs }) => Number(stampNs) / 1e9,
      );
      const names = ['scan_index', ...MAP_ATTRIBUTES];
      const axis = new AxisGeometry(request.files.axis!.axis);
      const locator = new AxisLocator(axis, 30);
      let [inside, measuredInside, without] = [0, 0, 0];
      for await (const { count, origin, xyz, scalars } of las.chunks(names))
        for (let i = 0; i < count; i++) {
          const [scan, time, range, beam, measured, overbreak] = scalars!.map((values) => values[i]);
          const [x, y, z] = [0, 1, 2].map((k) => origin[k] + xyz[3 * i + k] - axis.origin[k]);
          const isNear = locator.locate(x, y, z);
          const { chainage } = locator;
          // All within the stretch that is measured is rock, and what is beyond the ends of the axis has no wall.
          if (isNear && chainage > CHAINAGE.from && chainage < CHAINAGE.to) {
            inside++;
            measuredInside += measured;
            if (!(Math.abs(overbreak) < 3)) throw new Error(`overbreak ${overbreak} at ${chainage}`);
          } else if (!isNear || chainage < axis.start - 0.001 || chainage > axis.end + 0.001) {
            // Beyond the millimetre of the LAS.
            if (measured !== 0 || !Number.isNaN(overbreak)) throw new Error(`${measured} at ${chainage}`);
            without++;
          }
          const since = time - stamps[scan];
          if (!(since > -1e-6 && since < 0.1 && range >= 0.8 && range <= 60 && beam < simulated.sensor.beams))
            throw new Error(`scan ${scan}: ${since} s, ${range} m, beam ${beam}`);
        }
      expect(inside).toBeGreaterThan(10_000);
      expect(measuredInside / inside).toBeGreaterThan(0.98);
      expect(without).toBeGreaterThan(0);
    },
  );

  it('that cannot be measured still has its map, without what the wall would tell', async () => {
    const into = new MemoryFolder();
    const { output } = taskOf(into);
    const asked = {
      output: { ...output, choice: { ...output.choice, attributes: ['measured', 'range'] as const } },
      request: { ...request, chainage: { from: 5000, to: 5010 } },
    };
    await expect(survey(taskOf(into, asked), posesFrom(), NO_CACHE, SILENT_CONTEXT)).rejects.toMatchObject({
      code: 'chainage-range',
    });
    const ply = await openCloud(memorySource('map.ply', into.files.get('map.ply')!));
    expect(ply.scalarNames).toContain('range');
    expect(ply.scalarNames).not.toContain('measured');
  });

  it('done again from the poses that were kept gives the same files', async () => {
    const again = new MemoryFolder();
    await survey(taskOf(again), posesFrom(), NO_CACHE, SILENT_CONTEXT);
    for (const [name, bytes] of folder.files) expect(Buffer.compare(again.files.get(name)!, bytes)).toBe(0);
  });

  it.each(tiered(['trajectory.tum', 'map.las', 'volume.json'], ['map.las']))(
    'a disk that is full at %s costs that file only, and leaves no half file',
    async (name) => {
      const full = new MemoryFolder(name);
      const { failed, files } = await survey(taskOf(full), posesFrom(), NO_CACHE, SILENT_CONTEXT);
      expect(failed).toMatchObject([{ output: name, code: 'disk-full', message: `No room for ${name}.` }]);
      expect([...full.files.keys()].sort()).toEqual(done.files.filter((file) => file !== name).sort());
      expect([...files].sort()).toEqual([...full.files.keys()].sort());
      expect(full.unfinished).toBe(0);
    },
  );

  it.each(tiered(['export', 'measure'] as const, ['export']))(
    'cancelled at the %s stage stops there, and leaves no half file',
    async (stage) => {
      const cancel = { cancelled: false };
      const context: StageContext = {
        cancel,
        emit: (event) => {
          if (event.stage === stage) cancel.cancelled = true;
        },
      };
      const stopped = new MemoryFolder();
      await expect(survey(taskOf(stopped), posesFrom(), NO_CACHE, context)).rejects.toThrow(CancelledError);
      expect(stopped.files.has('volume.json')).toBe(false);
      expect(stopped.files.has('map.las')).toBe(stage === 'measure');
      expect(stopped.unfinished).toBe(0);
    },
  );

  it.runIf(IS_LONG)(
    'rests on the refined poses where there are any, and keeps what they rest on',
    async () => {
      const T = request.T_grid_first!;
      const placed = aligned.poses().map(({ scanIndex, T_map_sensor }) => ({
        scanIndex,
        T_map_sensor: compose(T, T_map_sensor),
      }));
      const covariance = Float64Array.from({ length: 36 }, (_, i) => (i % 7 === 0 ? 1e-6 : 0));
      const asked: RefineQuestion = { ...NOTHING_ASKED, points: REFINEMENT.points };
      const value: SurveyRefinement = {
        ...{ refined: true, frame: 'mine-grid', T_grid_map: T, poses: placed, unseen: [] },
        graph: {
          anchors: [placed[0], placed[placed.length - 1]].map((anchor) => ({ ...anchor, covariance })),
          ...{ loops: [], residuals: REFINEMENT.residuals, leftOut: REFINEMENT.leftOut },
          ...{ chi2: 3, degreesOfFreedom: 4 },
        },
      };
      const into = new MemoryFolder();
      const codes: string[] = [];
      const found = await survey(
        taskOf(into, { request: { ...request, T_grid_first: null } }),
        { ...posesFrom(), refine: asked },
        { ...NO_CACHE, refinement: async () => value },
        {
          ...SILENT_CONTEXT,
          emit: (event) => {
            if (event.kind === 'warning') codes.push(event.code);
          },
        },
      );
      // The same places, told by control points and not by the origin pose.
      expect(into.text('trajectory.tum')).toBe(folder.text('trajectory.tum'));
      expect(found.volume.volume.value).toBe(done.volume.volume.value);
      expect(found.measures.reliability.reference).toBe('control');
      expect(codes).toContain('control-left-out');
      expect(into.text('report.html')).toContain('mine grid by 3 control points');
      const graph = found.products.find(({ kind }) => kind === 'graph')!;
      expect(JSON.parse(graph.text)).toMatchObject({
        frame: 'mine-grid',
        anchors: [{ scanIndex: 0, covariance: [...covariance] }, { scanIndex: simulated.count - 1 }],
        residuals: REFINEMENT.residuals,
      });
      const trajectory = found.products.find(({ kind }) => kind === 'trajectory')!;
      expect(trajectory.inputHash).toBe(graph.inputHash);
      expect(trajectory.inputHash).not.toBe('the capture');
    },
  );

  it('says so when the inertial unit was not believed', async () => {
    const { scan, state } = aligned.cursor!;
    const resume = { scan, state: { ...state, gyro: { ...state.gyro, consistency: 50 } } };
    const cancel = { cancelled: false };
    const codes: string[] = [];
    const context: StageContext = {
      cancel,
      emit: (event) => {
        if (event.kind === 'warning') codes.push(event.code);
        cancel.cancelled = event.stage === 'export';
      },
    };
    const task = taskOf(new MemoryFolder());
    await expect(survey(task, posesFrom({ resume }), NO_CACHE, context)).rejects.toThrow();
    expect(codes).toEqual(['capture', 'gyro-not-believed']);
  });

  it.runIf(IS_LONG)(
    'takes the axis from the trajectory where none is given: the same areas, at its own chainages',
    async () => {
      const own = { ...request, T_grid_first: null, files: { axis: null, design: null }, chainage: null };
      const found = await survey(
        taskOf(new MemoryFolder(), { request: own }),
        posesFrom(),
        NO_CACHE,
        SILENT_CONTEXT,
      );
      const { from, to } = simulated.drive.surveyed;
      expect(found.measures.axis.source).toBe('trajectory');
      const truth = truthBetween(simulated.drive, from, to).volumes.void / (to - from);
      expect(found.volume.length).toBeGreaterThan(15);
      expect(Math.abs(found.volume.volume.value / found.volume.length / truth - 1)).toBeLessThan(0.03);
    },
  );
});
