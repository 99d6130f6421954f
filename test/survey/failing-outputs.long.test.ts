import { beforeAll, describe, expect, it, vi } from 'vitest';
import { OS1_16_DEFAULT } from '../../src-core/io/capture/nominal-sensors.ts';
import { message } from '../../src-core/messages/message.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { wholeAxis } from '../../src-core/model/design.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { NO_RELIABILITY } from '../../src-core/model/reliability.ts';
import { REPORT_FORMS } from '../../src-core/model/report-forms.ts';
import {
  DRAWING_FORMATS,
  MAP_ENDINGS,
  MAP_FORMATS,
  MESH_ENDINGS,
  MESH_FORMATS,
  SCAN_FORMATS,
  SURVEY_CONTENTS,
  TABLE_FORMATS,
  TRAJECTORY_FORMATS,
} from '../../src-core/model/survey-content.ts';
import { alignmentQuality } from '../../src-core/odometry/alignment-quality.ts';
import { CPU_SCAN_ENGINE } from '../../src-core/odometry/cpu-scan-aligner.ts';
import { SURVEY_QUESTION_DEFAULTS } from '../../src-core/question/survey-question.ts';
import { ExtraFigures } from '../../src-core/survey/measure/extra-figures.ts';
import { publish, publishMap, type Survey } from '../../src-core/survey/publish.ts';
import type { KeptResults, PublishTask } from '../../src-core/survey/publish-task.ts';
import { instrumentOf, SURVEY_DEFAULTS } from '../../src-core/survey/survey-request.ts';
import type { SurveyedMap } from '../../src-core/survey/surveyed-map.ts';
import { type DriveWall, MEASURE_DEFAULTS, measureWall } from '../../src-core/tunnel/measure-drive.ts';
import { TABLE_FILES } from '../../src-main/files/table-files.ts';
import { printReport } from '../../src-main/jobs/pdf/print-report.ts';
import { wordReport } from '../../src-main/jobs/word/word-report.ts';
import { contentHash } from '../../src-main/project/canonical-json.ts';
import { randomCloud, streamOf } from '../io/export/clouds.ts';
import { reportInput } from '../report/drive.ts';
import { madeWall } from '../tunnel/simple-wall.ts';
import { axisAlong, straight } from '../tunnel/solids.ts';
import { MemoryFolder } from './memory-folder.ts';

const SEED = 33;
const START = [352_118.25, 8_623_456.789, 4213] as const;
/** How an output fails: its writer throws an error of its own, there is no room for it, or it is read back otherwise. */
type Way = 'throws' | 'full' | 'differs';

/** A folder in memory in which some files fail. */
class FailingFolder extends MemoryFolder {
  readonly #fails: ReadonlySet<string>;
  readonly #way: Way;

  constructor(fails: ReadonlySet<string> = new Set(), way: Way = 'full') {
    super();
    this.#fails = fails;
    this.#way = way;
  }

  override async create(name: string) {
    const sink = await super.create(name);
    if (!this.#fails.has(name)) return sink;
    return {
      ...sink,
      write: async (bytes: Uint8Array) => {
        if (this.#way === 'throws') throw new TypeError(`no place for ${name}`);
        if (this.#way === 'full')
          throw new SocavonError('disk-full', message('text', { text: `No room for ${name}.` }));
        await sink.write(bytes);
      },
      close: async () => {
        await sink.close();
        const bytes = this.files.get(name)!;
        bytes.fill(0, bytes.length >> 1);
      },
    };
  }
}

/** Files that are one output: without the other, neither is of use. */
const PAIRS = [
  ['trajectory-kitti.txt', 'trajectory-kitti-times.txt'],
  ['scans/poses-kitti.txt', 'scans/poses-kitti-times.txt'],
];
const PARTNERS: readonly (readonly [RegExp, string])[] = [
  [/\.dtm$/, '.str'],
  [/-tr\.csv$/, '-pt.csv'],
  [/\.png$/, '.pgw'],
];
/** Files that are checked by reading them back. */
const READ_BACK = /^(trajectory|map\.|scans\/|wall-surface|solid|tables\.xlsx|drive\.gpkg)/;

/** The output that a file belongs to: its first file, or all scans of a format. */
function outputOf(file: string, all: readonly string[]): string {
  const scan = /^scans\/\d+\.(pcd|ply)$/.exec(file);
  if (scan !== null) return `scans/*.${scan[1]}`;
  const pair = PAIRS.find((names) => names.includes(file));
  if (pair !== undefined) return pair[0];
  for (const [first, second] of PARTNERS) {
    const owner = all.find((name) => first.test(name) && name.replace(first, second) === file);
    if (owner !== undefined) return owner;
  }
  return file;
}

describe(`the outputs of a survey, each of which fails in turn (seed ${SEED})`, () => {
  const axis = axisAlong(straight(0.1, START), 0, 8, 1);
  const wall = madeWall({
    axis,
    radius: (s, angle) => 2.5 + 0.05 * Math.sin(7 * angle + 3 * s) + 0.02 * Math.sin(40 * s),
    options: { angleBins: 60 },
  });
  const drive: DriveWall = {
    axis,
    travelledAxis: axis,
    wall,
    driven: { from: wall.surveyedFrom, to: wall.surveyedTo },
    unobserved: [],
    points: 100,
  };
  const programme = wholeAxis({ shape: 'circle', diameter: 4.6, axisHeight: 2.3 });
  const request = {
    ...SURVEY_QUESTION_DEFAULTS,
    T_grid_first: null,
    axis: { name: 'axis.csv', axis },
    design: { name: 'circle.json', programme },
    interval: 2,
    language: 'en' as const,
  };
  const volume = { ...MEASURE_DEFAULTS.volume, every: 2 };
  const measures = measureWall(
    drive,
    NO_RELIABILITY,
    { chainage: null, design: programme },
    { ...MEASURE_DEFAULTS, volume },
  );
  const input = reportInput({ length: 12 });
  const trajectory = { poses: input.trajectory.poses.slice(0, 3) };
  const sensor = OS1_16_DEFAULT;
  const scan = { ...randomCloud(SEED, 900, [0, 0, 0]), seenFrom: undefined };
  const map: SurveyedMap = {
    placed: {
      trajectory,
      frame: 'mine-grid',
      refined: null,
      quality: alignmentQuality(trajectory),
      warnings: { align: [], refine: [] },
    },
    points: () => streamOf([randomCloud(SEED, 5000, [352_118, 8_623_456, 4213])]),
    ownScans: () => streamOf(trajectory.poses.map(() => scan)),
    dynamic: null,
    calibration: null,
    instrument: instrumentOf(sensor),
    stated: null,
    hasReflectivity: true,
    hasSensorPath: true,
    hasPath: true,
  };
  const published = async (
    folder: MemoryFolder,
  ): Promise<{ done: Survey; kept: KeptResults[]; before: string[] }> => {
    const kept: KeptResults[] = [];
    let before: string[] = [];
    const task: PublishTask = {
      request,
      options: SURVEY_DEFAULTS,
      source: {
        captureHash: 'the capture',
        engine: CPU_SCAN_ENGINE.identity,
        edits: [],
        warnings: [],
        project: input.project,
        captures: input.captures,
        session: input.session,
        sensor,
      },
      output: {
        folder,
        contents: new Set(SURVEY_CONTENTS),
        mapFormats: MAP_FORMATS,
        meshFormats: MESH_FORMATS,
        tableFormats: TABLE_FORMATS,
        trajectoryFormats: TRAJECTORY_FORMATS,
        scanFormats: SCAN_FORMATS,
        drawings: DRAWING_FORMATS,
        reportForms: REPORT_FORMS,
        print: (report, form) => (form === 'pdf' ? printReport(report) : wordReport(report)),
        loadTableFiles: async () => TABLE_FILES,
        keep: (results) => {
          kept.push(results);
          before = [...folder.files.keys()];
        },
        hash: contentHash,
        softwareVersion: '0.0.0-test',
      },
    };
    const first = await publishMap(task, map, null, SILENT_CONTEXT);
    const figures = new ExtraFigures(SILENT_CONTEXT);
    const measured = { map, published: first, wall: drive, measures, compared: null, figures };
    return { done: await publish(task, measured, SILENT_CONTEXT), kept, before };
  };

  let all: readonly string[];
  let undisturbed: ReadonlyMap<string, Uint8Array>;
  let whole: KeptResults;
  beforeAll(async () => {
    const folder = new FailingFolder();
    const { done, kept, before } = await published(folder);
    expect(done.failed).toEqual([]);
    expect([...folder.files.keys()].sort()).toEqual([...done.everyFile].sort());
    all = done.everyFile;
    undisturbed = folder.files;
    [whole] = kept;
    // Kept before the first file that follows from them.
    expect(before).not.toContain('volume.json');
  });

  it('are of every format that there is', () => {
    for (const format of MAP_FORMATS) expect(all).toContain(`map.${MAP_ENDINGS[format]}`);
    for (const format of MESH_FORMATS)
      for (const ending of MESH_ENDINGS[format])
        expect(all.filter((name) => name.startsWith('solid') && name.endsWith(ending))).toHaveLength(1);
    for (const name of [
      ...['trajectory.tum', 'trajectory-kitti.txt', 'trajectory.csv', 'trajectory.mcap'],
      ...['solid.xml', 'solid.dtm', 'solid-tr.csv', 'meshes.json', 'scans/poses.tum', 'scans/000002.ply'],
      ...['drive-plan.dxf', 'drive-sections.dxf', 'drive.str', 'drive.xml', 'drive-section-2.000.svg'],
      ...['unrolled-design.png', 'unrolled-design.tif', 'unrolled-measured.pgw'],
      ...['report.html', 'report.pdf', 'report.docx', 'profiles.csv', 'outlines.csv', 'volume.json'],
    ])
      expect(all).toContain(name);
  });

  it.each(['1969-06-01', '2150-06-01'])(
    'are the same bytes by a clock that says %s, which ZIP has no place for',
    async (day) => {
      vi.useFakeTimers({ now: new Date(day), toFake: ['Date'] });
      try {
        const folder = new FailingFolder();
        const { done } = await published(folder);
        expect(done.failed).toEqual([]);
        for (const [name, bytes] of folder.files)
          expect([name, Buffer.compare(bytes, undisturbed.get(name)!)]).toEqual([name, 0]);
      } finally {
        vi.useRealTimers();
      }
    },
  );

  it.each(
    (['full', 'throws', 'differs'] as const).flatMap((way) => [0, 1].map((turn) => [way, turn] as const)),
  )(
    'that fail by "%s", every second file of them (%i): the others are written, and each is named',
    async (way, turn) => {
      const fails = new Set(
        all.filter((_, i) => i % 2 === turn).filter((name) => way !== 'differs' || READ_BACK.test(name)),
      );
      const lost = new Set([...fails].map((name) => outputOf(name, all)));
      const folder = new FailingFolder(fails, way);
      const { done, kept } = await published(folder);
      expect(new Set(done.failed.map(({ output }) => output))).toEqual(lost);
      expect(done.failed).toHaveLength(lost.size);
      const code = { full: 'disk-full', throws: 'internal', differs: 'export-mismatch' }[way];
      expect(new Set(done.failed.map((failure) => failure.code))).toEqual(new Set([code]));
      const written = all.filter((name) => !lost.has(outputOf(name, all)));
      expect([...folder.files.keys()].sort()).toEqual([...written].sort());
      expect([...done.everyFile].sort()).toEqual([...written].sort());
      expect(folder.unfinished).toBe(0);
      expect(kept).toEqual([whole]);
    },
  );
});
