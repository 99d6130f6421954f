import { basename, extname } from 'node:path';
import type { LengthUnit } from '../../../src-core/io/cad/length-units.ts';
import { type Remark, remarkOf } from '../../../src-core/messages/remark.ts';
import type { CancelToken, StageContext } from '../../../src-core/model/context.ts';
import { type FailedOutput, Outputs } from '../../../src-core/model/outputs.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import type { MeshFormat } from '../../../src-core/model/survey-content.ts';
import {
  type ChamberFigures,
  chamberJson,
  chamberRemarks,
  exportChamber,
} from '../../../src-core/survey/chamber-files.ts';
import {
  compareChamber,
  measureChamber,
  type ReferenceSolid,
} from '../../../src-core/survey/measure-chamber.ts';
import { exportFolder } from '../../files/export-folder.ts';
import { openOutputFolder } from '../../files/output-folder.ts';
import { SOFTWARE_VERSION } from '../../files/software-version.ts';
import { Project } from '../../project/project.ts';
import { readSolidFile } from '../import/read-solid-file.ts';
import { alignedSession } from '../session/aligned-session.ts';
import { SurveySession } from '../session/survey-session.ts';
import { enterFiles } from './audited-files.ts';
import { toldFailures } from './failed-outputs.ts';

interface ChamberQuestion {
  /** Path of the project file. */
  readonly project: string;
  readonly sessionId: number;
  readonly T_grid_first: Rigid | null;
  /** Places inside the void, m. */
  readonly inside: readonly (readonly [number, number, number])[];
  /** Edge of the cells, m; null: by the spacing of the points. */
  readonly cell: number | null;
  /** A closed solid that it is compared with; null: none. */
  readonly against: {
    readonly path: string;
    /** null: as the file declares, else metres. */
    readonly unit: LengthUnit | null;
    /** Name of the surface that is meant, of a file with several; null: the only one. */
    readonly part: string | null;
    /** Standard uncertainty of the place of the survey against it, m; null: unknown. */
    readonly placeSigma: number | null;
  } | null;
  /** Folder of the files; null: none are written. */
  readonly folder: string | null;
  readonly formats: readonly MeshFormat[];
}

/** A measured chamber, what is said of it, and the files that were written. */
interface MeasuredChamber {
  readonly figures: ChamberFigures;
  readonly said: Remark[];
  readonly folder: string | null;
  readonly files: string[];
  /** Files that could not be written. */
  readonly failed: FailedOutput[];
}

/**
 * Measures an aligned session, or a cloud, as the closed solid of a void without an axis, and writes its mesh; a file that
 * cannot be written costs itself only.
 *
 * @throws SocavonError of the project, 'not-aligned', 'too-few-points', 'points-unusable', of the files; CancelledError
 */
export async function chamberInProject(
  { project: file, sessionId, T_grid_first, inside, cell, against, folder, formats }: ChamberQuestion,
  context: StageContext,
): Promise<MeasuredChamber> {
  // First what is quick: a solid that cannot be used must not cost the measuring.
  const { reference, remarks } = await referenceOf(against, context.cancel);
  const project = Project.open(file);
  try {
    const { session, run } = alignedSession({ project, sessionId });
    const survey = new SurveySession(project, session, run, T_grid_first);
    const leftOut = await survey.leftOut(context);
    const map = survey.map(leftOut?.moved ?? null, context.cancel);
    const chamber = await measureChamber(map, { inside, cell }, context);
    const compared =
      reference === null
        ? null
        : { reference, difference: await compareChamber(map, chamber, reference, context) };
    const figures = chamberJson(chamber, compared);
    const said = [...chamberRemarks(figures), ...remarks];
    if (folder === null) return { figures, said, folder, files: [], failed: [] };
    const out = await openOutputFolder(folder);
    try {
      const notes = {
        formats,
        project: basename(project.path, extname(project.path)),
        application: { name: 'Socavon', version: SOFTWARE_VERSION },
      };
      const { attempt, failed } = new Outputs();
      const files: string[] = [];
      await attempt('meshes', async () => {
        files.push(
          ...(await exportChamber(chamber, compared, exportFolder(out.path), notes, context, attempt)),
        );
      });
      await enterFiles(project, session.id, { folder: out.path, names: files }, context, attempt);
      return { figures, said, folder: out.path, files, failed: toldFailures(failed) };
    } finally {
      await out.removeUnused();
    }
  } finally {
    project.close();
  }
}

async function referenceOf(
  against: ChamberQuestion['against'],
  cancel: CancelToken,
): Promise<{ readonly reference: ReferenceSolid | null; readonly remarks: Remark[] }> {
  if (against === null) return { reference: null, remarks: [] };
  const { name, mesh, notes } = await readSolidFile(against.path, against, cancel);
  return { reference: { name, mesh, placeSigma: against.placeSigma }, remarks: notes.map(remarkOf) };
}
