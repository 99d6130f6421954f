import { basename } from 'node:path';
import { parsePicksCsv } from '../../../../src-core/io/tables/picks-csv.ts';
import { message } from '../../../../src-core/messages/message.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import type { Rigid } from '../../../../src-core/model/rigid.ts';
import { SURVEY_DEFAULTS } from '../../../../src-core/survey/survey-request.ts';
import { readText } from '../../../files/read-text.ts';
import { isFullyAligned, resumableRun } from '../../../jobs/session/resumable-alignment.ts';
import { picksFromMap, picksOf, storePicks } from '../../../jobs/session/stored-picks.ts';
import type { Project } from '../../../project/project.ts';
import type { Session } from '../../../project/sessions.ts';
import { type ControlList, type RunCommandOptions, storeRefineInputs } from './refine-inputs.ts';

/** Points picked in a map, as the file that they are read from once the unit of the map is known. */
export interface PickedList {
  readonly name: string;
  readonly text: string;
}

/** Reads the list of picked points, and validates it before anything is computed. @throws SocavonError of the file */
export async function readPicked(path: string): Promise<PickedList> {
  const list = { name: basename(path), text: await readText(path) };
  parsePicksCsv(list.text, list.name);
  return list;
}

/** Options of a refinement of scans, which a cloud has none of. */
const OF_SCANS = {
  reference: '--reference',
  knownLength: '--known-length',
  targetShape: '--target-shape',
  targetSize: '--target-size',
} as const;

/**
 * Stores the control of a cloud from the command line; what is not set stays unchanged.
 *
 * @throws SocavonError 'usage' for picked points without a list, a list without picked points, or options of scans
 */
export function storeCloudControl(
  project: Project,
  { id, cloud }: Session,
  list: ControlList | null,
  picked: PickedList | null,
  options: RunCommandOptions,
): void {
  for (const [key, option] of Object.entries(OF_SCANS))
    if (options[key as keyof typeof OF_SCANS] !== undefined)
      throw new SocavonError('usage', message('cloud-control-option', { option }));
  const { control, check, originPose: _pose, ...rest } = options;
  const isDropped = control === false;
  if (control === undefined && picked === null && check === undefined) return;
  const hasList = list !== null || (!isDropped && project.refineInputs.file(id) !== null);
  const hasPicks = picked !== null || (!isDropped && picksOf(project, id).length > 0);
  if (hasPicks && !hasList) throw new SocavonError('usage', message('picks-without-control'));
  if (hasList && !hasPicks) throw new SocavonError('usage', message('control-needs-picks'));
  if (isDropped) storePicks(project, id, []);
  if (picked !== null) {
    const { unitMetres, heightUnitMetres = unitMetres } = cloud ?? { unitMetres: 1 };
    storePicks(project, id, parsePicksCsv(picked.text, picked.name, unitMetres, heightUnitMetres));
  }
  storeRefineInputs(project, id, list, { ...rest, control, check } as RunCommandOptions);
}

/**
 * Stores the points that were picked in the map of scans of an earlier run; without a file the stored ones stay.
 *
 * @param T_grid_first pose of the first scan that the map was written with; null: none
 * @throws SocavonError 'usage' without a list, 'not-aligned' if there is no map to pick in
 */
export function storeScanPicks(
  project: Project,
  session: Session,
  { picked, isDropped }: { readonly picked: PickedList | null; readonly isDropped: boolean },
  T_grid_first: Rigid | null,
): void {
  if (isDropped) storePicks(project, session.id, []);
  if (picked === null) return;
  if (project.refineInputs.file(session.id) === null)
    throw new SocavonError('usage', message('picks-without-control'));
  const run = resumableRun(project, session, SURVEY_DEFAULTS.odometry);
  if (run === null || !isFullyAligned(project, session, run))
    throw new SocavonError('not-aligned', message('picks-need-map'));
  const picks = parsePicksCsv(picked.text, picked.name);
  storePicks(project, session.id, picksFromMap(project, { session, run }, picks, T_grid_first));
}
