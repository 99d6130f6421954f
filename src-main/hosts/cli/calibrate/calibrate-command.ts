import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseControlPointsCsv } from '../../../../src-core/io/tables/control-points-csv.ts';
import { message } from '../../../../src-core/messages/message.ts';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { TARGET_KIND_DEFAULT } from '../../../../src-core/model/control.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import { Outputs } from '../../../../src-core/model/outputs.ts';
import type { SurveyedTargets } from '../../../../src-core/survey/calibrate.ts';
import { removeLeftover } from '../../../files/part-files.ts';
import { readText } from '../../../files/read-text.ts';
import { enterFiles } from '../../../jobs/survey/audited-files.ts';
import { calibrateSession, writeCalibration } from '../../../jobs/survey/calibrate-job.ts';
import { toldFailures } from '../../../jobs/survey/failed-outputs.ts';
import { importFiles } from '../../../project/import-files.ts';
import { Project } from '../../../project/project.ts';
import type { Session } from '../../../project/sessions.ts';
import { chosenSession } from '../chosen-session.ts';
import type { CommandResult } from '../with-command.ts';
import { say } from '../words.ts';
import { type CalibrateCommandOptions, DISTANCE_SIGMA } from './calibrate-options.ts';
import { calibrationText } from './describe-calibration.ts';

/**
 * `socavon calibrate`: calibrates the sensor by the scans of captures, or of a session of a project.
 *
 * @throws SocavonError, CancelledError
 */
export async function calibrateCommand(
  captures: readonly string[],
  options: CalibrateCommandOptions,
  context: StageContext,
): Promise<CommandResult> {
  const { distance, distanceSigma, out } = options;
  if (distance === undefined && distanceSigma !== undefined)
    throw new SocavonError('usage', message('calibrate-distance-sigma'));
  const measured = {
    distance: distance === undefined ? null : { metres: distance, sigma: distanceSigma ?? DISTANCE_SIGMA },
    targets: await surveyedTargets(options),
  };
  const scratch = await mkdtemp(join(tmpdir(), 'socavon-calibrate-'));
  const isProject = captures.length === 1 && captures[0].endsWith('.socavon');
  const keeping = isProject ? captures[0] : options.project;
  const project = Project.open(resolve(keeping ?? join(scratch, 'calibration.socavon')), {
    create: !isProject,
  });
  try {
    const session = isProject
      ? storedSession(project, options)
      : await importedSession(project, captures, options, context);
    const calibration = await calibrateSession(project, session, measured, context);
    const { attempt, failed } = new Outputs();
    const isWritten =
      out !== undefined &&
      (await attempt(basename(out), async () => {
        await writeCalibration(resolve(out), calibration, context);
        const file = { folder: dirname(resolve(out)), names: [basename(out)] };
        await enterFiles(project, session.id, file, context);
      }));
    const lines = [
      calibrationText(calibration),
      ...(keeping === undefined ? [] : [say('calibration-stored', { serial: calibration.serial })]),
      ...(isWritten ? [resolve(out)] : []),
    ];
    const data = { session: session.id, ...calibration };
    return { data, text: lines.join('\n'), failures: toldFailures(failed) };
  } finally {
    project.closeUnused();
    removeLeftover(scratch);
  }
}

async function surveyedTargets({
  control,
  targetShape,
  targetSize,
}: CalibrateCommandOptions): Promise<SurveyedTargets | undefined> {
  if (control === undefined) {
    if (targetShape !== undefined || targetSize !== undefined)
      throw new SocavonError('usage', message('calibrate-target-kind'));
    return undefined;
  }
  const points = parseControlPointsCsv(await readText(control), basename(control));
  const { shape, size } = TARGET_KIND_DEFAULT;
  return { points, kind: { shape: targetShape ?? shape, size: targetSize ?? size } };
}

function storedSession(project: Project, { session }: CalibrateCommandOptions): Session {
  return project.sessions.get(chosenSession(project, session, '--session'))!;
}

async function importedSession(
  project: Project,
  captures: readonly string[],
  { metadata, sensor, sensorAddress: address }: CalibrateCommandOptions,
  context: StageContext,
): Promise<Session> {
  const choice = { metadata, sensor, address, refuseSeveral: true, scansOnly: true } as const;
  return (await importFiles(project, captures, choice, context)).session;
}
