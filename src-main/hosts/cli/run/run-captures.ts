import { resolve } from 'node:path';
import type { StageContext } from '../../../../src-core/model/context.ts';
import type { Survey } from '../../../../src-core/survey/survey.ts';
import {
  SURVEY_DEFAULTS,
  type SurveyOptions,
  type SurveyRequest,
} from '../../../../src-core/survey/survey-request.ts';
import { exportFolder } from '../../../files/export-folder.ts';
import { openOutputFolder } from '../../../files/output-folder.ts';
import { requestOf } from '../../../jobs/asked-survey.ts';
import { engineBegun } from '../../../jobs/begun-alignment.ts';
import { ChosenScanEngine, type ScanEngineHost } from '../../../jobs/choose-scan-engine.ts';
import { keepMoved } from '../../../jobs/kept-moved.ts';
import { runSurvey } from '../../../jobs/survey-job.ts';
import { importFiles } from '../../../project/import-files.ts';
import { Project } from '../../../project/project.ts';
import type { Session } from '../../../project/sessions.ts';
import { askedMeasure } from '../asked-measure.ts';
import { floorText } from '../floor-text.ts';
import type { RunCommandOptions } from '../run.ts';
import type { CommandResult } from '../with-command.ts';
import { type ControlList, keepAsked, readControl } from './asked-refinement.ts';
import { refinementSummary, refinementText } from './describe-refinement.ts';
import { recessText } from './recess-text.ts';

/** What is asked of the survey, as the stages take it. */
interface SurveyQuestion {
  readonly request: SurveyRequest;
  readonly options: SurveyOptions;
}

/**
 * `socavon run`: everything that may be refused is read before anything is computed.
 *
 * @param host other engines than this machine's, for tests
 * @throws SocavonError, CancelledError
 */
export async function run(
  captures: readonly string[],
  options: RunCommandOptions,
  context: StageContext,
  host: ScanEngineHost = {},
): Promise<CommandResult> {
  const question = await readQuestion(options, context);
  const control = await readControl(options);
  const engine = await ChosenScanEngine.of(options.engine, context, host);
  try {
    const out = await openOutputFolder(resolve(options.out));
    try {
      return await runInProject(captures, options, { ...question, control }, engine, out.path, context);
    } finally {
      await out.removeUnused();
    }
  } finally {
    await engine.close();
  }
}

async function runInProject(
  captures: readonly string[],
  options: RunCommandOptions,
  { request, options: asked, control }: SurveyQuestion & { readonly control: ControlList | null },
  chosen: ChosenScanEngine,
  out: string,
  context: StageContext,
): Promise<CommandResult> {
  const project = Project.open(resolve(options.project), { create: true });
  try {
    const { metadata, sensor } = options;
    const { session, alreadyThere } = await importFiles(project, captures, { metadata, sensor }, context);
    for (const message of notesOn(session)) context.emit({ kind: 'note', stage: 'import', message });
    keepAsked(project, session.id, control, options);
    if (options.keepMoved !== undefined) keepMoved(project, session.id, options.keepMoved);
    for (const message of notesOnRefinement(project, session.id, options))
      context.emit({ kind: 'note', stage: 'refine', message });
    const engine = await chosen.forWork({
      scans: session.scanCount,
      begunBy: engineBegun(project, session, asked.odometry),
    });
    const survey = await runSurvey(
      {
        project,
        session,
        request,
        options: asked,
        folder: exportFolder(out),
        engine,
        report: { forms: options.report, paper: options.paper },
      },
      context,
    );
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
      text: textOf(survey, out),
    };
  } finally {
    project.closeUnused();
  }
}

/** What is no reason to warn, but good to know. */
function notesOn({ sensor, health, metadata }: Session): string[] {
  const notes = metadata === null ? [] : sensor.assumptions.map(({ message }) => message);
  if (health.imuPackets === 0)
    notes.push(
      'The captures hold no inertial readings (raw donut files never do): how the sensor turned is taken from the scans alone.',
    );
  return notes;
}

/** What the project knows that this command line does not say. */
function notesOnRefinement(project: Project, sessionId: number, { control }: RunCommandOptions): string[] {
  const { refineInputs } = project;
  const file = refineInputs.file(sessionId);
  const decided = refineInputs.targets(sessionId).length + refineInputs.loops(sessionId).length;
  return [
    ...(file !== null && control === undefined
      ? [`The control points of ${file.name} are those that the project keeps; --no-control forgets them.`]
      : []),
    ...(decided > 0 ? [`${decided} decisions on targets and loops that the project keeps are heeded.`] : []),
  ];
}

/** What is asked, and all of its files read. */
async function readQuestion(options: RunCommandOptions, context: StageContext): Promise<SurveyQuestion> {
  const asked = await askedMeasure(options, context);
  const request = await requestOf(asked, options.language, context);
  const { mapVoxel } = options;
  const map = mapVoxel === undefined ? SURVEY_DEFAULTS.map : { voxel: mapVoxel };
  return { request, options: { ...SURVEY_DEFAULTS, map } };
}

/** What a program that calls this one wants to know at once; the rest is in the files. */
export function summaryOf({
  trajectory,
  refinement,
  quality,
  measures,
  map,
  volume,
  movedLeftOut,
}: Survey): object {
  return {
    scans: trajectory.poses.length,
    pathLength: quality.pathLength,
    unobservedLength: quality.unobservedLength,
    refinement: refinement && refinementSummary(refinement),
    chainageFrom: volume.chainageFrom,
    chainageTo: volume.chainageTo,
    length: volume.length,
    volume: volume.volume,
    drive: volume.drive,
    recesses: volume.recesses,
    sections: volume.sections,
    methods: volume.methods,
    measuredShare: volume.measuredShare,
    ...(volume.tonnage && { tonnage: volume.tonnage }),
    ...(measures.breaks && {
      design: {
        volume: measures.breaks.design,
        overbreak: measures.breaks.overbreak,
        underbreak: measures.breaks.underbreak,
      },
    }),
    mapPoints: map?.summary.count ?? null,
    movedLeftOut,
    warnings: volume.warnings,
  };
}

function textOf(
  { trajectory, refinement, quality, volume, movedLeftOut, files }: Survey,
  out: string,
): string {
  const { value, plusMinus, confidence } = volume.volume;
  const share = (100 * volume.measuredShare).toFixed(1);
  return [
    `Volume ${value.toFixed(2)} ± ${plusMinus.toFixed(2)} m³ (${100 * confidence} %) from chainage ${volume.chainageFrom.toFixed(2)} to ${volume.chainageTo.toFixed(2)} m, ${share} % of the wall measured`,
    ...recessText(volume),
    `  end area ${volume.methods.endArea.toFixed(2)}, prismoidal ${volume.methods.prismoidal.toFixed(2)}, closed solid ${volume.methods.solid.toFixed(2)} m³`,
    ...floorText(volume),
    `${trajectory.poses.length} scans over ${quality.pathLength.toFixed(2)} m`,
    ...(refinement === null ? [] : refinementText(refinement)),
    ...(movedLeftOut === 0
      ? []
      : [`${movedLeftOut} points of things that moved were left out; --keep-moved brings them back`]),
    ...volume.warnings.map(({ message }) => `WARNING: ${message}`),
    `${out}: ${files.join(', ')}`,
  ].join('\n');
}
