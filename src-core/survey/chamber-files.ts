import type { ExportFolder } from '../io/cloud/export-map.ts';
import { exportMeshes } from '../io/mesh/export-meshes.ts';
import { type Remark, remark } from '../messages/remark.ts';
import type { StageContext } from '../model/context.ts';
import { type DriveMesh, FACE_KINDS, type TriangleMesh } from '../model/mesh.ts';
import { type Attempt, orThrow } from '../model/outputs.ts';
import type { MeshFormat } from '../model/survey-content.ts';
import { rounded } from '../report/volume-json.ts';
import type { Chamber } from '../tunnel/chamber/chamber.ts';
import type { DifferenceSide, SolidDifference } from '../tunnel/chamber/solid-difference.ts';
import type { ReferenceSolid } from './measure-chamber.ts';
import { fileJson, withList } from './outputs/meshes.ts';

/** How a chamber differs from a solid, and which. */
interface ComparedChamber {
  readonly reference: ReferenceSolid;
  readonly difference: SolidDifference;
}

/** What is written beside the solid. */
interface ChamberNotes {
  readonly formats: readonly MeshFormat[];
  /** Name of the survey. */
  readonly project: string;
  readonly application: { readonly name: string; readonly version: string };
}

/** Figures of a chamber, as `chamber.json` and the terminal have them. @param compared null: with no other solid */
export function chamberJson(chamber: Chamber, compared: ComparedChamber | null) {
  const { volume, plusMinusWithoutOpenings, uncertainty, surface, closed, filled, cell, points } = chamber;
  return {
    volume: {
      value: rounded(volume.value),
      plusMinus: rounded(volume.plusMinus),
      confidence: volume.confidence,
    },
    plusMinusWithoutOpenings: rounded(plusMinusWithoutOpenings),
    uncertainty: {
      common: rounded(uncertainty.common),
      noise: rounded(uncertainty.noise),
      length: rounded(uncertainty.length),
      place: rounded(uncertainty.place),
      cells: rounded(uncertainty.cells),
      openings: rounded(uncertainty.openings),
    },
    surface: rounded(surface),
    closed: rounded(closed),
    openings: chamber.openings.map(({ area, middle: [easting, northing, elevation] }) => ({
      area: rounded(area),
      easting: rounded(easting),
      northing: rounded(northing),
      elevation: rounded(elevation),
    })),
    filled: { count: filled.count, volume: rounded(filled.volume) },
    cell,
    points,
    ...(compared !== null && { against: againstJson(compared) }),
  };
}

function againstJson({ reference, difference }: ComparedChamber) {
  const side = ({ volume, perCentimetre }: DifferenceSide) => ({
    value: rounded(volume.value),
    plusMinus: rounded(volume.plusMinus),
    confidence: volume.confidence,
    perCentimetre: rounded(perCentimetre),
  });
  return {
    name: reference.name,
    placeSigma: reference.placeSigma,
    reference: rounded(difference.reference),
    common: rounded(difference.common),
    beyond: side(difference.beyond),
    short: side(difference.short),
  };
}

export type ChamberFigures = ReturnType<typeof chamberJson>;
type Against = ReturnType<typeof againstJson>;

/** What is said of a chamber: first its volume, how it differs from another solid, then what was closed, each opening, what was filled, the parts of its ±. */
export function chamberRemarks(figures: ChamberFigures): Required<Remark>[] {
  const { volume, plusMinusWithoutOpenings, uncertainty, surface, closed, openings, filled, cell, against } =
    figures;
  const cubic = (value: number): string => value.toFixed(2);
  return [
    remark('chamber-line', {
      volume: cubic(volume.value),
      plusMinus: cubic(volume.plusMinus),
      without: cubic(plusMinusWithoutOpenings),
      surface: surface.toFixed(1),
      cell: cell.toFixed(2),
    }),
    ...(against === undefined ? [] : againstRemarks(against)),
    closed === 0
      ? remark('chamber-closed-none')
      : remark('chamber-closed', {
          percent: ((100 * closed) / surface).toFixed(1),
          count: openings.length,
        }),
    ...openings.map(({ area, easting, northing, elevation }) =>
      remark('chamber-opening', {
        area: area.toFixed(2),
        easting: easting.toFixed(2),
        northing: northing.toFixed(2),
        elevation: elevation.toFixed(2),
      }),
    ),
    ...(filled.count === 0
      ? []
      : [remark('chamber-filled', { count: filled.count, volume: cubic(filled.volume) })]),
    remark('chamber-parts', {
      openings: cubic(uncertainty.openings),
      common: cubic(uncertainty.common),
      length: cubic(uncertainty.length),
      place: cubic(uncertainty.place),
      cells: cubic(uncertainty.cells),
      noise: cubic(uncertainty.noise),
    }),
  ];
}

function againstRemarks({ name, placeSigma, reference, common, beyond, short }: Against): Required<Remark>[] {
  const cubic = (value: number): string => value.toFixed(2);
  return [
    remark('chamber-against', {
      name,
      reference: cubic(reference),
      common: cubic(common),
      beyond: cubic(beyond.value),
      beyondPlusMinus: cubic(beyond.plusMinus),
      short: cubic(short.value),
      shortPlusMinus: cubic(short.plusMinus),
    }),
    ...(placeSigma !== null
      ? []
      : [
          remark('chamber-against-place', {
            beyond: cubic(beyond.perCentimetre),
            short: cubic(short.perCentimetre),
          }),
        ]),
  ];
}

/**
 * Writes the closed solid of a chamber in each format, with the faces that close openings marked, and `chamber.json`;
 * compared with another solid also what lies beyond it and short of it.
 *
 * @param attempt of each mesh in each format, and of the figures; default: the first that fails ends the export
 * @returns the names of the files, in the order in which they were written
 * @throws SocavonError export-range; CancelledError
 */
export async function exportChamber(
  chamber: Chamber,
  compared: ComparedChamber | null,
  folder: ExportFolder,
  notes: ChamberNotes,
  context: StageContext,
  attempt: Attempt = orThrow,
): Promise<string[]> {
  const sides = (['beyond', 'short'] as const).flatMap((name) => {
    const mesh = compared?.difference[name].mesh ?? null;
    return mesh === null ? [] : [sideMesh(name, mesh)];
  });
  const written = await exportMeshes([meshOf(chamber), ...sides], folder, notes, context, attempt);
  const list = { ...chamberJson(chamber, compared), faceKinds: FACE_KINDS, files: written.map(fileJson) };
  return withList('chamber.json', list, written, folder, attempt);
}

/** One side of a difference: part of its faces is rock, part the other solid, so that none is marked. */
function sideMesh(name: 'beyond' | 'short', { origin, xyz, triangles }: TriangleMesh): DriveMesh {
  return {
    ...{ name, origin, xyz, triangles },
    measured: new Uint8Array(xyz.length / 3).fill(1),
    chainage: null,
    overbreak: null,
    kind: new Uint8Array(triangles.length / 3),
  };
}

/** Measured faces first, then those that close openings. */
function meshOf({ mesh: { origin, xyz, triangles }, measured }: Chamber): DriveMesh {
  const order = [1, 0].flatMap((kind) => [...measured.keys()].filter((t) => measured[t] === kind));
  const sorted = new Uint32Array(triangles.length);
  order.forEach((t, at) => {
    sorted.set(triangles.subarray(3 * t, 3 * t + 3), 3 * at);
  });
  const ofVertex = new Uint8Array(xyz.length / 3);
  triangles.forEach((vertex, i) => {
    if (measured[Math.floor(i / 3)] === 1) ofVertex[vertex] = 1;
  });
  const bridged = FACE_KINDS.indexOf('bridged');
  return {
    name: 'chamber',
    origin,
    xyz,
    triangles: sorted,
    measured: ofVertex,
    chainage: null,
    overbreak: null,
    kind: Uint8Array.from(order, (t) => (measured[t] === 1 ? 0 : bridged)),
  };
}
