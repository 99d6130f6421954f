import { resolve } from 'node:path';
import type { LengthUnit } from '../../../../src-core/io/cad/length-units.ts';
import { message } from '../../../../src-core/messages/message.ts';
import type { StageContext } from '../../../../src-core/model/context.ts';
import { SocavonError } from '../../../../src-core/model/errors.ts';
import type { Rigid } from '../../../../src-core/model/rigid.ts';
import type { MeshFormat } from '../../../../src-core/model/survey-content.ts';
import { chamberInProject } from '../../../jobs/survey/measure-chamber.ts';
import { Project } from '../../../project/project.ts';
import { chosenSession } from '../chosen-session.ts';
import type { CommandResult } from '../with-command.ts';
import { sayRemark } from '../words.ts';
import { withWritableProject } from '../writable-project.ts';

export interface ChamberCommandOptions {
  readonly session?: number;
  readonly out?: string;
  readonly originPose?: Rigid;
  readonly inside?: readonly (readonly [number, number, number])[];
  readonly cell?: number;
  readonly against?: string;
  readonly againstPart?: string;
  readonly againstUnit?: LengthUnit;
  readonly againstPlace?: number;
  readonly meshes: readonly MeshFormat[];
  readonly json?: boolean;
}

/**
 * `socavon chamber`: measures a session as the closed solid of a void without an axis.
 *
 * @throws what `chamberInProject` throws, SocavonError 'usage'
 */
export async function chamber(
  file: string,
  {
    session,
    out,
    originPose,
    inside,
    cell,
    against,
    againstPart,
    againstUnit,
    againstPlace,
    meshes,
  }: ChamberCommandOptions,
  context: StageContext,
): Promise<CommandResult> {
  const path = resolve(file);
  const measured = await withWritableProject(file, context, async (project) => {
    const sessionId = sessionIn(project, session);
    const question = {
      project,
      sessionId,
      T_grid_first: originPose ?? null,
      inside: inside ?? [],
      cell: cell ?? null,
      against: againstOf(against, againstPart, againstUnit, againstPlace),
      folder: out === undefined ? null : resolve(out),
      formats: meshes,
    };
    return { sessionId, ...(await chamberInProject(question, context)) };
  });
  const { sessionId, figures, said, folder, files, failed } = measured;
  return {
    data: { project: path, session: sessionId, out: folder, ...figures, files },
    text: [
      ...said.map((remark, i) => `${i === 0 ? '' : '  '}${sayRemark(remark)}`),
      ...(folder === null ? [] : [`${folder}: ${files.join(', ')}`]),
    ].join('\n'),
    failures: failed,
  };
}

/** @throws SocavonError 'usage' for what is said of a solid that is not given */
function againstOf(
  path: string | undefined,
  part: string | undefined,
  unit: LengthUnit | undefined,
  placeSigma: number | undefined,
) {
  if (path !== undefined)
    return { path: resolve(path), part: part ?? null, unit: unit ?? null, placeSigma: placeSigma ?? null };
  if ([part, unit, placeSigma].every((said) => said === undefined)) return null;
  throw new SocavonError('usage', message('chamber-against-none'));
}

function sessionIn(path: string, named: number | undefined): number {
  const project = Project.open(path);
  try {
    return chosenSession(project, named, '--session');
  } finally {
    project.close();
  }
}
