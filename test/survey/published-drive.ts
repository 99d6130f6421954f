import { OS1_16_DEFAULT } from '../../src-core/io/capture/nominal-sensors.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { wholeAxis } from '../../src-core/model/design.ts';
import { Outputs } from '../../src-core/model/outputs.ts';
import { NO_RELIABILITY } from '../../src-core/model/reliability.ts';
import {
  CONTENT_NAMES,
  fileChoice,
  formatsOf,
  type SurveyContent,
} from '../../src-core/model/survey-content.ts';
import { alignmentQuality } from '../../src-core/odometry/alignment-quality.ts';
import { CPU_SCAN_ENGINE } from '../../src-core/odometry/cpu-scan-aligner.ts';
import { SURVEY_QUESTION_DEFAULTS } from '../../src-core/question/survey-question.ts';
import { ExtraFigures } from '../../src-core/survey/measure/extra-figures.ts';
import type { Output } from '../../src-core/survey/outputs/output.ts';
import { SURVEY_OUTPUTS } from '../../src-core/survey/outputs/survey-outputs.ts';
import { publish, publishMap, type Survey } from '../../src-core/survey/publish.ts';
import type { KeptResults, PublishTask } from '../../src-core/survey/publish-task.ts';
import { instrumentOf, SURVEY_DEFAULTS } from '../../src-core/survey/survey-request.ts';
import type { SurveyedMap } from '../../src-core/survey/surveyed-map.ts';
import { MEASURE_DEFAULTS, measureWall } from '../../src-core/tunnel/volume/measure-drive.ts';
import type { DriveWall } from '../../src-core/tunnel/wall/gather-drive.ts';
import { TABLE_FILES } from '../../src-main/files/table-files.ts';
import { printReport } from '../../src-main/jobs/print/print-report.ts';
import { wordReport } from '../../src-main/jobs/print/word-report.ts';
import { contentHash } from '../../src-main/project/canonical-json.ts';
import { randomCloud, streamOf } from '../io/export/clouds.ts';
import { reportInput } from '../report/drive.ts';
import { madeWall } from '../tunnel/simple-wall.ts';
import { axisAlong, straight } from '../tunnel/solids.ts';
import type { MemoryFolder } from './memory-folder.ts';

/** Of the points of the map. */
export const PUBLISHED_SEED = 33;
const START = [352_118.25, 8_623_456.789, 4213] as const;

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
  files: { axis: { name: 'axis.csv', axis }, design: { name: 'circle.json', programme } },
  interval: 2,
  language: 'en' as const,
};
const volume = { ...MEASURE_DEFAULTS.volume, every: 2 };
const measures = measureWall(drive, NO_RELIABILITY, { ...MEASURE_DEFAULTS, volume, design: programme });
const input = reportInput({ length: 12 });
const trajectory = { poses: input.trajectory.poses.slice(0, 3) };
const sensor = OS1_16_DEFAULT;
const scan = { ...randomCloud(PUBLISHED_SEED, 900, [0, 0, 0]), seenFrom: undefined };
const map: SurveyedMap = {
  placed: {
    trajectory,
    frame: 'mine-grid',
    refined: null,
    quality: alignmentQuality(trajectory),
    warnings: { align: [], refine: [] },
  },
  points: () => streamOf([randomCloud(PUBLISHED_SEED, 5000, [352_118, 8_623_456, 4213])]),
  ownScans: () => streamOf(trajectory.poses.map(() => scan)),
  dynamic: null,
  calibration: null,
  instrument: instrumentOf(sensor),
  stated: null,
  hasReflectivity: true,
  hasSensorPath: true,
  hasPath: true,
};

/**
 * Publishes the drive into a folder.
 *
 * @param contents left out: all that there are
 * @param list what can be written
 * @returns the survey, the results as they were kept, and the files that the folder had then
 */
export async function publishDrive(
  folder: MemoryFolder,
  contents: readonly SurveyContent[] = CONTENT_NAMES,
  list: readonly Output[] = SURVEY_OUTPUTS,
): Promise<{ done: Survey; kept: KeptResults[]; before: string[] }> {
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
      choice: fileChoice(
        contents,
        Object.fromEntries(CONTENT_NAMES.map((content) => [content, formatsOf(content)])),
      ),
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
  const first = await publishMap(task, map, new Outputs(), SILENT_CONTEXT, { list });
  const figures = new ExtraFigures(SILENT_CONTEXT);
  const measured = { map, published: first, wall: drive, measures, compared: null, figures };
  return { done: await publish(task, measured, SILENT_CONTEXT, list), kept, before };
}
