import { basename } from 'node:path';
import {
  GRID_UNITS,
  type MineGrid,
  mineGridJson,
  parseMineGrid,
  publishedGrid,
} from '../../../src-core/grid/mine-grid.ts';
import { PROJECTED_SYSTEMS } from '../../../src-core/grid/systems.ts';
import { controlListCsv, parseControlPointsCsv } from '../../../src-core/io/tables/control-points-csv.ts';
import { readText } from '../../files/read-text.ts';
import type { Project } from '../../project/project.ts';

/** Where a project keeps the grid of a session: the text of its file, among what a window is set to. */
const PLACE = { topic: 'grid', field: 'grid' } as const;

/** A grid as a window shows it: its name, and the text that the project keeps. */
interface GridText {
  readonly name: string;
  readonly text: string;
}

/**
 * The grid that a person names: the code of a published one, `EPSG:32718`, or the file of a mine grid.
 *
 * @throws SocavonError 'file-format', 'usage' for a code that is not known, or of the file
 */
export async function readGrid(named: string): Promise<MineGrid> {
  const code = /^epsg:(\d+)$/i.exec(named.trim())?.[1];
  return code === undefined
    ? parseMineGrid(await readText(named), basename(named))
    : publishedGrid(Number(code));
}

/** The published grids, in the order of their list. */
export function publishedGrids(): GridText[] {
  return PROJECTED_SYSTEMS.map(({ epsg }) => gridText(publishedGrid(epsg)));
}

export function gridText(grid: MineGrid): GridText {
  return { name: grid.name, text: mineGridJson(grid) };
}

/**
 * Grid that the control points and the pose of a session are stated in, as window or command line last said; null: nothing
 * is known of it.
 *
 * @throws SocavonError 'file-format' if the project keeps one that this version does not know: no file must state none
 */
export function storedGrid(project: Project, sessionId: number): MineGrid | null {
  const text = project.work.verified(PLACE.topic, sessionId)[PLACE.field];
  return typeof text === 'string' && text !== '' ? parseMineGrid(text, project.identity.name) : null;
}

/** Keeps the grid of a session, for the window and for later commands. */
export function storeGrid(project: Project, sessionId: number, grid: MineGrid): void {
  project.work.set(PLACE.topic, sessionId, { [PLACE.field]: gridText(grid).text });
}

/**
 * A list of control points with its coordinates in metres; its sigmas are in metres whatever the unit of the grid.
 *
 * @param name of the file, for messages
 * @throws SocavonError 'file-format' with the line
 */
export function listInMetres(text: string, name: string, grid: MineGrid | null): string {
  const points = parseControlPointsCsv(text, name);
  const unit = grid === null ? 1 : GRID_UNITS[grid.unit];
  if (unit === 1) return text;
  return controlListCsv(
    points.map(({ easting, northing, elevation, ...point }) => ({
      ...point,
      easting: easting * unit,
      northing: northing * unit,
      elevation: elevation * unit,
    })),
  );
}
