import type { Axis } from '../../src-core/model/axis.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { PROFILE_DEFAULTS, type ProfileOptions } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import { MEASURED, UNKNOWN, type WallGrid } from '../../src-core/tunnel/wall/cells/wall-grid.ts';
import type { WallObject } from '../../src-core/tunnel/wall/objects/wall-object.ts';
import { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';

export interface MadeWall {
  readonly axis: Axis;
  /** Radius of the wall from the middle by chainage and angle (0 = left, pi / 2 = up), m; 0: open. */
  readonly radius: (chainage: number, angle: number) => number;
  /** State of a cell that has a radius; left out: measured. */
  readonly state?: (chainage: number, angle: number) => number;
  /** (left, up) of the section's middle, m from the axis; left out: on it. */
  readonly middle?: (chainage: number) => readonly [number, number];
  readonly options?: Partial<ProfileOptions>;
  /** What else the grid tells of its cells. */
  readonly more?: (size: { readonly slabs: number; readonly bins: number }) => Partial<WallGrid>;
  readonly objects?: readonly WallObject[];
}

/** A wall as points without noise would give it, cell by cell. */
export function madeWall({ axis, radius, state, middle, options, more, objects }: MadeWall): WallSurface {
  const all = { ...PROFILE_DEFAULTS, ...options };
  const geometry = new AxisGeometry(axis, all.sections);
  const bins = all.angleBins;
  const firstSlab = Math.floor(geometry.start / all.slab + 1e-9);
  const slabs = Math.ceil(geometry.end / all.slab - 1e-9) - firstSlab;
  const centre = new Float64Array(2 * slabs);
  const grid = {
    slabs,
    bins,
    radius: new Float64Array(slabs * bins),
    state: new Uint8Array(slabs * bins),
    points: new Uint32Array(slabs * bins).fill(20),
    ...more?.({ slabs, bins }),
  };
  for (let k = 0; k < slabs; k++) {
    const chainage = (firstSlab + k + 0.5) * all.slab;
    centre.set(middle?.(chainage) ?? [0, 0], 2 * k);
    for (let j = 0; j < bins; j++) {
      const angle = ((j + 0.5) * 2 * Math.PI) / bins - Math.PI;
      const r = radius(chainage, angle);
      grid.radius[k * bins + j] = r;
      grid.state[k * bins + j] = r > 0 ? (state?.(chainage, angle) ?? MEASURED) : UNKNOWN;
    }
  }
  return new WallSurface(geometry, all, firstSlab, centre, grid, null, objects);
}
