import type { Message } from '../../../messages/message.ts';
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
}

/** Refusal of a file that holds no solid, or a damaged one. */
export function unusable(what: Message): SocavonError {
  return new SocavonError('solid-unusable', what);
}
