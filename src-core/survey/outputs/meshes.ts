import { writeText } from '../../io/bytes/write-bytes.ts';
import type { ExportFolder } from '../../io/cloud/export-map.ts';
import { exportMeshes, type MeshFile } from '../../io/mesh/export-meshes.ts';
import { type Remark, remark } from '../../messages/remark.ts';
import type { StageContext } from '../../model/context.ts';
import type { DesignProgramme } from '../../model/design.ts';
import { FACE_KINDS } from '../../model/mesh.ts';
import type { Attempt } from '../../model/outputs.ts';
import type { MeshFormat } from '../../model/survey-content.ts';
import type { Volume } from '../../model/tunnel.ts';
import { rounded } from '../../report/volume-json.ts';
import { type DriveSolid, driveSolid, driveSurface } from '../../tunnel/volume/drive-mesh.ts';
import { wallForRecessLine } from '../../tunnel/volume/measure-drive.ts';
import type { DriveWall } from '../../tunnel/wall/gather-drive.ts';
import { provenanceOf, type SurveyProduct } from '../publish/survey-products.ts';
import { measuresOutput } from './output.ts';

/** Measured wall and closed solid as triangle meshes. */
export const meshes = measuresOutput('meshes', {
  async write({ task, measured: { wall, measures }, steps, outputs }, formats, context) {
    const { request, source, output } = task;
    const meshTask = {
      wall,
      volume: measures.volume,
      design: request.files.design?.programme ?? null,
      interval: request.interval,
      formats,
      project: source.project.heading.working ?? source.project.name,
      application: { name: 'Socavon', version: output.softwareVersion },
      measured: provenanceOf('measure', steps, source.captureHash),
    };
    outputs.wrote(await exportDriveMeshes(meshTask, output.folder, context, outputs.attempt));
  },
});

/** What the meshes of a drive are made of. */
interface MeshTask {
  readonly wall: DriveWall;
  readonly volume: Volume;
  readonly design: DesignProgramme | null;
  /** Interval of the stations, m. */
  readonly interval: number;
  readonly formats: readonly MeshFormat[];
  /** Name of the survey. */
  readonly project: string;
  readonly application: { readonly name: string; readonly version: string };
  /** Input hash and options of the measurement, the same as of its volume. */
  readonly measured: Pick<SurveyProduct, 'inputHash' | 'options'>;
}

/**
 * Writes the measured wall and the closed solid of a drive in each format, and `meshes.json`: what the solid encloses and
 * how that stands to the stated volume, what was not measured, what must be added to the coordinates of each file, and
 * their checksums. Tells the volume of the solid as a note.
 *
 * @param attempt of each mesh in each format, and of the list
 * @returns the names of the files, in the order in which they were written
 * @throws SocavonError export-range, design-unusable, CancelledError
 */
async function exportDriveMeshes(
  { wall: gathered, volume, design, interval, formats, measured, ...notes }: MeshTask,
  folder: ExportFolder,
  context: StageContext,
  attempt: Attempt,
): Promise<string[]> {
  const wall = wallForRecessLine(gathered.wall, design);
  const { chainageFrom: from, chainageTo: to } = volume;
  const solid = driveSolid(wall, volume, interval, design);
  const meshes = [driveSurface(wall, { from, to }, design), solid.mesh];
  const written = await exportMeshes(
    meshes.filter(({ kind }) => kind.length > 0),
    folder,
    { ...notes, formats },
    context,
    attempt,
  );
  const said = solidRemarks(solid);
  for (const note of said) context.emit({ kind: 'note', stage: 'export', ...note });
  const list = {
    chainageFrom: rounded(from),
    chainageTo: rounded(to),
    sections: volume.sections,
    interval,
    solid: solidJson(solid, said),
    faceKinds: FACE_KINDS,
    files: written.map(fileJson),
    measured,
  };
  return withList('meshes.json', list, written, folder, attempt);
}

/** How the solid stands to the stated volume, and what it bridges. */
function solidRemarks({ enclosed, stated, bound, bridged }: DriveSolid): Remark[] {
  const metres = bridged.reduce((sum, { from, to }) => sum + to - from, 0);
  return [
    remark('mesh-solid', {
      enclosed: enclosed.toFixed(3),
      stated: stated.value.toFixed(3),
      plusMinus: stated.plusMinus.toFixed(3),
      bound: bound.toFixed(3),
    }),
    ...(bridged.length === 0
      ? []
      : [
          remark('mesh-solid-bridged', {
            metres: metres.toFixed(1),
            stretches: bridged.map(({ from, to }) => `${from.toFixed(1)}-${to.toFixed(1)}`).join(', '),
          }),
        ]),
  ];
}

/** Numbers as `volume.json` has them. */
function solidJson(
  { enclosed, stated, difference, bound, bridged, surface }: DriveSolid,
  said: readonly Remark[],
): object {
  const allRounded = (values: object): object =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, rounded(value)]));
  return {
    enclosed: rounded(enclosed),
    stated: allRounded(stated),
    difference: allRounded(difference),
    bound: rounded(bound),
    bridged: bridged.map(allRounded),
    surface: allRounded(surface),
    explanation: said.map(({ message }) => message).join(' '),
  };
}

/**
 * Writes what is said of meshes into a file beside them.
 *
 * @returns the names of all files that were written
 */
export async function withList(
  name: string,
  list: object,
  written: readonly MeshFile[],
  folder: ExportFolder,
  attempt: Attempt,
): Promise<string[]> {
  const isListed = await attempt(name, async () =>
    writeText([`${JSON.stringify(list, null, 2)}\n`], await folder.create(name)),
  );
  return [...written.map(({ fileName }) => fileName), ...(isListed ? [name] : [])];
}

/** A written mesh as a list of files has it. */
export function fileJson({ fileName, mesh, format, triangles, add, checksum }: MeshFile): object {
  return {
    file: fileName,
    mesh,
    format,
    triangles,
    add: { easting: add[0], northing: add[1], elevation: add[2] },
    crc32: checksum.toString(16).padStart(8, '0'),
  };
}
