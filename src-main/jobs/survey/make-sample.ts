import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StageContext } from '../../../src-core/model/context.ts';
import { TARGET_KIND_DEFAULT } from '../../../src-core/model/control.ts';
import type { Design } from '../../../src-core/model/design-schema.ts';
import { NO_SURVEY_HEADING } from '../../../src-core/model/survey-heading.ts';
import { CPU_SCAN_ENGINE } from '../../../src-core/odometry/cpu-scan-aligner.ts';
import { align } from '../../../src-core/survey/align.ts';
import { SURVEY_DEFAULTS } from '../../../src-core/survey/survey-request.ts';
import { type Drive, simulateDrive } from '../../../src-simulate/drive.ts';
import type { SimulateOptions } from '../../../src-simulate/options.ts';
import { presetOptions } from '../../../src-simulate/presets.ts';
import { targetGroups } from '../../../src-simulate/targets.ts';
import { WRITE_CAPTURE_DEFAULTS, writeCapture } from '../../../src-simulate/write-capture.ts';
import { openAtomicSink } from '../../files/atomic-sink.ts';
import { removeLeftover } from '../../files/part-files.ts';
import { importFiles } from '../../project/import-files.ts';
import { Project } from '../../project/project.ts';
import { withReadAhead } from '../schedule/read-ahead.ts';
import { StoredAlignment } from '../session/stored-alignment.ts';
import { refineSession } from './refine-job.ts';
import { SAMPLE_INSTRUMENTS } from './sample-drive.ts';

/** Name of its file, from which the project has its own. */
export const SAMPLE_NAME = 'Labor 4210.socavon';

const LENGTH = 40;
const SEED = 7;

/** A drive with six targets on its walls, in a mine grid of the usual size of numbers. */
const WORKING: SimulateOptions = {
  ...presetOptions('rough', LENGTH),
  ...SAMPLE_INSTRUMENTS,
  seed: SEED,
  speed: 2,
  portal: [385_640, 8_912_270, 4212],
  headingDeg: 35,
  targets: targetGroups(6, 24, 9, TARGET_KIND_DEFAULT.size, SEED),
};

interface SampleSurvey {
  readonly date: string;
  readonly file: string;
  readonly drive: SimulateOptions;
  /** Aligned and adjusted to the control points already; else that is left to the user, who sees the map grow. */
  readonly isAligned: boolean;
}

/** A month and some rounds apart. */
const SURVEYS: readonly SampleSurvey[] = [
  {
    date: '2024-04-15',
    file: 'labor-4210_2024-04-15',
    drive: { ...WORKING, faceAt: 34, surveySeed: SEED + 1000, lateralOffset: -0.2 },
    isAligned: true,
  },
  { date: '2024-05-14', file: 'labor-4210_2024-05-14', drive: WORKING, isAligned: false },
];

/** Hour of a working day when both were recorded, UTC. */
const RECORDED_AT = 'T14:00:00Z';

/**
 * Creates the sample project: two simulated surveys of one drive a month apart, with control points, headings and design.
 * The earlier one is aligned and adjusted; the captures are not kept.
 *
 * @param path of the project file, which must not exist
 * @throws what simulating, importing and aligning throw; an unfinished project may be left then
 */
export async function makeSample({ path }: { readonly path: string }, context: StageContext): Promise<void> {
  const captures = await mkdtemp(join(tmpdir(), 'socavon-sample-'));
  try {
    for (const survey of SURVEYS) await addSurvey(path, captures, survey, context);
  } finally {
    removeLeftover(captures);
  }
}

async function addSurvey(
  path: string,
  folder: string,
  survey: SampleSurvey,
  context: StageContext,
): Promise<void> {
  const drive = simulateDrive(survey.drive);
  const capture = await capturedDrive(drive, folder, survey, context);
  const project = Project.open(path, { create: true });
  let sessionId: number;
  try {
    const { session } = await importFiles(project, [capture], {}, context);
    sessionId = session.id;
    project.work.set('question', sessionId, { design: designFor(survey) });
    project.headings.set(sessionId, { ...NO_SURVEY_HEADING, surveyDate: survey.date, working: 'Labor 4210' });
    const control = await readFile(join(folder, 'control.csv'), 'utf8');
    project.refineInputs.setFile(sessionId, 'control-labor-4210.csv', control);
    if (survey.isAligned) await alignStored(project, sessionId, context);
  } finally {
    project.close();
  }
  if (survey.isAligned) await refineSession({ project: path, sessionId }, context);
  await rm(capture);
}

/** The nominal section, placed about the path of the sensor, which is the axis until another is chosen. */
function designFor({ drive: { section, sensorHeight, lateralOffset } }: SampleSurvey): Design {
  const { width, height, wallHeight } = section;
  const place = { axisHeight: sensorHeight, axisLeft: lateralOffset };
  return { name: '', section: { shape: 'baul', width, height, wallHeight, ...place } };
}

async function capturedDrive(
  drive: Drive,
  folder: string,
  { date, file }: SampleSurvey,
  context: StageContext,
): Promise<string> {
  const names: Record<string, string> = { 'capture.pcap': `${file}.pcap`, 'metadata.json': `${file}.json` };
  const startedNs = BigInt(Date.parse(date + RECORDED_AT)) * 1_000_000n;
  await writeCapture(
    drive,
    { ...WRITE_CAPTURE_DEFAULTS, layout: 'legacy16', preset: 'rough', startedNs },
    (name) => openAtomicSink(join(folder, names[name] ?? name), { isCapture: true }),
    context,
  );
  return join(folder, names['capture.pcap']);
}

async function alignStored(project: Project, sessionId: number, context: StageContext): Promise<void> {
  const session = project.sessions.get(sessionId)!;
  const options = SURVEY_DEFAULTS.odometry;
  const store = new StoredAlignment(project, session, CPU_SCAN_ENGINE.identity, options);
  const task = { options, edits: [], engine: CPU_SCAN_ENGINE, resume: null, store };
  await withReadAhead(project, session, task, (scans) => align(scans, task, context));
}
