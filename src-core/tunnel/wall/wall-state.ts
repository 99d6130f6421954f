import type { AxisGeometry } from '../axis/axis-geometry.ts';
import { cutsOf, type WallCut, type WallObject, withCuts } from './objects/wall-object.ts';
import { WallSurface } from './wall-surface.ts';

/** An object of a wall with its cuts by slab instead of the function that makes them. */
type ObjectState = Omit<WallObject, 'cut'> & {
  readonly cuts: readonly { readonly slab: number; readonly cut: WallCut }[];
};

/** All that a wall consists of besides its axis, as plain values. */
export interface WallState
  extends Pick<WallSurface, 'options' | 'firstSlab' | 'centre' | 'grid' | 'corrections'> {
  readonly objects: readonly ObjectState[];
}

/** A wall as plain values, to be stored or sent: it takes a hundredth of the time that building it takes. */
export function wallState({
  options,
  firstSlab,
  centre,
  grid,
  corrections,
  objects,
}: WallSurface): WallState {
  return { options, firstSlab, centre, grid, corrections, objects: objects.map(stateOf) };
}

function stateOf(wallObject: WallObject): ObjectState {
  const { cut: _, ...object } = wallObject;
  return { ...object, cuts: cutsOf(wallObject) };
}

/** The wall of a state. @param geometry of the axis that it was gathered along, of its plane of sections */
export function wallOf(
  { options, firstSlab, centre, grid, corrections, objects }: WallState,
  geometry: AxisGeometry,
): WallSurface {
  const things = objects.map(({ cuts, ...object }) => withCuts(object, cuts));
  return new WallSurface(geometry, options, firstSlab, centre, grid, null, things, corrections);
}
