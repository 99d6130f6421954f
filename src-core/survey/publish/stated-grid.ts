import { groundScale, type MineGrid } from '../../grid/mine-grid.ts';
import { systemWkt } from '../../grid/systems.ts';
import { remark } from '../../messages/remark.ts';
import type { LayerSystem } from '../../model/data-table.ts';
import type { Warning } from '../../model/warnings.ts';
import type { PlacedSurvey } from '../refine.ts';

type Placed = Pick<PlacedSurvey, 'frame' | 'trajectory'>;

/** Difference between grid and ground that is told, parts per million: 2 mm in 100 m. */
const TOLD_PPM = 20;

/**
 * Coordinate system of the files of a survey. Only coordinates that are those of a published system are stated to be; a
 * mine grid is a local one with its name.
 *
 * @param grid as stated; null: nothing is known of it
 */
export function layerSystem(grid: MineGrid | null, { frame }: Placed): LayerSystem | null {
  if (grid === null || frame !== 'mine-grid') return null;
  const { base, toBase } = grid;
  if (base !== null && toBase === null) return { epsg: base.epsg, name: base.name, wkt: systemWkt(base) };
  const name = grid.name.replaceAll('"', "'");
  return {
    epsg: null,
    name: grid.name,
    wkt: `LOCAL_CS["${name}",LOCAL_DATUM["Mine grid",32767],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH]]`,
  };
}

/** What a header without a place for a coordinate system says of it in comments: code and name, in short lines. */
export function systemComments(system: LayerSystem | null): string[] {
  if (system === null) return [];
  return [
    `coordinate system: ${system.name}`,
    ...(system.epsg === null ? [] : [`coordinate system code: EPSG:${system.epsg}`]),
  ];
}

/** Warning where a metre of the grid is not one of the ground; nothing is scaled. */
export function gridWarnings(grid: MineGrid | null, { frame, trajectory }: Placed): Warning[] {
  const [first] = trajectory.poses;
  if (grid === null || frame !== 'mine-grid' || first === undefined) return [];
  const [x, y, z] = first.T_map_sensor.t;
  const scale = groundScale(grid, [x, y, z]);
  const ppm = scale === null ? 0 : 1e6 * (scale.groundPerGrid - 1);
  if (Math.abs(ppm) < TOLD_PPM) return [];
  const values = { name: grid.name, grid: (100 * (1 + ppm / 1e6)).toFixed(4), ppm: ppm.toFixed(0) };
  return [{ code: 'grid-scale', ...remark('grid-scale', values) }];
}
