import { wholeAxis } from '../../../src-core/model/design.ts';
import type { DriveMesh } from '../../../src-core/model/mesh.ts';
import { type DriveSolid, driveSolid, driveSurface } from '../../../src-core/tunnel/volume/drive-mesh.ts';
import { volumeBetween } from '../../../src-core/tunnel/volume/volume.ts';
import { FILLED, MEASURED } from '../../../src-core/tunnel/wall/cells/wall-grid.ts';
import { madeWall } from '../../tunnel/simple-wall.ts';
import { axisAlong, straight } from '../../tunnel/solids.ts';

/** Where a mine of the central Andes lies, m. */
export const START = [352_118.25, 9_123_456.789, 4213] as const;
export const NOTES = { application: { name: 'Socavon', version: '0.0.0' }, project: 'Rampa "Ñaña" & 1' };
const DESIGN = wholeAxis({ shape: 'circle', diameter: 4.6, axisHeight: 2.3 });
const EVERY = 0.5;

/** Meshes of 7 m of a ramp in the mine grid with every kind of face: a hole of one bin in the wall, a gap along it. */
export function driveMeshes(): { surface: DriveMesh; solid: DriveSolid } {
  const isHole = (s: number, angle: number): boolean => s > 2.75 && s < 3.25 && angle > 0 && angle < 0.1;
  const wall = madeWall({
    axis: axisAlong(straight(0.1, START), 0, 8, 1),
    radius: (s, angle) =>
      s > 4.5 && s < 6 ? 0 : 2.5 + 0.05 * Math.sin(7 * angle + 3 * s) + 0.02 * Math.sin(40 * s),
    state: (s, angle) => (isHole(s, angle) ? FILLED : MEASURED),
    options: { angleBins: 60 },
  });
  const volume = volumeBetween(wall, 0.5, 7.5, { every: EVERY });
  return {
    surface: driveSurface(wall, { from: 0.5, to: 7.5 }, DESIGN),
    solid: driveSolid(wall, volume, EVERY, DESIGN),
  };
}
