import { type Message, message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import type { LengthUnit } from '../../cad/length-units.ts';

/** Triangles of a file in its own unit. */
export interface Faces {
  /** Nine numbers a triangle. */
  readonly corners: Float64Array;
  /** Unit that the file declares; null: none. */
  readonly unit: LengthUnit | null;
  /** What must be added to the coordinates, m. */
  readonly add: readonly [number, number, number];
  /** Step between neighbouring coordinates that the file can hold, in its unit; 0: finer than matters. */
  readonly step: number;
}

/** The file of that name in the folder of the one that is read; null: there is none. */
export type FileBeside = (name: string) => Promise<Uint8Array | null>;

/** Refusal of a file that holds no solid, or a damaged one. */
export function unusable(what: Message): SocavonError {
  return new SocavonError('solid-unusable', what);
}

/** Corners of triangles that are given by vertex numbers, nine numbers each. */
export function cornersOf(xyz: ArrayLike<number>, triangles: ArrayLike<number>): Float64Array {
  const corners = new Float64Array(3 * triangles.length);
  for (let i = 0; i < triangles.length; i++)
    for (let k = 0; k < 3; k++) corners[3 * i + k] = xyz[3 * triangles[i] + k];
  return corners;
}

/** Refusal of a file of another version of its format than is read. */
export function otherVersion(name: string, format: string, version: string, known: number): SocavonError {
  const isNewer = Number(/\d+/.exec(version)?.[0] ?? Infinity) > known;
  return unusable(message(isNewer ? 'solid-newer' : 'solid-older', { name, format, version, known }));
}
