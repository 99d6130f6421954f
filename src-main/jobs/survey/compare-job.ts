import type { ComparedEpochs, CompareInput } from '../../../src-core/contract/epoch-requests.ts';
import { remarkOf } from '../../../src-core/messages/remark.ts';
import type { StageContext } from '../../../src-core/model/context.ts';
import { chainageOptionsOf } from '../../../src-core/question/survey-question.ts';
import { type ComparedSurveys, compareSurveys } from '../../../src-core/survey/compare.ts';
import { instrumentOf } from '../../../src-core/survey/survey-request.ts';
import { PROFILE_DEFAULTS } from '../../../src-core/tunnel/wall/cells/profile-options.ts';
import { calibrationOf } from '../../project/calibrations.ts';
import { contentHash } from '../../project/canonical-json.ts';
import { Project } from '../../project/project.ts';
import { readAxis } from '../import/read-axis.ts';
import { rigidFromWire } from '../session/survey-inputs.ts';
import { epochPair, requireDistinct } from './epoch-side.ts';

interface CompareQuestion {
  /** Project file of the later survey; stores the result. */
  readonly project: string;
  /** Project file of the earlier survey; omitted: the same project. */
  readonly earlierProject?: string;
  readonly asked: CompareInput;
}

/**
 * Compares two surveys and stores the results in the project of the later one.
 *
 * @throws what `compareSurveys`, the projects and the axis file throw; CancelledError
 */
export async function compareInProject(
  { project: file, earlierProject = file, asked }: CompareQuestion,
  context: StageContext,
): Promise<ComparedEpochs> {
  const project = Project.open(file);
  const other = earlierProject === file ? project : openOther(earlierProject, project);
  try {
    return toWire(await compared(project, other, asked, context));
  } finally {
    if (other !== project) other.close();
    project.close();
  }
}

function openOther(file: string, project: Project): Project {
  try {
    return Project.open(file);
  } catch (error) {
    project.close();
    throw error;
  }
}

async function compared(
  project: Project,
  earlierProject: Project,
  request: CompareInput,
  context: StageContext,
): Promise<ComparedSurveys> {
  const { earlierId, laterId, axisAsked, from, rounds } = request;
  if (project === earlierProject) requireDistinct(earlierId, laterId);
  const axis = request.axis === null ? null : await readAxis(request.axis, axisAsked, context.cancel);
  for (const note of axis?.notes ?? []) context.emit({ kind: 'note', stage: 'measure', ...remarkOf(note) });
  for (const warning of axis?.warnings ?? []) context.emit({ kind: 'warning', stage: 'measure', ...warning });
  const sides = {
    earlier: {
      project: earlierProject,
      sessionId: earlierId,
      T_grid_first: rigidFromWire(request.T_grid_earlier),
    },
    later: { project, sessionId: laterId, T_grid_first: rigidFromWire(request.T_grid_later) },
  };
  const pair = await epochPair(sides, context);
  const rangeBias = request.rangeBias ?? statedBias(project, laterId);
  const found = await compareSurveys(
    pair,
    { axis: { given: axis?.axis ?? null, question: axisAsked }, from, rounds },
    { profiles: PROFILE_DEFAULTS, rangeBias },
    context,
  );
  const product = { comparison: found.comparison, convergence: found.convergence.profiles };
  project.products.keep({
    sessionId: laterId,
    kind: 'comparison',
    inputHash: contentHash({
      ...pair.hashes,
      isJoined: pair.joinedBy !== null,
      axis: axis && { ...axis.axis, chainage: [...axis.axis.chainage], xyz: [...axis.axis.xyz] },
    }),
    options: {
      axis: axis?.name ?? axisAsked.of,
      counted: chainageOptionsOf(axisAsked),
      from,
      rounds,
      rangeBias,
    },
    mediaType: 'application/json',
    payload: new TextEncoder().encode(JSON.stringify(product)),
  });
  return found;
}

/** Bound of the error common to all ranges of a survey, m. */
function statedBias(project: Project, sessionId: number): number {
  const { cloud, sensor } = project.sessions.get(sessionId)!;
  if (cloud !== null) return cloud.accuracy.bias;
  return instrumentOf(sensor, calibrationOf(project, sessionId)?.calibration ?? null).rangeBias;
}

function toWire({ comparison, convergence, axis, middles }: ComparedSurveys): ComparedEpochs {
  const { chainage, xyz, kind, source } = axis;
  const {
    earlier,
    later,
    common,
    volume,
    overCommon,
    newLength,
    uncertainty,
    advance,
    faces,
    rounds,
    warnings,
  } = comparison;
  return {
    comparison: {
      earlier,
      later,
      common,
      volume,
      overCommon,
      newLength,
      advance,
      faces,
      uncertainty: [...uncertainty],
      rounds: [...rounds],
      warnings: [...warnings],
    },
    convergence: { ...convergence, profiles: [...convergence.profiles] },
    axis: { chainage: Float64Array.from(chainage), xyz: Float64Array.from(xyz), kind, source },
    middles,
  };
}
