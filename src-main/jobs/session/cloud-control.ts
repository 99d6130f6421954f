import type { StageContext } from '../../../src-core/model/context.ts';
import { NOTHING_ASKED } from '../../../src-core/survey/refine.ts';
import { type NamedFit, refineCloud } from '../../../src-core/survey/refine-cloud.ts';
import { canonicalJson } from '../../project/canonical-json.ts';
import type { Project } from '../../project/project.ts';
import type { RefinementHead } from '../../project/refinements.ts';
import type { Session } from '../../project/sessions.ts';
import { pointsOf } from './refine-question.ts';
import { picksOf } from './stored-picks.ts';

/**
 * Places a cloud in the mine grid by its stored list and picked points; the result becomes its current refinement.
 *
 * @returns the fits of the picked points; empty: nothing is picked, and the cloud lies where its file puts it
 * @throws what `refineCloud` and the project throw; CancelledError
 */
export async function placeCloudByControl(
  project: Project,
  { id, cloud }: Session,
  context: StageContext,
): Promise<readonly NamedFit[]> {
  const run = project.runs.of(id).at(-1);
  const picks = picksOf(project, id);
  const points = pointsOf(project, id);
  if (run === undefined || cloud === null) return [];
  if (picks.length === 0 || points.length === 0) {
    project.refinements.remove(run.id);
    return [];
  }
  const path = project.poses.of(run.id);
  const list = project.refineInputs.file(id)?.name ?? '';
  const stream = project.clouds.points(id, context.cancel);
  const { refinement, fits } = await refineCloud(stream, path, { list, points, picks }, cloud.accuracy);
  // Where each was found stands in the question, so that its hash in the report follows the fits.
  const targets = fits.map(({ pick, place }) => ({
    scan: path[0].scanIndex,
    pSensor: place,
    verdict: 'accept' as const,
    name: pick.name,
  }));
  const question = { ...NOTHING_ASKED, loops: false, points, targets, picks };
  project.refinements.put(run.id, question, refinement);
  return fits;
}

/** True if a cloud is placed by its present list and picked points; without either, if nothing places it. */
export function answersCloudControl(
  project: Project,
  { id }: Session,
  stored: RefinementHead | null,
): boolean {
  const [points, picks] = [pointsOf(project, id), picksOf(project, id)];
  if (points.length === 0 || picks.length === 0) return stored === null;
  const asked = stored?.question;
  return asked !== undefined && isSame([asked.points, asked.picks ?? []], [points, picks]);
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
