import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { MineGrid } from '../../../../src-core/grid/mine-grid.ts';
import { message } from '../../../../src-core/messages/message.ts';
import { type Remark, remark } from '../../../../src-core/messages/remark.ts';
import { inOneGo, type StageContext } from '../../../../src-core/model/context.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import type { Logo } from '../../../../src-core/model/logo.ts';
import { chosenFormats, endingsOf } from '../../../../src-core/model/survey-content.ts';
import type { AnsweredQuestion } from '../../../../src-core/question/survey-question.ts';
import { SURVEY_DEFAULTS, type SurveyOptions } from '../../../../src-core/survey/survey-request.ts';
import { exportFolder } from '../../../files/export-folder.ts';
import { noteInput, refuseInputsIn } from '../../../files/kept-files.ts';
import { openOutputFolder } from '../../../files/output-folder.ts';
import { type AlignmentOfImport, importAndAlign } from '../../../jobs/import/import-and-align.ts';
import { readGrid, storedGrid, storeGrid } from '../../../jobs/import/stated-grid.ts';
import { storeLogo } from '../../../jobs/print/stored-logo.ts';
import { ChosenScanEngine, type ScanEngineHost } from '../../../jobs/session/choose-scan-engine.ts';
import { placeCloudByControl } from '../../../jobs/session/cloud-control.ts';
import { storeReference } from '../../../jobs/session/reference-scan.ts';
import { resumableEngine } from '../../../jobs/session/resumable-alignment.ts';
import { setKeepsDynamicReturns } from '../../../jobs/session/stored-dynamic-returns.ts';
import { surveyRequestOf } from '../../../jobs/session/survey-inputs.ts';
import { surveyAligned } from '../../../jobs/survey/survey-files.ts';
import { runSurvey } from '../../../jobs/survey/survey-job.ts';
import type { CloudChoice } from '../../../project/import-clouds.ts';
import { Project } from '../../../project/project.ts';
import type { Session } from '../../../project/sessions.ts';
import { logoFromOptions, measureFromOptions } from '../measure-from-options.ts';
import { choiceFromOptions } from '../output-options.ts';
import type { CommandResult } from '../with-command.ts';
import { type CalibrationChoice, readCalibration, storeCalibrationChoice } from './calibration-choice.ts';
import { type PickedList, readPicked, storeCloudControl, storeScanPicks } from './picked-inputs.ts';
import type { RunCommandOptions } from './refine-inputs.ts';
import { type ControlList, readControl, storeRefineInputs } from './refine-inputs.ts';
import { fitData, summaryOf, textOf } from './run-summary.ts';

/** Survey options in the form of the stages. */
interface SurveyQuestion {
  readonly request: AnsweredQuestion;
  readonly options: SurveyOptions;
}

/**
 * `socavon run`: reads and validates all inputs before anything is computed.
 *
 * @param host engines, replaced in tests
 * @throws SocavonError, CancelledError
 */
export async function run(
  captures: readonly string[],
  options: RunCommandOptions,
  context: StageContext,
  host: ScanEngineHost = {},
): Promise<CommandResult> {
  // A thread may read them, which this one does not see.
  for (const file of [...captures, options.metadata, options.trajectory])
    if (file !== undefined) noteInput(file);
  const question = await readQuestion(options, context);
  const grid = options.grid === undefined ? null : await readGrid(options.grid);
  const control = await readControl(options, grid);
  const picked = options.picked === undefined ? null : await readPicked(options.picked);
  const logo = await logoFromOptions(options);
  const calibration = await readCalibration(options.calibration ?? 'auto');
  refuseInputsIn(resolve(options.out), [
    'trajectory.tum',
    'volume.json',
    'calibration.json',
    ...chosenFormats(choiceFromOptions(options), 'map').map((format) => `map${endingsOf('map', format)[0]}`),
  ]);
  const engine = await ChosenScanEngine.of(options.engine, context, host);
  try {
    const project = await openProject(resolve(options.project), context);
    try {
      const out = await openOutputFolder(resolve(options.out));
      try {
        return await runInProject(
          project,
          captures,
          options,
          { ...question, control, picked, calibration, grid, logo },
          engine,
          out.path,
          context,
        );
      } finally {
        await out.removeUnused();
      }
    } finally {
      project.closeUnused();
    }
  } finally {
    await engine.close();
  }
}

/** Opens or creates the project. Ctrl-C ends the process only while one that was there is read: a new one would be left. */
async function openProject(path: string, { cancel }: StageContext): Promise<Project> {
  const open = (): Project => Project.open(path, { create: true });
  return existsSync(path) ? inOneGo(cancel, open) : open();
}

async function runInProject(
  project: Project,
  captures: readonly string[],
  options: RunCommandOptions,
  {
    request,
    options: question,
    control,
    picked,
    calibration,
    grid,
    logo,
  }: SurveyQuestion & {
    readonly control: ControlList | null;
    readonly picked: PickedList | null;
    readonly calibration: CalibrationChoice;
    readonly grid: MineGrid | null;
    /** null: the stored one is removed; undefined: it stays. */
    readonly logo: Logo | null | undefined;
  },
  chosen: ChosenScanEngine,
  out: string,
  context: StageContext,
): Promise<CommandResult> {
  let aligning: AlignmentOfImport | null = null;
  try {
    const { metadata, sensor, sensorAddress: address } = options;
    const choice = { metadata, sensor, address, refuseSeveral: true, cloud: cloudChoiceOf(options) };
    const { session, alreadyThere, alignment } = await importAndAlign(
      project,
      captures,
      choice,
      { odometry: question.odometry, isOnCpu: chosen.isOnCpu },
      context,
    );
    aligning = alignment;
    if (grid !== null) storeGrid(project, session.id, grid);
    if (logo !== undefined) storeLogo(project, logo);
    refuseOtherUnit(options, grid, storedGrid(project, session.id));
    const written = { request, options: question, out };
    if (session.cloud !== null) {
      const imported = { project, session, alreadyThere };
      const result = await runCloud(imported, options, { ...written, control, picked }, context);
      project.refuseGone();
      return result;
    }
    for (const note of notesOn(session)) context.emit({ kind: 'note', stage: 'import', ...note });
    storeRefineInputs(project, session.id, control, options);
    storeScanPicks(project, session, { picked, isDropped: options.control === false }, request.T_grid_first);
    const { reference } = options;
    if (reference !== undefined) storeReference(project, session.id, reference === 'none' ? null : reference);
    if (options.keepMoved !== undefined) setKeepsDynamicReturns(project, session.id, options.keepMoved);
    storeCalibrationChoice(project, session, calibration);
    for (const note of notesOnRefinement(project, session.id, options))
      context.emit({ kind: 'note', stage: 'refine', ...note });
    const engine = await chosen.forWork({
      scans: session.scanCount,
      sensor: session.sensor,
      begunBy: resumableEngine(project, session, question.odometry),
    });
    const survey = await runSurvey(
      {
        project,
        session,
        request,
        options: question,
        folder: exportFolder(out),
        engine,
        begun: alignment,
        calibrates: calibration === 'auto',
        files: choiceFromOptions(options),
      },
      context,
    );
    // Outputs without a project that they can be made again of are no success.
    project.refuseGone();
    const summary = summaryOf(survey);
    return {
      data: {
        project: project.path,
        out,
        session: session.id,
        alreadyImported: alreadyThere,
        engine: engine.identity.kind,
        adapter: engine.identity.kind === 'gpu' ? engine.identity.adapter : null,
        ...summary,
        files: survey.files,
      },
      text: textOf(survey, out, null),
      failures: survey.failed,
    };
  } finally {
    await aligning?.close();
  }
}

/** What the command line says of a cloud. */
function cloudChoiceOf({
  trajectory,
  trajectoryUnit,
  cloudUnit,
  heightUnit,
  ignoreBox,
  frame,
  scanner,
  pointAccuracy,
  lengthAccuracy,
}: RunCommandOptions): CloudChoice {
  return {
    ...(trajectory !== undefined && { trajectory: resolve(trajectory) }),
    ...(trajectoryUnit !== undefined && { trajectoryUnit }),
    ...(cloudUnit !== undefined && { unit: cloudUnit }),
    ...(heightUnit !== undefined && { heightUnit }),
    ...(ignoreBox !== undefined && { ignoreBox }),
    ...(frame !== undefined && { frame }),
    ...(scanner !== undefined && { scanner }),
    ...(pointAccuracy !== undefined && { pointAccuracy }),
    ...(lengthAccuracy !== undefined && { lengthShare: lengthAccuracy / 100 }),
  };
}

/**
 * A list without `--grid` is in metres: where the project keeps a grid in feet, the list may be in either.
 *
 * @throws SocavonError 'usage'
 */
function refuseOtherUnit(
  { control }: RunCommandOptions,
  grid: MineGrid | null,
  stored: MineGrid | null,
): void {
  if (typeof control !== 'string' || grid !== null || stored === null || stored.unit === 'm') return;
  throw new SocavonError('usage', message('grid-list-unit', { name: stored.name, unit: stored.unit }));
}

/** The part of `run` after the import, for a cloud: nothing is aligned. */
async function runCloud(
  { project, session, alreadyThere }: { project: Project; session: Session; alreadyThere: boolean },
  choice: RunCommandOptions,
  {
    request,
    options,
    out,
    control,
    picked,
  }: SurveyQuestion & {
    readonly out: string;
    readonly control: ControlList | null;
    readonly picked: PickedList | null;
  },
  context: StageContext,
): Promise<CommandResult> {
  storeCloudControl(project, session, control, picked, choice);
  const fits = await placeCloudByControl(project, session, context);
  const survey = await surveyAligned(
    {
      project,
      asked: { sessionId: session.id, earlierId: null, T_grid_earlier: null, T_grid_first: null },
      request,
      options,
      folder: exportFolder(out),
      files: choiceFromOptions(choice),
      keepsProducts: true,
    },
    context,
  );
  return {
    data: {
      project: project.path,
      out,
      session: session.id,
      alreadyImported: alreadyThere,
      cloud: session.cloud,
      ...(fits.length > 0 && { picked: fits.map(fitData) }),
      ...summaryOf(survey),
      files: survey.files,
    },
    text: textOf(survey, out, session.cloud, fits),
    failures: survey.failed,
  };
}

/** Notes that are no warnings. */
function notesOn({ sensor, health, metadata }: Session): Remark[] {
  return [
    ...(metadata === null ? [] : sensor.assumptions),
    ...(health.imuPackets === 0 ? [remark('run-no-imu')] : []),
  ];
}

/** Notes on stored refinement inputs that this command line does not set. */
function notesOnRefinement(project: Project, sessionId: number, { control }: RunCommandOptions): Remark[] {
  const { refineInputs } = project;
  const file = refineInputs.file(sessionId);
  const count = refineInputs.targets(sessionId).length + refineInputs.loops(sessionId).length;
  return [
    ...(file !== null && control === undefined ? [remark('run-stored-control', { name: file.name })] : []),
    ...(count > 0 ? [remark('run-stored-decisions', { count })] : []),
  ];
}

/** Reads the survey options with all their files. */
async function readQuestion(options: RunCommandOptions, context: StageContext): Promise<SurveyQuestion> {
  const question = await measureFromOptions(options, context);
  const request = await surveyRequestOf(question, options.language, context);
  const { mapVoxel } = options;
  const map = mapVoxel === undefined ? SURVEY_DEFAULTS.map : { voxel: mapVoxel };
  return { request, options: { ...SURVEY_DEFAULTS, map } };
}
