import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAxisCsv } from '../../../../src-core/io/tables/axis-csv.ts';
import { parseTum } from '../../../../src-core/io/tables/tum.ts';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { wholeAxis } from '../../../../src-core/model/design.ts';
import { SURVEY_QUESTION_DEFAULTS } from '../../../../src-core/question/survey-question.ts';
import { truthBetween } from '../../../../src-simulate/truth.ts';
import { exportFolder } from '../../../files/export-folder.ts';
import { sampleDrive } from '../../../jobs/survey/sample-drive.ts';
import { runSurvey } from '../../../jobs/survey/survey-job.ts';
import { importFiles } from '../../../project/import-files.ts';
import { Project } from '../../../project/project.ts';
import { summaryOf } from '../run/run-summary.ts';
import { statedVolume } from '../volume-headline.ts';
import type { CommandResult } from '../with-command.ts';
import { say, warningLine } from '../words.ts';

export interface DemoCommandOptions {
  readonly out: string;
  readonly length: number;
  readonly speed: number;
  readonly seed: number;
  readonly json?: boolean;
}

/** Length at either end of the trajectory that is seen from one side only and excluded from the comparison, m. */
const MARGIN = 2;

/**
 * `socavon demo`: the whole workflow of a survey, from a simulated capture through import, alignment and
 * measurement to the report; then compares the result with the ground truth of the simulation.
 *
 * @throws what simulating, importing and surveying throw; CancelledError
 */
export async function demo(options: DemoCommandOptions, context: StageContext): Promise<CommandResult> {
  const out = resolve(options.out);
  const captureFolder = join(out, 'capture');
  const { drive, capture } = await sampleDrive(captureFolder, options, context);

  const chainage = { from: drive.surveyed.from + MARGIN, to: drive.surveyed.to - MARGIN };
  const read = (name: string): Promise<string> => readFile(join(captureFolder, name), 'utf8');
  const axisName = 'truth_axis.csv';
  const { axis } = parseAxisCsv(await read(axisName), axisName);
  const [first] = parseTum(await read('truth_tum.txt'), 'truth_tum.txt');

  const projectPath = join(out, 'demo.socavon');
  await removeProject(projectPath);
  const project = Project.open(projectPath, { create: true });
  try {
    const { session } = await importFiles(project, [capture], {}, context);
    const survey = await runSurvey(
      {
        project,
        session,
        folder: exportFolder(out),
        request: {
          ...SURVEY_QUESTION_DEFAULTS,
          T_grid_first: first.T_map_sensor,
          chainage,
          files: {
            axis: { name: axisName, axis },
            design: {
              name: `baúl ${drive.section.options.width} x ${drive.section.options.height} m`,
              programme: wholeAxis({ ...drive.section.options, shape: 'baul' }),
            },
          },
          language: 'es',
        },
      },
      context,
    );
    const truth = truthBetween(drive, chainage.from, chainage.to).volumes;
    const { value } = survey.volume.volume;
    const error = value - truth.void;
    const report = join(out, 'report.html');
    return {
      data: {
        ...summaryOf(survey),
        truth: { volume: truth.void, overbreak: truth.overbreak, underbreak: truth.underbreak },
        error,
        errorPercent: (100 * error) / truth.void,
        report,
      },
      text: [
        say('demo-range', {
          from: chainage.from.toFixed(1),
          to: chainage.to.toFixed(1),
          scans: survey.trajectory.poses.length,
        }),
        `  ${say('demo-volume', { stated: statedVolume(survey.volume) })}`,
        `  ${say('demo-truth', { volume: truth.void.toFixed(2) })}`,
        `  ${say('demo-error', { error: error.toFixed(2), percent: ((100 * error) / truth.void).toFixed(3) })}`,
        ...survey.warnings.map(warningLine),
        say('demo-report', { address: pathToFileURL(report).href }),
        say('demo-files', { folder: out }),
      ].join('\n'),
    };
  } finally {
    project.close();
  }
}

/** Removes the project of an earlier demo: the demo always starts from scratch. Only its own files are removed. */
async function removeProject(path: string): Promise<void> {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) await rm(file, { force: true });
}
